"""The journal of all games: an event counts once it is committed, and one commit serves many games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

from sqlalchemy import select

from ringrift.server.errors import LeaseLostError, StorageError
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal_writer import (
    Append,
    BatchRejectedError,
    Ending,
    EventRow,
    Writer,
)
from ringrift.server.storage.tables import events

__all__ = ["Ending", "EventRow", "Journal", "read_events"]

_MOST_AT_ONCE: Final = 500  # appends in one transaction
_log = logging.getLogger("ringrift.server.storage")


class Journal:
    """One writer for a worker: appends that arrive while a commit is under way share the next one."""

    def __init__(
        self, database: Database, on_commit: Callable[[int, float], None] | None = None
    ) -> None:
        self._writer = _writer(database)
        self._on_commit = on_commit  # told how many appends a commit carried, and its seconds
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._write(), name="journal")

    async def append(
        self, game: str, rows: Sequence[EventRow], *, term: int, ending: Ending | None = None
    ) -> None:
        """Returns when the events are durable; `LeaseLostError` if they are not this worker's to write."""
        if self._closing:
            raise StorageError("the server is shutting down: send the move again in a moment")
        wanted = Append(game, rows, term, ending)
        self._waiting.append(wanted)
        self._wake.set()
        await wanted.done

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._task
        await self._writer.close()

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()
                continue
            batch = self._next()
            started = perf_counter()
            await self._commit(batch)
            if self._on_commit is not None:
                self._on_commit(len(batch), perf_counter() - started)

    def _next(self) -> list[Append]:
        """What is written next: no game twice, because what it says first decides about the rest."""
        batch: dict[str, Append] = {}
        later = []
        for append in self._waiting:
            if append.game in batch or len(batch) == _MOST_AT_ONCE:
                later.append(append)
            else:
                batch[append.game] = append
        self._waiting = later
        return list(batch.values())

    async def _commit(self, batch: list[Append]) -> None:
        try:
            lost = await self._writer.write(batch)
        except BatchRejectedError as error:
            if len(batch) > 1:  # one of them spoils it for all: each by itself
                for single in batch:
                    await self._commit([single])
                return
            _fail(
                batch[0],
                LeaseLostError(batch[0].game) if error.doubled else StorageError(str(error)),
            )
            return
        except Exception as error:  # noqa: BLE001 - whatever it is: without a journal no game goes on
            _log.exception("moves could not be stored", extra={"appends": len(batch)})
            for append in batch:
                _fail(append, StorageError(str(error)))
            return
        for append in batch:
            if append in lost:
                _fail(append, LeaseLostError(append.game))
            elif not append.done.done():
                append.done.set_result(None)


def _writer(database: Database) -> Writer:
    if database.is_sqlite:
        from ringrift.server.storage.sqlite_writer import SqliteWriter

        return SqliteWriter(database)
    from ringrift.server.storage.postgres_writer import PostgresWriter

    return PostgresWriter(database)


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)


async def read_events(database: Database, game: str, *, since: int = 0) -> list[EventRow]:
    """The events of a game after that sequence number, in order."""
    wanted = (
        select(events.c.sequence, events.c.at, events.c.kind, events.c.body, events.c.client_id)
        .where(events.c.game_id == game, events.c.sequence > since)
        .order_by(events.c.sequence)
    )
    async with database.reading.connect() as connection:
        return [EventRow(*row) for row in await connection.execute(wanted)]
