"""Connections of this worker, and when accounts were last seen by any worker."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.clock import Clock
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
        self, database: Database, absence_seconds: float, cluster: ClusterPresence, clock: Clock
    ) -> None:
        self._clock = clock
        self.interval = min(_MAX_INTERVAL, absence_seconds / 3)  # well below the absence limit
        self._database = database
        self._cluster = cluster
        self._connections: Counter[str] = Counter()  # by account, or by address if not logged in
        self._attending: Counter[str] = Counter()  # connections that make an account present
        self._unsaved: dict[str, float] = {}  # when accounts were seen
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._save_regularly(), name="presence")

    def connect(self, key: str, *, logged_in: bool = True) -> None:
        """Add a connection of an account, or of an address, which is only counted."""
        self._connections[key] += 1
        if logged_in:
            self.attend(key)

    def disconnect(self, key: str, *, attending: bool = True) -> None:
        """Remove a connection, which made its account present or did not."""
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]
        if attending:
            self.withdraw(key)

    def attend(self, account: str) -> None:
        """Let a connection make its account present."""
        if account not in self._attending:
            self._cluster.connect(account)
        self._attending[account] += 1
        self.touch(account)

    def withdraw(self, account: str) -> None:
        """Let a connection no longer make its account present, though it may stay open."""
        if account not in self._attending:
            return
        self._attending[account] -= 1
        if self._attending[account] <= 0:
            del self._attending[account]
            self._cluster.disconnect(account)
        self.touch(account)

    def is_present(self, account: str) -> bool:
        """Return whether a connection at this worker makes the account present."""
        return account in self._attending

    def touch(self, account: str) -> None:
        """Record that the account was seen now."""
        self._unsaved[account] = self._clock.now()

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
            if account in self._attending:
                seen[account] = self._clock.now()
            elif account in self._unsaved:
                seen[account] = max(seen.get(account, 0.0), self._unsaved[account])
        return seen

    def seconds_since(self, seen_at: float) -> float:
        """Return how long ago that was; 0 if the clock was set back since."""
        return max(0.0, self._clock.now() - seen_at)

    async def close(self) -> None:
        self._closing.set()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _save_regularly(self) -> None:
        while not self._closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self.interval)
            await self._save()

    async def _save(self) -> None:
        for account in self._attending:
            self.touch(account)
        seen, self._unsaved = sorted(self._unsaved.items()), {}  # all workers lock in one order
        try:
            for first in range(0, len(seen), _BATCH):
                batch = [{"account": one, "at": at} for one, at in seen[first : first + _BATCH]]
                async with self._database.engine.begin() as connection:
                    await connection.execute(_UPDATE, batch)
        except (SQLAlchemyError, OSError):
            _log.exception("presence could not be stored")
