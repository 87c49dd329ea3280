"""Whom an account follows, and which of them are connected."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import find_blocks
from ringrift.server.errors import ApiError
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import follows
from ringrift.server.storage.tables import accounts, games, seats

MAX_FOLLOWS: Final = 500  # of one account


class FollowInfo(BaseModel):
    """An account that you follow."""

    account: Account
    created_at: float = Field(description="since when you follow it")
    online: bool
    game: str | None = Field(description="a public game that it is playing")


class Follows:
    """Nobody learns who follows them."""

    def __init__(self, database: Database, presence: ClusterPresence, clock: Clock) -> None:
        self._database = database
        self._presence = presence
        self._clock = clock

    async def of_account(self, account: str) -> list[FollowInfo]:
        """Return whom the account follows: the connected first, then by name."""
        wanted = (
            select(accounts.c.id, accounts.c.name, accounts.c.kind, follows.c.created_at)
            .join(accounts, accounts.c.id == follows.c.other_id)
            .where(follows.c.account_id == account, accounts.c.deleted_at.is_(None))
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            online = {row.id for row in rows} & self._presence.connected()
            playing = await _find_games(connection, sorted(online))
        found = [
            FollowInfo(
                account=Account(id=row.id, name=row.name, kind=row.kind),
                created_at=row.created_at,
                online=row.id in online,
                game=playing.get(row.id),
            )
            for row in rows
        ]
        return sorted(found, key=lambda one: (not one.online, one.account.name.casefold()))

    async def follows(self, account: str, other: str) -> bool:
        """Return whether one account follows another."""
        wanted = select(func.count()).where(*_pair(account, other))
        async with self._database.reading.connect() as connection:
            return bool(await connection.scalar(wanted))

    async def add(self, account: str, other: str) -> None:
        """Follow an account; a repeat has no effect."""
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account)
            await connection.execute(lock.with_for_update(key_share=True))
            known = select(accounts.c.kind).where(
                accounts.c.id == other, accounts.c.deleted_at.is_(None)
            )
            if await connection.scalar(known) is None:
                raise ApiError(404, "NOT_FOUND", "there is no such account", path="account")
            if account == other:
                raise ApiError(422, "OWN_ACCOUNT", "you cannot follow yourself", path="account")
            if await find_blocks(connection, [account, other]):
                message = "one of you has blocked the other"
                raise ApiError(403, "BLOCKED", message, path="account")
            await connection.execute(delete(follows).where(*_pair(account, other)))
            count = select(func.count()).where(follows.c.account_id == account)
            if (await connection.scalar(count) or 0) >= MAX_FOLLOWS:
                message = f"you follow {MAX_FOLLOWS} accounts already: remove one first"
                raise ApiError(409, "TOO_MANY_FOLLOWS", message)
            row = {"account_id": account, "other_id": other, "created_at": self._clock.now()}
            await connection.execute(insert(follows), [row])

    async def remove(self, account: str, other: str) -> None:
        """Follow an account no longer."""
        async with self._database.engine.begin() as connection:
            removed = await connection.execute(delete(follows).where(*_pair(account, other)))
        if not removed.rowcount:
            raise ApiError(404, "NOT_FOUND", "you do not follow this account", path="account")


def _pair(account: str, other: str) -> tuple[ColumnElement[bool], ...]:
    return follows.c.account_id == account, follows.c.other_id == other


async def _find_games(connection: AsyncConnection, players: list[str]) -> dict[str, str]:
    """Return a public live game of each of these accounts that plays one."""
    wanted = (
        select(seats.c.account_id, games.c.id)
        .join(games, games.c.id == seats.c.game_id)
        .where(
            seats.c.account_id.in_(players),
            seats.c.left_reason.is_(None),
            games.c.status == "live",
            games.c.visibility == "public",
        )
    )
    return {row.account_id: row.id for row in await connection.execute(wanted)}
