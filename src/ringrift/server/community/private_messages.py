"""Messages between two accounts. Blocks refuse them, and mutes hide them."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Row, and_, case, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import STORABLE, Account, RequestBody
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import Blocks, find_blocks
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.limits.service import RateLimits
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import private_messages
from ringrift.server.storage.tables import accounts

MAX_LENGTH: Final = 1000
MAX_UNANSWERED: Final = 5  # messages to somebody who has not written back
_PAGE: Final = 100
_MAX_CONVERSATIONS: Final = 200


class MessageRequest(RequestBody):
    text: str = Field(min_length=1, max_length=MAX_LENGTH, pattern=STORABLE)


class PrivateMessage(BaseModel):
    """A message between you and another account."""

    id: str
    mine: bool
    at: float
    text: str
    read_at: float | None = Field(description="when the recipient opened it")


class Conversation(BaseModel):
    """Your messages with one account, in short."""

    account: Account
    latest: PrivateMessage
    unread: int


class PrivateMessages:
    """The messages of all accounts."""

    def __init__(
        self, database: Database, bus: Bus, limits: RateLimits, blocks: Blocks, clock: Clock
    ) -> None:
        self._database = database
        self._bus = bus
        self._limits = limits
        self._blocks = blocks
        self._clock = clock

    async def conversations(self, account: str) -> list[Conversation]:
        """Return with whom the account has messages, the latest first, hidden accounts excepted."""
        other = case(
            (private_messages.c.account_id == account, private_messages.c.other_id),
            else_=private_messages.c.account_id,
        )
        unread = case(
            (
                and_(private_messages.c.other_id == account, private_messages.c.read_at.is_(None)),
                1,
            ),
            else_=0,
        )
        newest = (
            select(
                other.label("other"),
                func.max(private_messages.c.at).label("at"),
                func.sum(unread).label("unread"),
            )
            .where(_of(account))
            .group_by(other)
            .order_by(func.max(private_messages.c.at).desc())
            .limit(_MAX_CONVERSATIONS)
        ).subquery()
        wanted = (
            select(private_messages, newest.c.unread, accounts.c.name, accounts.c.kind)
            .add_columns(newest.c.other)
            .join(newest, and_(newest.c.other == other, newest.c.at == private_messages.c.at))
            .join(accounts, accounts.c.id == newest.c.other)
            .where(_of(account))
            .order_by(private_messages.c.at.desc())
        )
        hidden = await self._blocks.hidden_from(account)
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        found = {
            row.other: Conversation(
                account=Account(id=row.other, name=row.name, kind=row.kind),
                latest=_message(row, account),
                unread=row.unread,
            )
            for row in rows
            if row.other not in hidden
        }
        return list(found.values())

    async def unread(self, account: str) -> int:
        """Return how many messages the account has not opened, hidden accounts excepted."""
        hidden = await self._blocks.hidden_from(account)
        wanted = select(func.count()).where(
            private_messages.c.other_id == account,
            private_messages.c.read_at.is_(None),
            private_messages.c.account_id.not_in(hidden),
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted) or 0

    async def between(
        self, account: str, other: str, before: float | None = None
    ) -> list[PrivateMessage]:
        """Return the latest messages with an account, oldest first, and mark them as read."""
        wanted = select(private_messages).where(_between(account, other))
        if before is not None:
            wanted = wanted.where(private_messages.c.at < before)
        unread = update(private_messages).where(
            private_messages.c.account_id == other,
            private_messages.c.other_id == account,
            private_messages.c.read_at.is_(None),
        )
        if other in await self._blocks.hidden_from(account):
            wanted = wanted.where(private_messages.c.account_id == account)
        async with self._database.engine.begin() as connection:
            latest = wanted.order_by(private_messages.c.at.desc()).limit(_PAGE)
            rows = (await connection.execute(latest)).all()
            read = await connection.execute(unread.values(read_at=self._clock.now()))
        if read.rowcount:
            await self._bus.publish(account_topic(account), {"read": other})
        return [_message(row, account) for row in reversed(rows)]

    async def send(self, account: Account, other: str, text: str) -> PrivateMessage:
        """Send a message; control characters other than line breaks become spaces."""
        self._limits.check("messages", account.id, account=account.id)
        line = "".join(one if one.isprintable() or one == "\n" else " " for one in text).strip()
        if not line:
            raise ApiError(422, "MALFORMED", "write something", path="text")
        row = {
            "id": id_for("message"),
            "account_id": account.id,
            "other_id": other,
            "at": self._clock.now(),
            "text": line,
        }
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account.id)
            await connection.execute(lock.with_for_update(key_share=True))
            await self._require_recipient(connection, account.id, other)
            known = select(private_messages).where(private_messages.c.id == row["id"])
            stored = (await connection.execute(known)).one_or_none() if is_repeatable() else None
            if stored is None:
                await self._require_answers(connection, account.id, other)
                await connection.execute(insert(private_messages), [row])
                stored = (await connection.execute(known)).one()
        await self._bus.publish(account_topic(other), {"message": account.id})
        return _message(stored, account.id)

    async def _require_recipient(
        self, connection: AsyncConnection, account: str, other: str
    ) -> None:
        wanted = select(accounts.c.kind).where(
            accounts.c.id == other, accounts.c.deleted_at.is_(None)
        )
        kind = await connection.scalar(wanted)
        if kind is None:
            raise ApiError(404, "NOT_FOUND", "there is no such account", path="account")
        if kind != "person" or account == other:
            message = "messages go to registered people other than you"
            raise ApiError(422, "NOT_A_PERSON", message, path="account")
        found = await find_blocks(connection, [account, other])
        if (account, other) in found:
            message = "you have blocked this account: unblock it first"
            raise ApiError(403, "BLOCKED", message, path="account")
        if found:
            raise ApiError(403, "BLOCKED", "you cannot write to this account", path="account")

    async def _require_answers(self, connection: AsyncConnection, account: str, other: str) -> None:
        """Refuse another message to somebody who never answers."""
        latest = (
            select(private_messages.c.account_id)
            .where(_between(account, other))
            .order_by(private_messages.c.at.desc())
            .limit(MAX_UNANSWERED)
        )
        senders = list(await connection.scalars(latest))
        if len(senders) == MAX_UNANSWERED and set(senders) == {account}:
            message = "wait for an answer before you write again"
            raise ApiError(409, "NO_ANSWER_YET", message)


def _of(account: str) -> ColumnElement[bool]:
    return or_(private_messages.c.account_id == account, private_messages.c.other_id == account)


def _between(account: str, other: str) -> ColumnElement[bool]:
    sent = and_(private_messages.c.account_id == account, private_messages.c.other_id == other)
    return or_(
        sent,
        and_(private_messages.c.account_id == other, private_messages.c.other_id == account),
    )


def _message(row: Row[Any], account: str) -> PrivateMessage:
    return PrivateMessage(
        id=row.id,
        mine=row.account_id == account,
        at=row.at,
        text=row.text,
        read_at=row.read_at,
    )
