"""Quick match: groups players who want the same kind of game and have similar ratings."""

from __future__ import annotations

import json
from dataclasses import replace
from random import SystemRandom
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import Row, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.settings import GameSettings
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import Block, find_blocks
from ringrift.server.errors import ApiError
from ringrift.server.games.seeds import without_seeds
from ringrift.server.games.service import (
    Games,
    find_owners,
    load_sent_settings,
    require_may_rate,
)
from ringrift.server.games.types import GameInfo, NewGame
from ringrift.server.lobby.grouping import Seeker, find_group
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, seeks

_SEEK_TIMEOUT: Final = 15.0  # seconds after which a seek that is not repeated expires
_MATCH_TIMEOUT: Final = 120.0  # seconds after which a match that is not collected expires
_REACH_GROWTH: Final = 15.0  # rating points per second of waiting
_MAX_KINDS: Final = 40  # kinds of games whose seeks are listed

SeekRow = dict[str, Any]


class SeekRequest(RequestBody):
    """The kind of game to look for, and the largest rating difference."""

    settings: dict[str, Any] = Field(default_factory=dict)
    reach: float = Field(default=300.0, gt=0, le=30_000)


class SeekCount(BaseModel):
    """How many accounts look for a game with these settings."""

    settings: dict[str, Any]
    waiting: int = Field(ge=1)


class MatchResult(BaseModel):
    """The matched game, or null: repeat the request every few seconds."""

    game: GameInfo | None
    waiting: float = Field(description="seconds since the search began")


class QuickMatch:
    """Seeks are stored in the database, where all workers see them."""

    def __init__(self, database: Database, games: Games, ratings: Ratings, clock: Clock) -> None:
        self._clock = clock
        self._database = database
        self._games = games
        self._ratings = ratings

    async def seek(self, account: Account, request: SeekRequest) -> MatchResult:
        """Look for opponents; the caller starts the matched game."""
        if request.settings.get("position") is not None:
            raise ApiError(
                422,
                "INVALID_SETUP",
                "a quick match starts from the initial position",
                path="settings.position",
            )
        settings = replace(load_sent_settings(request.settings), start_seed=0)
        require_may_rate(settings.rated, account)
        now = self._clock.now()
        rating = await self._ratings.value(account.id, settings.players)
        async with self._database.engine.begin() as connection:
            await self._lock(connection, now)
            found = await self._games.created_before(connection)
            if found is not None:
                return MatchResult(game=found, waiting=0.0)
            mine, found = await self._remove_seek(connection, account)
            if found is not None:
                return MatchResult(game=found, waiting=0.0)
            await self._games.require_below_limit(connection, account)
            row = _seek_row(account, settings, rating, request.reach, mine, now)
            others = await self._matching(connection, row, settings, now)
            if others is None:
                await connection.execute(insert(seeks), [row])
                return MatchResult(game=None, waiting=now - row["created_at"])
            return MatchResult(
                game=await self._seat(connection, account, others, settings), waiting=0.0
            )

    async def cancel(self, account: Account) -> MatchResult:
        """Stop looking; return the game that was matched meanwhile, if any."""
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            await self._lock(connection, now)
            mine, found = await self._remove_seek(connection, account)
        return MatchResult(
            game=found, waiting=0.0 if mine is None or found else now - mine.created_at
        )

    async def counts(self) -> list[SeekCount]:
        """Return how many accounts look for each kind of game, the most wanted first."""
        waiting = func.count().label("waiting")
        searching = (
            select(seeks.c.settings, waiting)
            .where(seeks.c.game_id.is_(None), seeks.c.seen_at >= self._clock.now() - _SEEK_TIMEOUT)
            .group_by(seeks.c.settings)
            .order_by(waiting.desc(), seeks.c.settings)
            .limit(_MAX_KINDS)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(searching)).all()
        return [
            SeekCount(settings=without_seeds(json.loads(row.settings)), waiting=row.waiting)
            for row in rows
        ]

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
        self, connection: AsyncConnection, seek: SeekRow, settings: GameSettings, now: float
    ) -> list[Row[Any]] | None:
        """Return the seeks that make a full game with this one, or None."""
        wanted = (
            select(seeks, accounts.c.name, accounts.c.kind, accounts.c.made_by)
            .join(accounts, accounts.c.id == seeks.c.account_id)
            .where(seeks.c.settings == seek["settings"], seeks.c.game_id.is_(None))
            .order_by(seeks.c.created_at)
        )
        rows = {row.account_id: row for row in (await connection.execute(wanted)).all()}
        account = seek["account_id"]
        found = await find_blocks(connection, [account, *rows])
        waiting = {
            row.account_id: Seeker(
                row.account_id,
                row.made_by or row.account_id,
                row.rating,
                _grown_reach(row.reach, now - row.created_at),
                _avoided(row.account_id, found),
            )
            for row in rows.values()
        }
        owner = (await find_owners(connection, [account]))[account]
        reach = _grown_reach(seek["reach"], now - seek["created_at"])
        seeker = Seeker(account, owner, seek["rating"], reach, _avoided(account, found))
        while True:
            group = find_group(
                seeker, list(waiting.values()), settings.players, rated=settings.rated
            )
            if group is None:
                return None
            busy = [
                one.account
                for one in group
                if not await self._games.is_below_limit(connection, one.account)
            ]
            if not busy:
                return [rows[one.account] for one in group]
            for other in busy:
                del waiting[other]

    async def _seat(
        self,
        connection: AsyncConnection,
        account: Account,
        others: list[Row[Any]],
        settings: GameSettings,
    ) -> GameInfo:
        """Create the game with random seats. The others collect it later."""
        group = [
            account,
            *(Account(id=row.account_id, name=row.name, kind=row.kind) for row in others),
        ]
        SystemRandom().shuffle(group)
        first, *rest = group
        sent = NewGame(settings=settings.to_json())
        game = await self._games.add(connection, first, sent, settings, others=rest)
        found = update(seeks).where(seeks.c.id.in_([row.id for row in others]))
        await connection.execute(found.values(game_id=game))
        return await self._games.info_within(connection, game)


def _avoided(account: str, found: frozenset[Block]) -> frozenset[str]:
    """Return the accounts that blocked this one, or that it blocked."""
    return frozenset(one for pair in found if account in pair for one in pair if one != account)


def _grown_reach(reach: float, waited: float) -> float:
    return reach + _REACH_GROWTH * waited


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
