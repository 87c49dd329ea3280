"""Openings: short random starts from a seed, so that every cycle plays another game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from ringrift.arena.schedule import Openings
from ringrift.players.level_settings import default_method
from ringrift.players.search import Budget, Method, Searcher, apply_due_bookkeeping
from ringrift.rules import apply, decision, new_game
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

ShareEstimator = Callable[[State], tuple[float, ...]]  # the expected share of the win by seat

MAX_TRIES: Final = 40  # random starts; if none is balanced, the most balanced one is used
MAX_EXCESS: Final = 0.04  # above its fair share that a seat may expect in a balanced start
ESTIMATE_NODES: Final = 10_000


@lru_cache(maxsize=256)
def opening_moves(setup: Setup, number: int, openings: Openings) -> tuple[Move, ...]:
    """Return the moves of an opening, bookkeeping included. They never change."""
    estimate = estimate_shares if openings.balanced else None
    return find_opening(setup, number, openings, estimate)


def find_opening(
    setup: Setup, number: int, openings: Openings, estimate: ShareEstimator | None
) -> tuple[Move, ...]:
    """Return the first balanced random start, or the most balanced of `MAX_TRIES`."""
    turns = openings.turns_for(setup.players)
    rng = Random(f"{openings.seed} {setup} {turns} {number}")
    best: tuple[float, tuple[Move, ...]] | None = None
    for _ in range(MAX_TRIES):
        state = random_start(setup, turns, rng)
        moves = tuple(state.history)
        if estimate is None or turns == 0:
            return moves
        excess = max(estimate(state)) - 1 / setup.players if state.outcome is None else 1.0
        if excess <= MAX_EXCESS:
            return moves
        if best is None or excess < best[0]:
            best = excess, moves
    assert best is not None
    return best[1]


def random_start(setup: Setup, turns: int, rng: Random) -> State:
    """Return a new game after so many random turns, without a swap of sides."""
    state = new_game(setup.board, setup.players, setup.edition)
    while state.turn_number <= turns and (due := decision(state)) is not None:
        choices = [move for move in due.moves if type(move) is not SwapSides]
        state = apply(state, choices[rng.randrange(len(choices))])
    return apply_due_bookkeeping(state)


def estimate_shares(state: State) -> tuple[float, ...]:
    """Return the share of the win that a short search expects for each seat."""
    searcher = _searcher(default_method(state))
    searcher.clear()  # the result must not depend on earlier searches
    return searcher.search(state, Budget(nodes=ESTIMATE_NODES)).shares


@lru_cache(maxsize=2)
def _searcher(method: Method) -> Searcher:
    return Searcher(method, megabytes=1)
