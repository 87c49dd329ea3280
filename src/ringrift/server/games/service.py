"""Making games, sitting down, starting, and finding them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from secrets import token_urlsafe
from time import time
from typing import Any, Final

from sqlalchemy import Row, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.event_json import load_event
from ringrift.host.occupants import Level, Occupant, Person, Remote
from ringrift.host.settings import GameSettings, load_settings
from ringrift.host.table import Table
from ringrift.rules.errors import RingRiftError
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.games.live import row_of
from ringrift.server.games.types import GameInfo, NewGame, SeatInfo, Visibility, WantedSeat
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import read_events
from ringrift.server.storage.tables import accounts, events, games, seats

_MOST_LISTED: Final = 100
_TIMED_LEVEL: Final = 10
_JUST_NOW: Final = 15.0  # seconds


class Games:
    """All games of a server, as the database has them."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._most = settings.games_per_account
        self._level_seconds = settings.level_seconds

    async def create(self, maker: Account, sent: NewGame, *, rematch_of: str | None = None) -> GameInfo:
        """A new game, open until everybody has sat down."""
        settings = read_settings(sent.settings)
        wanted = sent.seats or [WantedSeat(kind="me"), *[WantedSeat()] * (settings.players - 1)]
        _check_seats(settings, wanted, maker)
        now = time()
        game = {
            "id": new_id(),
            "settings": json.dumps(settings.to_json()),
            "status": "open",
            "visibility": sent.visibility,
            "rated": settings.rated,
            "invite_code": token_urlsafe(12),
            "created_by": maker.id,
            "created_at": now,
            "sequence": 0,
            "owner_term": 0,
            "rematch_of": rematch_of,
        }
        rows = [_seat_row(str(game["id"]), seat, want, maker) for seat, want in enumerate(wanted, 1)]
        async with self._database.engine.begin() as connection:
            await self._expect_room(connection, maker)
            await connection.execute(insert(games), [game])
            await connection.execute(insert(seats), rows)
        return await self.info(str(game["id"]))

    async def info(self, game: str) -> GameInfo:
        """One game, without its course."""
        async with self._database.engine.connect() as connection:
            found = await self._infos(connection, games.c.id == game)
        if not found:
            raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
        return found[0]

    async def invited(self, code: str) -> GameInfo:
        """The game of an invite link."""
        async with self._database.engine.connect() as connection:
            found = await self._infos(connection, games.c.invite_code == code)
        if not found:
            raise ApiError(404, "NOT_FOUND", "this invitation leads nowhere any more", path="code")
        return found[0]

    async def open_games(self) -> list[GameInfo]:
        """The lobby: public games that wait for players."""
        async with self._database.engine.connect() as connection:
            return await self._infos(connection, games.c.status == "open", games.c.visibility == "public")

    async def live_games(self) -> list[GameInfo]:
        """Public games under way, for those who want to watch."""
        async with self._database.engine.connect() as connection:
            return await self._infos(connection, games.c.status == "live", games.c.visibility == "public")

    async def of_account(
        self, account: str, *, seen_by: str | None, status: Sequence[str] = (), before: float | None = None
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
        async with self._database.engine.connect() as connection:
            return await self._infos(connection, *wanted)

    async def join(self, game: str, account: Account, *, seat: int | None, code: str | None) -> GameInfo:
        """Take an open seat. A private game asks for its invitation."""
        info = await self.info(game)
        if info.visibility == "private" and code != info.invite and not sits(info, account.id):
            raise ApiError(403, "INVITE_NEEDED", "this game is private: use its invite link", path="code")
        _expect_open(info)
        _expect_rateable(info.rated, account)
        if sits(info, account.id):
            return info
        free = [place.seat for place in info.seats if place.kind == "open" and seat in (None, place.seat)]
        if not free:
            raise ApiError(409, "SEAT_TAKEN", "that seat is taken: choose another or watch", path="seat")
        taken = (
            update(seats)
            .where(seats.c.game_id == game, seats.c.seat == free[0], seats.c.kind == "open")
            .values(kind="bot" if account.kind == "bot" else "person", account_id=account.id)
        )
        async with self._database.engine.begin() as connection:
            await self._expect_room(connection, account)
            changed = await connection.execute(taken)
        if changed.rowcount != 1:
            return await self.join(game, account, seat=seat, code=code)
        return await self.info(game)

    async def leave(self, game: str, account: Account) -> GameInfo:
        """Get up before the game begins; without its maker it is called off."""
        info = await self.info(game)
        _expect_open(info)
        left = (
            update(seats)
            .where(seats.c.game_id == game, seats.c.account_id == account.id)
            .values(kind="open", account_id=None)
        )
        off = (
            update(games)
            .where(games.c.id == game, games.c.status == "open", games.c.created_by == account.id)
            .values(status="aborted", ended_at=time())
        )
        async with self._database.engine.begin() as connection:
            changed = await connection.execute(left)
            aborted = await connection.execute(off)
        if changed.rowcount == 0 and aborted.rowcount == 0:
            raise ApiError(403, "NOT_YOUR_GAME", "you do not sit in this game")
        return await self.info(game)

    async def start(self, game: str, account: Account) -> GameInfo:
        """Begin. Everybody who sits there may say so once no seat is open."""
        info = await self.info(game)
        if not sits(info, account.id) and not await self.made_by(game, account.id):
            raise ApiError(403, "NOT_YOUR_GAME", "only those who sit in a game start it")
        _expect_open(info)
        if any(place.kind == "open" for place in info.seats):
            raise ApiError(409, "SEATS_OPEN", "a seat is still open: wait, or leave and make another game")
        now = time()
        occupants = [await self._occupant(place) for place in info.seats]
        table = Table(read_settings(info.settings), occupants, now=now)
        rows = [row_of(event, None) for event in table.events]
        table.close()
        begun = (
            update(games)
            .where(games.c.id == game, games.c.status == "open")
            .values(status="live", started_at=now, sequence=rows[-1].sequence)
        )
        stored = [
            {"game_id": game, "sequence": row.sequence, "at": row.at, "kind": row.kind, "body": row.body}
            for row in rows
        ]
        async with self._database.engine.begin() as connection:
            changed = await connection.execute(begun)
            if changed.rowcount == 1:
                await connection.execute(insert(events), stored)
        return await self.info(game)

    async def made_by(self, game: str, account: str) -> bool:
        """Whether the account made the game, seated or not."""
        wanted = select(func.count()).where(games.c.id == game, games.c.created_by == account)
        async with self._database.engine.connect() as connection:
            return bool(await connection.scalar(wanted))

    async def table(self, game: str) -> Table:
        """The table of a game that is over, to be read."""
        info = await self.info(game)
        rows = await read_events(self._database, game)
        return Table.restore(
            read_settings(info.settings), (load_event(json.loads(row.body)) for row in rows), hashes=False
        )

    async def rematch_of(self, game: str) -> GameInfo | None:
        """The rematch of a game, once somebody has asked for it."""
        async with self._database.engine.connect() as connection:
            found = await self._infos(connection, games.c.rematch_of == game, games.c.status != "aborted")
        return found[0] if found else None

    async def started_since(self, account: str, settings: object) -> GameInfo | None:
        """A game of that kind that has just begun for the account: its opponents found it first."""
        wanted = json.dumps(read_settings(settings).to_json())
        mine = select(seats.c.game_id).where(seats.c.account_id == account)
        async with self._database.engine.connect() as connection:
            found = await self._infos(
                connection,
                games.c.id.in_(mine),
                games.c.status == "live",
                games.c.settings == wanted,
                games.c.started_at > time() - _JUST_NOW,
            )
        return found[0] if found else None

    async def live_of(self, account: str) -> list[str]:
        """The games in which the account plays at the moment."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account, games.c.status.in_(("live", "open")))
            .distinct()
        )
        async with self._database.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def _occupant(self, place: SeatInfo) -> Occupant:
        if place.kind == "level":
            assert place.level is not None
            seconds = self._level_seconds if place.level == _TIMED_LEVEL else None
            return Level(place.level, seed=int(new_id()[:8], 16), seconds=seconds)
        assert place.account is not None
        kind = Remote if place.kind == "bot" else Person
        return kind(name=place.account.name, id=place.account.id)

    async def _expect_room(self, connection: AsyncConnection, account: Account) -> None:
        wanted = (
            select(func.count(func.distinct(games.c.id)))
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.account_id == account.id, games.c.status.in_(("open", "live")))
        )
        if (await connection.scalar(wanted) or 0) >= self._most:
            raise ApiError(409, "TOO_MANY_GAMES", f"you are in {self._most} games: finish or leave one first")

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
    return info if account is not None and sits(info, account) else info.model_copy(update={"invite": None})


def may_watch(info: GameInfo, account: str | None, code: str | None = None) -> bool:
    """Everybody watches a public game; a private one those who sit in it or were invited."""
    return info.visibility == "public" or (account is not None and sits(info, account)) or code == info.invite


def _check_seats(settings: GameSettings, wanted: Sequence[WantedSeat], maker: Account) -> None:
    if len(wanted) != settings.players:
        raise ApiError(422, "INVALID_SETUP", f"name {settings.players} seats", path="seats", rule="R020")
    if any((want.kind == "level") is (want.level is None) for want in wanted):
        raise ApiError(422, "INVALID_SETUP", "a level has a number, 1 to 10; others have none", path="seats")
    if settings.rated and sum(want.kind == "me" for want in wanted) > 1:
        raise ApiError(422, "NOT_RATED", "a game on several seats of your own is not rated", path="seats")
    if settings.rated and (settings.on_timeout != "lose" or settings.position is not None):
        message = "a rated game begins at the start, and whose flag falls has lost"
        raise ApiError(422, "NOT_RATED", message, path="settings")
    if settings.rated and any(want.kind == "level" for want in wanted):
        raise ApiError(422, "NOT_RATED", "games against levels are not rated", path="seats")
    _expect_rateable(settings.rated, maker)


def _expect_rateable(rated: bool, account: Account) -> None:
    if rated and account.kind == "guest":
        raise ApiError(403, "ACCOUNT_NEEDED", "rated games are between accounts: register first")


def _expect_open(info: GameInfo) -> None:
    if info.status != "open":
        raise ApiError(
            409, "ALREADY_STARTED", f"this game is {info.status}: you may watch it or read its record"
        )


def _seat_row(game: str, seat: int, want: WantedSeat, maker: Account) -> dict[str, Any]:
    mine = want.kind == "me"
    kind = ("bot" if maker.kind == "bot" else "person") if mine else want.kind
    account = maker.id if mine else None
    return {"game_id": game, "seat": seat, "kind": kind, "account_id": account, "level": want.level}


def _seat_info(row: Row[Any]) -> SeatInfo:
    account = None
    if row.account_id is not None:
        account = Account(id=row.account_id, name=row.name, kind=row.account_kind)
    return SeatInfo(seat=row.seat, kind=row.kind, account=account, level=row.level)


def _info(row: Row[Any], places: list[SeatInfo]) -> GameInfo:
    visibility: Visibility = row.visibility
    return GameInfo(
        id=row.id,
        settings=json.loads(row.settings),
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
