"""Notices when the event loop was late: the players must not pay for it."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from typing import Final

from ringrift.server.clock import Clock

_INTERVAL: Final = 0.05  # seconds
_MIN_STALL: Final = 0.02
_WARNING: Final = 1.0
_RECENT: Final = 0.1  # seconds after a stall in which messages are read that arrived meanwhile
_log = logging.getLogger("ringrift.server")


class StallMonitor:
    """A regular timer. By as much as it runs late, everything else in this worker was late too.

    It is a callback and no task: after a stall it runs before any task that the stall delayed.
    """

    def __init__(self, clock: Clock, on_stall: Callable[[float], None]) -> None:
        self._clock = clock
        self._on_stall = on_stall
        self._total = 0.0  # seconds of all stalls
        self._last = 0.0  # seconds of the last stall
        self._ended_at = -math.inf
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._schedule()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def elapsed(self) -> float:
        """Return the seconds that passed since any fixed moment, without the stalls."""
        return self._clock.monotonic() - self._total

    def just_ended(self) -> float:
        """Return the seconds of a stall that has just ended; 0 if there was none.

        What is read now may have arrived at its beginning.
        """
        return self._last if self._clock.monotonic() - self._ended_at < _RECENT else 0.0

    def _schedule(self) -> None:
        self._due = self._clock.monotonic() + _INTERVAL
        self._timer = asyncio.get_running_loop().call_later(_INTERVAL, self._tick)

    def _tick(self) -> None:
        late = self._clock.monotonic() - self._due
        if late > _MIN_STALL:
            self._total += late
            self._last, self._ended_at = late, self._clock.monotonic()
            self._on_stall(late)
            if late > _WARNING:
                _log.warning("the worker was late by %.1f s", late)
        self._schedule()
