"""Estimates how hard a puzzle is from the nodes that a search needs to find its first turn."""

from __future__ import annotations

import math
from itertools import takewhile
from typing import Final

from ringrift.players.search import Budget, Searcher
from ringrift.puzzles.puzzle import (
    MAX_RATING,
    MIN_RATING,
    Goal,
    Puzzle,
    is_key_decision,
    is_same_turn,
)
from ringrift.rules import Move, State, legal_moves

_BUDGETS: Final = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)
_BASE: Final = 560
_PER_BUDGET: Final = 130  # each factor of about three in nodes
_PER_TURN: Final = 230
_PER_KEY_DECISION: Final = 60  # beyond the first two
_PER_DOUBLING: Final = 22  # of the choices at the first decision, beyond 16
_BIG_BOARD: Final = 60


def nodes_needed(puzzle: Puzzle, searcher: Searcher) -> int:
    """Return the smallest budget with which a search finds every key move of the first turn."""
    start = puzzle.state()
    turn = list(takewhile(lambda one: is_same_turn(one[0], start), puzzle.line()))
    keys = [(state, move) for state, move in turn if is_key_decision(state)]
    for budget in _BUDGETS:
        if all(_finds(searcher, state, move, budget) for state, move in keys):
            return budget
    return _BUDGETS[-1] * 3


def _finds(searcher: Searcher, state: State, move: Move, budget: int) -> bool:
    searcher.clear()
    return searcher.search(state, Budget(nodes=budget)).best == move


def estimate_rating(puzzle: Puzzle, searcher: Searcher) -> int:
    """Return the rating of a puzzle: the estimate of docs/reference/puzzles.md."""
    start = puzzle.state()
    keys = sum(is_same_turn(state, start) and is_key_decision(state) for state, _ in puzzle.line())
    steps = math.log(nodes_needed(puzzle, searcher) / _BUDGETS[0], 3)
    rating = _BASE + _PER_BUDGET * steps + _PER_TURN * (puzzle.turns - 1)
    rating += _PER_KEY_DECISION * max(0, keys - 2)
    rating += _PER_DOUBLING * max(0.0, math.log2(len(legal_moves(start)) / 16))
    rating += _BIG_BOARD if len(start.board.grid) > 100 else 0
    rating += 150 if puzzle.goal is Goal.DEFEND else 0
    return round(min(MAX_RATING, max(MIN_RATING, rating)))
