"""The final positions of games that ended before version 0.3, stored when a list first needs them.

Newer games store it in the commit that ends them. To replay old games at the migration would keep
the server down for as long as the games take, and most of them are never listed again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import update

from ringrift.host.game_session import GameSession
from ringrift.rules.position_string import dump_position
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Priority
from ringrift.server.games.service import Games
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.tables import games

_MAX_QUEUED: Final = 500  # games; a later list asks again for the others
_log = logging.getLogger("ringrift.server.games")


class FinalPositions:
    """One per worker. It replays one game at a time, after everything that somebody waits for."""

    def __init__(self, database: Database, games_: Games) -> None:
        self._database = database
        self._games = games_
        self._queued: dict[str, None] = {}
        self._failed: set[str] = set()  # games that cannot be replayed: not tried again
        self._task: asyncio.Task[None] | None = None

    def request(self, game: str) -> None:
        """Store the final position of a finished game soon."""
        if game in self._failed or len(self._queued) >= _MAX_QUEUED:
            return
        self._queued[game] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._store_all(), name="final positions")

    async def close(self) -> None:
        self._queued.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _store_all(self) -> None:
        while self._queued:
            game = next(iter(self._queued))
            try:
                await self._store(game)
            except (*FAILURES, ApiError):
                self._failed.add(game)
                _log.exception("a final position could not be stored", extra={"game": game})
            self._queued.pop(game, None)

    async def _store(self, game: str) -> None:
        position = await self._games.replay(
            game, read_final_position, share="previews", priority=Priority.BACKGROUND
        )
        stored = (
            update(games)
            .where(games.c.id == game, games.c.status == "over")
            .values(final_position=position)
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(stored)


def read_final_position(session: GameSession) -> str:
    """Return the position string of a finished game."""
    return dump_position(session.state)
