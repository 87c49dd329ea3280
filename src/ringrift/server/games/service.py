"""Creates and finds games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_urlsafe
from time import time
from typing import Any, Final

from sqlalchemy import Row, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Level
from ringrift.host.settings import GameSettings, load_settings
from ringrift.rules.errors import RingRiftError
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.games.seeds import with_new_seeds, without_seeds
from ringrift.server.games.types import GameInfo, NewGame, SeatInfo, SeatRequest, Visibility
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, read_events
from ringrift.server.storage.tables import accounts, games, seats

_MAX_LISTED: Final = 100
TIMED_LEVEL: Final = 10


class Games:
    """All games of a server, as stored in the database."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._max_games = settings.games_per_account
        self._level_seconds = settings.level_seconds

    async def create(self, creator: Account, sent: NewGame) -> GameInfo:
        """Create a game, which is open until all seats are taken."""
        async with self._database.engine.begin() as connection:
            await self.require_below_limit(connection, creator)
            return await self.info_within(connection, await self.add(connection, creator, sent))

    async def add(
        self,
        connection: AsyncConnection,
        creator: Account,
        sent: NewGame,
        *,
        others: Sequence[Account] = (),
        rematch_of: str | None = None,
    ) -> str:
        """Add a game and return its id; `others` take its open seats at once."""
        settings = load_sent_settings(sent.settings)
        wanted = sent.seats or [SeatRequest(kind="me"), *[SeatRequest()] * (settings.players - 1)]
        _check_seats(settings, wanted, creator)
        game = new_id()
        row = {
            "id": game,
            "settings": json.dumps(self._with_server_levels(settings).to_json()),
            "status": "open",
            "visibility": sent.visibility,
            "rated": settings.rated,
            "invite_code": token_urlsafe(12),
            "created_by": creator.id,
            "created_at": time(),
            "sequence": 0,
            "owner_term": 0,
            "rematch_of": rematch_of,
        }
        joining = iter(others)
        rows = []
        for seat, want in enumerate(wanted, 1):
            account = (
                creator
                if want.kind == "me"
                else next(joining, None)
                if want.kind == "open"
                else None
            )
            rows.append(_seat_row(game, seat, want, account))
        await connection.execute(insert(games), [row])
        await connection.execute(insert(seats), rows)
        return game

    def _with_server_levels(self, settings: GameSettings) -> GameSettings:
        """Give the substitute level a new seed and the server's thinking time."""
        settings = with_new_seeds(settings)
        if not isinstance(settings.on_timeout, Level):
            return settings
        seconds = self._level_seconds if settings.on_timeout.number == TIMED_LEVEL else None
        return replace(settings, on_timeout=replace(settings.on_timeout, seconds=seconds))

    async def info(self, game: str) -> GameInfo:
        """Return a game without its moves."""
        async with self._database.reading.connect() as connection:
            return await self.info_within(connection, game)

    async def info_within(self, connection: AsyncConnection, game: str) -> GameInfo:
        """Return a game as the transaction sees it."""
        found = await self._select_infos(connection, games.c.id == game)
        if not found:
            raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
        return found[0]

    async def settings(self, game: str) -> GameSettings:
        """Return the full settings, secrets included."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(select(games.c.settings).where(games.c.id == game))
        return load_settings(json.loads(stored or "{}"))

    async def by_invite_code(self, code: str) -> GameInfo:
        """Return the game of an invite link."""
        async with self._database.reading.connect() as connection:
            found = await self._select_infos(connection, games.c.invite_code == code)
        if not found:
            raise ApiError(404, "NOT_FOUND", "this invite link is no longer valid", path="code")
        return found[0]

    async def open_games(self) -> list[GameInfo]:
        """Return the public games with open seats, rematches excepted."""
        is_open = (
            games.c.status == "open",
            games.c.visibility == "public",
            games.c.rematch_of.is_(None),
        )
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, *is_open)

    async def live_games(self) -> list[GameInfo]:
        """Return the public games in progress."""
        async with self._database.reading.connect() as connection:
            return await self._select_infos(
                connection, games.c.status == "live", games.c.visibility == "public"
            )

    async def of_account(
        self,
        account: str,
        *,
        viewer: str | None,
        status: Sequence[str] = (),
        before: float | None = None,
    ) -> list[GameInfo]:
        """Return the games of an account, newest first; private ones only for their players."""
        mine = select(seats.c.game_id).where(seats.c.account_id == account)
        visible = select(seats.c.game_id).where(seats.c.account_id == (viewer or ""))
        wanted = [
            games.c.id.in_(mine),
            or_(games.c.visibility == "public", games.c.id.in_(visible)),
        ]
        if status:
            wanted.append(games.c.status.in_(list(status)))
        if before is not None:
            wanted.append(games.c.created_at < before)
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, *wanted)

    async def created_by(self, game: str, account: str) -> bool:
        """Return whether the account created the game."""
        wanted = select(func.count()).where(games.c.id == game, games.c.created_by == account)
        async with self._database.reading.connect() as connection:
            return bool(await connection.scalar(wanted))

    async def session(self, game: str) -> GameSession:
        """Return a read-only session of a stored game."""
        settings = await self.settings(game)
        rows = await read_events(self._database, game)
        return await asyncio.to_thread(_replay, settings, rows)

    async def active_games_of(self, account: str) -> list[str]:
        """Return the ids of the account's open and live games."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account, games.c.status.in_(("live", "open")))
            .distinct()
        )
        async with self._database.reading.connect() as connection:
            return list(await connection.scalars(wanted))

    async def require_below_limit(self, connection: AsyncConnection, account: Account) -> None:
        """Refuse an account that is in too many games."""
        if not await self.is_below_limit(connection, account.id):
            raise ApiError(
                409,
                "TOO_MANY_GAMES",
                f"you are already in {self._max_games} games: finish or leave one first",
            )

    async def is_below_limit(self, connection: AsyncConnection, account: str) -> bool:
        """Return whether the account may join another game."""
        wanted = (
            select(func.count(func.distinct(games.c.id)))
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account, games.c.status.in_(("open", "live")))
        )
        return (await connection.scalar(wanted) or 0) < self._max_games

    async def _select_infos(self, connection: AsyncConnection, *wanted: Any) -> list[GameInfo]:
        found = select(games).where(*wanted).order_by(games.c.created_at.desc()).limit(_MAX_LISTED)
        rows = (await connection.execute(found)).all()
        sat = (
            select(seats, accounts.c.name, accounts.c.kind.label("account_kind"))
            .outerjoin(accounts, accounts.c.id == seats.c.account_id)
            .where(seats.c.game_id.in_([row.id for row in rows]))
            .order_by(seats.c.seat)
        )
        seats_of: dict[str, list[SeatInfo]] = {row.id: [] for row in rows}
        for row in await connection.execute(sat):
            seats_of[row.game_id].append(_seat_info(row))
        return [_info(row, seats_of[row.id]) for row in rows]


