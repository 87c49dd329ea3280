"""The interface between the journal and its database writers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ringrift.host.events import PeopleSwapped


@dataclass(frozen=True, slots=True)
class EventRow:
    """A stored event."""

    sequence: int
    at: float
    kind: str
    body: str
    client_id: str | None = None  # the journal key of the command, on its last event


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result in the row of a finished game."""

    winner: int | None
    reason: str
    at: float


@dataclass(eq=False, slots=True)
class Append:
    """Events of one game that are to be committed."""

    game: str
    rows: Sequence[EventRow]
    term: int
    result: GameResult | None
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def before(self) -> int:
        """The sequence number of the game before the append."""
        return self.rows[0].sequence - 1

    @property
    def after(self) -> int:
        """The sequence number of the game after the append."""
        return self.rows[-1].sequence

    @property
    def swaps_people(self) -> bool:
        """Whether the two people have swapped seats in the end [R180]."""
        return sum(row.kind == PeopleSwapped.kind for row in self.rows) % 2 == 1


class JournalWriter(Protocol):
    """Writes on its own connection, which requests never occupy."""

    async def write(self, batch: Sequence[Append]) -> Sequence[Append]:
        """Commit the batch; return the appends whose game has another owner or sequence."""

    async def close(self) -> None: ...


class BatchRejectedError(Exception):
    """The database rejects the contents of a batch; `duplicate`: an event exists already."""

    def __init__(self, message: str, *, duplicate: bool) -> None:
        super().__init__(message)
        self.duplicate = duplicate
