"""Where live games stand, read from the memory of the workers that own them.

Nothing is stored for this: a list of games asks each owner once. A reply is cached for a moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Final

from sqlalchemy import select

from ringrift.server.bus.bus import Bus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import LiveGame
from ringrift.server.games.types import Preview
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games

_REPLY_SECONDS: Final = 0.5  # in which another worker must reply; its games have no preview else
_CACHED_SECONDS: Final = 1.0  # for which a reply of another worker is used again
_MAX_CACHED: Final = 2000
_SLICE_SECONDS: Final = 0.005  # of work, after which other tasks have their turn
_log = logging.getLogger("ringrift.server.games")


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """A live game as it stands: durable events only."""

    position: str
    turn: int
    to_move: int | None
    deadline: float | None  # when the flag of the seat to move falls
    changed_at: float  # the time of the last event

    @property
    def preview(self) -> Preview:
        return Preview(position=self.position, turn=self.turn, to_move=self.to_move)


class LiveStatuses:
    """One per worker. It replies for the games of this worker and asks the others for theirs."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        worker: str,
        clock: Clock,
        find_owned: Callable[[str], LiveGame | None],
    ) -> None:
        self._database = database
        self._worker = worker
        self._clock = clock
        self._find_owned = find_owned
        self._rpc = WorkerRpc(bus, _rpc_name(worker), self._reply)
        self._cache: dict[str, tuple[float, LiveStatus]] = {}  # of games of other workers

    async def find(self, ids: Iterable[str], *, positions: bool = True) -> dict[str, LiveStatus]:
        """Return the status of these live games; those that cannot be read are missing.

        Without `positions` it is current and has empty ones; otherwise it may be a second old.
        """
        wanted = list(ids)
        found = await self._read_owned(wanted, positions=positions)
        missing = [game for game in wanted if game not in found]
        now = self._clock.monotonic()
        for game in missing if positions else ():
            at, status = self._cache.get(game, (0.0, None))
            if status is not None and now - at < _CACHED_SECONDS:
                found[game] = status
        missing = [game for game in missing if game not in found]
        if missing:
            owners = await self._find_owners(missing)
            replies = await asyncio.gather(
                *(self._ask(owner, some, positions=positions) for owner, some in owners.items())
            )
            for reply in replies:
                found |= reply
        return found

    async def close(self) -> None:
        await self._rpc.close()

    async def _read_owned(self, ids: Sequence[str], *, positions: bool) -> dict[str, LiveStatus]:
        """Read games of this worker. A position string takes up to 0.3 ms, once per position."""
        found = {}
        begun = self._clock.monotonic()
        for game in ids:
            owned = self._find_owned(game)
            if owned is not None:
                found[game] = status_of(owned, position=positions)
            if self._clock.monotonic() - begun > _SLICE_SECONDS:
                await asyncio.sleep(0)
                begun = self._clock.monotonic()
        return found

    async def _find_owners(self, ids: Sequence[str]) -> dict[str, list[str]]:
        owners: defaultdict[str, list[str]] = defaultdict(list)
        wanted = select(games.c.id, games.c.owner).where(
            games.c.id.in_(ids), games.c.owner.is_not(None), games.c.owner != self._worker
        )
        async with self._database.reading.connect() as connection:
            for row in await connection.execute(wanted):
                owners[row.owner].append(row.id)
        return owners

    async def _ask(
        self, owner: str, ids: Sequence[str], *, positions: bool
    ) -> Mapping[str, LiveStatus]:
        params = {"games": list(ids), "positions": positions}
        try:
            reply = await self._rpc.call(_rpc_name(owner), "status", params, timeout=_REPLY_SECONDS)
        except (ApiError, RpcTimeoutError):
            _log.info("a worker did not say where its games stand", extra={"worker": owner})
            return {}
        found = {game: LiveStatus(*fields) for game, fields in reply.items()}
        if positions:
            if len(self._cache) > _MAX_CACHED:
                self._cache.clear()
            now = self._clock.monotonic()
            self._cache |= {game: (now, status) for game, status in found.items()}
        return found

    async def _reply(self, _method: str, params: Any) -> dict[str, Any]:
        found = await self._read_owned(params["games"], positions=params["positions"])
        return {game: astuple(status) for game, status in found.items()}


def status_of(game: LiveGame, *, position: bool = True) -> LiveStatus:
    """Return where a game of this worker stands; without `position`, that is empty."""
    state = game.durable_state
    session = game.session
    return LiveStatus(
        position=game.durable_position if position else "",
        turn=state.turn_number,
        to_move=None if state.outcome is not None else state.player,
        deadline=session.flag_falls_at,
        changed_at=session.events[-1].at,
    )


def _rpc_name(worker: str) -> str:
    """Return the name under which a worker is asked; its commands have another."""
    return f"{worker}.status"
