"""What people say beside a game, and that they want it once more."""

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
from ringrift.server.games.messages import Chat, Rematch
from ringrift.server.games.service import Games, may_watch
from ringrift.server.limits.service import Limits
from ringrift.server.lobby.service import Listener
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, chat

_MOST_TOLD: Final = 500


class GameChat:
    """One for a worker; what is said is stored, and told in all workers."""

    def __init__(self, database: Database, games: Games, bus: Bus, limits: Limits) -> None:
        self._database = database
        self._games = games
        self._bus = bus
        self._limits = limits
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self._handlers: dict[str, Callable[[Any], None]] = {}

    async def say(self, game: str, caller: Caller, text: str, *, invited: bool = False) -> None:
        """Players and those who watch may speak; control signs are taken out."""
        self._limits.check("chat", caller.account.id, account=caller.account.id)
        info = await self._games.info(game)
        if not invited and not may_watch(info, caller.account.id):
            raise ApiError(403, "PRIVATE", "this game is private", path="game")
        said = "".join(sign if sign.isprintable() else " " for sign in text).strip()
        if not said:
            raise ApiError(422, "MALFORMED", "say something", path="text")
        row = {
            "id": new_id(),
            "game_id": game,
            "account_id": caller.account.id,
            "at": time(),
            "text": said,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(chat), [row])
        await self._bus.publish(
            f"chat.{game}",
            {"game": game, "name": caller.account.name, "at": row["at"], "text": said},
        )

    async def propose_rematch(self, game: str, rematch: str, caller: Caller) -> None:
        """Tell those who watch the game that is over where it goes on."""
        await self._bus.publish(
            f"chat.{game}", {"game": game, "next": rematch, "name": caller.account.name}
        )

    async def history(self, game: str) -> list[Chat]:
        """What was said last, oldest first."""
        wanted = (
            select(chat.c.at, chat.c.text, accounts.c.name)
            .outerjoin(accounts, accounts.c.id == chat.c.account_id)
            .where(chat.c.game_id == game)
            .order_by(chat.c.at.desc())
            .limit(_MOST_TOLD)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            Chat(game=game, name=row.name or "somebody", at=row.at, text=row.text)
            for row in reversed(rows)
        ]

    def watch(self, listener: Listener, game: str) -> None:
        self.unwatch(listener, game)
        if game not in self._handlers:
            self._handlers[game] = lambda message: self._heard(game, message)
            self._bus.listen(f"chat.{game}", self._handlers[game])
        self._listeners[game].append(listener)

    def unwatch(self, listener: Listener, game: str) -> None:
        left = [other for other in self._listeners.get(game, ()) if other is not listener]
        if left:
            self._listeners[game] = left
        elif game in self._handlers:
            self._bus.ignore(f"chat.{game}", self._handlers.pop(game))
            self._listeners.pop(game, None)

    def forget(self, listener: Listener) -> None:
        for game in tuple(self._handlers):
            self.unwatch(listener, game)

    def _heard(self, game: str, message: Any) -> None:
        for listener in tuple(self._listeners.get(game, ())):
            listener.send(Rematch(**message) if "next" in message else Chat(**message))
