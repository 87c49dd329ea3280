"""Where puzzles come from: self-played and recorded games, and the turns that were not played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from ringrift.kernel import Position
from ringrift.players.search import Budget, Searcher, apply_due_bookkeeping
from ringrift.records import Record, replay
from ringrift.rules import State, apply, bookkeeping, legal_moves, new_game
from ringrift.rules.setup import Setup

_OPENING_TURNS: Final = 2  # random turns of each seat
_RANDOM_SHARE: Final = 0.08  # of the later decisions: players who err leave something to find
_NODES: Final = (30, 60, 120, 250, 800)  # of a decision; each game takes one
_MEGABYTES: Final = 2


def self_play(setup: Setup, seed: int) -> list[State]:
    """Return the states of the decisions of a game; the same seed gives the same game."""
    rng, searcher = Random(f"puzzles {setup} {seed}"), Searcher(megabytes=_MEGABYTES)
    nodes = rng.choice(_NODES)
    state = new_game(setup.board, setup.players, setup.edition, swap=False)
    states = []
    while (state := apply_due_bookkeeping(state)).outcome is None:
        states.append(state)
        if state.turn_number <= _OPENING_TURNS * setup.players or rng.random() < _RANDOM_SHARE:
            move = rng.choice(legal_moves(state))
        else:
            searcher.clear()
            move = searcher.search(state, Budget(nodes=nodes), seed=rng.getrandbits(32)).best
        state = apply(state, move)
    return states


def recorded_decisions(record: Record) -> list[State]:
    """Return the states of the decisions of a recorded game."""
    states = list(replay(record))
    return [state for state in states if state.outcome is None and bookkeeping(state) is None]


def turn_starts(states: Sequence[State]) -> list[State]:
    """Return the first decision of each turn, without one that offers to swap sides."""
    starts, last = [], 0
    for state in states:
        swap_offered = state.swap_enabled and not state.swap_used and state.turn_number == 2
        if state.turn_number != last and not swap_offered:
            starts.append(state)
        last = state.turn_number
    return starts


def after_random_turns(state: State, count: int, rng: Random) -> Iterator[State]:
    """Yield states after random turns of the player to move: mistakes that were not made."""
    for _ in range(count):
        position, now = Position.from_state(state), state
        while now.outcome is None and now.turn_number == state.turn_number:
            moves = position.legal_moves()
            position.apply(rng.choice(moves))
            while (due := position.bookkeeping()) is not None:
                position.apply(due)
            now = position.to_state()
        if now.outcome is None:
            yield now
