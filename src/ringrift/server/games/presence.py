"""Who is there: accounts that are connected to any worker, and when the others were last seen."""

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
_MOST_BEAT: Final = 60.0  # seconds
_AT_ONCE: Final = 200  # accounts that one commit notes
_NOTE: Final = (
    update(accounts).where(accounts.c.id == bindparam("of")).values(seen_at=bindparam("at"))
)


class Presence:
    """One for a worker. What it knows is written down once a beat, where the other workers read it."""

    def __init__(
        self, database: Database, absence_seconds: float, cluster: ClusterPresence
    ) -> None:
        self.beat = min(_MOST_BEAT, absence_seconds / 3)  # so whoever is there never looks absent
        self._database = database
        self._cluster = cluster
        self._connections: Counter[str] = (
            Counter()
        )  # of accounts and, where nobody is known, of addresses
        self._here: set[str] = set()  # the accounts among them
        self._seen: dict[str, float] = {}  # not yet written down
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._write_down(), name="presence")

    def come(self, key: str, *, known: bool = True) -> None:
        """One connection more, of an account or, where nobody is known, of an address: it is only counted."""
        self._connections[key] += 1
        if not known:
            return
        if key not in self._here:
            self._here.add(key)
            self._cluster.come(key)
        self.note(key)

    def go(self, key: str) -> None:
        """One connection less."""
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]
        if key not in self._here:
            return
        if key not in self._connections:
            self._here.discard(key)
            self._cluster.go(key)
        self.note(key)

    def note(self, account: str) -> None:
        """The account was here just now."""
        self._seen[account] = time()

    def connections(self, key: str) -> int:
        """How many the account or address has at this worker."""
        return self._connections[key]

    async def last_seen(self, wanted: Iterable[str]) -> dict[str, float]:
        """When each of these accounts was last here; now, for those that are."""
        of = list(wanted)
        stored = select(accounts.c.id, accounts.c.seen_at).where(
            accounts.c.id.in_(of), accounts.c.seen_at.is_not(None)
        )
        async with self._database.reading.connect() as connection:
            seen = {row.id: float(row.seen_at) for row in await connection.execute(stored)}
        for account in of:
            if account in self._here:
                seen[account] = time()
            elif account in self._seen:
                seen[account] = max(seen.get(account, 0.0), self._seen[account])
        return seen

    async def close(self) -> None:
        self._closing.set()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _write_down(self) -> None:
        """Once a beat, and at the end."""
        while not self._closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self.beat)
            await self._store()

    async def _store(self) -> None:
        for account in self._here:
            self.note(account)
        noted, self._seen = sorted(self._seen.items()), {}  # one order of locks for all workers
        try:
            for first in range(0, len(noted), _AT_ONCE):
                some = [
                    {"of": account, "at": at} for account, at in noted[first : first + _AT_ONCE]
                ]
                async with self._database.engine.begin() as connection:
                    await connection.execute(_NOTE, some)
        except (SQLAlchemyError, OSError):
            _log.exception("who is there could not be written down")
