"""Runs slow rules requests, such as choices and replays, in threads apart from the games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final, TypeVar

from ringrift.kernel.engines import KernelMissingError
from ringrift.players.level_settings import TIMED_LEVEL
from ringrift.players.levels import level
from ringrift.rules.notation import format_move
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move
from ringrift.server.errors import ApiError
from ringrift.server.operations.metrics import Metrics
from ringrift.server.rules.types import ChooseRequest, ChosenMove
from ringrift.server.settings import Settings

_MAX_QUEUED: Final = 50
_MAX_TIMED_SECONDS: Final = 1.0  # for level 10
_MAX_SECONDS: Final = 5.0  # for the other levels, which then play their best move so far

Result = TypeVar("Result")


class RulesExecutor:
    """One per worker. Games have their own threads and are never delayed by this."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self._metrics = metrics
        self._timed = min(_MAX_TIMED_SECONDS, settings.level_seconds)
        self._pool = ThreadPoolExecutor(settings.analysis_workers, thread_name_prefix="rules")
        self._queued = 0

    async def choose(self, request: ChooseRequest) -> ChosenMove:
        """Return the move of a level."""
        choice = await self.run(lambda: self._choose(request))
        self._metrics.computer_move_seconds.labels(str(request.level)).observe(choice.seconds)
        return choice

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run the function in a thread; refuse it if the queue is full."""
        if self._queued >= _MAX_QUEUED:
            raise ApiError(
                503, "QUEUE_FULL", "too many requests are waiting: try again in a moment"
            )
        self._queued += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._queued -= 1

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _choose(self, request: ChooseRequest) -> ChosenMove:
        state = load_state(request.state)
        timed = request.level == TIMED_LEVEL
        started = perf_counter()
        try:
            player = level(request.level, seed=request.seed, seconds=self._timed if timed else None)
            move = player.choose(state, None if timed else _MAX_SECONDS)
        except KernelMissingError as error:
            raise ApiError.of(error.refusal, 503) from error
        return ChosenMove(
            seat=move.player,
            level=request.level,
            move=dump_move(move),
            notation=format_move(state, move),
            seconds=round(perf_counter() - started, 3),
        )
