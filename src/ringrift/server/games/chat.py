"""Chat beside a game, and requests for a rematch."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, Final, Protocol

from pydantic import BaseModel
from sqlalchemy import false, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import require_may_chat
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import chat_topic
from ringrift.server.games.messages import Chat, ChatRemoved, Rematch
from ringrift.server.games.presence_feed import accounts_of
from ringrift.server.games.service import Games, has_seat, may_watch
from ringrift.server.limits.service import RateLimits
from ringrift.server.request_key import ID_LENGTH, digest, id_for
from ringrift.server.sliced_delivery import SlicedDelivery
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, chat, games
from ringrift.server.websocket_frames import EncodedMessage

_MAX_HISTORY: Final = 500
_CATCH_UP_BATCH: Final = 200  # games
_CATCH_UP_SECONDS: Final = 3600.0
_DELETED: Final = "somebody"  # the name of a deleted account
_log = logging.getLogger("ringrift.server.games")


class ChatSubscriber(Protocol):
    """Receives chat; must not block."""

    def send_encoded(self, message: EncodedMessage) -> None: ...

    def hides(self, account: str | None) -> bool:
        """Return whether it does not show what the account writes."""

    def sees_spectators(self, game: str) -> bool:
        """Return whether it shows what spectators of the game write: players do not see it."""


class _Feed:
    """The subscribers of one game, and what they have received since the first subscribed."""

    def __init__(self, game: str, since: float) -> None:
        self.game = game
        self.since = since
        self.subscribers: dict[ChatSubscriber, None] = {}
        self._delivery: SlicedDelivery[ChatSubscriber] = SlicedDelivery()
        self._delivered: OrderedDict[str, None] = OrderedDict()

    def receive(self, message: Any) -> None:
        """Send a line, its removal or a rematch, once."""
        key = message.get("next") or message.get("id") or f"removed {message['removed']}"
        if key in self._delivered:
            return
        self._delivered[key] = None
        if len(self._delivered) > 2 * _MAX_HISTORY:
            self._delivered.popitem(last=False)
        encoded = EncodedMessage.of(_load(message))
        author, spectator = message.get("account"), message.get("spectator", False)

        def send(subscriber: ChatSubscriber) -> None:
            if spectator and not subscriber.sees_spectators(self.game):
                return
            if subscriber in self.subscribers and not subscriber.hides(author):
                subscriber.send_encoded(encoded)

        self._delivery.deliver(send, tuple(self.subscribers))


class GameChat:
    """One per worker. Chat is stored, and sent to the subscribers of all workers."""

    def __init__(
        self, database: Database, games: Games, bus: Bus, limits: RateLimits, clock: Clock
    ) -> None:
        self._clock = clock
        self._database = database
        self._games = games
        self._bus = bus
        self._limits = limits
        self._feeds: dict[str, _Feed] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.add_loss_listener(self._messages_lost)

    async def say(
        self,
        game: str,
        caller: Caller,
        text: str,
        *,
        invited: bool = False,
        client_id: str | None = None,
    ) -> None:
        """Add a line of a player or spectator; control characters become spaces.

        A repeated `client_id` has no effect.
        """
        self._limits.check("chat", caller.account.id, account=caller.account.id)
        info = await self._games.info(game)
        if not invited and not may_watch(info, caller.account.id):
            raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
        line = "".join(char if char.isprintable() else " " for char in text).strip()
        if not line:
            raise ApiError(422, "MALFORMED", "write something", path="text")
        row = {
            "id": id_for("chat")
            if client_id is None
            else digest("chat", caller.account.id, game, client_id)[:ID_LENGTH],
            "game_id": game,
            "account_id": caller.account.id,
            "at": self._clock.now(),
            "text": line,
            "spectator": not has_seat(info, caller.account.id),
        }
        players = sorted(accounts_of(info))
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        added = insert(chat).values(row).on_conflict_do_nothing(index_elements=[chat.c.id])
        async with self._database.engine.begin() as connection:
            await require_may_chat(connection, caller.account.id, players)
            if (await connection.execute(added)).rowcount == 0:
                return  # a repeat
        await self._bus.publish(
            chat_topic(game),
            {
                "id": row["id"],
                "game": game,
                "account": caller.account.id,
                "name": caller.account.name,
                "at": row["at"],
                "text": line,
                "spectator": row["spectator"],
            },
        )

    async def propose_rematch(self, game: str, rematch: str, caller: Caller) -> None:
        """Send the rematch to the subscribers of the finished game."""
        await self._bus.publish(
            chat_topic(game), {"game": game, "next": rematch, "name": caller.account.name}
        )

    def hide(self, game: str, line: str) -> None:
        """Tell the subscribers of this worker that a line was removed."""
        if game in self._feeds:
            self._feeds[game].receive({"game": game, "removed": line})

    async def history(
        self, game: str, hidden: frozenset[str] = frozenset(), *, spectators: bool = True
    ) -> list[Chat]:
        """Return the latest lines, oldest first, without those of hidden accounts."""
        latest = (
            select(chat.c.id, chat.c.at, chat.c.text, chat.c.account_id, accounts.c.name)
            .add_columns(chat.c.spectator)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id == game, chat.c.removed_at.is_(None))
            .order_by(chat.c.at.desc())
            .limit(_MAX_HISTORY)
        )
        if not spectators:
            latest = latest.where(chat.c.spectator == false())
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(latest)).all()
        return [
            Chat(
                id=row.id,
                game=game,
                account=row.account_id,
                name=row.name or _DELETED,
                at=row.at,
                text=row.text,
                spectator=row.spectator,
            )
            for row in reversed(rows)
            if row.account_id not in hidden
        ]

    def subscribe(self, subscriber: ChatSubscriber, game: str) -> None:
        """Send new lines of the game to the subscriber."""
        self.unsubscribe(subscriber, game)
        if game not in self._feeds:
            self._feeds[game] = _Feed(game, self._clock.now())
            self._bus.subscribe(chat_topic(game), self._feeds[game].receive)
        self._feeds[game].subscribers[subscriber] = None

    def unsubscribe(self, subscriber: ChatSubscriber, game: str) -> None:
        """Stop sending the lines of a game."""
        feed = self._feeds.get(game)
        if feed is None:
            return
        feed.subscribers.pop(subscriber, None)
        if not feed.subscribers:
            self._bus.unsubscribe(chat_topic(game), feed.receive)
            del self._feeds[game]

    def unsubscribe_all(self, subscriber: ChatSubscriber) -> None:
        """Stop sending anything to the subscriber."""
        for game in tuple(self._feeds):
            self.unsubscribe(subscriber, game)

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _messages_lost(self) -> None:
        task = asyncio.create_task(self._catch_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self) -> None:
        """Send what the bus lost: lines since the subscription, and rematches."""
        watched = list(self._feeds)
        for first in range(0, len(watched), _CATCH_UP_BATCH):
            batch = watched[first : first + _CATCH_UP_BATCH]
            try:
                missed = await self._missed(batch)
            except (SQLAlchemyError, OSError):
                _log.exception("the chat could not be read")
                return
            for message in missed:
                feed = self._feeds.get(message["game"])
                if feed is not None and message.get("at", feed.since) >= feed.since:
                    feed.receive(message)

    async def _missed(self, batch: list[str]) -> list[dict[str, Any]]:
        """Return the latest lines and the rematches of these games."""
        since = max(
            self._clock.now() - _CATCH_UP_SECONDS,
            min((self._feeds[game].since for game in batch if game in self._feeds), default=0.0),
        )
        lines = (
            select(chat.c.id, chat.c.game_id, chat.c.at, chat.c.text, chat.c.account_id)
            .add_columns(accounts.c.name, chat.c.spectator)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id.in_(batch), chat.c.at >= since, chat.c.removed_at.is_(None))
            .order_by(chat.c.at)
        )
        removed = select(chat.c.id, chat.c.game_id).where(
            chat.c.game_id.in_(batch), chat.c.removed_at >= since
        )
        rematches = (
            select(games.c.id, games.c.rematch_of, accounts.c.name)
            .join(accounts, accounts.c.id == games.c.created_by)
            .where(games.c.rematch_of.in_(batch), games.c.status.in_(("open", "live")))
        )
        async with self._database.reading.connect() as connection:
            said = [
                {"game": row.game_id, "id": row.id, "at": row.at, "text": row.text}
                | {"account": row.account_id, "name": row.name or _DELETED}
                | {"spectator": row.spectator}
                for row in await connection.execute(lines)
            ]
            said += [
                {"game": row.game_id, "removed": row.id}
                for row in await connection.execute(removed)
            ]
            return said + [
                {"game": row.rematch_of, "next": row.id, "name": row.name}
                for row in await connection.execute(rematches)
            ]


def _load(message: Any) -> BaseModel:
    if "next" in message:
        return Rematch(**message)
    if "removed" in message:
        return ChatRemoved(game=message["game"], id=message["removed"])
    return Chat(**message)
