"""Advances tournaments: starts them, pairs rounds, stores results, ends them.

Every worker runs one. All facts are in the database: a worker computes the next transition from
what it has read, and one transaction stores it with the new games, if no other worker was faster.
A worker may therefore die at any moment: either the transition happened or it did not.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sqlalchemy import and_, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.settings import GameSettings
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.fair_queue import Priority
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.prepared_games import PreparedGame, insert_games, prepare_game
from ringrift.server.games.service import find_owners, load_stored_settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.lease import LEASE_SECONDS
from ringrift.server.storage.meeting_tables import (
    club_tournaments,
    tournament_entrants,
    tournament_matches,
    tournaments,
)
from ringrift.server.storage.tables import games
from ringrift.server.tournaments.model import Match
from ringrift.server.tournaments.store import (
    MatchResult,
    StoredTournament,
    find_apart,
    find_results,
    have_one_owner,
    load_tournament,
    store_changes,
    with_results,
)
from ringrift.server.tournaments.transitions import Transition, next_transition
from ringrift.server.work_pools import WorkPool
from ringrift.starts.book import default_start

_LOOK_SECONDS: Final = 2.0  # between looks for what no message announced
_MAX_TRIES: Final = 5
_DAY: Final = 86_400.0
_log = logging.getLogger("ringrift.server.tournaments")
Take = Callable[[str], Awaitable[object]]  # makes this worker own a new game


def tournament_topic(tournament: str) -> str:
    """Return the bus topic of a tournament's changes."""
    return f"tournament.{tournament}"


TOURNAMENTS_TOPIC: Final = "tournaments"  # of every change


