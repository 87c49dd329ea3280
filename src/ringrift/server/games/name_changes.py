"""Carries new names of accounts to the live games of all workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import select

from ringrift.server.bus.bus import Bus
from ringrift.server.games.live_game import LiveGame
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.tables import accounts

_TOPIC: Final = "accounts.renamed"
_BATCH: Final = 500  # accounts
_log = logging.getLogger("ringrift.server.games")


class NameChanges:
    """One per worker. If the bus loses messages, the names are read from the database."""

    def __init__(
        self, database: Database, bus: Bus, live_games: Callable[[], Sequence[LiveGame]]
    ) -> None:
        self._database = database
        self._bus = bus
        self._live_games = live_games
        self._reading: asyncio.Task[None] | None = None
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._messages_lost)

    async def announce(self, account: str, name: str) -> None:
        """Rename the account in the live games of every worker."""
        await self._bus.publish(_TOPIC, {"account": account, "name": name})

    def rename(self, account: str, name: str) -> None:
        """Rename the account in the live games of this worker."""
        self._receive({"account": account, "name": name})

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    def _receive(self, message: Any) -> None:
        for game in self._live_games():
            game.session.rename(message["account"], message["name"])

    def _messages_lost(self) -> None:
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_names(), name="names")

    async def _read_names(self) -> None:
        people = {
            who.id for game in self._live_games() for who in game.session.people.values() if who.id
        }
        ids = sorted(people)
        for first in range(0, len(ids), _BATCH):
            wanted = select(accounts.c.id, accounts.c.name).where(
                accounts.c.id.in_(ids[first : first + _BATCH])
            )
            try:
                async with self._database.reading.connect() as connection:
                    rows = (await connection.execute(wanted)).all()
            except FAILURES:
                _log.exception("the names of players could not be read")
                return
            for row in rows:
                self._receive({"account": row.id, "name": row.name})
