"""Players that do what no player should; they can be invited by name, into another process too."""

from __future__ import annotations

import os
from typing import NoReturn

from ringrift.rules import legal_moves
from ringrift.rules.moves import Move, PlaceRing, SwapSides
from ringrift.rules.notation import notation
from ringrift.rules.state import State


class First:
    """Always the first move on the list."""

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


class Swapper(First):
    """Swaps sides whenever it may."""

    def pick(self, state: State) -> Move:
        moves = legal_moves(state)
        return next((move for move in moves if isinstance(move, SwapSides)), moves[0])


class Cheat(First):
    """Places more rings than anyone has."""

    def pick(self, state: State) -> Move:
        return PlaceRing(state.player, (0, 0), 99)


class Mute(First):
    """Says nothing."""

    def pick(self, state: State) -> Move:  # noqa: ARG002
        return None  # type: ignore[return-value]


class Writer(First):
    """Writes its moves down."""

    def pick(self, state: State) -> Move:
        return notation(state, super().pick(state))  # type: ignore[return-value]


class Stumbler(First):
    """Fails at its third decision."""

    def pick(self, state: State) -> Move:
        if len(self.asked) == 3:
            raise ValueError("no idea\nwhat to do")
        return super().pick(state)


class Killer(First):
    """Takes its process with it."""

    def pick(self, state: State) -> NoReturn:  # noqa: ARG002
        os._exit(7)


class Unmakable(First):
    """Cannot even sit down."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        raise OSError("no chair")


class Shy(First):
    """Shows itself before the first game, made with seed 0, and never again."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        if seed:
            raise OSError("no chair any more")


class Stubborn(First):
    """Thinks for ever, whatever goes wrong and whoever tells it to stop."""

    def pick(self, state: State) -> Move:
        while True:
            try:
                legal_moves(state)
            except Exception:  # noqa: BLE001 - that is its nature
                continue
