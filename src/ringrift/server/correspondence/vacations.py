"""Vacations: while a player is away, the clocks of all their correspondence games stand still.

The table says who is away. Every worker compares it with the games that it owns and pauses or
resumes them, so a restart or a new owner changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.clocks import Correspondence
from ringrift.host.game_session import GameSession
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import RequestBody
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import GameLostError, LiveGame
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.meeting_tables import vacations
from ringrift.server.storage.tables import accounts

DAYS_PER_YEAR: Final = 30
_DAY: Final = 86_400.0
_LOOK_SECONDS: Final = 30.0
_TOPIC: Final = "vacations.changed"
_log = logging.getLogger("ringrift.server.correspondence")


class VacationRequest(RequestBody):
    """How long you are away, from now on."""

    days: float = Field(gt=0, le=DAYS_PER_YEAR)


class VacationInfo(BaseModel):
    """Your vacation, and how much is left of this year's."""

    until: float | None = Field(description="when it ends; null: you are not away")
    days_left: float = Field(description="of this calendar year (UTC)")


class Vacations:
    """One per worker."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        live: Callable[[], Iterable[LiveGame]],
    ) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._live = live
        self._away: frozenset[str] = frozenset()
        self._loaded = False
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        bus.subscribe(_TOPIC, self._receive)

    def start(self) -> None:
        """Follow the vacations until closed."""
        self._task = asyncio.create_task(self._run(), name="vacations")

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        for task in (*self._tasks, *filter(None, [self._task])):
            task.cancel()
        await asyncio.gather(*self._tasks, *filter(None, [self._task]), return_exceptions=True)

    async def status(self, account: str) -> VacationInfo:
        """Return the vacation of an account."""
        async with self._database.reading.connect() as connection:
            return await self._status(connection, account)

    async def begin(self, account: str, days: float) -> VacationInfo:
        """Begin a vacation, or let the present one end at another time."""
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account)
            await connection.execute(lock.with_for_update(key_share=True))
            now = self._clock.now()
            await self._end(connection, account, now)
            left = (await self._status(connection, account)).days_left
            _, next_year = _year_of(now)  # of which no day is used yet
            if min(days, (next_year - now) / _DAY) > left + 1e-6:
                message = f"you have {left:.1f} days of vacation left this year"
                raise ApiError(409, "NO_VACATION_LEFT", message, path="days")
            row = {
                "id": new_id(),
                "account_id": account,
                "started_at": now,
                "ends_at": now + days * _DAY,
            }
            await connection.execute(insert(vacations), [row])
            status = await self._status(connection, account)
        await self._bus.publish(_TOPIC, None)
        return status

    async def end(self, account: str) -> VacationInfo:
        """End a vacation early; the days that remain are not used up."""
        async with self._database.engine.begin() as connection:
            await self._end(connection, account, self._clock.now())
            status = await self._status(connection, account)
        await self._bus.publish(_TOPIC, None)
        return status

    def update(self, game: LiveGame) -> None:
        """Pause or resume a game that was taken over or has changed."""
        if game.lost or game.session.over or not self._loaded or not _is_slow(game.session):
            return
        away = any(person.id in self._away for person in game.session.people.values())
        if away is not game.session.paused:
            task = asyncio.create_task(self._apply(game, away))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _apply(self, game: LiveGame, away: bool) -> None:
        def change(session: GameSession, now: float) -> Any:
            if session.over or session.paused is away:
                return ()
            return session.pause(now=now) if away else session.resume(now=now)

        with suppress(ApiError, GameLostError):  # another worker has it, or it is tried again
            await game.run(change)

    async def _end(self, connection: AsyncConnection, account: str, now: float) -> None:
        running = update(vacations).where(
            vacations.c.account_id == account, vacations.c.ends_at > now
        )
        await connection.execute(running.values(ends_at=now))

    async def _status(self, connection: AsyncConnection, account: str) -> VacationInfo:
        now = self._clock.now()
        first, next_year = _year_of(now)
        mine = select(vacations.c.started_at, vacations.c.ends_at).where(
            vacations.c.account_id == account, vacations.c.ends_at > first
        )
        rows = (await connection.execute(mine)).all()
        used = sum(min(row.ends_at, next_year) - max(row.started_at, first) for row in rows) / _DAY
        until = max((row.ends_at for row in rows if row.ends_at > now), default=None)
        return VacationInfo(until=until, days_left=max(0.0, DAYS_PER_YEAR - used))

    async def _run(self) -> None:
        while True:
            try:
                await self._refresh()
            except FAILURES:
                _log.exception("the vacations could not be read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _LOOK_SECONDS)
            self._wake.clear()

    async def _refresh(self) -> None:
        away = select(vacations.c.account_id).where(vacations.c.ends_at > self._clock.now())
        async with self._database.reading.connect() as connection:
            self._away = frozenset(await connection.scalars(away))
        self._loaded = True
        for game in self._live():
            self.update(game)

    def _receive(self, _message: Any) -> None:
        self._wake.set()


def _year_of(at: float) -> tuple[float, float]:
    """Return when the calendar year (UTC) of a time begins and ends."""
    year = datetime.fromtimestamp(at, UTC).year
    first, end = (datetime(one, 1, 1, tzinfo=UTC) for one in (year, year + 1))
    return first.timestamp(), end.timestamp()


def _is_slow(session: GameSession) -> bool:
    return isinstance(session.settings.clock, Correspondence)
