"""The journal of events. One commit serves many games; an event counts once it is committed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

from sqlalchemy import select

from ringrift.server.errors import LeaseLostError, OutcomeUnknownError, StorageError
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES, storage_error
from ringrift.server.storage.journal_writer import (
    Append,
    BatchRejectedError,
    EventRow,
    GameResult,
    JournalWriter,
)
from ringrift.server.storage.tables import events, games

__all__ = ["EventRow", "GameResult", "Journal", "read_events"]

_MAX_BATCH: Final = 500  # appends per transaction
_COMMIT_INTERVAL: Final = 0.005  # seconds from one commit to the next: under load they share more
_RESOLVE_SECONDS: Final = 5.0  # for reading back what an interrupted commit stored
_RETRY_SECONDS: Final = 0.2
_log = logging.getLogger("ringrift.server.storage")


class Journal:
    """One per worker. Appends that arrive during a commit or soon after it share the next one."""

    def __init__(
        self,
        database: Database,
        on_commit: Callable[[int, float], None] | None = None,
        *,
        writer: JournalWriter | None = None,
    ) -> None:
        self._database = database
        self._writer = _open_writer(database) if writer is None else writer
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
        loop = asyncio.get_running_loop()
        next_commit = loop.time()
        while self._queue or not self._closing:
            if not self._queue:
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()
                continue
            if (early := next_commit - loop.time()) > 0:
                await asyncio.sleep(early)
            next_commit = loop.time() + _COMMIT_INTERVAL
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
        except OutcomeUnknownError as error:
            await self._resolve(batch, error)
            return
        except Exception as error:  # noqa: BLE001 - the journal must survive any error
            _log.exception("events could not be stored", extra={"appends": len(batch)})
            for append in batch:
                _fail(append, storage_error(error))
            return
        for append in batch:
            if append in lost:
                _fail(append, LeaseLostError(append.game))
            elif not append.done.done():
                append.done.set_result(None)

    async def _resolve(self, batch: list[Append], error: OutcomeUnknownError) -> None:
        """Read back what an interrupted commit stored, as soon as the database responds."""
        _log.error("a commit was interrupted: %s", error, extra={"appends": len(batch)})
        stored: set[Append] | None = None
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _RESOLVE_SECONDS
        while stored is None and loop.time() < deadline:
            try:
                async with asyncio.timeout_at(deadline):
                    stored = await self._find_stored(batch)
            except FAILURES:
                await asyncio.sleep(_RETRY_SECONDS)
        for append in batch:
            if stored is None:
                _fail(append, OutcomeUnknownError(str(error)))
            elif append not in stored:
                _fail(append, StorageError(f"an interrupted commit stored nothing: {error}"))
            elif not append.done.done():
                append.done.set_result(None)

    async def _find_stored(self, batch: Sequence[Append]) -> set[Append]:
        """Return the appends whose last event is stored; waits for a commit that still runs."""
        ids = [append.game for append in batch]
        lock = select(games.c.id).where(games.c.id.in_(ids)).order_by(games.c.id).with_for_update()
        last = select(events.c.game_id, events.c.sequence, events.c.body).where(
            events.c.game_id.in_(ids), events.c.sequence.in_({append.after for append in batch})
        )
        async with self._database.reserved.begin() as connection:
            await connection.execute(lock)
            found = {
                (row.game_id, row.sequence): row.body for row in await connection.execute(last)
            }
        return {
            append
            for append in batch
            if found.get((append.game, append.after)) == append.rows[-1].body
        }


def _open_writer(database: Database) -> JournalWriter:
    if database.is_sqlite:
        from ringrift.server.storage.sqlite_writer import SqliteWriter

        return SqliteWriter(database)
    from ringrift.server.storage.postgres_writer import PostgresWriter

    return PostgresWriter(database)


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)


async def read_events(
    database: Database, game: str, *, since: int = 0, limit: int | None = None
) -> list[EventRow]:
    """Return the events of a game after that sequence number, at most `limit`."""
    wanted = (
        select(events.c.sequence, events.c.at, events.c.kind, events.c.body, events.c.client_id)
        .where(events.c.game_id == game, events.c.sequence > since)
        .order_by(events.c.sequence)
        .limit(limit)
    )
    async with database.reading.connect() as connection:
        return [EventRow(*row) for row in await connection.execute(wanted)]
