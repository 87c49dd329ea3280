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

from ringrift.server.games.roll import Roll
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts

_log = logging.getLogger("ringrift.server.games")
_MOST_BEAT: Final = 60.0  # seconds
_AT_ONCE: Final = 200  # accounts that one commit notes
_NOTE: Final = update(accounts).where(accounts.c.id == bindparam("of")).values(seen_at=bindparam("at"))


class Presence:
    """One for a worker. What it knows is written down once a beat, where the other workers read it."""

    def __init__(self, database: Database, absence_seconds: float, roll: Roll) -> None:
        self.beat = min(_MOST_BEAT, absence_seconds / 3)  # so whoever is there never looks absent
        self._database = database
        self._roll = roll
        self._connections: Counter[str] = Counter()
        self._seen: dict[str, float] = {}  # not yet written down
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._write_down(), name="presence")

    def come(self, account: str) -> None:
        """One connection more, of an account or, where nobody is known, of an address."""
        self._connections[account] += 1
        if self._connections[account] == 1:
            self._roll.come(account)
        self.note(account)

    def go(self, account: str) -> None:
        """One connection less."""
        self._connections[account] -= 1
        if self._connections[account] <= 0:
            del self._connections[account]
            self._roll.go(account)
        self.note(account)

    def note(self, account: str) -> None:
        """The account was here just now."""
        self._seen[account] = time()

    def connections(self, account: str) -> int:
        """How many it has at this worker."""
        return self._connections[account]

    async def last_seen(self, wanted: Iterable[str]) -> dict[str, float]:
        """When each of these accounts was last here; now, for those that are."""
        of = list(wanted)
        stored = select(accounts.c.id, accounts.c.seen_at).where(
            accounts.c.id.in_(of), accounts.c.seen_at.is_not(None)
        )
        async with self._database.reading.connect() as connection:
            seen = {row.id: float(row.seen_at) for row in await connection.execute(stored)}
        for account in of:
            if account in self._connections:
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
        for account in self._connections:
            self.note(account)
        noted, self._seen = sorted(self._seen.items()), {}  # one order of locks for all workers
        try:
            for first in range(0, len(noted), _AT_ONCE):
                some = [{"of": account, "at": at} for account, at in noted[first : first + _AT_ONCE]]
                async with self._database.engine.begin() as connection:
                    await connection.execute(_NOTE, some)
        except (SQLAlchemyError, OSError):
            _log.exception("who is there could not be written down")
