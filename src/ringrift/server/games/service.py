"""Making games, and finding them again."""

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
from ringrift.server.games.types import GameInfo, NewGame, SeatInfo, Visibility, WantedSeat
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, read_events
from ringrift.server.storage.tables import accounts, games, seats

_MOST_LISTED: Final = 100
TIMED_LEVEL: Final = 10


class Games:
    """All games of a server, as the database has them."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._most = settings.games_per_account
        self._level_seconds = settings.level_seconds

    async def create(self, maker: Account, sent: NewGame) -> GameInfo:
        """A new game, open until everybody has sat down."""
        async with self._database.engine.begin() as connection:
            await self.expect_room(connection, maker)
            return await self.info_in(connection, await self.add(connection, maker, sent))

    async def add(
        self,
        connection: AsyncConnection,
        maker: Account,
        sent: NewGame,
        *,
        others: Sequence[Account] = (),
        rematch_of: str | None = None,
    ) -> str:
        """The id of a new game; `others` sit down in its open seats at once."""
        settings = read_settings(sent.settings)
        wanted = sent.seats or [WantedSeat(kind="me"), *[WantedSeat()] * (settings.players - 1)]
        _check_seats(settings, wanted, maker)
        game = new_id()
        row = {
            "id": game,
            "settings": json.dumps(self._hosted(settings).to_json()),
            "status": "open",
            "visibility": sent.visibility,
            "rated": settings.rated,
            "invite_code": token_urlsafe(12),
            "created_by": maker.id,
            "created_at": time(),
            "sequence": 0,
            "owner_term": 0,
            "rematch_of": rematch_of,
        }
        guests = iter(others)
        rows = []
        for seat, want in enumerate(wanted, 1):
            account = (
                maker if want.kind == "me" else next(guests, None) if want.kind == "open" else None
            )
            rows.append(_seat_row(game, seat, want, account))
        await connection.execute(insert(games), [row])
        await connection.execute(insert(seats), rows)
        return game

    def _hosted(self, settings: GameSettings) -> GameSettings:
        """The level that stands in for whoever is late thinks as long as all levels here do."""
        settings = with_new_seeds(settings)
        if not isinstance(settings.on_timeout, Level):
            return settings
        seconds = self._level_seconds if settings.on_timeout.number == TIMED_LEVEL else None
        return replace(settings, on_timeout=replace(settings.on_timeout, seconds=seconds))

    async def info(self, game: str) -> GameInfo:
        """One game, without its course."""
        async with self._database.reading.connect() as connection:
            return await self.info_in(connection, game)

    async def info_in(self, connection: AsyncConnection, game: str) -> GameInfo:
        """The same, as a transaction sees it."""
        found = await self._infos(connection, games.c.id == game)
        if not found:
            raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
        return found[0]

    async def settings(self, game: str) -> GameSettings:
        """The settings in full, with what nobody else may know."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(select(games.c.settings).where(games.c.id == game))
        return load_settings(json.loads(stored or "{}"))

    async def invited(self, code: str) -> GameInfo:
        """The game of an invite link."""
        async with self._database.reading.connect() as connection:
            found = await self._infos(connection, games.c.invite_code == code)
        if not found:
            raise ApiError(404, "NOT_FOUND", "this invitation leads nowhere any more", path="code")
        return found[0]

    async def open_games(self) -> list[GameInfo]:
        """The lobby: public games that wait for players; a rematch waits for its own."""
        waiting = (
            games.c.status == "open",
            games.c.visibility == "public",
            games.c.rematch_of.is_(None),
        )
        async with self._database.reading.connect() as connection:
            return await self._infos(connection, *waiting)

    async def live_games(self) -> list[GameInfo]:
        """Public games under way, for those who want to watch."""
        async with self._database.reading.connect() as connection:
            return await self._infos(
                connection, games.c.status == "live", games.c.visibility == "public"
            )

    async def of_account(
        self,
        account: str,
        *,
        seen_by: str | None,
        status: Sequence[str] = (),
        before: float | None = None,
    ) -> list[GameInfo]:
        """The games of an account, newest first; private ones only for those who sit in them."""
        mine = select(seats.c.game_id).where(seats.c.account_id == account)
        visible = select(seats.c.game_id).where(seats.c.account_id == (seen_by or ""))
        wanted = [
            games.c.id.in_(mine),
            or_(games.c.visibility == "public", games.c.id.in_(visible)),
        ]
        if status:
            wanted.append(games.c.status.in_(list(status)))
        if before is not None:
            wanted.append(games.c.created_at < before)
        async with self._database.reading.connect() as connection:
            return await self._infos(connection, *wanted)

    async def made_by(self, game: str, account: str) -> bool:
        """Whether the account made the game, seated or not."""
        wanted = select(func.count()).where(games.c.id == game, games.c.created_by == account)
        async with self._database.reading.connect() as connection:
            return bool(await connection.scalar(wanted))

    async def table(self, game: str) -> GameSession:
        """The table of a game that is over, to be read."""
        settings = await self.settings(game)
        rows = await read_events(self._database, game)
        return await asyncio.to_thread(_replayed, settings, rows)

    async def live_of(self, account: str) -> list[str]:
        """The games in which the account plays at the moment."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account, games.c.status.in_(("live", "open")))
            .distinct()
        )
        async with self._database.reading.connect() as connection:
            return list(await connection.scalars(wanted))

    async def expect_room(self, connection: AsyncConnection, account: Account) -> None:
        """Refuse whoever is in too many games."""
        if not await self.has_room(connection, account.id):
            raise ApiError(
                409, "TOO_MANY_GAMES", f"you are in {self._most} games: finish or leave one first"
            )

    async def has_room(self, connection: AsyncConnection, account: str) -> bool:
        """Whether the account may sit down in one game more."""
        wanted = (
            select(func.count(func.distinct(games.c.id)))
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account, games.c.status.in_(("open", "live")))
        )
        return (await connection.scalar(wanted) or 0) < self._most

    async def _infos(self, connection: AsyncConnection, *wanted: Any) -> list[GameInfo]:
        found = select(games).where(*wanted).order_by(games.c.created_at.desc()).limit(_MOST_LISTED)
        rows = (await connection.execute(found)).all()
        sat = (
            select(seats, accounts.c.name, accounts.c.kind.label("account_kind"))
            .outerjoin(accounts, accounts.c.id == seats.c.account_id)
            .where(seats.c.game_id.in_([row.id for row in rows]))
            .order_by(seats.c.seat)
        )
        places: dict[str, list[SeatInfo]] = {row.id: [] for row in rows}
        for row in await connection.execute(sat):
            places[row.game_id].append(_seat_info(row))
        return [_info(row, places[row.id]) for row in rows]


def read_settings(sent: object) -> GameSettings:
    """The host's settings; what does not fit is refused with the name of the field."""
    try:
        return load_settings(sent)
    except RingRiftError as error:
        raise ApiError.of(error.refusal) from error


