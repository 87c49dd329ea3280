"""Quick match: whoever looks for the same kind of game at a like strength is put together."""

from __future__ import annotations

import json
from time import time
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import Row, and_, delete, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.settings import GameSettings
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account, Sent
from ringrift.server.errors import ApiError
from ringrift.server.games.service import Games, expect_rateable, read_settings
from ringrift.server.games.types import GameInfo, NewGame
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, seeks

_SILENT: Final = 15.0  # seconds after which a seek that was not asked for again is matched no more
_FORGOTTEN: Final = 120.0  # seconds after which nobody asks for what others found
_WIDENS: Final = 0.5  # points a second by which the range grows while one waits

Seek = dict[str, Any]  # a row of the table


class Wish(Sent):
    """What kind of game one looks for, and how far the others' ratings may lie from one's own."""

    settings: dict[str, Any] = Field(default_factory=dict)
    reach: float = Field(default=10.0, gt=0, le=1000)


class Found(BaseModel):
    """A game, or that one still waits: ask again every few seconds."""

    game: GameInfo | None
    waiting: float = Field(description="seconds since one began to look")


class QuickMatch:
    """Seeks live in the database, so that all workers match the same people."""

    def __init__(self, database: Database, games: Games, ratings: Ratings) -> None:
        self._database = database
        self._games = games
        self._ratings = ratings

    async def seek(self, account: Account, wish: Wish) -> Found:
        """Look for opponents; the game that is found may still have to be begun."""
        settings = read_settings(wish.settings)
        expect_rateable(settings.rated, account)
        if settings.position is not None:
            raise ApiError(
                422, "INVALID_SETUP", "a quick match begins at the start", path="settings.position"
            )
        now = time()
        rating = (await self._ratings.of(account.id, settings.players)).mu
        async with self._database.engine.begin() as connection:
            await self._take_turns(connection, now)
            mine, found = await self._take_back(connection, account)
            if found is not None:
                return Found(game=found, waiting=0.0)
            await self._games.expect_room(connection, account)
            seek = _seek(account, settings, rating, wish.reach, mine, now)
            near = await self._near(connection, seek, settings.players - 1, now)
            if len(near) < settings.players - 1:
                await connection.execute(insert(seeks), [seek])
                return Found(game=None, waiting=now - seek["created_at"])
            return Found(game=await self._seat(connection, account, near, settings), waiting=0.0)

    async def cancel(self, account: Account) -> Found:
        """Look no longer; the game that others have found meanwhile, if there is one."""
        now = time()
        async with self._database.engine.begin() as connection:
            await self._take_turns(connection, now)
            mine, found = await self._take_back(connection, account)
        return Found(game=found, waiting=0.0 if mine is None or found else now - mine.created_at)

    async def _take_back(
        self, connection: AsyncConnection, account: Account
    ) -> tuple[Row[Any] | None, GameInfo | None]:
        """What the account looked for until now, and the game that was found for it."""
        own = seeks.c.account_id == account.id
        mine = (await connection.execute(select(seeks).where(own))).one_or_none()
        await connection.execute(delete(seeks).where(own))
        if mine is None or mine.game_id is None:
            return mine, None
        found = await self._games.info_in(connection, mine.game_id)
        return mine, found if found.status in ("open", "live") else None

    async def _take_turns(self, connection: AsyncConnection, now: float) -> None:
        """One after the other: two who find each other at the same moment are put together once."""
        if not self._database.is_sqlite:  # there the first change has the same effect
            await connection.execute(text("LOCK TABLE seeks IN SHARE ROW EXCLUSIVE MODE"))
        silent = and_(seeks.c.game_id.is_(None), seeks.c.seen_at < now - _SILENT)
        await connection.execute(
            delete(seeks).where(or_(silent, seeks.c.seen_at < now - _FORGOTTEN))
        )

    async def _near(
        self, connection: AsyncConnection, seek: Seek, most: int, now: float
    ) -> list[Row[Any]]:
        """Others who look for the same and whose strength is near enough for both, longest first."""
        wanted = (
            select(seeks, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == seeks.c.account_id)
            .where(seeks.c.settings == seek["settings"], seeks.c.game_id.is_(None))
            .order_by(seeks.c.created_at)
        )
        near: list[Row[Any]] = []
        for other in (await connection.execute(wanted)).all():
            reach = min(
                seek["reach"] + _WIDENS * (now - seek["created_at"]),
                other.reach + _WIDENS * (now - other.created_at),
            )
            fits = abs(other.rating - seek["rating"]) <= reach
            if (
                fits
                and len(near) < most
                and await self._games.has_room(connection, other.account_id)
            ):
                near.append(other)
        return near

    async def _seat(
        self,
        connection: AsyncConnection,
        account: Account,
        near: list[Row[Any]],
        settings: GameSettings,
    ) -> GameInfo:
        """The one who waited longest begins; the others learn of the game when they ask again."""
        maker, *rest = [Account(id=row.account_id, name=row.name, kind=row.kind) for row in near]
        sent = NewGame(settings=settings.to_json())
        game = await self._games.add(connection, maker, sent, others=[account, *rest])
        found = update(seeks).where(seeks.c.id.in_([row.id for row in near])).values(game_id=game)
        await connection.execute(found)
        return await self._games.info_in(connection, game)


def _seek(
    account: Account,
    settings: GameSettings,
    rating: float,
    reach: float,
    mine: Row[Any] | None,
    now: float,
) -> Seek:
    """The row of somebody who looks; whoever looks for the same as before has waited since then."""
    wanted = json.dumps(settings.to_json(), sort_keys=True)
    return {
        "id": new_id(),
        "account_id": account.id,
        "settings": wanted,
        "rating": rating,
        "reach": reach,
        "created_at": mine.created_at if mine is not None and mine.settings == wanted else now,
        "seen_at": now,
        "game_id": None,
    }
