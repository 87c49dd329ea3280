"""The random player: its moves depend on a seed and the state only, so games are reproducible.

The generator is specified in docs/reference/levels.md, so every language can implement it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from ringrift.players.search import expect_decision
from ringrift.rules import legal_moves, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.state import State

_T = TypeVar("_T")

_WORD: Final = 2**64
_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_STEP: Final = 0x9E3779B97F4A7C15


class SeededRng:
    """SplitMix64, seeded with the FNV-1a hash of a UTF-8 text."""

    def __init__(self, text: str) -> None:
        state = _FNV_OFFSET
        for byte in text.encode():
            state = (state ^ byte) * _FNV_PRIME % _WORD
        self._state = state

    def next_u64(self) -> int:
        """Return a number below 2^64."""
        self._state = (self._state + _STEP) % _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB % _WORD
        return word ^ word >> 31

    def next_below(self, count: int) -> int:
        """Return a uniformly distributed number from 0 to count - 1."""
        fair = _WORD - _WORD % count  # larger words are rejected to avoid modulo bias
        while (word := self.next_u64()) >= fair:
            pass
        return word % count

    def sample(self, items: Sequence[_T], count: int) -> list[_T]:
        """Return `count` distinct items in the order drawn."""
        left = list(items)
        for place in range(count):
            drawn = place + self.next_below(len(left) - place)
            left[place], left[drawn] = left[drawn], left[place]
        return left[:count]

    def choose_weighted(self, items: Sequence[_T], weights: Sequence[int]) -> _T:
        """Return an item with probability proportional to its weight."""
        drawn = self.next_below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            if drawn < weight:
                return item
            drawn -= weight
        raise AssertionError("the draw lies below the sum of the weights")


def decision_rng(seed: int, state: State, who: str) -> SeededRng:
    """Return the generator of one decision; `who` separates players with the same seed."""
    return SeededRng(f"{who}/{seed}/{state_hash(state)}")


def sort_legal_moves(state: State) -> list[Move]:
    """Return the legal moves sorted by notation, an order that every engine can reproduce."""
    return sorted(legal_moves(state), key=lambda move: format_move(state, move))


class RandomPlayer:
    """Chooses uniformly among the legal moves."""

    def __init__(self, *, seed: int = 0) -> None:
        self.name = "random"
        self._seed = seed

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        """Return a random legal move; the same seed and state give the same move."""
        expect_decision(state)
        moves = sort_legal_moves(state)
        return moves[decision_rng(self._seed, state, self.name).next_below(len(moves))]

    def stop(self) -> None:
        """Do nothing: a choice takes no time."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
