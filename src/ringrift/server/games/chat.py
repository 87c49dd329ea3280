"""Chat beside a game, and requests for a rematch."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import chat_topic
from ringrift.server.games.messages import Chat, Rematch
from ringrift.server.games.service import Games, may_watch
from ringrift.server.limits.service import RateLimits
from ringrift.server.lobby.service import MessageSubscriber
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


class _Feed:
    """The subscribers of one game, and what they have received since the first subscribed."""

    def __init__(self, game: str, since: float) -> None:
        self.game = game
        self.since = since
        self.subscribers: dict[MessageSubscriber, None] = {}
        self._delivery: SlicedDelivery[MessageSubscriber] = SlicedDelivery()
        self._delivered: OrderedDict[str, None] = OrderedDict()

    def receive(self, message: Any) -> None:
        """Send a line or a rematch, once."""
        key = message.get("next") or message["id"]
        if key in self._delivered:
            return
        self._delivered[key] = None
        if len(self._delivered) > 2 * _MAX_HISTORY:
            self._delivered.popitem(last=False)
        sent = Rematch(**message) if "next" in message else Chat(**message)
        encoded = EncodedMessage.of(sent)

        def send(subscriber: MessageSubscriber) -> None:
            if subscriber in self.subscribers:
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
        }
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        added = insert(chat).values(row).on_conflict_do_nothing(index_elements=[chat.c.id])
        async with self._database.engine.begin() as connection:
            if (await connection.execute(added)).rowcount == 0:
                return  # a repeat
        await self._bus.publish(
            chat_topic(game),
            {
                "id": row["id"],
                "game": game,
                "name": caller.account.name,
                "at": row["at"],
                "text": line,
            },
        )

    async def propose_rematch(self, game: str, rematch: str, caller: Caller) -> None:
        """Send the rematch to the subscribers of the finished game."""
        await self._bus.publish(
            chat_topic(game), {"game": game, "next": rematch, "name": caller.account.name}
        )

    async def history(self, game: str) -> list[Chat]:
        """Return the latest lines, oldest first."""
        latest = (
            select(chat.c.id, chat.c.at, chat.c.text, accounts.c.name)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id == game)
            .order_by(chat.c.at.desc())
            .limit(_MAX_HISTORY)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(latest)).all()
        return [
            Chat(id=row.id, game=game, name=row.name or _DELETED, at=row.at, text=row.text)
            for row in reversed(rows)
        ]

    def subscribe(self, subscriber: MessageSubscriber, game: str) -> None:
        """Send new lines of the game to the subscriber."""
        self.unsubscribe(subscriber, game)
        if game not in self._feeds:
            self._feeds[game] = _Feed(game, self._clock.now())
            self._bus.subscribe(chat_topic(game), self._feeds[game].receive)
        self._feeds[game].subscribers[subscriber] = None

    def unsubscribe(self, subscriber: MessageSubscriber, game: str) -> None:
        """Stop sending the lines of a game."""
        feed = self._feeds.get(game)
        if feed is None:
            return
        feed.subscribers.pop(subscriber, None)
        if not feed.subscribers:
            self._bus.unsubscribe(chat_topic(game), feed.receive)
            del self._feeds[game]

    def unsubscribe_all(self, subscriber: MessageSubscriber) -> None:
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
            select(chat.c.id, chat.c.game_id, chat.c.at, chat.c.text, accounts.c.name)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id.in_(batch), chat.c.at >= since)
            .order_by(chat.c.at)
        )
        rematches = (
            select(games.c.id, games.c.rematch_of, accounts.c.name)
            .join(accounts, accounts.c.id == games.c.created_by)
            .where(games.c.rematch_of.in_(batch), games.c.status.in_(("open", "live")))
        )
        async with self._database.reading.connect() as connection:
            said = [
                {"game": row.game_id, "id": row.id, "at": row.at, "text": row.text}
                | {"name": row.name or _DELETED}
                for row in await connection.execute(lines)
            ]
            return said + [
                {"game": row.rematch_of, "next": row.id, "name": row.name}
                for row in await connection.execute(rematches)
            ]
