"""The interface of a computer player."""

from __future__ import annotations

from typing import Protocol

from ringrift.rules.moves import Move
from ringrift.rules.state import State


class Player(Protocol):
    """A computer opponent."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """One of the interactive moves of the seat to move, within that time if one is given."""
        ...

    def stop(self) -> None:
        """From any thread: choose now."""
        ...

    def close(self) -> None:
        """Give back what it holds; it will not be asked again."""
        ...
