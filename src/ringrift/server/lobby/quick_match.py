"""Quick match: pairs players who want the same kind of game and have similar ratings."""

from __future__ import annotations

import json
from time import time
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import Row, and_, delete, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.settings import GameSettings
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.errors import ApiError
from ringrift.server.games.service import Games, load_sent_settings, require_may_rate
from ringrift.server.games.types import GameInfo, NewGame
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, seeks

_SEEK_TIMEOUT: Final = 15.0  # seconds after which a seek that is not repeated expires
_MATCH_TIMEOUT: Final = 120.0  # seconds after which a match that is not collected expires
_REACH_GROWTH: Final = 0.5  # rating points per second of waiting

SeekRow = dict[str, Any]


class SeekRequest(RequestBody):
    """The kind of game to look for, and the largest rating difference."""

    settings: dict[str, Any] = Field(default_factory=dict)
    reach: float = Field(default=10.0, gt=0, le=1000)


class MatchResult(BaseModel):
    """The matched game, or null: repeat the request every few seconds."""

    game: GameInfo | None
    waiting: float = Field(description="seconds since the search began")


class QuickMatch:
    """Seeks are stored in the database, where all workers see them."""

    def __init__(self, database: Database, games: Games, ratings: Ratings) -> None:
        self._database = database
        self._games = games
        self._ratings = ratings

    async def seek(self, account: Account, request: SeekRequest) -> MatchResult:
        """Look for opponents; the caller starts the matched game."""
        settings = load_sent_settings(request.settings)
        require_may_rate(settings.rated, account)
        if settings.position is not None:
            raise ApiError(
                422,
                "INVALID_SETUP",
                "a quick match starts from the initial position",
                path="settings.position",
            )
        now = time()
        rating = (await self._ratings.get(account.id, settings.players)).mu
        async with self._database.engine.begin() as connection:
            await self._lock(connection, now)
            mine, found = await self._remove_seek(connection, account)
            if found is not None:
                return MatchResult(game=found, waiting=0.0)
            await self._games.require_below_limit(connection, account)
            row = _seek_row(account, settings, rating, request.reach, mine, now)
            near = await self._matching(connection, row, settings.players - 1, now)
            if len(near) < settings.players - 1:
                await connection.execute(insert(seeks), [row])
                return MatchResult(game=None, waiting=now - row["created_at"])
            return MatchResult(
                game=await self._seat(connection, account, near, settings), waiting=0.0
            )

    async def cancel(self, account: Account) -> MatchResult:
        """Stop looking; return the game that was matched meanwhile, if any."""
        now = time()
        async with self._database.engine.begin() as connection:
            await self._lock(connection, now)
            mine, found = await self._remove_seek(connection, account)
        return MatchResult(
            game=found, waiting=0.0 if mine is None or found else now - mine.created_at
        )

    async def _remove_seek(
        self, connection: AsyncConnection, account: Account
    ) -> tuple[Row[Any] | None, GameInfo | None]:
        """Delete the seek of the account; return it and the game that was matched for it."""
        own = seeks.c.account_id == account.id
        mine = (await connection.execute(select(seeks).where(own))).one_or_none()
        await connection.execute(delete(seeks).where(own))
        if mine is None or mine.game_id is None:
            return mine, None
        found = await self._games.info_within(connection, mine.game_id)
        return mine, found if found.status in ("open", "live") else None

    async def _lock(self, connection: AsyncConnection, now: float) -> None:
        """Serialise matching, and delete expired seeks."""
        if not self._database.is_sqlite:  # SQLite: the first write locks the database
            await connection.execute(text("LOCK TABLE seeks IN SHARE ROW EXCLUSIVE MODE"))
        expired = and_(seeks.c.game_id.is_(None), seeks.c.seen_at < now - _SEEK_TIMEOUT)
        await connection.execute(
            delete(seeks).where(or_(expired, seeks.c.seen_at < now - _MATCH_TIMEOUT))
        )

    async def _matching(
        self, connection: AsyncConnection, seek: SeekRow, limit: int, now: float
    ) -> list[Row[Any]]:
        """Return the oldest seeks of the same game whose ratings are within both reaches."""
        wanted = (
            select(seeks, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == seeks.c.account_id)
            .where(seeks.c.settings == seek["settings"], seeks.c.game_id.is_(None))
            .order_by(seeks.c.created_at)
        )
        near: list[Row[Any]] = []
        for other in (await connection.execute(wanted)).all():
            reach = min(
                seek["reach"] + _REACH_GROWTH * (now - seek["created_at"]),
                other.reach + _REACH_GROWTH * (now - other.created_at),
            )
            fits = abs(other.rating - seek["rating"]) <= reach
            if (
                fits
                and len(near) < limit
                and await self._games.is_below_limit(connection, other.account_id)
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
        """Create the game. The longest waiting player has seat 1; the others collect it later."""
        first, *rest = [Account(id=row.account_id, name=row.name, kind=row.kind) for row in near]
        sent = NewGame(settings=settings.to_json())
        game = await self._games.add(connection, first, sent, others=[account, *rest])
        found = update(seeks).where(seeks.c.id.in_([row.id for row in near])).values(game_id=game)
        await connection.execute(found)
        return await self._games.info_within(connection, game)


def _seek_row(
    account: Account,
    settings: GameSettings,
    rating: float,
    reach: float,
    mine: Row[Any] | None,
    now: float,
) -> SeekRow:
    """Return the row of a seek; a repeated one keeps its waiting time."""
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
