"""The journal of events. One commit serves many games; an event counts once it is committed."""

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
    EventRow,
    GameResult,
    JournalWriter,
)
from ringrift.server.storage.tables import events

__all__ = ["EventRow", "GameResult", "Journal", "read_events"]

_MAX_BATCH: Final = 500  # appends per transaction
_log = logging.getLogger("ringrift.server.storage")


class Journal:
    """One per worker. Appends that arrive during a commit share the next one."""

    def __init__(
        self, database: Database, on_commit: Callable[[int, float], None] | None = None
    ) -> None:
        self._writer = _open_writer(database)
        self._on_commit = on_commit  # gets the number of appends and the duration
        self._queue: list[Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._write(), name="journal")

    async def append(
        self, game: str, rows: Sequence[EventRow], *, term: int, result: GameResult | None = None
    ) -> None:
        """Append durable events; raise `LeaseLostError` if another worker owns the game."""
        if self._closing:
            raise StorageError("the server is restarting: send the move again in a moment")
        append = Append(game, rows, term, result)
        self._queue.append(append)
        self._wake.set()
        await append.done

    async def close(self) -> None:
        """Commit the queue, then stop."""
        self._closing = True
        self._wake.set()
        await self._task
        await self._writer.close()

    async def _write(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()
                continue
            batch = self._next_batch()
            started = perf_counter()
            await self._commit(batch)
            if self._on_commit is not None:
                self._on_commit(len(batch), perf_counter() - started)

    def _next_batch(self) -> list[Append]:
        """Return the next batch, with each game at most once: its appends depend on each other."""
        batch: dict[str, Append] = {}
        later = []
        for append in self._queue:
            if append.game in batch or len(batch) == _MAX_BATCH:
                later.append(append)
            else:
                batch[append.game] = append
        self._queue = later
        return list(batch.values())

    async def _commit(self, batch: list[Append]) -> None:
        try:
            lost = await self._writer.write(batch)
        except BatchRejectedError as error:
            if len(batch) > 1:  # one of them is invalid: commit each by itself
                for single in batch:
                    await self._commit([single])
                return
            _fail(
                batch[0],
                LeaseLostError(batch[0].game) if error.duplicate else StorageError(str(error)),
            )
            return
        except Exception as error:  # noqa: BLE001 - the journal must survive any error
            _log.exception("events could not be stored", extra={"appends": len(batch)})
            for append in batch:
                _fail(append, StorageError(str(error)))
            return
        for append in batch:
            if append in lost:
                _fail(append, LeaseLostError(append.game))
            elif not append.done.done():
                append.done.set_result(None)


def _open_writer(database: Database) -> JournalWriter:
    if database.is_sqlite:
        from ringrift.server.storage.sqlite_writer import SqliteWriter

        return SqliteWriter(database)
    from ringrift.server.storage.postgres_writer import PostgresWriter

    return PostgresWriter(database)


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)


async def read_events(database: Database, game: str, *, since: int = 0) -> list[EventRow]:
    """Return the events of a game after that sequence number."""
    wanted = (
        select(events.c.sequence, events.c.at, events.c.kind, events.c.body, events.c.client_id)
        .where(events.c.game_id == game, events.c.sequence > since)
        .order_by(events.c.sequence)
    )
    async with database.reading.connect() as connection:
        return [EventRow(*row) for row in await connection.execute(wanted)]
