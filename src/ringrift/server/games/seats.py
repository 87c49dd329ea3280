"""Seats of games before they start: join, leave, start and rematch.

Each is one transaction that locks the row of the game, so concurrent requests are serialised.
"""

from __future__ import annotations

from secrets import choice
from typing import Any, Final, Literal

from sqlalchemy import Update, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Level, Occupant, Person, Remote
from ringrift.host.settings import GameSettings
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import require_may_meet
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import event_row
from ringrift.server.games.seeds import new_seed
from ringrift.server.games.service import (
    TIMED_LEVEL,
    Games,
    has_seat,
    load_sent_settings,
    require_different_owners,
    require_may_rate,
    visible_to,
)
from ringrift.server.games.types import GameInfo, NewGame, SeatInfo, SeatRequest
from ringrift.server.request_key import is_repeatable, store_response
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import LEASE_SECONDS
from ringrift.server.storage.tables import accounts, events, games, seats

ALREADY_STARTED: Final = "ALREADY_STARTED"
SEATS_OPEN: Final = "SEATS_OPEN"


class Seats:
    """The seats of all games of a server."""

    def __init__(self, database: Database, games_: Games, settings: Settings, clock: Clock) -> None:
        self._clock = clock
        self._database = database
        self._games = games_
        self._level_seconds = settings.level_seconds

    async def join(
        self,
        game: str,
        account: Account,
        *,
        seat: int | Literal["random"] | None,
        code: str | None,
    ) -> GameInfo:
        """Take an open seat. A private game needs its invite code; a rematch reserves seats."""
        info = await self._games.info(game)
        if info.visibility != "public" and code != info.invite and not has_seat(info, account.id):
            raise ApiError(
                403, "INVITE_NEEDED", "this game is private: use its invite link", path="code"
            )
        if has_seat(info, account.id) and is_repeatable():
            return info  # the first request may have started it
        require_may_rate(info.rated, account)
        async with self._database.engine.begin() as connection:
            info = await self._lock(connection, game)
            if has_seat(info, account.id):
                return info
            reserved = await _reserved_seats(connection, info)
            free = [
                seat_info.seat
                for seat_info in info.seats
                if seat_info.kind == "open"
                and seat in (None, "random", seat_info.seat)
                and reserved.get(seat_info.seat, account.id) == account.id
            ]
            if not free:
                raise ApiError(
                    409,
                    "SEAT_TAKEN",
                    "this seat is taken: choose another one or watch the game",
                    path="seat",
                )
            await self._games.require_below_limit(connection, account)
            seated = [one.account.id for one in info.seats if one.account is not None]
            await require_may_meet(connection, account.id, seated)
            if info.rated:
                await require_different_owners(connection, [*seated, account.id])
            own = next(
                (one for one in free if one in reserved),
                choice(free) if seat == "random" else free[0],
            )
            taken = (
                update(seats)
                .where(seats.c.game_id == game, seats.c.seat == own, seats.c.kind == "open")
                .values(kind="bot" if account.kind == "bot" else "person", account_id=account.id)
            )
            await connection.execute(taken)
            return await self._games.info_within(connection, game)

    async def leave(self, game: str, account: Account) -> GameInfo:
        """Leave before the start. A game whose creator leaves is aborted."""
        left = (
            update(seats)
            .where(seats.c.game_id == game, seats.c.account_id == account.id)
            .values(kind="open", account_id=None)
        )
        off = (
            update(games)
            .where(games.c.id == game, games.c.created_by == account.id)
            .values(status="aborted", ended_at=self._clock.now())
        )
        async with self._database.engine.begin() as connection:
            await self._lock(connection, game)
            changed = await connection.execute(left)
            aborted = await connection.execute(off)
            if changed.rowcount == 0 and aborted.rowcount == 0:
                raise ApiError(403, "NOT_YOUR_GAME", "you have no seat in this game")
            info = await self._games.info_within(connection, game)
            await store_response(connection, visible_to(info, account.id), self._clock.now())
            return info

    async def start(self, game: str, account: Account, *, respond: bool = False) -> GameInfo:
        """Start the game. Each of its players may do so when no seat is open.

        `respond`: the game, as the account sees it, is the response to the request.
        """
        while True:
            info = await self._games.info(game)
            if not has_seat(info, account.id) and not await self._games.created_by(
                game, account.id
            ):
                raise ApiError(403, "NOT_YOUR_GAME", "only its players can start a game")
            _require_open(info)
            if any(seat_info.kind == "open" for seat_info in info.seats):
                message = "a seat is still open: wait, or leave and create another game"
                raise ApiError(409, SEATS_OPEN, message)
            now = self._clock.now()
            started, rows = self._first_events(await self._games.settings(game), info, now)
            async with self._database.engine.begin() as connection:
                held = await self._lock(connection, game)
                if (
                    held.seats == info.seats
                ):  # otherwise a player left meanwhile: read the seats again
                    await connection.execute(started)
                    await connection.execute(insert(events), rows)
                    info = await self._games.info_within(connection, game)
                    if respond:
                        await store_response(connection, visible_to(info, account.id), now)
                    return info

    async def rematch(self, old: GameInfo, account: Account) -> GameInfo:
        """Create or join the one rematch of a game, with the seats rotated by one."""
        found = (games.c.rematch_of == old.id, games.c.status != "aborted")
        settings = load_sent_settings(old.settings | {"rules": None})
        async with self._database.engine.begin() as connection:
            await connection.execute(_lock_row(old.id, "over"))
            again = await connection.scalar(select(games.c.id).where(*found))
            if again is None:
                await self._games.require_below_limit(connection, account)
                wanted = [
                    _rematch_seat(seat_info, account) for seat_info in old.seats[1:] + old.seats[:1]
                ]
                new = NewGame(settings=old.settings, seats=wanted, visibility=old.visibility)
                again = await self._games.add(connection, account, new, settings, rematch_of=old.id)
        info = await self._games.info(again)
        if info.status != "open" or has_seat(info, account.id):
            return info
        return await self.join(again, account, seat=None, code=info.invite)

    async def _lock(self, connection: AsyncConnection, game: str) -> GameInfo:
        """Lock an open game until the transaction ends; refuse one that has started."""
        held = await connection.execute(_lock_row(game, "open"))
        info = await self._games.info_within(connection, game)
        if held.rowcount != 1:
            _require_open(info)
        return info

    def _first_events(
        self, settings: GameSettings, info: GameInfo, now: float
    ) -> tuple[Update, list[dict[str, Any]]]:
        """Return the update that starts the game, and the rows of its first events."""
        session = GameSession(
            settings, [self._occupant(seat_info) for seat_info in info.seats], now=now
        )
        rows = [event_row(event, None) for event in session.events]
        session.close()
        started = (
            update(games)
            .where(games.c.id == info.id)
            .values(
                status="live",
                started_at=now,
                sequence=rows[-1].sequence,
                lease_until=self._database.shared_time(now) + LEASE_SECONDS,  # to be taken
                alive_at=now,
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
        return started, stored

    def _occupant(self, seat_info: SeatInfo) -> Occupant:
        if seat_info.kind == "level":
            assert seat_info.level is not None
            seconds = self._level_seconds if seat_info.level == TIMED_LEVEL else None
            return Level(seat_info.level, seed=new_seed(), seconds=seconds)
        assert seat_info.account is not None
        kind = Remote if seat_info.kind == "bot" else Person
        return kind(name=seat_info.account.name, id=seat_info.account.id)


def _lock_row(game: str, status: str) -> Update:
    """Return an update without effect that locks the row (PostgreSQL) or the database (SQLite)."""
    return update(games).where(games.c.id == game, games.c.status == status).values(status=status)


def _require_open(info: GameInfo) -> None:
    if info.status != "open":
        raise ApiError(
            409, ALREADY_STARTED, f"this game is {info.status}: watch it or read its record"
        )


async def _reserved_seats(connection: AsyncConnection, info: GameInfo) -> dict[int, str]:
    """Return for each seat of a rematch the account that rotates to it, unless it was deleted."""
    if info.rematch_of is None:
        return {}
    players = len(info.seats)
    sat = (
        select(seats.c.seat, seats.c.account_id)
        .join(accounts, accounts.c.id == seats.c.account_id)
        .where(seats.c.game_id == info.rematch_of, accounts.c.deleted_at.is_(None))
    )
    return {(row.seat - 2) % players + 1: row.account_id for row in await connection.execute(sat)}


def _rematch_seat(seat_info: SeatInfo, account: Account) -> SeatRequest:
    if seat_info.kind == "level":
        return SeatRequest(kind="level", level=seat_info.level)
    return SeatRequest(
        kind="me"
        if seat_info.account is not None and seat_info.account.id == account.id
        else "open"
    )
