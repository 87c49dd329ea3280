"""What moves a live game when nobody sends anything: its clocks and its computers."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import time

from ringrift.host.computers import ComputerDecision, ComputerSeats
from ringrift.host.seat_occupants import Level
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import GameLostError, LiveGame
from ringrift.server.operations.metrics import Metrics


@dataclass(slots=True)
class _ScheduledGame:
    """What runs for one game."""

    computers: ComputerSeats
    timer: asyncio.TimerHandle | None = None
    thinking: asyncio.Task[None] | None = None
    asked_at: int = field(default=-1)  # the event after which the computer was asked


class Scheduler:
    """One for a worker. Searching lets the interpreter go, so computers think in threads."""

    def __init__(self, metrics: Metrics, threads: int) -> None:
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="computer")
        self._scheduled: dict[LiveGame, _ScheduledGame] = {}
        self._ticks: set[asyncio.Task[None]] = set()

    def changed(self, game: LiveGame) -> None:
        """A game has gone on, or was taken over: set its timer, let its computer think."""
        if game.lost or game.table.over:
            self.drop(game)
            return
        scheduled = self._scheduled.get(game)
        if scheduled is None:
            scheduled = self._scheduled[game] = _ScheduledGame(ComputerSeats(game.table))
        self._set_timer(game, scheduled)
        if scheduled.computers.seat_to_move() is None or scheduled.asked_at == game.table.sequence:
            return
        if scheduled.thinking is None or scheduled.thinking.done():
            scheduled.thinking = asyncio.create_task(self._think(game, scheduled))

    def drop(self, game: LiveGame) -> None:
        """The game is over, or another worker's."""
        scheduled = self._scheduled.pop(game, None)
        if scheduled is None:
            return
        if scheduled.timer is not None:
            scheduled.timer.cancel()
        scheduled.computers.stop()
        if scheduled.thinking is None or scheduled.thinking.done():
            scheduled.computers.close()

    async def close(self) -> None:
        for game in tuple(self._scheduled):
            self.drop(game)
        for task in tuple(self._ticks):
            task.cancel()
        await asyncio.gather(*self._ticks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _set_timer(self, game: LiveGame, scheduled: _ScheduledGame) -> None:
        if scheduled.timer is not None:
            scheduled.timer.cancel()
            scheduled.timer = None
        deadline = game.table.deadline(game.lag_of(game.table.state.player))
        if deadline is not None:
            wait = max(0.0, deadline - time()) + 0.001
            scheduled.timer = asyncio.get_running_loop().call_later(wait, self._tick, game)

    def _tick(self, game: LiveGame) -> None:
        task = asyncio.create_task(self._look_at_clock(game))
        self._ticks.add(task)
        task.add_done_callback(self._ticks.discard)

    async def _look_at_clock(self, game: LiveGame) -> None:
        try:
            lag = game.lag_of(game.table.state.player)
            await game.run(lambda table, now: table.tick(now=now, lag=lag))
        except (ApiError, GameLostError):
            return
        scheduled = self._scheduled.get(game)
        if scheduled is not None:
            self._set_timer(game, scheduled)

    async def _think(self, game: LiveGame, scheduled: _ScheduledGame) -> None:
        """One choice after the other, until a person must choose. What is stale by then is not played."""
        computers = scheduled.computers
        loop = asyncio.get_running_loop()
        try:
            while (
                not game.lost
                and not game.table.over
                and (seat := computers.seat_to_move()) is not None
            ):
                scheduled.asked_at = game.table.sequence
                occupant = game.table.occupant(seat)
                with self._metrics.thinking.track_inprogress():
                    answer = await loop.run_in_executor(self._pool, computers.decide)
                if isinstance(occupant, Level):
                    self._metrics.think_seconds.labels(str(occupant.number)).observe(answer.seconds)
                await self._settle(game, computers, answer)
        except (ApiError, GameLostError, RuntimeError):
            return  # the game is gone from here, or a person was quicker
        finally:
            scheduled.asked_at = -1
            if game not in self._scheduled:
                computers.close()

    async def _settle(
        self, game: LiveGame, computers: ComputerSeats, answer: ComputerDecision
    ) -> None:
        before = computers.troubles.total()
        await game.run(lambda _table, now: computers.apply(answer, now=now))
        if computers.troubles.total() > before:
            self._metrics.computer_trouble.labels(answer.problem or "illegal").inc()
