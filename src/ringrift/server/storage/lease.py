"""Who plays which game: a live game belongs to one worker at a time, while it renews its lease."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, or_, select, update

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games

LEASE_SECONDS: Final = 2.5
RENEW_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Lease:
    """A game of this worker's, and the term under which it may write."""

    game: str
    term: int


class Leases:
    """The leases of one worker. Whoever lost one is stopped by the journal, which asks for the term."""

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker

    async def take(self, game: str, now: float) -> Lease | None:
        """The lease of a live game that nobody holds, or whose holder has been silent; None if it is held."""
        taken = (
            update(games)
            .where(games.c.id == game, games.c.status == "live", _free(now))
            .values(owner=self._worker, lease_until=now + LEASE_SECONDS, owner_term=games.c.owner_term + 1)
            .returning(games.c.owner_term)
        )
        async with self._database.engine.begin() as connection:
            term = await connection.scalar(taken)
        return None if term is None else Lease(game, term)

    async def renew(self, now: float) -> set[str]:
        """Hold all games of this worker for a while longer; returns which they are."""
        renewed = (
            update(games)
            .where(games.c.owner == self._worker, games.c.status == "live")
            .values(lease_until=now + LEASE_SECONDS)
            .returning(games.c.id)
        )
        async with self._database.engine.begin() as connection:
            return set(await connection.scalars(renewed))

    async def release(self, held: Iterable[str] | None = None) -> None:
        """Give games back so that others need not wait; all of this worker's if none are named."""
        given = update(games).where(games.c.owner == self._worker).values(owner=None, lease_until=None)
        if held is not None:
            given = given.where(games.c.id.in_(list(held)))
        async with self._database.engine.begin() as connection:
            await connection.execute(given)

    async def holder(self, game: str, now: float) -> str | None:
        """The worker that plays the game now."""
        held = select(games.c.owner).where(games.c.id == game, games.c.lease_until > now)
        async with self._database.engine.connect() as connection:
            owner: str | None = await connection.scalar(held)
        return owner

    async def orphans(self, now: float, most: int = 100) -> list[str]:
        """Live games that nobody plays: their worker is gone, or has never begun."""
        wanted = (
            select(games.c.id).where(games.c.status == "live", _free(now)).order_by(games.c.id).limit(most)
        )
        async with self._database.engine.connect() as connection:
            return list(await connection.scalars(wanted))


def _free(now: float) -> ColumnElement[bool]:
    return or_(games.c.owner.is_(None), games.c.lease_until.is_(None), games.c.lease_until < now)
