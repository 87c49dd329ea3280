"""Token buckets in the database: one limit for all workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import case, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import rate_limits

_MAX_KEY_LENGTH: Final = 160


class SharedRateLimit:
    """A `RateLimit` that all workers share, for rare requests."""

    def __init__(
        self,
        database: Database,
        name: str,
        capacity: float,
        seconds: float,
        *,
        clock: Callable[[], float],
    ) -> None:
        """Allow `capacity` requests within any `seconds`, and as many at once."""
        self._database = database
        self._name = name
        self._capacity = float(capacity)
        self._rate = capacity / seconds
        self._clock = clock

    async def take(self, key: str) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        if self._capacity < 1:
            return float("inf")
        now = self._clock()
        row_key = self._row_key(key)
        async with self._database.engine.begin() as connection:
            if await connection.scalar(self._take_token(row_key, now)) is not None:
                return 0.0
            stored = select(rate_limits.c.tokens, rate_limits.c.updated_at).where(
                rate_limits.c.key == row_key
            )
            row = (await connection.execute(stored)).one_or_none()
            if row is not None and row.updated_at > now:  # the clock was set back
                await connection.execute(
                    update(rate_limits).where(rate_limits.c.key == row_key).values(updated_at=now)
                )
        if row is None:
            return 0.0
        elapsed = max(0.0, now - row.updated_at)
        refilled: float = min(self._capacity, row.tokens + elapsed * self._rate)
        return max(0.0, 1.0 - refilled) / self._rate

    async def give_back(self, key: str) -> None:
        """Return a token, up to the capacity."""
        more = rate_limits.c.tokens + 1
        tokens = case((more < self._capacity, more), else_=literal(self._capacity))
        returned = update(rate_limits).where(rate_limits.c.key == self._row_key(key))
        async with self._database.engine.begin() as connection:
            await connection.execute(returned.values(tokens=tokens))

    def _row_key(self, key: str) -> str:
        return f"{self._name} {key}"[:_MAX_KEY_LENGTH]

    def _take_token(self, key: str, now: float) -> Any:
        """Return one atomic statement: two workers cannot both take the last token."""
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        updated_at = rate_limits.c.updated_at
        elapsed = case((updated_at < now, literal(now) - updated_at), else_=literal(0.0))
        refilled = rate_limits.c.tokens + elapsed * self._rate
        tokens = case((refilled < self._capacity, refilled), else_=literal(self._capacity))
        until_full = (self._capacity - (tokens - 1)) / self._rate
        new = {
            "key": key,
            "tokens": self._capacity - 1,
            "updated_at": now,
            "full_at": now + 1 / self._rate,
        }
        return (
            insert(rate_limits)
            .values(new)
            .on_conflict_do_update(
                index_elements=[rate_limits.c.key],
                set_={"tokens": tokens - 1, "updated_at": now, "full_at": now + until_full},
                where=tokens >= 1,
            )
            .returning(rate_limits.c.key)
        )
