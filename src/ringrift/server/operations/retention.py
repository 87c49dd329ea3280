"""What nobody needs any more is cleared away now and then, a little at a time, by one worker at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import time
from typing import Final

from sqlalchemy import ColumnElement, Table, delete, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, analyses, buckets, games, seats, sessions

DAY: Final = 86_400.0
_EVERY: Final = 600.0  # seconds
_AT_ONCE: Final = 500  # rows of each kind: the rest waits for the next time
_NO_CLOCK: Final = '"clock": {"kind": "none"}'  # as settings are stored
_LOCK: Final = 7_464_379  # whoever holds it in PostgreSQL cleans
Abandon = Callable[[str], Awaitable[object]]  # ends a live game that all have left
_log = logging.getLogger("ringrift.server.cleaning")


class Retention:
    """One for a worker."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        abandon: Abandon,
        *,
        clock: Callable[[], float] = time,
        at_once: int = _AT_ONCE,
    ) -> None:
        self._database = database
        self._guest_seconds = settings.guest_days * DAY
        self._analysis_seconds = settings.analysis_days * DAY
        self._open_seconds = settings.open_days * DAY
        self._abandoned_seconds = settings.abandoned_days * DAY
        self._abandon = abandon
        self._clock = clock
        self._at_once = at_once
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Clean from time to time, until it is closed."""
        self._task = asyncio.create_task(self._go_on(), name="cleaning")

    async def close(self) -> None:
        """What is being cleared is finished: a statement cut off could keep its locks."""
        self._closing.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def clean(self) -> dict[str, int]:
        """Clear away what is old; how many rows of each table went. Nothing while another worker does it."""
        now = self._clock()
        old: tuple[tuple[Table, ColumnElement[bool]], ...] = (
            (sessions, sessions.c.expires_at < now),
            (analyses, analyses.c.created_at < now - self._analysis_seconds),
            (accounts, self._lost_guest(now)),
            (buckets, buckets.c.full_at < now),
        )
        async with self._database.engine.begin() as connection:
            if not await self._is_mine(connection):
                return {}
            cleared = {
                table.name: await self._clear(connection, table, gone) for table, gone in old
            }
            return cleared | {games.name: await self._call_off(connection, now)}

    async def end_abandoned(self) -> int:
        """End live games that all have left; how many there were. One with a clock is left to its flag."""
        since = self._clock() - self._abandoned_seconds
        here = (
            select(seats.c.game_id)
            .join(accounts, accounts.c.id == seats.c.account_id)
            .where(func.coalesce(accounts.c.seen_at, accounts.c.created_at) >= since)
        )
        left = select(games.c.id).where(
            games.c.status == "live",
            games.c.started_at < since,
            games.c.settings.contains(_NO_CLOCK),
            games.c.id.not_in(here),
        )
        async with self._database.reading.connect() as connection:
            found = list(await connection.scalars(left.limit(self._at_once)))
        for game in found:
            if self._closing.is_set():
                break
            try:
                await self._abandon(game)
            except ApiError as error:  # another worker may have been quicker
                _log.info("a game that all have left does not end: %s", error, extra={"game": game})
        return len(found)

    async def _call_off(self, connection: AsyncConnection, now: float) -> int:
        """Games that never began: who made them waits no longer."""
        forgotten = (games.c.status == "open", games.c.created_at < now - self._open_seconds)
        some = select(games.c.id).where(*forgotten).limit(self._at_once)
        off = (
            update(games)
            .where(games.c.id.in_(some), *forgotten)
            .values(status="aborted", ended_at=now)
        )
        return (await connection.execute(off)).rowcount

    def _lost_guest(self, now: float) -> ColumnElement[bool]:
        """A guest who can come back no more and sits in no game, not even in a finished one."""
        logged_in = select(sessions.c.account_id).where(sessions.c.expires_at >= now)
        seated = select(seats.c.account_id).where(seats.c.account_id.is_not(None))
        return (
            (accounts.c.kind == "guest")
            & (accounts.c.created_at < now - self._guest_seconds)
            & accounts.c.id.not_in(logged_in)
            & accounts.c.id.not_in(seated)
        )

    async def _is_mine(self, connection: AsyncConnection) -> bool:
        if self._database.is_sqlite:
            return True  # it serves one worker
        return bool(await connection.scalar(text(f"SELECT pg_try_advisory_xact_lock({_LOCK})")))

    async def _clear(
        self, connection: AsyncConnection, table: Table, gone: ColumnElement[bool]
    ) -> int:
        [key] = table.primary_key.columns
        some = select(key).where(gone).limit(self._at_once)
        return (await connection.execute(delete(table).where(key.in_(some)))).rowcount

    async def _go_on(self) -> None:
        while not self._closing.is_set():
            try:
                cleared = await self.clean()
                await self.end_abandoned()
            except (SQLAlchemyError, OSError):
                _log.exception("old rows could not be cleared away")
            else:
                if any(cleared.values()):
                    _log.info("old rows were cleared away", extra={"rows": cleared})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), _EVERY)
