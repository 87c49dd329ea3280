"""Leases: a live game belongs to the one worker whose lease is renewed.

A worker renews one row for all its games: the cost does not depend on their number. The lease of a
game that its worker has not renewed yet, or that has no owner, is in the row of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time as wall_time
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Float,
    String,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import events, games, workers

LEASE_SECONDS: Final = 2.0
RENEW_SECONDS: Final = 0.4
ORPHAN_BATCH: Final = 250  # games that a worker takes in one transaction
_DAY: Final = 86_400.0
_now: Final = bindparam("now", type_=Float)
_game: Final = bindparam("game", type_=String)
_free_for: Final = bindparam("free_for", type_=Float)
_by_owner: Final = workers.c.id == games.c.owner
_lease_until: Final[ColumnElement[float]] = func.coalesce(
    select(workers.c.lease_until).where(_by_owner).scalar_subquery(), games.c.lease_until
)
_alive_at: Final[ColumnElement[float]] = func.coalesce(
    select(workers.c.alive_at).where(_by_owner).scalar_subquery(), games.c.alive_at
)
_last_event_at: Final[ColumnElement[float]] = (
    select(events.c.at)
    .where(events.c.game_id == games.c.id, events.c.sequence == games.c.sequence)
    .scalar_subquery()
)
# A new owner keeps the time at which the clocks stopped until it has stored an event: it may die,
# or not know whether it is the owner, before it has resumed the game.
_not_resumed: Final = _last_event_at <= games.c.alive_at
_stopped_at: Final[ColumnElement[float]] = case(
    (_not_resumed, games.c.alive_at),
    (_alive_at > func.coalesce(_last_event_at, 0.0), _alive_at),
    else_=_last_event_at,
)


@dataclass(frozen=True, slots=True)
class Lease:
    """A game of this worker, and the term under which it may write."""

    game: str
    term: int
    stopped_at: float | None = None  # when the clocks stopped: its owner was last alive then


class Leases:
    """The leases of one worker. The journal checks the term, so a former owner cannot write.

    `now` is the time of this worker. Leases are compared by `time(now)`, a clock that all workers
    share. Statements are built once: workers execute them several times a second.
    """

    def __init__(
        self,
        database: Database,
        worker: str,
        *,
        time: Callable[[ColumnElement[float]], ColumnElement[float]] | None = None,
    ) -> None:
        self._database = database
        self._worker = worker
        shared = self._time = (time or database.shared_time)(_now)
        own = games.c.owner == worker
        live, free = games.c.status == "live", _free(shared)
        stopped_at = _stopped_at.label("stopped_at")
        takeable = (games.c.id == _game, live, or_(own, free))
        taken = {
            "owner": worker,
            "lease_until": shared + LEASE_SECONDS,
            "alive_at": case((_stopped_at > _now, _now), else_=_stopped_at),
            "owner_term": games.c.owner_term + 1,
        }
        self._find_takeable = select(games.c.owner_term, stopped_at).where(*takeable)
        self._take_one = (
            update(games).where(*takeable, games.c.owner_term == bindparam("before")).values(taken)
        )
        lease = {"lease_until": shared + LEASE_SECONDS, "alive_at": _now}
        self._renew_own = update(workers).where(workers.c.id == worker).values(lease)
        self._insert_own = insert(workers).values(id=worker, **lease)
        self._delete_ended = delete(workers).where(workers.c.lease_until < shared - _DAY)
        self._list_own = select(games.c.id).where(own, live)
        not_starting = or_(games.c.owner_term > 0, func.coalesce(games.c.lease_until, 0.0) < shared)
        self._find_orphans = (
            select(games.c.id, stopped_at)
            .where(live, free, not_starting)
            .order_by(games.c.id)
            .limit(bindparam("most"))
        )
        self._lock_orphans = self._find_orphans.with_for_update(skip_locked=True, of=games)
        self._take_orphans = (
            update(games)
            .where(games.c.id.in_(bindparam("ids", expanding=True)), live, free)
            .values(taken)
            .returning(games.c.id, games.c.owner_term)
        )
        held = _lease_until > shared
        self._find_owner = select(games.c.owner).where(games.c.id == _game, held)
        self._find_held = (
            select(games.c.id).where(live, held, games.c.owner == bindparam("worker")).limit(1)
        )

    async def take(self, game: str, now: float, *, free_for: float = 0.0) -> Lease | None:
        """Take the lease of a live game that is free or expired; return None if it is held.

        The holder takes it again with a new term, for a restored session. `free_for` is for how
        long it must have been free.
        """
        which = {"game": game, "now": now, "free_for": free_for}
        async with self._database.reserved.begin() as connection:
            found = await connection.execute(self._find_takeable, which)
            before = found.one_or_none()
            if before is None:
                return None
            taken = which | {"before": before.owner_term}
            if (await connection.execute(self._take_one, taken)).rowcount != 1:
                return None  # another worker was faster
        return Lease(game, before.owner_term + 1, before.stopped_at)

    async def renew(self, now: float) -> set[str]:
        """Renew the lease of this worker; return its games."""
        at = {"now": now}
        # One short statement: a busy worker must not lose its games by waiting.
        async with self._database.heartbeat.connect() as connection:
            if (await connection.execute(self._renew_own, at)).rowcount != 1:
                await connection.execute(self._delete_ended, at)
                await connection.execute(self._insert_own, at)
            await connection.commit()
            held = set(await connection.scalars(self._list_own))
            await connection.rollback()
            return held

    async def release(self, now: float) -> None:
        """Release all leases of this worker."""
        await self._release(now)

    async def release_term(self, game: str, term: int, now: float, *, stopped_at: float) -> None:
        """Release a lease, unless this worker has meanwhile taken the game with a new term.

        The clocks of the game stand still since `stopped_at`.
        """
        which = (games.c.id == game, games.c.owner_term == term)
        await self._release(now, *which, stopped_at=stopped_at)

    async def _release(
        self, now: float, *which: ColumnElement[bool], stopped_at: float | None = None
    ) -> None:
        released = (
            update(games)
            .where(games.c.owner == self._worker, *which)
            .values(
                owner=None,
                lease_until=self._time,
                alive_at=case((_not_resumed, games.c.alive_at), else_=now)
                if stopped_at is None
                else stopped_at,
            )
        )
        async with self._database.reserved.begin() as connection:
            await connection.execute(released, {"now": now})

    async def find_owner(self, game: str, now: float) -> str | None:
        """Return the worker that holds the lease."""
        async with self._database.reading.connect() as connection:
            owner: str | None = await connection.scalar(
                self._find_owner, {"game": game, "now": now}
            )
        return owner

    async def is_alive(self, worker: str, now: float) -> bool:
        """Return whether the worker holds a valid lease."""
        which = {"worker": worker, "now": now}
        async with self._database.reading.connect() as connection:
            return await connection.scalar(self._find_held, which) is not None

    async def take_orphans(
        self, now: float, limit: int = ORPHAN_BATCH, *, free_for: float = 0.0
    ) -> list[Lease]:
        """Take the leases of live games without an owner, except those that are just starting.

        One transaction for all: a dead worker leaves hundreds, and their players wait.
        """
        which = {"now": now, "free_for": free_for}
        async with self._database.reading.connect() as connection:  # mostly there are none
            if (await connection.execute(self._find_orphans, which | {"most": 1})).first() is None:
                return []
        async with self._database.reserved.begin() as connection:
            found = await connection.execute(self._lock_orphans, which | {"most": limit})
            before = {row.id: row.stopped_at for row in found}
            if not before:
                return []
            taken = await connection.execute(self._take_orphans, which | {"ids": list(before)})
            rows = taken.all()
        return [Lease(row.id, row.owner_term, before[row.id]) for row in rows]


async def release_all(database: Database) -> None:
    """Release all leases: a single worker need not wait for its predecessor's to expire."""
    freed = update(games).where(games.c.status == "live")
    async with database.reserved.begin() as connection:
        await connection.execute(
            freed.values(owner=None, lease_until=_lease_until, alive_at=_stopped_at)
        )


async def current_time(database: Database) -> float:
    """Return the time at which a worker starts: that of PostgreSQL, or of this machine.

    If that clock was set back by less than a day, time continues where the live games stopped.
    """
    running = select(func.max(_alive_at)).where(games.c.status == "live")
    async with database.reading.connect() as connection:
        now = float(await connection.scalar(select(database.shared_time(wall_time()))) or 0.0)
        stopped = await connection.scalar(running)
    return stopped if stopped is not None and now < stopped < now + _DAY else now


def _free(time: ColumnElement[float]) -> ColumnElement[bool]:
    """Return the condition of a game without an owner, for at least the parameter `free_for`.

    A lease that would last too long was written before the shared clock was set back: its owner
    renews it at once, if it is alive.
    """
    return or_(
        _lease_until.is_(None),
        _lease_until < time - _free_for,
        _lease_until > time + 2 * LEASE_SECONDS,
        and_(_free_for == 0.0, games.c.owner.is_(None)),
    )
