"""Chat beside a game, and requests for a rematch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from time import time
from typing import Any, Final

from sqlalchemy import insert, select

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.bus.bus import Bus
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import chat_topic
from ringrift.server.games.messages import Chat, Rematch
from ringrift.server.games.service import Games, may_watch
from ringrift.server.limits.service import RateLimits
from ringrift.server.lobby.service import MessageSubscriber
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, chat

_MAX_HISTORY: Final = 500


class GameChat:
    """One per worker. Chat is stored, and sent to the subscribers of all workers."""

    def __init__(self, database: Database, games: Games, bus: Bus, limits: RateLimits) -> None:
        self._database = database
        self._games = games
        self._bus = bus
        self._limits = limits
        self._subscribers: dict[str, list[MessageSubscriber]] = defaultdict(list)
        self._handlers: dict[str, Callable[[Any], None]] = {}

    async def say(self, game: str, caller: Caller, text: str, *, invited: bool = False) -> None:
        """Add a line of a player or spectator; control characters become spaces."""
        self._limits.check("chat", caller.account.id, account=caller.account.id)
        info = await self._games.info(game)
        if not invited and not may_watch(info, caller.account.id):
            raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
        line = "".join(char if char.isprintable() else " " for char in text).strip()
        if not line:
            raise ApiError(422, "MALFORMED", "write something", path="text")
        row = {
            "id": new_id(),
            "game_id": game,
            "account_id": caller.account.id,
            "at": time(),
            "text": line,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(chat), [row])
        await self._bus.publish(
            chat_topic(game),
            {"game": game, "name": caller.account.name, "at": row["at"], "text": line},
        )

    async def propose_rematch(self, game: str, rematch: str, caller: Caller) -> None:
        """Send the rematch to the subscribers of the finished game."""
        await self._bus.publish(
            chat_topic(game), {"game": game, "next": rematch, "name": caller.account.name}
        )

    async def history(self, game: str) -> list[Chat]:
        """Return the latest lines, oldest first."""
        latest = (
            select(chat.c.at, chat.c.text, accounts.c.name)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id == game)
            .order_by(chat.c.at.desc())
            .limit(_MAX_HISTORY)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(latest)).all()
        return [
            Chat(game=game, name=row.name or "somebody", at=row.at, text=row.text)
            for row in reversed(rows)
        ]

    def subscribe(self, subscriber: MessageSubscriber, game: str) -> None:
        """Send new lines of the game to the subscriber."""
        self.unsubscribe(subscriber, game)
        if game not in self._handlers:
            self._handlers[game] = lambda message: self._receive(game, message)
            self._bus.subscribe(chat_topic(game), self._handlers[game])
        self._subscribers[game].append(subscriber)

    def unsubscribe(self, subscriber: MessageSubscriber, game: str) -> None:
        """Stop sending the lines of a game."""
        others = [one for one in self._subscribers.get(game, ()) if one is not subscriber]
        if others:
            self._subscribers[game] = others
        elif game in self._handlers:
            self._bus.unsubscribe(chat_topic(game), self._handlers.pop(game))
            self._subscribers.pop(game, None)

    def unsubscribe_all(self, subscriber: MessageSubscriber) -> None:
        """Stop sending anything to the subscriber."""
        for game in tuple(self._handlers):
            self.unsubscribe(subscriber, game)

    def _receive(self, game: str, message: Any) -> None:
        for subscriber in tuple(self._subscribers.get(game, ())):
            subscriber.send(Rematch(**message) if "next" in message else Chat(**message))
