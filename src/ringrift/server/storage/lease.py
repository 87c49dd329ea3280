"""Who plays which game: a live game belongs to one worker at a time, while it renews its lease."""

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
    """A game of this worker's, and the term under which it may write."""

    game: str
    term: int
    alive_at: float | None = None  # the last sign of life of whoever played it before


class Leases:
    """The leases of one worker. Whoever lost one is stopped by the journal, which asks for the term."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker

    async def take(self, game: str, now: float) -> Lease | None:
        """The lease of a live game that nobody holds, or whose holder has been silent; None if it is held.

        A worker that has it takes it again with a new term, for a new table.
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
                return None  # another worker was quicker
        return Lease(game, before.owner_term + 1, _last_sign(before.lease_until))

    async def renew(self, now: float) -> set[str]:
        """Hold all games of this worker for a while longer; returns which they are."""
        mine = select(games.c.id).where(games.c.owner == self._worker, games.c.status == "live")
        renewed = (
            update(games)
            .where(
                games.c.id.in_(mine.order_by(games.c.id).with_for_update())
            )  # in the journal's order
            .values(lease_until=now + LEASE_SECONDS)
            .returning(games.c.id)
        )
        # One statement, without a transaction around it: a busy worker must not lose its games by waiting.
        async with self._database.signing.connect() as connection:
            held = set(await connection.scalars(renewed))
            await connection.commit()
            return held

    async def release(self, now: float, held: Iterable[str] | None = None) -> None:
        """Give games back so that others need not wait; all of this worker's if none are named."""
        signed = (
            now + LEASE_SECONDS
        )  # without an owner it holds nothing: it says until when there was one
        given = (
            update(games)
            .where(games.c.owner == self._worker)
            .values(owner=None, lease_until=signed)
        )
        if held is not None:
            given = given.where(games.c.id.in_(list(held)))
        async with self._database.reserved.begin() as connection:
            await connection.execute(given)

    async def holder(self, game: str, now: float) -> str | None:
        """The worker that plays the game now."""
        held = select(games.c.owner).where(games.c.id == game, games.c.lease_until > now)
        async with self._database.reading.connect() as connection:
            owner: str | None = await connection.scalar(held)
        return owner

    async def alive(self, worker: str, now: float) -> bool:
        """Whether the worker still signs its games."""
        held = select(games.c.id).where(
            games.c.status == "live", games.c.lease_until > now, games.c.owner == worker
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(held.limit(1)) is not None

    async def take_orphans(self, now: float, most: int = 250) -> list[Lease]:
        """The leases of live games that nobody plays: their worker is gone, or had the time to begin.

        All in one transaction: a worker that dies leaves hundreds, and their players wait.
        """
        had_time = or_(
            games.c.owner_term > 0, func.coalesce(games.c.started_at, 0.0) < now - LEASE_SECONDS
        )
        free = (games.c.status == "live", _free(now))
        wanted = select(games.c.id, games.c.lease_until).where(*free, had_time).order_by(games.c.id)
        async with self._database.reserved.begin() as connection:
            found = await connection.execute(wanted.limit(most).with_for_update(skip_locked=True))
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
        return [Lease(row.id, row.owner_term, _last_sign(before[row.id])) for row in rows]


async def forget_owners(database: Database) -> None:
    """Make every live game nobody's: the only worker of a database need not wait for the one before it."""
    async with database.reserved.begin() as connection:
        await connection.execute(update(games).where(games.c.status == "live").values(owner=None))


def _free(now: float) -> ColumnElement[bool]:
    return or_(games.c.owner.is_(None), games.c.lease_until.is_(None), games.c.lease_until < now)


def _last_sign(lease_until: float | None) -> float | None:
    """When whoever had that lease was last alive."""
    return None if lease_until is None else lease_until - LEASE_SECONDS
