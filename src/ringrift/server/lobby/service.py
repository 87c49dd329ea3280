"""The open games, told to everybody who watches whenever they change."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, Protocol

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.bus.bus import Bus
from ringrift.server.games.messages import Lobby as LobbyMessage
from ringrift.server.games.service import Games

CHANGED: Final = "lobby.changed"
_log = logging.getLogger("ringrift.server.lobby")
_PAUSE: Final = 0.1  # seconds: many changes at once are told as one


class Listener(Protocol):
    """Somebody who is told; must not wait."""

    def send(self, message: BaseModel) -> None: ...


class Lobby:
    """One for a worker; a change in any worker is told in all."""

    def __init__(self, games: Games, bus: Bus) -> None:
        self._games = games
        self._bus = bus
        self._listeners: list[Listener] = []
        self._stale = asyncio.Event()
        self._task = asyncio.create_task(self._tell(), name="lobby")
        bus.listen(CHANGED, self._heard)

    async def changed(self) -> None:
        """A game was made, joined, left or started."""
        await self._bus.publish(CHANGED, None)

    async def watch(self, listener: Listener) -> None:
        self.forget(listener)
        self._listeners.append(listener)
        listener.send(await self._message())

    def forget(self, listener: Listener) -> None:
        self._listeners = [other for other in self._listeners if other is not listener]

    async def close(self) -> None:
        self._bus.ignore(CHANGED, self._heard)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _heard(self, _message: Any) -> None:
        self._stale.set()

    async def _tell(self) -> None:
        while True:
            await self._stale.wait()
            await asyncio.sleep(_PAUSE)
            self._stale.clear()
            if not self._listeners:
                continue
            try:
                message = await self._message()
            except (SQLAlchemyError, OSError):
                _log.exception("the lobby could not be read")
                self._stale.set()
                continue
            for listener in tuple(self._listeners):
                listener.send(message)

    async def _message(self) -> LobbyMessage:
        found = await self._games.open_games()
        return LobbyMessage(games=[info.model_dump(exclude={"invite"}) for info in found])
