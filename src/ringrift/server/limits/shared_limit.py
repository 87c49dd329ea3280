"""Token buckets in the database: one limit, however many workers there are."""

from __future__ import annotations

from collections.abc import Callable
from time import time
from typing import Any, Final

from sqlalchemy import case, literal, select
from sqlalchemy.dialects import postgresql, sqlite

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import buckets

_LONGEST_KEY: Final = 160


class SharedLimit:
    """As `Limit`, for what is rare and must not be multiplied by the number of workers."""

    def __init__(
        self,
        database: Database,
        name: str,
        most: float,
        seconds: float,
        *,
        clock: Callable[[], float] = time,
    ) -> None:
        """`most` in any `seconds`; as many at once."""
        self._database = database
        self._name = name
        self._most = float(most)
        self._rate = most / seconds
        self._clock = clock

    async def take(self, key: str) -> float:
        """Use it up; returns 0, or in how many seconds it may be tried again."""
        if self._most < 1:
            return float("inf")
        now = self._clock()
        named = f"{self._name} {key}"[:_LONGEST_KEY]
        async with self._database.engine.begin() as connection:
            if await connection.scalar(self._taken(named, now)) is not None:
                return 0.0
            row = (
                await connection.execute(
                    select(buckets.c.level, buckets.c.at).where(buckets.c.key == named)
                )
            ).one_or_none()
        left = (
            self._most if row is None else min(self._most, row.level + (now - row.at) * self._rate)
        )
        return max(0.0, 1 - left) / self._rate

    def _taken(self, key: str, now: float) -> Any:
        """One statement, so that two workers cannot both take the last one."""
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        passed = case((buckets.c.at < now, literal(now) - buckets.c.at), else_=literal(0.0))
        filled = buckets.c.level + passed * self._rate
        left = case((filled < self._most, filled), else_=literal(self._most))
        until_full = (self._most - (left - 1)) / self._rate
        fresh = {"key": key, "level": self._most - 1, "at": now, "full_at": now + 1 / self._rate}
        return (
            insert(buckets)
            .values(fresh)
            .on_conflict_do_update(
                index_elements=[buckets.c.key],
                set_={"level": left - 1, "at": now, "full_at": now + until_full},
                where=left >= 1,
            )
            .returning(buckets.c.key)
        )
