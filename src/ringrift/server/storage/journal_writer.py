"""What is written into the journal, and how a writer says that it could not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ringrift.host.events import PeopleSwapped


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it is stored."""

    sequence: int
    at: float
    kind: str
    body: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """What the row of a game says once the game is over."""

    winner: int | None
    reason: str
    at: float


@dataclass(eq=False, slots=True)
class Append:
    """Events of one game that wait to be durable."""

    game: str
    rows: Sequence[EventRow]
    term: int
    ending: Ending | None
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def before(self) -> int:
        """The event that the game must stand at."""
        return self.rows[0].sequence - 1

    @property
    def after(self) -> int:
        """The event that it stands at afterwards."""
        return self.rows[-1].sequence

    @property
    def swaps_people(self) -> bool:
        """R180: whether two people have changed places when all is done."""
        return sum(row.kind == PeopleSwapped.kind for row in self.rows) % 2 == 1


class Writer(Protocol):
    """A connection of the journal's own: no request can keep a move waiting for it."""

    async def write(self, batch: Sequence[Append]) -> Sequence[Append]:
        """Commit the batch; returns those whose game has another owner or went on without them."""

    async def close(self) -> None: ...


class BatchRejectedError(Exception):
    """The database refuses a batch for what is in it; `doubled`: because an event is there already."""

    def __init__(self, message: str, *, doubled: bool) -> None:
        super().__init__(message)
        self.doubled = doubled
