"""The interface of a computer player."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

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


@runtime_checkable
class Ponderer(Protocol):
    """A player who can use an opponent's time."""

    def ponder(self, state: State) -> None:
        """Search an opponent's decision in the background, until the next call; return at once."""
        ...
