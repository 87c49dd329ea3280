"""Blocks and mutes: who may contact whom, and whose chat an account does not see.

A block forbids contact in both directions: challenges, seats at one board, quick match. The blocked
account cannot chat in a game of the other. A mute only hides chat. Both count for a person and for
their bots alike.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, Protocol

from pydantic import BaseModel, Field
from sqlalchemy import and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.meeting_tables import follows
from ringrift.server.storage.tables import accounts, blocks

BlockKind = Literal["block", "mute"]
Block = tuple[str, str]  # who blocked whom
MAX_BLOCKS: Final = 500  # of one account
_TOPIC: Final = "blocks.changed"
_log = logging.getLogger("ringrift.server.community")


class BlockRequest(RequestBody):
    """`block` forbids contact and hides chat; `mute` only hides chat."""

    kind: BlockKind = "block"


class BlockInfo(BaseModel):
    """An account that you blocked or muted."""

    account: Account
    kind: BlockKind
    created_at: float = Field(description="when you blocked or muted it")


class ChatReader(Protocol):
    """A connection that shows chat."""

    @property
    def reader(self) -> str | None:
        """The account that reads, if any."""

    def hide_chat_of(self, hidden: frozenset[str]) -> None:
        """Stop showing the chat of these accounts, and of no others."""


class Blocks:
    """One per worker. The bus announces a change to the open connections of its account."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        readers: Callable[[], Iterable[ChatReader]],
    ) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._readers = readers
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._messages_lost)

    async def may_contact(self, first: str, second: str) -> bool:
        """Return whether two accounts may challenge and meet each other: neither blocks."""
        async with self._database.reading.connect() as connection:
            return not await find_blocks(connection, [first, second])

    async def of_account(self, account: str) -> list[BlockInfo]:
        """Return whom the account blocked or muted, the latest first."""
        wanted = (
            select(blocks.c.kind.label("block"), blocks.c.created_at)
            .add_columns(accounts.c.id, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == blocks.c.other_id)
            .where(blocks.c.account_id == account)
            .order_by(blocks.c.created_at.desc())
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            BlockInfo(
                account=Account(id=row.id, name=row.name, kind=row.kind),
                kind=row.block,
                created_at=row.created_at,
            )
            for row in rows
        ]

    async def set(self, account: Account, other: str, kind: BlockKind) -> BlockInfo:
        """Block or mute an account; this replaces an earlier block or mute of it.

        A block ends following in both directions.
        """
        now = self._clock.now()
        row = {"account_id": account.id, "other_id": other, "kind": kind, "created_at": now}
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account.id)
            await connection.execute(lock.with_for_update(key_share=True))
            target = await _require_other(connection, account, other)
            await connection.execute(_delete(account.id, other))
            count = select(func.count()).where(blocks.c.account_id == account.id)
            if (await connection.scalar(count) or 0) >= MAX_BLOCKS:
                message = f"you block or mute {MAX_BLOCKS} accounts already: remove one first"
                raise ApiError(409, "TOO_MANY_BLOCKS", message)
            await connection.execute(insert(blocks), [row])
            if kind == "block":
                await connection.execute(_end_following(account.id, other))
        await self._announce(account.id)
        return BlockInfo(account=target, kind=kind, created_at=now)

    async def remove(self, account: str, other: str) -> None:
        """Unblock or unmute an account."""
        async with self._database.engine.begin() as connection:
            if not (await connection.execute(_delete(account, other))).rowcount:
                message = "you have not blocked or muted this account"
                raise ApiError(404, "NOT_FOUND", message, path="account")
        await self._announce(account)

    async def hidden_from(self, account: str | None) -> frozenset[str]:
        """Return the accounts whose chat the account does not see, bots of people included."""
        if account is None:
            return frozenset()
        mine = select(blocks.c.other_id).where(blocks.c.account_id == account)
        hidden = select(accounts.c.id).where(
            or_(accounts.c.id.in_(mine), accounts.c.made_by.in_(mine))
        )
        async with self._database.reading.connect() as connection:
            return frozenset(await connection.scalars(hidden))

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _announce(self, account: str) -> None:
        await self._bus.publish(_TOPIC, {"account": account})
        await self._refresh(account)  # before the response

    def _receive(self, message: Any) -> None:
        self._start(message["account"])

    def _messages_lost(self) -> None:
        self._start(None)

    def _start(self, account: str | None) -> None:
        task = asyncio.create_task(self._refresh(account), name="blocks")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, account: str | None) -> None:
        """Update the connections of the account, or of all accounts."""
        readers = [one for one in self._readers() if one.reader and account in (None, one.reader)]
        for reader in {one.reader for one in readers}:
            try:
                hidden = await self.hidden_from(reader)
            except FAILURES:
                _log.exception("the blocks of an account could not be read")
                return
            for one in readers:
                if one.reader == reader:
                    one.hide_chat_of(hidden)


