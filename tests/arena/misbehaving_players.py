"""Misbehaving players, which other processes can create by name."""

from __future__ import annotations

import os
from typing import NoReturn

from ringrift.rules import legal_moves
from ringrift.rules.moves import Move, PlaceRing, SwapSides
from ringrift.rules.notation import format_move
from ringrift.rules.state import State


class FirstMove:
    """Plays the first legal move."""

    name = "first"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.asked: list[int] = []  # for which seats

    def choose(self, state: State, seconds: float | None = None) -> Move:  # noqa: ARG002
        self.asked.append(state.player)
        return self.pick(state)

    def pick(self, state: State) -> Move:
        return legal_moves(state)[0]

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


class AlwaysSwaps(FirstMove):
    """Swaps sides whenever it can."""

    def pick(self, state: State) -> Move:
        moves = legal_moves(state)
        return next((move for move in moves if isinstance(move, SwapSides)), moves[0])


class PlacesTooManyRings(FirstMove):
    """Places more rings than it has."""

    def pick(self, state: State) -> Move:
        return PlaceRing(state.player, (0, 0), 99)


class ReturnsNothing(FirstMove):
    """Returns no move."""

    def pick(self, state: State) -> Move:  # noqa: ARG002
        return None  # type: ignore[return-value]


class ReturnsNotation(FirstMove):
    """Returns its move in notation."""

    def pick(self, state: State) -> Move:
        return format_move(state, super().pick(state))  # type: ignore[return-value]


class FailsAtThirdDecision(FirstMove):
    """Raises an error at its third decision."""

    def pick(self, state: State) -> Move:
        if len(self.asked) == 3:
            raise ValueError("no idea\nwhat to do")
        return super().pick(state)


class KillsItsProcess(FirstMove):
    """Kills its process."""

    def pick(self, state: State) -> NoReturn:  # noqa: ARG002
        os._exit(7)


class CannotBeCreated(FirstMove):
    """Cannot be created."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        raise OSError("not available")


class CreatedOnlyOnce(FirstMove):
    """Can be created with seed 0, before the first game, and never again."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        if seed:
            raise OSError("no longer available")


class IgnoresStop(FirstMove):
    """Thinks forever and ignores `stop` and errors."""

    def pick(self, state: State) -> Move:
        while True:
            try:
                legal_moves(state)
            except Exception:  # noqa: BLE001 - it ignores errors
                continue