def sits(info: GameInfo, account: str) -> bool:
    """Whether the account has a seat in the game."""
    return any(place.account is not None and place.account.id == account for place in info.seats)


def shown_to(info: GameInfo, account: str | None) -> GameInfo:
    """The game as this account may see it: only those who sit in it see the invitation."""
    return (
        info
        if account is not None and sits(info, account)
        else info.model_copy(update={"invite": None})
    )


def may_watch(info: GameInfo, account: str | None, code: str | None = None) -> bool:
    """Everybody watches a public game; a private one those who sit in it or were invited."""
    return (
        info.visibility == "public"
        or (account is not None and sits(info, account))
        or code == info.invite
    )


def _check_seats(settings: GameSettings, wanted: Sequence[WantedSeat], maker: Account) -> None:
    if len(wanted) != settings.players:
        raise ApiError(
            422, "INVALID_SETUP", f"name {settings.players} seats", path="seats", rule="R020"
        )
    if any((want.kind == "level") is (want.level is None) for want in wanted):
        raise ApiError(
            422, "INVALID_SETUP", "a level has a number, 1 to 10; others have none", path="seats"
        )
    if settings.rated and sum(want.kind == "me" for want in wanted) > 1:
        raise ApiError(
            422, "NOT_RATED", "a game on several seats of your own is not rated", path="seats"
        )
    if settings.rated and (settings.on_timeout != "lose" or settings.position is not None):
        message = "a rated game begins at the start, and whose flag falls has lost"
        raise ApiError(422, "NOT_RATED", message, path="settings")
    if settings.rated and any(want.kind == "level" for want in wanted):
        raise ApiError(422, "NOT_RATED", "games against levels are not rated", path="seats")
    expect_rateable(settings.rated, maker)


def expect_rateable(rated: bool, account: Account) -> None:
    """Rated games are between accounts."""
    if rated and account.kind == "guest":
        raise ApiError(403, "ACCOUNT_NEEDED", "rated games are between accounts: register first")


def _seat_row(game: str, seat: int, want: WantedSeat, account: Account | None) -> dict[str, Any]:
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


def _replayed(settings: GameSettings, rows: Sequence[EventRow]) -> GameSession:
    """In a thread: a long game takes longer than others should wait."""
    return GameSession.restore(
        settings, (load_event(json.loads(row.body)) for row in rows), hashes=False
    )


def _seat_info(row: Row[Any]) -> SeatInfo:
    account = None
    if row.account_id is not None:
        account = Account(id=row.account_id, name=row.name, kind=row.account_kind)
    return SeatInfo(seat=row.seat, kind=row.kind, account=account, level=row.level)


def _info(row: Row[Any], places: list[SeatInfo]) -> GameInfo:
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
        seats=places,
        invite=row.invite_code,
    )
