"""Connections of this worker, and when accounts were last seen by any worker."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from time import time
from typing import Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts

_log = logging.getLogger("ringrift.server.games")
_MAX_INTERVAL: Final = 60.0  # seconds
_BATCH: Final = 200  # accounts per commit
_UPDATE: Final = (
    update(accounts).where(accounts.c.id == bindparam("account")).values(seen_at=bindparam("at"))
)


class Presence:
    """One per worker. It stores who was seen once per interval; other workers read it there."""

    def __init__(
        self, database: Database, absence_seconds: float, cluster: ClusterPresence
    ) -> None:
        self.interval = min(_MAX_INTERVAL, absence_seconds / 3)  # well below the absence limit
        self._database = database
        self._cluster = cluster
        self._connections: Counter[str] = Counter()  # by account, or by address if not logged in
        self._local: set[str] = set()  # the accounts among them
        self._unsaved: dict[str, float] = {}  # when accounts were seen
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._save_regularly(), name="presence")

    def connect(self, key: str, *, logged_in: bool = True) -> None:
        """Add a connection of an account, or of an address, which is only counted."""
        self._connections[key] += 1
        if not logged_in:
            return
        if key not in self._local:
            self._local.add(key)
            self._cluster.connect(key)
        self.touch(key)

    def disconnect(self, key: str) -> None:
        """Remove a connection."""
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]
        if key not in self._local:
            return
        if key not in self._connections:
            self._local.discard(key)
            self._cluster.disconnect(key)
        self.touch(key)

    def touch(self, account: str) -> None:
        """Record that the account was seen now."""
        self._unsaved[account] = time()

    def connections(self, key: str) -> int:
        """Return how many connections the account or address has at this worker."""
        return self._connections[key]

    async def last_seen(self, wanted: Iterable[str]) -> dict[str, float]:
        """Return when each account was last seen: now, for the connected ones."""
        ids = list(wanted)
        stored = select(accounts.c.id, accounts.c.seen_at).where(
            accounts.c.id.in_(ids), accounts.c.seen_at.is_not(None)
        )
        async with self._database.reading.connect() as connection:
            seen = {row.id: float(row.seen_at) for row in await connection.execute(stored)}
        for account in ids:
            if account in self._local:
                seen[account] = time()
            elif account in self._unsaved:
                seen[account] = max(seen.get(account, 0.0), self._unsaved[account])
        return seen

    async def close(self) -> None:
        self._closing.set()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _save_regularly(self) -> None:
        while not self._closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self.interval)
            await self._save()

    async def _save(self) -> None:
        for account in self._local:
            self.touch(account)
        seen, self._unsaved = sorted(self._unsaved.items()), {}  # all workers lock in one order
        try:
            for first in range(0, len(seen), _BATCH):
                batch = [{"account": one, "at": at} for one, at in seen[first : first + _BATCH]]
                async with self._database.engine.begin() as connection:
                    await connection.execute(_UPDATE, batch)
        except (SQLAlchemyError, OSError):
            _log.exception("presence could not be stored")