async def find_blocks(connection: AsyncConnection, wanted: Sequence[str]) -> frozenset[Block]:
    """Return the blocks among these accounts, which count for the bots of a person, too."""
    made_by = select(accounts.c.id, accounts.c.made_by).where(accounts.c.id.in_(wanted))
    owners = {row.id: row.made_by or row.id for row in await connection.execute(made_by)}
    known = [*owners.keys(), *owners.values()]
    stored = select(blocks.c.account_id, blocks.c.other_id).where(
        and_(blocks.c.kind == "block", blocks.c.account_id.in_(known), blocks.c.other_id.in_(known))
    )
    rows = {(row.account_id, row.other_id) for row in await connection.execute(stored)}
    if not rows:
        return frozenset()
    return frozenset(
        (first, second)
        for first in owners
        for second in owners
        if first != second
        and any(
            (who, whom) in rows
            for who in (first, owners[first])
            for whom in (second, owners[second])
        )
    )


async def require_may_meet(
    connection: AsyncConnection, account: str, others: Sequence[str]
) -> None:
    """Refuse an account that blocked one of the others, or is blocked by one."""
    found = await find_blocks(connection, [account, *others])
    if any(who == account for who, _ in found):
        message = "you have blocked a player of this game: unblock them first"
        raise ApiError(403, "BLOCKED", message)
    if any(whom == account for _, whom in found):
        message = "a player of this game has blocked you: choose another game"
        raise ApiError(403, "BLOCKED", message)


async def require_may_chat(
    connection: AsyncConnection, account: str, players: Sequence[str]
) -> None:
    """Refuse chat of an account that a player of the game has blocked."""
    found = await find_blocks(connection, [account, *players])
    if any(whom == account for _, whom in found):
        message = "a player of this game has blocked you: you cannot write here"
        raise ApiError(403, "BLOCKED", message)


async def _require_other(connection: AsyncConnection, account: Account, other: str) -> Account:
    wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind, accounts.c.made_by).where(
        accounts.c.id == other, accounts.c.deleted_at.is_(None)
    )
    row = (await connection.execute(wanted)).one_or_none()
    if row is None:
        raise ApiError(404, "NOT_FOUND", "there is no such account", path="account")
    if account.id in (row.id, row.made_by):
        message = "you cannot block or mute yourself or your own bot"
        raise ApiError(422, "OWN_ACCOUNT", message, path="account")
    return Account(id=row.id, name=row.name, kind=row.kind)


def _end_following(first: str, second: str) -> Any:
    """Return the statement that ends following between two people and the bots of either."""
    own, others = (
        select(accounts.c.id).where(or_(accounts.c.id == one, accounts.c.made_by == one))
        for one in (first, second)
    )
    return delete(follows).where(
        or_(
            and_(follows.c.account_id.in_(own), follows.c.other_id.in_(others)),
            and_(follows.c.account_id.in_(others), follows.c.other_id.in_(own)),
        )
    )


def _delete(account: str, other: str) -> Any:
    return delete(blocks).where(blocks.c.account_id == account, blocks.c.other_id == other)
