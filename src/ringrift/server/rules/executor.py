"""What takes its time about the rules, a choice or a replay: a few at a time, in threads beside the games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Final, TypeVar

from ringrift.kernel.engines import KernelMissingError
from ringrift.players.level_settings import TIMED
from ringrift.players.levels import level
from ringrift.rules.notation import format_move
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move
from ringrift.server.errors import ApiError
from ringrift.server.operations.metrics import Metrics
from ringrift.server.rules.types import Choice, ChoiceQuestion
from ringrift.server.settings import Settings

_WAITING: Final = 50
_TIMED_SECONDS: Final = 1.0  # the most that level 10 has here
_COUNTED_SECONDS: Final = 5.0  # after which the others play the best that they have found

Answer = TypeVar("Answer")


class RulesExecutor:
    """One for a worker. Games have threads of their own, so they are never kept waiting by this."""

    def __init__(self, metrics: Metrics, settings: Settings) -> None:
        self._metrics = metrics
        self._timed = min(_TIMED_SECONDS, settings.level_seconds)
        self._pool = ThreadPoolExecutor(settings.analysis_workers, thread_name_prefix="rules")
        self._asked = 0

    async def choose(self, question: ChoiceQuestion) -> Choice:
        """The move of a level."""
        choice = await self.run(lambda: self._choose(question))
        self._metrics.think_seconds.labels(str(question.level)).observe(choice.seconds)
        return choice

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Do it in a thread, if not too much waits already."""
        if self._asked >= _WAITING:
            raise ApiError(503, "QUEUE_FULL", "too many questions wait: try again in a moment")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._asked -= 1

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _choose(self, question: ChoiceQuestion) -> Choice:
        state = load_state(question.state)
        timed = question.level == TIMED
        started = perf_counter()
        try:
            player = level(
                question.level, seed=question.seed, seconds=self._timed if timed else None
            )
            move = player.choose(state, None if timed else _COUNTED_SECONDS)
        except KernelMissingError as error:
            raise ApiError.of(error.refusal, 503) from error
        return Choice(
            seat=move.player,
            level=question.level,
            move=dump_move(move),
            notation=format_move(state, move),
            seconds=round(perf_counter() - started, 3),
        )
