"""Sitting down, getting up, beginning, and once more.

Each is one transaction that holds the row of the game: two people at once, at any two workers, take turns.
"""

from __future__ import annotations

from time import time
from typing import Any, Final

from sqlalchemy import Update, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Level, Occupant, Person, Remote
from ringrift.host.settings import GameSettings
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import row_of
from ringrift.server.games.seeds import new_seed
from ringrift.server.games.service import TIMED_LEVEL, Games, expect_rateable, sits
from ringrift.server.games.types import GameInfo, NewGame, SeatInfo, WantedSeat
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import LEASE_SECONDS
from ringrift.server.storage.tables import accounts, events, games, seats

ALREADY_STARTED: Final = "ALREADY_STARTED"
SEATS_OPEN: Final = "SEATS_OPEN"


class Seats:
    """Who sits where in the games of a server."""

    def __init__(self, database: Database, games_: Games, settings: Settings) -> None:
        self._database = database
        self._games = games_
        self._level_seconds = settings.level_seconds

    async def join(
        self, game: str, account: Account, *, seat: int | None, code: str | None
    ) -> GameInfo:
        """Take an open seat. A private game asks for its invitation; a rematch keeps its players' seats."""
        info = await self._games.info(game)
        if info.visibility == "private" and code != info.invite and not sits(info, account.id):
            raise ApiError(
                403, "INVITE_NEEDED", "this game is private: use its invite link", path="code"
            )
        expect_rateable(info.rated, account)
        async with self._database.engine.begin() as connection:
            info = await self._hold(connection, game)
            if sits(info, account.id):
                return info
            kept = await _kept_seats(connection, info)
            free = [
                place.seat
                for place in info.seats
                if place.kind == "open"
                and seat in (None, place.seat)
                and kept.get(place.seat, account.id) == account.id
            ]
            if not free:
                raise ApiError(
                    409, "SEAT_TAKEN", "that seat is taken: choose another or watch", path="seat"
                )
            await self._games.expect_room(connection, account)
            own = next((place for place in free if place in kept), free[0])
            taken = (
                update(seats)
                .where(seats.c.game_id == game, seats.c.seat == own, seats.c.kind == "open")
                .values(kind="bot" if account.kind == "bot" else "person", account_id=account.id)
            )
            await connection.execute(taken)
            return await self._games.info_in(connection, game)

    async def leave(self, game: str, account: Account) -> GameInfo:
        """Get up before the game begins; without its maker it is called off."""
        left = (
            update(seats)
            .where(seats.c.game_id == game, seats.c.account_id == account.id)
            .values(kind="open", account_id=None)
        )
        off = (
            update(games)
            .where(games.c.id == game, games.c.created_by == account.id)
            .values(status="aborted", ended_at=time())
        )
        async with self._database.engine.begin() as connection:
            await self._hold(connection, game)
            changed = await connection.execute(left)
            aborted = await connection.execute(off)
            if changed.rowcount == 0 and aborted.rowcount == 0:
                raise ApiError(403, "NOT_YOUR_GAME", "you do not sit in this game")
            return await self._games.info_in(connection, game)

    async def start(self, game: str, account: Account) -> GameInfo:
        """Begin. Everybody who sits there may say so once no seat is open."""
        while True:
            info = await self._games.info(game)
            if not sits(info, account.id) and not await self._games.made_by(game, account.id):
                raise ApiError(403, "NOT_YOUR_GAME", "only those who sit in a game start it")
            _expect_open(info)
            if any(place.kind == "open" for place in info.seats):
                message = "a seat is still open: wait, or leave and make another game"
                raise ApiError(409, SEATS_OPEN, message)
            now = time()
            begun, rows = self._first_events(await self._games.settings(game), info, now)
            async with self._database.engine.begin() as connection:
                held = await self._hold(connection, game)
                if held.seats == info.seats:  # else somebody got up meanwhile: look again
                    await connection.execute(begun)
                    await connection.execute(insert(events), rows)
                    return await self._games.info_in(connection, game)

    async def rematch(self, old: GameInfo, account: Account) -> GameInfo:
        """The same game once more, seats moved on by one; there is one, whoever asks for it first."""
        found = (games.c.rematch_of == old.id, games.c.status != "aborted")
        async with self._database.engine.begin() as connection:
            await connection.execute(_holding(old.id, "over"))
            again = await connection.scalar(select(games.c.id).where(*found))
            if again is None:
                await self._games.expect_room(connection, account)
                wanted = [_wanted_again(place, account) for place in old.seats[1:] + old.seats[:1]]
                sent = NewGame(settings=old.settings, seats=wanted, visibility=old.visibility)
                again = await self._games.add(connection, account, sent, rematch_of=old.id)
        info = await self._games.info(again)
        if info.status != "open" or sits(info, account.id):
            return info
        return await self.join(again, account, seat=None, code=info.invite)

    async def _hold(self, connection: AsyncConnection, game: str) -> GameInfo:
        """Nobody else changes the game until the transaction ends. One that has begun is refused."""
        held = await connection.execute(_holding(game, "open"))
        info = await self._games.info_in(connection, game)
        if held.rowcount != 1:
            _expect_open(info)
        return info

    def _first_events(
        self, settings: GameSettings, info: GameInfo, now: float
    ) -> tuple[Update, list[dict[str, Any]]]:
        """What begins the game, and its first events."""
        table = GameSession(settings, [self._occupant(place) for place in info.seats], now=now)
        rows = [row_of(event, None) for event in table.events]
        table.close()
        begun = (
            update(games)
            .where(games.c.id == info.id)
            .values(
                status="live",
                started_at=now,
                sequence=rows[-1].sequence,
                lease_until=now + LEASE_SECONDS,  # a sign of life, until a worker has taken it
            )
        )
        stored = [
            {
                "game_id": info.id,
                "sequence": row.sequence,
                "at": row.at,
                "kind": row.kind,
                "body": row.body,
            }
            for row in rows
        ]
        return begun, stored

    def _occupant(self, place: SeatInfo) -> Occupant:
        if place.kind == "level":
            assert place.level is not None
            seconds = self._level_seconds if place.level == TIMED_LEVEL else None
            return Level(place.level, seed=new_seed(), seconds=seconds)
        assert place.account is not None
        kind = Remote if place.kind == "bot" else Person
        return kind(name=place.account.name, id=place.account.id)


def _holding(game: str, status: str) -> Update:
    """Changes nothing, and locks the row (PostgreSQL) or the database (SQLite) for whoever writes."""
    return update(games).where(games.c.id == game, games.c.status == status).values(status=status)


def _expect_open(info: GameInfo) -> None:
    if info.status != "open":
        raise ApiError(
            409, ALREADY_STARTED, f"this game is {info.status}: you may watch it or read its record"
        )


async def _kept_seats(connection: AsyncConnection, info: GameInfo) -> dict[int, str]:
    """In a rematch each seat is kept for the account that moves on to it, if that is still there."""
    if info.rematch_of is None:
        return {}
    players = len(info.seats)
    sat = (
        select(seats.c.seat, seats.c.account_id)
        .join(accounts, accounts.c.id == seats.c.account_id)
        .where(seats.c.game_id == info.rematch_of, accounts.c.deleted_at.is_(None))
    )
    return {(row.seat - 2) % players + 1: row.account_id for row in await connection.execute(sat)}


def _wanted_again(place: SeatInfo, account: Account) -> WantedSeat:
    if place.kind == "level":
        return WantedSeat(kind="level", level=place.level)
    return WantedSeat(
        kind="me" if place.account is not None and place.account.id == account.id else "open"
    )
