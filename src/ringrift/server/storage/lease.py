"""Leases: a live game belongs to the one worker that renews its lease."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, func, or_, select, update

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games

LEASE_SECONDS: Final = 2.0
RENEW_SECONDS: Final = 0.4


@dataclass(frozen=True, slots=True)
class Lease:
    """A game of this worker, and the term under which it may write."""

    game: str
    term: int
    alive_at: float | None = None  # when the previous owner was last alive


class Leases:
    """The leases of one worker. The journal checks the term, so a former owner cannot write."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker

    async def take(self, game: str, now: float) -> Lease | None:
        """Take the lease of a live game that is free or expired; return None if it is held.

        The holder takes it again with a new term, for a restored session.
        """
        own = games.c.owner == self._worker
        free = (games.c.id == game, games.c.status == "live", or_(own, _free(now)))
        async with self._database.reserved.begin() as connection:
            found = await connection.execute(
                select(games.c.owner_term, games.c.lease_until).where(*free)
            )
            before = found.one_or_none()
            if before is None:
                return None
            taken = (
                update(games)
                .where(*free, games.c.owner_term == before.owner_term)
                .values(
                    owner=self._worker,
                    lease_until=now + LEASE_SECONDS,
                    owner_term=before.owner_term + 1,
                )
            )
            if (await connection.execute(taken)).rowcount != 1:
                return None  # another worker was faster
        return Lease(game, before.owner_term + 1, _last_alive(before.lease_until))

    async def renew(self, now: float) -> set[str]:
        """Renew all leases of this worker; return their games."""
        mine = select(games.c.id).where(games.c.owner == self._worker, games.c.status == "live")
        renewed = (
            update(games)
            .where(
                games.c.id.in_(mine.order_by(games.c.id).with_for_update())
            )  # the lock order of the journal
            .values(lease_until=now + LEASE_SECONDS)
            .returning(games.c.id)
        )
        # One statement without a transaction: a busy worker must not lose its leases by waiting.
        async with self._database.heartbeat.connect() as connection:
            held = set(await connection.scalars(renewed))
            await connection.commit()
            return held

    async def release(self, now: float, held: Iterable[str] | None = None) -> None:
        """Release the leases of these games, by default of all."""
        lease_until = now + LEASE_SECONDS  # without an owner: records when the last one was alive
        released = (
            update(games)
            .where(games.c.owner == self._worker)
            .values(owner=None, lease_until=lease_until)
        )
        if held is not None:
            released = released.where(games.c.id.in_(list(held)))
        async with self._database.reserved.begin() as connection:
            await connection.execute(released)

    async def find_owner(self, game: str, now: float) -> str | None:
        """Return the worker that holds the lease."""
        held = select(games.c.owner).where(games.c.id == game, games.c.lease_until > now)
        async with self._database.reading.connect() as connection:
            owner: str | None = await connection.scalar(held)
        return owner

    async def is_alive(self, worker: str, now: float) -> bool:
        """Return whether the worker holds a valid lease."""
        held = select(games.c.id).where(
            games.c.status == "live", games.c.lease_until > now, games.c.owner == worker
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(held.limit(1)) is not None

    async def take_orphans(self, now: float, limit: int = 250) -> list[Lease]:
        """Take the leases of live games without an owner, except those that are just starting.

        One transaction for all: a dead worker leaves hundreds, and their players wait.
        """
        not_starting = or_(
            games.c.owner_term > 0, func.coalesce(games.c.started_at, 0.0) < now - LEASE_SECONDS
        )
        free = (games.c.status == "live", _free(now))
        wanted = (
            select(games.c.id, games.c.lease_until).where(*free, not_starting).order_by(games.c.id)
        )
        async with self._database.reserved.begin() as connection:
            found = await connection.execute(wanted.limit(limit).with_for_update(skip_locked=True))
            before = {row.id: row.lease_until for row in found}
            if not before:
                return []
            taken = (
                update(games)
                .where(games.c.id.in_(list(before)), *free)
                .values(
                    owner=self._worker,
                    lease_until=now + LEASE_SECONDS,
                    owner_term=games.c.owner_term + 1,
                )
                .returning(games.c.id, games.c.owner_term)
            )
            rows = (await connection.execute(taken)).all()
        return [Lease(row.id, row.owner_term, _last_alive(before[row.id])) for row in rows]


async def release_all(database: Database) -> None:
    """Release all leases: a single worker need not wait for its predecessor's to expire."""
    async with database.reserved.begin() as connection:
        await connection.execute(update(games).where(games.c.status == "live").values(owner=None))


def _free(now: float) -> ColumnElement[bool]:
    return or_(games.c.owner.is_(None), games.c.lease_until.is_(None), games.c.lease_until < now)


def _last_alive(lease_until: float | None) -> float | None:
    """Return when the holder of that lease was last alive."""
    return None if lease_until is None else lease_until - LEASE_SECONDS
