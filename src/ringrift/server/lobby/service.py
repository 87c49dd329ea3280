"""The list of open games, sent to its subscribers on every change."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, Protocol

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.bus.bus import Bus
from ringrift.server.games.messages import Lobby as LobbyMessage
from ringrift.server.games.service import Games

_TOPIC: Final = "lobby.changed"
_log = logging.getLogger("ringrift.server.lobby")
_DEBOUNCE_SECONDS: Final = 0.1  # changes within this time are sent together


class MessageSubscriber(Protocol):
    """Receives messages; must not block."""

    def send(self, message: BaseModel) -> None: ...


class Lobby:
    """One per worker; a change at any worker reaches the subscribers of all."""

    def __init__(self, games: Games, bus: Bus) -> None:
        self._games = games
        self._bus = bus
        self._subscribers: list[MessageSubscriber] = []
        self._stale = asyncio.Event()
        self._task = asyncio.create_task(self._send_changes(), name="lobby")
        bus.subscribe(_TOPIC, self._receive)

    async def publish_change(self) -> None:
        """Announce that a game was created, joined, left or started."""
        await self._bus.publish(_TOPIC, None)

    async def subscribe(self, subscriber: MessageSubscriber) -> None:
        """Send the open games, now and on every change."""
        self.unsubscribe(subscriber)
        self._subscribers.append(subscriber)
        subscriber.send(await self._message())

    def unsubscribe(self, subscriber: MessageSubscriber) -> None:
        """Stop sending the open games."""
        self._subscribers = [other for other in self._subscribers if other is not subscriber]

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _receive(self, _message: Any) -> None:
        self._stale.set()

    async def _send_changes(self) -> None:
        while True:
            await self._stale.wait()
            await asyncio.sleep(_DEBOUNCE_SECONDS)
            self._stale.clear()
            if not self._subscribers:
                continue
            try:
                message = await self._message()
            except (SQLAlchemyError, OSError):
                _log.exception("the lobby could not be read")
                self._stale.set()
                continue
            for subscriber in tuple(self._subscribers):
                subscriber.send(message)

    async def _message(self) -> LobbyMessage:
        open_games = await self._games.open_games()
        return LobbyMessage(games=[info.model_dump(exclude={"invite"}) for info in open_games])
