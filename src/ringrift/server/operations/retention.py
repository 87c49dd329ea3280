"""Deletes expired rows regularly, in batches, one worker at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy import ColumnElement, Table, delete, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.known_devices import DEVICE_SECONDS
from ringrift.server.errors import ApiError
from ringrift.server.mail.outbox import MAX_AGE
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import (
    club_members,
    clubs,
    private_messages,
    tournament_entrants,
    tournaments,
    vacations,
)
from ringrift.server.storage.tables import (
    accounts,
    analyses,
    challenges,
    email_addresses,
    games,
    known_devices,
    login_challenges,
    login_sessions,
    outgoing_mails,
    rate_limits,
    repeatable_responses,
    reports,
    reset_tokens,
    seats,
    tokens,
    totp_secrets,
    write_checks,
)

DAY: Final = 86_400.0
_INTERVAL: Final = 600.0  # seconds
_RESET_SECONDS: Final = 30 * DAY  # that a used or expired token to set a password is kept
_CHALLENGE_SECONDS: Final = 7 * DAY  # that a challenge is kept after it could be answered
_UNVERIFIED_SECONDS: Final = 7 * DAY  # that an address without a verification is kept
_REPORT_SECONDS: Final = 365 * DAY  # that a decided report is kept
_MESSAGE_SECONDS: Final = 365 * DAY
_VACATION_SECONDS: Final = 366 * DAY  # they count within a calendar year
_BATCH: Final = 500  # rows per table and run
_NO_CLOCK: Final = '"clock": {"kind": "none"}'  # as stored in settings
_LOCK: Final = 7_464_379  # advisory lock of PostgreSQL
AbandonGame = Callable[[str], Awaitable[object]]  # ends a live game
_log = logging.getLogger("ringrift.server.retention")


class Retention:
    """Runs in every worker; an advisory lock lets one at a time delete."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        abandon: AbandonGame,
        *,
        clock: Callable[[], float],
        batch: int = _BATCH,
    ) -> None:
        self._database = database
        self._idle_seconds = settings.session_idle_days * DAY
        self._guest_seconds = settings.guest_days * DAY
        self._analysis_seconds = settings.analysis_days * DAY
        self._open_seconds = settings.open_days * DAY
        self._abandoned_seconds = settings.abandoned_days * DAY
        self._abandon = abandon
        self._clock = clock
        self._batch = batch
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Run regularly until closed."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def close(self) -> None:
        """Finish the current run: an interrupted statement could keep its locks."""
        self._closing.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def delete_expired(self) -> dict[str, int]:
        """Delete expired rows and return their number per table, or {} if another worker runs."""
        now = self._clock()
        expired: tuple[tuple[Table, ColumnElement[bool]], ...] = (
            (login_sessions, self._ended_session(now)),
            (known_devices, known_devices.c.seen_at < now - DEVICE_SECONDS),
            (tokens, tokens.c.expires_at < now - DEVICE_SECONDS),
            (reset_tokens, reset_tokens.c.expires_at < now - _RESET_SECONDS),
            (email_addresses, self._forgotten_address(now)),
            (outgoing_mails, outgoing_mails.c.created_at < now - MAX_AGE),
            (login_challenges, login_challenges.c.expires_at < now),
            (totp_secrets, self._unconfirmed_secret(now)),
            (analyses, analyses.c.created_at < now - self._analysis_seconds),
            (challenges, challenges.c.expires_at < now - _CHALLENGE_SECONDS),
            (accounts, self._expired_guest(now)),
            (reports, reports.c.decided_at < now - _REPORT_SECONDS),
            (tournaments, self._cancelled_tournament(now)),
            (clubs, self._empty_club()),
            (private_messages, private_messages.c.at < now - _MESSAGE_SECONDS),
            (vacations, vacations.c.ends_at < now - _VACATION_SECONDS),
            (rate_limits, rate_limits.c.full_at < now),
            (repeatable_responses, repeatable_responses.c.created_at < now - DAY),
            (write_checks, write_checks.c.at < now - DAY),
        )
        async with self._database.engine.begin() as connection:
            if not await self._acquire_lock(connection):
                return {}
            deleted = {
                table.name: await self._delete(connection, table, condition)
                for table, condition in expired
            }
            return deleted | {games.name: await self._abort_open(connection, now)}

    async def end_abandoned(self) -> int:
        """End live games without clocks that all players left; return their number."""
        since = self._clock() - self._abandoned_seconds
        present = (
            select(seats.c.game_id)
            .join(accounts, accounts.c.id == seats.c.account_id)
            .where(
                seats.c.game_id == games.c.id,
                seats.c.left_reason.is_(None),
                func.coalesce(accounts.c.seen_at, accounts.c.created_at) >= since,
            )
        )
        abandoned = select(games.c.id).where(
            games.c.status == "live",
            games.c.started_at < since,
            games.c.settings.contains(_NO_CLOCK),
            ~present.exists(),
        )
        async with self._database.reading.connect() as connection:
            found = list(await connection.scalars(abandoned.limit(self._batch)))
        for game in found:
            if self._closing.is_set():
                break
            try:
                await self._abandon(game)
            except ApiError as error:  # another worker may have ended it
                _log.info("an abandoned game could not be ended: %s", error, extra={"game": game})
        return len(found)

    async def _abort_open(self, connection: AsyncConnection, now: float) -> int:
        """Abort games that never started."""
        stale = (games.c.status == "open", games.c.created_at < now - self._open_seconds)
        some = select(games.c.id).where(*stale).limit(self._batch)
        aborted = (
            update(games).where(games.c.id.in_(some), *stale).values(status="aborted", ended_at=now)
        )
        return (await connection.execute(aborted)).rowcount

    def _ended_session(self, now: float) -> ColumnElement[bool]:
        idle = login_sessions.c.seen_at < now - self._idle_seconds
        return (login_sessions.c.expires_at < now) | idle

    def _forgotten_address(self, now: float) -> ColumnElement[bool]:
        """Return the condition of an address whose owner did not open its link."""
        unverified = email_addresses.c.verified_at.is_(None)
        return unverified & (email_addresses.c.created_at < now - _UNVERIFIED_SECONDS)

    def _cancelled_tournament(self, now: float) -> ColumnElement[bool]:
        return (tournaments.c.status == "cancelled") & (
            tournaments.c.ended_at < now - self._open_seconds
        )

    def _unconfirmed_secret(self, now: float) -> ColumnElement[bool]:
        """Return the condition of an authenticator app for which no code was entered."""
        return totp_secrets.c.confirmed_at.is_(None) & (totp_secrets.c.created_at < now - DAY)

    def _empty_club(self) -> ColumnElement[bool]:
        """Return the condition of a club that all members have left."""
        return ~select(club_members.c.club_id).where(club_members.c.club_id == clubs.c.id).exists()

    def _expired_guest(self, now: float) -> ColumnElement[bool]:
        """Return the condition of a guest without a session, a game and a tournament to come."""
        logged_in = select(login_sessions.c.id).where(
            login_sessions.c.account_id == accounts.c.id, ~self._ended_session(now)
        )
        seated = select(seats.c.game_id).where(seats.c.account_id == accounts.c.id)
        entered = (
            select(tournament_entrants.c.number)
            .join(tournaments, tournaments.c.id == tournament_entrants.c.tournament_id)
            .where(
                tournament_entrants.c.account_id == accounts.c.id,
                tournaments.c.status.in_(("upcoming", "running")),
            )
        )
        return (
            (accounts.c.kind == "guest")
            & (accounts.c.created_at < now - self._guest_seconds)
            & ~logged_in.exists()
            & ~seated.exists()
            & ~entered.exists()
        )

    async def _acquire_lock(self, connection: AsyncConnection) -> bool:
        if self._database.is_sqlite:
            return True  # a single worker
        return bool(await connection.scalar(text(f"SELECT pg_try_advisory_xact_lock({_LOCK})")))

    async def _delete(
        self, connection: AsyncConnection, table: Table, condition: ColumnElement[bool]
    ) -> int:
        [key] = table.primary_key.columns
        some = select(key).where(condition).limit(self._batch)
        return (await connection.execute(delete(table).where(key.in_(some)))).rowcount

    async def _run(self) -> None:
        while not self._closing.is_set():
            try:
                deleted = await self.delete_expired()
                await self.end_abandoned()
            except (SQLAlchemyError, OSError):
                _log.exception("expired rows could not be deleted")
            else:
                if any(deleted.values()):
                    _log.info("deleted expired rows", extra={"rows": deleted})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), _INTERVAL)
