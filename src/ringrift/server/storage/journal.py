"""The journal of all games: an event counts once it is committed, and one commit serves many games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.events import PeopleSwapped
from ringrift.server.errors import LeaseLostError, StorageError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import events, games, seats

_MOST_AT_ONCE: Final = 500  # appends in one transaction


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


@dataclass(slots=True)
class _Append:
    game: str
    rows: Sequence[EventRow]
    term: int
    ending: Ending | None
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of `_ADVANCE`, or of `_FINISH`."""
        values: dict[str, Any] = {
            "of_game": self.game,
            "of_term": self.term,
            "before": self.rows[0].sequence - 1,
            "after": self.rows[-1].sequence,
        }
        if self.ending is not None:
            values |= {"winner": self.ending.winner, "reason": self.ending.reason, "ended": self.ending.at}
        return values


_MINE: Final = (
    games.c.id == bindparam("of_game"),
    games.c.owner_term == bindparam("of_term"),
    games.c.sequence == bindparam("before"),
    games.c.status == "live",
)
_ADVANCE: Final = update(games).where(*_MINE).values(sequence=bindparam("after"))
_FINISH: Final = (
    update(games)
    .where(*_MINE)
    .values(
        sequence=bindparam("after"),
        status="over",
        winner=bindparam("winner"),
        reason=bindparam("reason"),
        ended_at=bindparam("ended"),
        owner=None,
        lease_until=None,
    )
)


# R180: two people change places; by way of numbers that no seat has.
_STAND_UP: Final = update(seats).where(seats.c.game_id == bindparam("of_game")).values(seat=-seats.c.seat)
_SIT_DOWN: Final = update(seats).where(seats.c.game_id == bindparam("of_game")).values(seat=3 + seats.c.seat)


class Journal:
    """One writer for a worker: appends that arrive while a commit is under way share the next one."""

    def __init__(self, database: Database, on_commit: Any = None) -> None:
        self._database = database
        self._on_commit = on_commit  # told how many appends a commit carried, and its seconds
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._write(), name="journal")

    async def append(
        self, game: str, rows: Sequence[EventRow], *, term: int, ending: Ending | None = None
    ) -> None:
        """Returns when the events are durable; `LeaseLostError` if they are not this worker's to write."""
        if self._closing:
            raise StorageError("the server is shutting down: send the move again in a moment")
        wanted = _Append(game, rows, term, ending)
        self._waiting.append(wanted)
        self._wake.set()
        await wanted.done

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:_MOST_AT_ONCE], self._waiting[_MOST_AT_ONCE:]
            started = perf_counter()
            await self._commit(batch)
            if self._on_commit is not None:
                self._on_commit(len(batch), perf_counter() - started)

    async def _commit(self, batch: list[_Append]) -> None:
        try:
            async with self._database.engine.begin() as connection:
                lost = await _store(connection, batch)
        except (SQLAlchemyError, OSError) as error:
            if len(batch) > 1:  # one of them spoils it for all: each by itself
                for single in batch:
                    await self._commit([single])
                return
            lost_it = isinstance(error, IntegrityError)
            _fail(batch[0], LeaseLostError(batch[0].game) if lost_it else StorageError(str(error)))
            return
        for append in batch:
            if append in lost:
                _fail(append, LeaseLostError(append.game))
            elif not append.done.done():
                append.done.set_result(None)


def _fail(append: _Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)


async def _store(connection: AsyncConnection, batch: list[_Append]) -> list[_Append]:
    """Writes the batch; returns those whose game has another owner or went on without them."""
    lost = []
    rows: list[dict[str, Any]] = []
    for append in sorted(batch, key=lambda append: append.game):  # one order of locks for all workers
        statement = _ADVANCE if append.ending is None else _FINISH
        moved = await connection.execute(statement, append.values)
        if moved.rowcount != 1:
            lost.append(append)
            continue
        rows += [
            {
                "game_id": append.game,
                "sequence": row.sequence,
                "at": row.at,
                "kind": row.kind,
                "body": row.body,
                "client_id": row.client_id,
            }
            for row in append.rows
        ]
        if sum(row.kind == PeopleSwapped.kind for row in append.rows) % 2:
            await connection.execute(_STAND_UP, {"of_game": append.game})
            await connection.execute(_SIT_DOWN, {"of_game": append.game})
    if rows:
        await connection.execute(insert(events), rows)
    return lost


async def read_events(database: Database, game: str, *, since: int = 0) -> list[EventRow]:
    """The events of a game after that sequence number, in order."""
    wanted = (
        select(events.c.sequence, events.c.at, events.c.kind, events.c.body, events.c.client_id)
        .where(events.c.game_id == game, events.c.sequence > since)
        .order_by(events.c.sequence)
    )
    async with database.engine.connect() as connection:
        return [EventRow(*row) for row in await connection.execute(wanted)]