def load_sent_settings(sent: object) -> GameSettings:
    """Return the host's settings; an error names the field within the request."""
    try:
        return load_settings(sent)
    except RingRiftError as error:
        raise ApiError.of(error.refusal, within="settings") from error


def has_seat(info: GameInfo, account: str) -> bool:
    """Return whether the account has a seat in the game."""
    return any(seat.account is not None and seat.account.id == account for seat in info.seats)


def visible_to(info: GameInfo, account: str | None) -> GameInfo:
    """Return the game as the account may see it: only players see the invite code."""
    return (
        info
        if account is not None and has_seat(info, account)
        else info.model_copy(update={"invite": None})
    )


def may_watch(info: GameInfo, account: str | None, code: str | None = None) -> bool:
    """Return whether the account may watch: a private game needs a seat or the invite code."""
    return (
        info.visibility == "public"
        or (account is not None and has_seat(info, account))
        or code == info.invite
    )


def _check_seats(settings: GameSettings, wanted: Sequence[SeatRequest], creator: Account) -> None:
    if len(wanted) != settings.players:
        raise ApiError(422, "INVALID_SETUP", f"send {settings.players} seats", path="seats")
    if any((want.kind == "level") is (want.level is None) for want in wanted):
        raise ApiError(
            422,
            "INVALID_SETUP",
            "use a level from 1 to 10 with kind 'level', and with no other kind",
            path="seats",
        )
    if settings.rated and sum(want.kind == "me" for want in wanted) > 1:
        raise ApiError(
            422, "NOT_RATED", "you cannot take more than one seat in a rated game", path="seats"
        )
    if settings.rated and (settings.on_timeout != "lose" or settings.position is not None):
        message = "a rated game starts from the initial position, and a timeout loses"
        raise ApiError(422, "NOT_RATED", message, path="settings")
    if settings.rated and any(want.kind == "level" for want in wanted):
        raise ApiError(422, "NOT_RATED", "a game against a level cannot be rated", path="seats")
    require_may_rate(settings.rated, creator)


def require_may_rate(rated: bool, account: Account) -> None:
    """Refuse rated games to guests."""
    if rated and account.kind == "guest":
        raise ApiError(403, "ACCOUNT_NEEDED", "rated games need an account: register first")


def _seat_row(game: str, seat: int, want: SeatRequest, account: Account | None) -> dict[str, Any]:
    kind: str = want.kind
    if account is not None:
        kind = "bot" if account.kind == "bot" else "person"
    account_id = None if account is None else account.id
    return {
        "game_id": game,
        "seat": seat,
        "kind": kind,
        "account_id": account_id,
        "level": want.level,
    }


def _replay(settings: GameSettings, rows: Sequence[EventRow]) -> GameSession:
    """Replay a game; runs in a thread, because a long game takes a while."""
    return GameSession.restore(
        settings, (load_event(json.loads(row.body)) for row in rows), hashes=False
    )


def _seat_info(row: Row[Any]) -> SeatInfo:
    account = None
    if row.account_id is not None:
        account = Account(id=row.account_id, name=row.name, kind=row.account_kind)
    return SeatInfo(seat=row.seat, kind=row.kind, account=account, level=row.level)


def _info(row: Row[Any], seat_infos: list[SeatInfo]) -> GameInfo:
    visibility: Visibility = row.visibility
    settings = json.loads(row.settings)
    return GameInfo(
        id=row.id,
        settings=settings if row.status == "over" else without_seeds(settings),
        status=row.status,
        visibility=visibility,
        rated=row.rated,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        sequence=row.sequence,
        winner=row.winner,
        reason=row.reason,
        rematch_of=row.rematch_of,
        seats=seat_infos,
        invite=row.invite_code,
    )
