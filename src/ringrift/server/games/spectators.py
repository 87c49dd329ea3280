"""How many people watch each game at any worker, exchanged over the bus and never stored."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from itertools import count
from typing import Any, Final

from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock

_TOPIC: Final = "spectators"
_UPDATE_SECONDS: Final = 1.0  # changes within this time are sent together
_UPDATES_PER_HEARTBEAT: Final = 5  # a heartbeat repeats everything, because messages can be lost
_MISSED_HEARTBEATS: Final = 3  # after which the spectators of another worker count as gone


class SpectatorCounts:
    """One per worker. An account counts once per worker, however many pages it has open."""

    def __init__(
        self, bus: Bus, worker: str, clock: Clock, *, update_seconds: float = _UPDATE_SECONDS
    ) -> None:
        self._bus = bus
        self._worker = worker
        self._clock = clock
        self._update_seconds = update_seconds
        self._local: defaultdict[str, defaultdict[str, int]] = defaultdict(
            lambda: defaultdict(int)
        )  # for each game: its spectators, and how often each watches it
        self._remote: dict[str, dict[str, int]] = {}  # for each other worker: its counts
        self._reported_at: dict[str, float] = {}
        self._unsent: set[str] = set()
        self._task = asyncio.create_task(self._send_updates(), name="spectators")
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._repeat_all)

    def count(self, game: str) -> int:
        """Return how many people watch the game, at all workers."""
        elsewhere = sum(counts.get(game, 0) for counts in self._remote.values())
        return self._count_here(game) + elsewhere

    def enter(self, game: str, spectator: str) -> None:
        """Record that the spectator, an account or a socket, watches the game here."""
        self._local[game][spectator] += 1
        self._unsent.add(game)

    def leave(self, game: str, spectator: str) -> None:
        """Record that the spectator no longer watches the game."""
        watching = self._local[game]
        watching[spectator] -= 1
        if watching[spectator] <= 0:
            del watching[spectator]
        if not watching:
            del self._local[game]
        self._unsent.add(game)

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _count_here(self, game: str) -> int:
        return len(self._local[game]) if game in self._local else 0

    async def _send_updates(self) -> None:
        for number in count(1):
            await asyncio.sleep(self._update_seconds)
            full = number % _UPDATES_PER_HEARTBEAT == 0
            changed, self._unsent = self._unsent, set()
            if full:
                changed |= set(self._local)
                self._drop_silent()
            if changed or full:
                counts = {game: self._count_here(game) for game in sorted(changed)}
                message = {"worker": self._worker, "counts": counts, "full": full}
                await self._bus.publish(_TOPIC, message)

    def _repeat_all(self) -> None:
        """Send everything with the next update: the bus lost messages."""
        self._unsent |= set(self._local)

    def _receive(self, message: Any) -> None:
        worker = message["worker"]
        if worker == self._worker:
            return
        self._reported_at[worker] = self._clock.monotonic()
        counts = {} if message["full"] else self._remote.get(worker, {})
        counts = counts | message["counts"]
        self._remote[worker] = {game: number for game, number in counts.items() if number}

    def _drop_silent(self) -> None:
        """Forget the spectators of workers whose heartbeats stopped."""
        heartbeat = _UPDATES_PER_HEARTBEAT * self._update_seconds
        since = self._clock.monotonic() - _MISSED_HEARTBEATS * heartbeat
        for worker in [worker for worker, at in self._reported_at.items() if at < since]:
            del self._reported_at[worker]
            self._remote.pop(worker, None)
