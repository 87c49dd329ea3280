"""Openings: short random beginnings from a seed, so that no two cycles of a tournament are the same game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from ringrift.arena.schedule import Openings
from ringrift.players.level_settings import usual_method
from ringrift.players.search import Budget, Method, Searcher, settled
from ringrift.rules import apply, decision, new_game
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

Judge = Callable[[State], tuple[float, ...]]  # the share of the win that each seat can expect

TRIES: Final = (
    40  # random beginnings that are looked at; if none is balanced, the most balanced one is taken
)
FAIR: Final = 0.04  # a seat may expect this much more than its share
NODES: Final = 10_000  # of the search that judges


@lru_cache(maxsize=256)
def opening(setup: Setup, number: int, openings: Openings) -> tuple[Move, ...]:
    """The moves of an opening, bookkeeping included; the same for ever."""
    judge = judged if openings.balanced else None
    return found(setup, number, openings, judge)


def found(setup: Setup, number: int, openings: Openings, judge: Judge | None) -> tuple[Move, ...]:
    """The first random beginning that the judge finds balanced, or the most balanced of those tried."""
    turns = openings.turns_for(setup.players)
    rng = Random(f"{openings.seed} {setup} {turns} {number}")
    best: tuple[float, tuple[Move, ...]] | None = None
    for _ in range(TRIES):
        state = beginning(setup, turns, rng)
        moves = tuple(state.history)
        if judge is None or turns == 0:
            return moves
        excess = max(judge(state)) - 1 / setup.players if state.outcome is None else 1.0
        if excess <= FAIR:
            return moves
        if best is None or excess < best[0]:
            best = excess, moves
    assert best is not None
    return best[1]


def beginning(setup: Setup, turns: int, rng: Random) -> State:
    """A new game after so many turns of chance; nobody swaps sides by chance."""
    state = new_game(setup.board, setup.players, setup.edition)
    while state.turn_number <= turns and (due := decision(state)) is not None:
        offered = [move for move in due.moves if type(move) is not SwapSides]
        state = apply(state, offered[rng.randrange(len(offered))])
    return settled(state)


def judged(state: State) -> tuple[float, ...]:
    """What a short search expects for each seat."""
    searcher = _searcher(usual_method(state))
    searcher.clear()  # what it learnt before must not decide which openings there are
    return searcher.search(state, Budget(nodes=NODES)).shares


@lru_cache(maxsize=2)
def _searcher(method: Method) -> Searcher:
    return Searcher(method, megabytes=1)
