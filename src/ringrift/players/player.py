"""The interface of a computer player."""

from __future__ import annotations

from typing import Protocol

from ringrift.rules.moves import Move
from ringrift.rules.state import State


class Player(Protocol):
    """A computer opponent."""

    @property
    def name(self) -> str:
        """Return the display name."""
        ...

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return an interactive move of the seat to move, within the time limit if given."""
        ...

    def stop(self) -> None:
        """Make `choose` return as soon as possible; callable from any thread."""
        ...

    def close(self) -> None:
        """Release all resources; the player cannot be used afterwards."""
        ...
