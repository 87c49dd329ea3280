"""Creates tournaments, lists them, and lets people join and withdraw."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.clocks import Correspondence, NoClock
from ringrift.host.settings import GameSettings
from ringrift.server.accounts.types import Account
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.community.clubs import Clubs
from ringrift.server.errors import ApiError
from ringrift.server.games.service import load_sent_settings
from ringrift.server.ratings.calculation import DEFAULT_RATING
from ringrift.server.ratings.scale import shown_value
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import (
    club_tournaments,
    clubs,
    tournament_entrants,
    tournaments,
)
from ringrift.server.storage.tables import accounts, ratings, roles
from ringrift.server.tournaments.model import TABLE_SIZES
from ringrift.server.tournaments.runner import TOURNAMENTS_TOPIC, tournament_topic
from ringrift.server.tournaments.store import StoredTournament, load_tournament
from ringrift.server.tournaments.types import (
    MAX_ENTRANTS,
    NewTournament,
    TournamentInfo,
    TournamentLists,
    TournamentView,
)
from ringrift.server.tournaments.view import tournament_info, view_tournament

_DAY: Final = 86_400.0
_MAX_AHEAD: Final = 90 * _DAY  # of the start
_TOLERANCE: Final = 120.0  # seconds by which a start may be in the past: clocks differ
_MAX_UPCOMING: Final = 5  # of one person
_MAX_LISTED: Final = 50
_LEVEL_RATING: Final = 1000.0  # of level 1, for the order of entrants
_LEVEL_STEP: Final = 100.0
_CACHED: Final = 64  # views
ADVICE: Final = {
    "over": "is over: see its standings",
    "cancelled": "was cancelled: choose another one",
}


class Tournaments:
    """All tournaments of a server. `wake` makes the runner of this worker look."""

    def __init__(
        self, database: Database, bus: Bus, clock: Clock, clubs_: Clubs, wake: Callable[[], None]
    ) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._clubs = clubs_
        self._wake = wake
        self._views: OrderedDict[str, TournamentView] = OrderedDict()

    async def create(self, creator: Account, sent: NewTournament) -> TournamentView:
        """Create a tournament; it starts by itself."""
        settings = _load_settings(sent)
        self._check(sent, settings)
        if sent.club is not None:
            await self._clubs.require_member(sent.club, creator.id, leader=True)
        tournament = id_for("tournament")
        now = self._clock.now()
        starts_at = max(now, sent.starts_at)
        row = {
            "id": tournament,
            "name": sent.name,
            "description": sent.description.strip(),
            "format": sent.format,
            "settings": json.dumps(settings.to_json()),
            "status": "upcoming",
            "created_by": creator.id,
            "created_at": now,
            "starts_at": starts_at,
            "seconds": (sent.minutes or 0.0) * 60,
            "rounds": sent.rounds or 0,
            "round": 0,
            "break_seconds": sent.break_seconds,
            "next_at": starts_at,
            "max_entrants": sent.max_entrants,
            "repeat_days": sent.repeat_days,
            "series_id": tournament,
            "revision": 0,
        }
        computers = [
            _entrant_row(tournament, number, now, level=level)
            for number, level in enumerate(sent.levels, 1)
        ]
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            known = select(tournaments.c.id).where(tournaments.c.id == tournament)
            if not (is_repeatable() and await connection.scalar(known)):
                await self._require_few(connection, creator)
                if sent.repeat_days and not await _is_staff(connection, creator.id):
                    message = "only the staff of this server creates repeated tournaments"
                    raise ApiError(403, "STAFF_ONLY", message, path="repeat_days")
                await connection.execute(insert(tournaments), [row])
                if sent.club is not None:
                    held = {"tournament_id": tournament, "club_id": sent.club, "created_at": now}
                    await connection.execute(insert(club_tournaments), [held])
                if computers:
                    await connection.execute(insert(tournament_entrants), computers)
        await self._announce(tournament)
        return await self.view(tournament)

    async def lists(self, account: str | None) -> TournamentLists:
        """Return the tournaments by status."""
        async with self._database.reading.connect() as connection:
            running = await self._select(connection, account, "running", tournaments.c.starts_at)
            upcoming = await self._select(connection, account, "upcoming", tournaments.c.starts_at)
            latest = tournaments.c.starts_at.desc()
            finished = await self._select(connection, account, "over", latest)
        return TournamentLists(running=running, upcoming=upcoming, finished=finished)

    async def view(self, tournament: str, account: str | None = None) -> TournamentView:
        """Return a tournament with standings; the view of a revision is computed once."""
        async with self._database.reading.connect() as connection:
            revision = await connection.scalar(
                select(tournaments.c.revision).where(tournaments.c.id == tournament)
            )
            cached = self._views.get(tournament)
            if cached is None or cached.revision != revision:
                stored = await load_tournament(connection, tournament)
                if stored is None:
                    raise _not_found()
                cached = self._views[tournament] = view_tournament(stored)
                while len(self._views) > _CACHED:
                    self._views.popitem(last=False)
        self._views.move_to_end(tournament)
        joined = next(
            (one.status for one in cached.standings if one.account and one.account.id == account),
            None,
        )
        return cached.model_copy(update={"joined": joined})

    async def join(self, tournament: str, account: Account) -> TournamentView:
        """Join, or return after a withdrawal or an absence."""
        club = (await self.view(tournament)).club
        if club is not None:
            await self._clubs.require_member(club.id, account.id)
        async with self._database.engine.begin() as connection:
            stored = await self._lock(connection, tournament)
            row = stored.row
            require_open(row)
            if json.loads(row.settings)["rated"] and account.kind == "guest":
                message = "the games of this tournament are rated: register first"
                raise ApiError(403, "ACCOUNT_NEEDED", message)
            if row.format != "arena" and row.status == "running" and row.round > row.rounds / 2:
                message = "more than half of the rounds have begun: join another tournament"
                raise ApiError(409, "TOO_LATE", message)
            own = stored.entrant_of(account.id)
            if own is None:
                if len(stored.entrants) >= min(row.max_entrants, MAX_ENTRANTS):
                    message = f"the tournament has {len(stored.entrants)} entrants: it is full"
                    raise ApiError(409, "FULL", message)
                number = len(stored.entrants) + 1
                rating = await _rating(connection, account.id, json.loads(row.settings)["players"])
                now = self._clock.now()
                new = _entrant_row(tournament, number, now, account=account.id, rating=rating)
                await connection.execute(insert(tournament_entrants), [new])
            else:
                await _set_status(connection, tournament, own.number, "in")
            if row.format == "arena" and row.status == "running":  # it may wait for an opponent
                at_once = update(tournaments).where(tournaments.c.id == tournament)
                await connection.execute(at_once.values(next_at=self._clock.now()))
        await self._announce(tournament)
        return await self.view(tournament, account.id)

    async def withdraw(self, tournament: str, account: str) -> TournamentView:
        """Withdraw: before the start without a trace, later without further games."""
        async with self._database.engine.begin() as connection:
            stored = await self._lock(connection, tournament)
            require_open(stored.row)
            own = stored.entrant_of(account)
            if own is None:
                raise ApiError(409, "NOT_JOINED", "you do not take part in this tournament")
            if stored.row.status == "upcoming":
                await _remove(connection, stored, own.number)
            else:
                await _set_status(connection, tournament, own.number, "withdrawn")
        await self._announce(tournament)
        return await self.view(tournament, account)

    async def start(self, tournament: str, account: str) -> TournamentView:
        """Start before the appointed time, as only the creator may."""
        async with self._database.engine.begin() as connection:
            stored = await self._lock(connection, tournament)
            await self._require_director(connection, stored, account)
            model = stored.model()
            if len(model.active) < model.min_entrants:
                message = f"it needs {model.min_entrants} entrants: wait for more"
                raise ApiError(409, "TOO_FEW_ENTRANTS", message)
            at_once = update(tournaments).where(tournaments.c.id == tournament)
            await connection.execute(at_once.values(next_at=self._clock.now()))
        await self._announce(tournament)
        return await self.view(tournament, account)

    async def cancel(self, tournament: str, account: str) -> None:
        """Cancel before the start, and the whole series with it."""
        async with self._database.engine.begin() as connection:
            stored = await self._lock(connection, tournament)
            await self._require_director(connection, stored, account)
            await connection.execute(
                update(tournaments)
                .where(tournaments.c.id == tournament)
                .values(status="cancelled", next_at=None, repeat_days=0, ended_at=self._clock.now())
            )
        await self._announce(tournament)

    async def withdraw_everywhere(self, account: str) -> None:
        """Withdraw an account that is deleted from all its tournaments."""
        entered = (
            select(tournaments.c.id)
            .join(tournament_entrants, tournament_entrants.c.tournament_id == tournaments.c.id)
            .where(
                tournament_entrants.c.account_id == account,
                tournaments.c.status.in_(("upcoming", "running")),
            )
        )
        async with self._database.reading.connect() as connection:
            found = list(await connection.scalars(entered))
        for tournament in found:
            await self.withdraw(tournament, account)

    def _check(self, sent: NewTournament, settings: GameSettings) -> None:
        now = self._clock.now()
        if not now - _TOLERANCE <= sent.starts_at <= now + _MAX_AHEAD:
            message = "choose a start from now until 90 days from now"
            raise ApiError(422, "INVALID_TOURNAMENT", message, path="starts_at")
        if settings.rated and sent.levels:
            message = "games against computers cannot be rated: leave rated or levels out"
            raise ApiError(422, "NOT_RATED", message, path="levels")
        if len(sent.levels) > sent.max_entrants:
            message = "there are more computers than entrants allowed"
            raise ApiError(422, "INVALID_TOURNAMENT", message, path="levels")
        wants_minutes = sent.format == "arena"
        if wants_minutes is (sent.minutes is None):
            message = (
                "say how long the arena takes"
                if wants_minutes
                else "only an arena has a length in minutes: leave it out"
            )
            raise ApiError(422, "INVALID_TOURNAMENT", message, path="minutes")
        if wants_minutes is (sent.rounds is not None):
            message = "an arena has no rounds" if wants_minutes else "say how many rounds it has"
            raise ApiError(422, "INVALID_TOURNAMENT", message, path="rounds")

    async def _require_few(self, connection: AsyncConnection, creator: Account) -> None:
        lock = select(accounts.c.id).where(accounts.c.id == creator.id)
        await connection.execute(lock.with_for_update(key_share=True))
        mine = select(func.count()).where(
            tournaments.c.created_by == creator.id, tournaments.c.status == "upcoming"
        )
        if (await connection.scalar(mine) or 0) >= _MAX_UPCOMING:
            message = f"{_MAX_UPCOMING} tournaments of yours have not started: cancel one first"
            raise ApiError(409, "TOO_MANY_TOURNAMENTS", message)

    async def _lock(self, connection: AsyncConnection, tournament: str) -> StoredTournament:
        """Lock the tournament until the transaction ends; its revision grows."""
        if self._database.is_sqlite:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        touched = update(tournaments).where(tournaments.c.id == tournament)
        await connection.execute(touched.values(revision=tournaments.c.revision + 1))
        stored = await load_tournament(connection, tournament)
        if stored is None:
            raise _not_found()
        return stored

    async def _require_director(
        self, connection: AsyncConnection, stored: StoredTournament, account: str
    ) -> None:
        if stored.row.created_by != account and not await _is_staff(connection, account):
            message = "only the person who created the tournament can do this"
            raise ApiError(403, "NOT_YOUR_TOURNAMENT", message)
        require_open(stored.row)
        if stored.row.status != "upcoming":
            message = "the tournament has started: it can no longer be changed"
            raise ApiError(409, "TOURNAMENT_STARTED", message)

    async def _announce(self, tournament: str) -> None:
        await self._bus.publish(tournament_topic(tournament), None)
        await self._bus.publish(TOURNAMENTS_TOPIC, None)
        self._wake()

    async def _select(
        self, connection: AsyncConnection, account: str | None, status: str, order: Any
    ) -> list[TournamentInfo]:
        found = select(tournaments).where(tournaments.c.status == status).order_by(order)
        rows = (await connection.execute(found.limit(_MAX_LISTED))).all()
        ids = [row.id for row in rows]
        entered = (
            select(tournament_entrants.c.tournament_id, func.count().label("entered"))
            .where(
                tournament_entrants.c.tournament_id.in_(ids),
                tournament_entrants.c.status != "withdrawn",
            )
            .group_by(tournament_entrants.c.tournament_id)
        )
        counts = {row.tournament_id: row.entered for row in await connection.execute(entered)}
        mine = select(tournament_entrants.c.tournament_id, tournament_entrants.c.status).where(
            tournament_entrants.c.tournament_id.in_(ids),
            tournament_entrants.c.account_id == (account or ""),
        )
        joined = {row.tournament_id: row.status for row in await connection.execute(mine)}
        creators = await _creators(connection, rows)
        held = (
            select(club_tournaments.c.tournament_id, clubs.c.id, clubs.c.name)
            .join(clubs, clubs.c.id == club_tournaments.c.club_id)
            .where(club_tournaments.c.tournament_id.in_(ids))
        )
        club_of = {one.tournament_id: (one.id, one.name) for one in await connection.execute(held)}
        return [
            tournament_info(
                row,
                creators.get(row.created_by),
                club_of.get(row.id),
                entrants=counts.get(row.id, 0),
                joined=joined.get(row.id),
            )
            for row in rows
        ]


def require_open(row: Row[Any]) -> None:
    """Refuse a tournament that has ended."""
    if row.status in ADVICE:
        raise ApiError(409, "TOURNAMENT_OVER", f"the tournament {ADVICE[row.status]}")


def _not_found() -> ApiError:
    return ApiError(404, "NOT_FOUND", "there is no such tournament", path="tournament")


def _load_settings(sent: NewTournament) -> GameSettings:
    """Return the settings of the games, which need a clock and have no take-backs."""
    players = sent.settings.get("players", 4 if sent.format == "tables" else 2)
    settings = load_sent_settings({**sent.settings, "players": players, "takeBacks": False})
    allowed = TABLE_SIZES if sent.format == "tables" else (2,)
    if settings.players not in allowed:
        message = f"games of this format have {' or '.join(map(str, allowed))} players"
        raise ApiError(422, "INVALID_TOURNAMENT", message, path="settings.players")
    if settings.position is not None:
        message = "the games of a tournament start from the initial position"
        raise ApiError(422, "INVALID_TOURNAMENT", message, path="settings.position")
    if isinstance(settings.clock, NoClock):
        message = "the games of a tournament need a clock"
        raise ApiError(422, "INVALID_TOURNAMENT", message, path="settings.clock")
    if sent.format == "arena" and isinstance(settings.clock, Correspondence):
        message = "an arena needs a clock of minutes: use the format swiss for days"
        raise ApiError(422, "INVALID_TOURNAMENT", message, path="settings.clock")
    return settings


def _entrant_row(
    tournament: str,
    number: int,
    now: float,
    *,
    account: str | None = None,
    level: int | None = None,
    rating: float = 0.0,
) -> dict[str, Any]:
    if level is not None:
        rating = _LEVEL_RATING + _LEVEL_STEP * level
    return {
        "tournament_id": tournament,
        "number": number,
        "account_id": account,
        "level": level,
        "rating": rating,
        "status": "in",
        "joined_at": now,
    }


async def _rating(connection: AsyncConnection, account: str, players: int) -> float:
    stored = select(ratings.c.mu).where(
        ratings.c.account_id == account, ratings.c.players == players
    )
    mu = await connection.scalar(stored)
    return float(shown_value(DEFAULT_RATING[0] if mu is None else mu))


async def _set_status(
    connection: AsyncConnection, tournament: str, number: int, status: str
) -> None:
    own = update(tournament_entrants).where(
        tournament_entrants.c.tournament_id == tournament, tournament_entrants.c.number == number
    )
    await connection.execute(own.values(status=status))


async def _remove(connection: AsyncConnection, stored: StoredTournament, number: int) -> None:
    """Delete an entrant before the start; those after it move up, so numbers have no gap."""
    own = tournament_entrants.c.tournament_id == stored.row.id
    await connection.execute(
        delete(tournament_entrants).where(own, tournament_entrants.c.number == number)
    )
    for following in range(number + 1, len(stored.entrants) + 1):
        await connection.execute(
            update(tournament_entrants)
            .where(own, tournament_entrants.c.number == following)
            .values(number=following - 1)
        )


async def _is_staff(connection: AsyncConnection, account: str) -> bool:
    found = select(roles.c.role).where(roles.c.account_id == account)
    return await connection.scalar(found) is not None


async def _creators(
    connection: AsyncConnection, rows: Sequence[Row[Any]]
) -> dict[str | None, Account]:
    wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(
        accounts.c.id.in_([row.created_by for row in rows if row.created_by is not None])
    )
    return {
        row.id: Account(id=row.id, name=row.name, kind=row.kind)
        for row in await connection.execute(wanted)
    }
