"""The interface between the journal and its database writers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from ringrift.host.events import Left, PeopleSwapped


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
    """The result in the rows of a finished or aborted game."""

    winner: int | None
    reason: str
    at: float
    status: Literal["over", "aborted"] = "over"
    ranks: Sequence[tuple[int, int]] = ()  # seats and their ranks
    position: str | None = None  # the final one, as a position string


class StoredDeparture(NamedTuple):
    """Who left, in the row of their seat."""

    seat: int
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

    @property
    def departures(self) -> list[StoredDeparture]:
        """Who leaves with these events."""
        left = (json.loads(row.body) for row in self.rows if row.kind == Left.kind)
        return [StoredDeparture(event["seat"], event["reason"], event["at"]) for event in left]

    @property
    def changes_more(self) -> bool:
        """Whether rows other than events and the sequence change."""
        kinds = {row.kind for row in self.rows}
        return self.result is not None or not kinds.isdisjoint((PeopleSwapped.kind, Left.kind))


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