class TournamentRunner:
    """One per worker."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        pool: WorkPool,
        take: Take,
        *,
        level_seconds: float,
        on_start: Callable[[], None],
    ) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._pool = pool
        self._take = take
        self._level_seconds = level_seconds
        self._on_start = on_start  # called for each game that starts
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Advance tournaments until closed."""
        self._task = asyncio.create_task(self._run(), name="tournaments")

    def wake(self) -> None:
        """Look at once: a game ended, or somebody changed a tournament."""
        self._wake.set()

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        if self._task is not None:  # not cancelled: an interrupted statement could keep locks
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._closing:
            try:
                wait = await self._advance_due()
            except FAILURES:
                _log.exception("the tournaments could not be advanced: tried again")
                wait = _LOOK_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)
            self._wake.clear()

    async def _advance_due(self) -> float:
        """Advance what is due; return the seconds until the next look."""
        for tournament in await self._find_due():
            if self._closing:
                break
            try:
                await self.advance(tournament)
            except FAILURES:
                raise
            except Exception:  # noqa: BLE001 - one broken tournament must not block the others
                _log.exception("a tournament failed", extra={"tournament": tournament})
        now = self._clock.now()
        upcoming = select(tournaments.c.next_at).where(
            tournaments.c.status.in_(("upcoming", "running")), tournaments.c.next_at > now
        )
        async with self._database.reading.connect() as connection:
            next_at = await connection.scalar(upcoming.order_by(tournaments.c.next_at).limit(1))
        return _LOOK_SECONDS if next_at is None else min(_LOOK_SECONDS, max(0.01, next_at - now))

    async def _find_due(self) -> Sequence[str]:
        """Return the tournaments whose time has come, or with a game that ended."""
        ended = (
            select(tournament_matches.c.tournament_id)
            .join(games, games.c.id == tournament_matches.c.game_id)
            .where(
                tournament_matches.c.tournament_id == tournaments.c.id,
                tournament_matches.c.status == "playing",
                games.c.status.in_(("over", "aborted")),
            )
        )
        due = select(tournaments.c.id).where(
            tournaments.c.status.in_(("upcoming", "running")),
            or_(
                tournaments.c.next_at <= self._clock.now(),
                and_(tournaments.c.status == "running", ended.exists()),
            ),
        )
        async with self._database.reading.connect() as connection:
            return list(await connection.scalars(due.order_by(tournaments.c.starts_at)))

    async def advance(self, tournament: str) -> None:
        """Store the results and the transition that is due, if any."""
        for _ in range(_MAX_TRIES):
            async with self._database.reading.connect() as connection:
                stored = await load_tournament(connection, tournament)
                if stored is None:
                    return
                results = await find_results(connection, stored.matches)
                apart = await find_apart(connection, stored.entrants)
            model = with_results(stored, results).model(apart)
            now = self._clock.now()
            transition = await self._pool.run(
                partial(next_transition, model, now),
                share="tournaments",
                priority=Priority.LIVE_GAME,
            )
            if not results and not transition.changes(model):
                return
            if await self._store(stored, results, transition, now):
                return

    async def _store(
        self,
        stored: StoredTournament,
        results: Sequence[MatchResult],
        transition: Transition,
        now: float,
    ) -> bool:
        prepared = await self._prepare(stored, transition.matches, now)
        row = stored.row
        values: dict[str, Any] = {
            "status": transition.status,
            "round": transition.round,
            "rounds": transition.rounds,
            "next_at": transition.next_at,
        }
        if row.status == "upcoming" and transition.status == "running":
            values |= {"started_at": now, "starts_at": min(now, row.starts_at)}
        if transition.status in ("over", "cancelled"):
            values["ended_at"] = now
        number = max((match.number for match in stored.matches), default=0)
        rows = [
            {
                "tournament_id": row.id,
                "number": number + offset,
                "round": match.round,
                "game_id": None if game is None else game.id,
                "seats": json.dumps(match.seats),
                "ranks": None if match.ranks is None else json.dumps(match.ranks),
                "status": match.status,
                "ended_at": now if match.is_bye else None,
            }
            for offset, (match, game) in enumerate(
                zip(transition.matches, prepared, strict=True), 1
            )
        ]
        started = [game for game in prepared if game is not None]
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lease_until = self._database.shared_time(now) + LEASE_SECONDS  # to be taken
            await insert_games(connection, started, lease_until)
            if not await store_changes(
                connection,
                stored,
                values,
                results=results,
                matches=rows,
                void=transition.void,
                now=now,
            ):
                await connection.rollback()
                return False
            if row.repeat_days and row.status == "upcoming" != transition.status:
                await self._insert_following(connection, stored, now)
        await self._announce(row.id, started)
        return True

    async def _prepare(
        self, stored: StoredTournament, matches: Sequence[Match], now: float
    ) -> list[PreparedGame | None]:
        """Return the games of the matches; a bye has none."""
        settings = load_stored_settings(stored.row.settings)
        accounts_ = [one.account_id for one in stored.entrants if one.account_id is not None]
        async with self._database.reading.connect() as connection:
            owners = await find_owners(connection, accounts_) if settings.rated else {}
        prepared: list[PreparedGame | None] = []
        for match in matches:
            if match.is_bye:
                prepared.append(None)
                continue
            players: list[Account | int] = [stored.player(number) for number in match.seats]
            own = settings_for(settings, len(players))
            if own.rated and have_one_owner(players, owners):
                own = replace(own, rated=False)
            prepared.append(
                prepare_game(
                    own,
                    players,
                    visibility="public",
                    now=now,
                    level_seconds=self._level_seconds,
                )
            )
            await asyncio.sleep(0)  # a large round must not block the event loop
        return prepared

    async def _announce(self, tournament: str, started: Sequence[PreparedGame]) -> None:
        await self._bus.publish(tournament_topic(tournament), None)
        await self._bus.publish(TOURNAMENTS_TOPIC, None)
        for game in started:
            self._on_start()
            await self._take(game.id)
            for account in game.accounts:
                await self._bus.publish(account_topic(account), {"game": game.id})

    async def _insert_following(
        self, connection: AsyncConnection, stored: StoredTournament, now: float
    ) -> None:
        """Insert the next tournament of a series, with its club and its computers."""
        row = stored.row
        starts_at = row.starts_at + row.repeat_days * _DAY  # as appointed, even if started earlier
        while starts_at <= now:
            starts_at += row.repeat_days * _DAY
        kept = (
            *("name", "description", "format", "settings", "created_by", "seconds", "rounds"),
            *("break_seconds", "max_entrants", "repeat_days", "series_id"),
        )
        following = {name: getattr(row, name) for name in kept} | {
            "id": new_id(),
            "status": "upcoming",
            "created_at": now,
            "starts_at": starts_at,
            "next_at": starts_at,
            "round": 0,
            "revision": 0,
        }
        await connection.execute(insert(tournaments), [following])
        own = {"tournament_id": following["id"]}
        if stored.club is not None:
            held = own | {"club_id": stored.club[0], "created_at": now}
            await connection.execute(insert(club_tournaments), [held])
        levels = [one for one in stored.entrants if one.level is not None]
        joined = {"status": "in", "joined_at": now}
        computers = [
            own | joined | {"number": number, "level": one.level, "rating": one.rating}
            for number, one in enumerate(levels, 1)
        ]
        if computers:
            await connection.execute(insert(tournament_entrants), computers)


def settings_for(settings: GameSettings, players: int) -> GameSettings:
    """Return the settings of a game with this number of players: tables differ in size."""
    if players == settings.players:
        return settings
    start = default_start(settings.board, players) if settings.start == "balanced" else "empty"
    return replace(settings, players=players, start=start)
