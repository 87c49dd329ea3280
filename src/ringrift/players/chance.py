"""Chance: what it does depends on a seed and the state alone, so that a game can be played again."""

from __future__ import annotations

from random import Random

from ringrift.players.search import expect_decision
from ringrift.rules import legal_moves, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.state import State


def dice(seed: int, state: State, who: str) -> Random:
    """The dice of one decision. `who` keeps players with the same seed from doing the same."""
    return Random(f"{who}/{seed}/{state_hash(state)}")


class RandomPlayer:
    """Every legal move is as likely as any other."""

    def __init__(self, *, seed: int = 0) -> None:
        self.name = "random"
        self._seed = seed

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        expect_decision(state)
        return dice(self._seed, state, self.name).choice(legal_moves(state))

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass
