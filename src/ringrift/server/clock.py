"""The server's clock. Services read no other one, so tests and the simulation can control time."""

from __future__ import annotations

from time import monotonic, time
from typing import Protocol


class Clock(Protocol):
    """Seconds since the epoch, and seconds for durations within this process."""

    def now(self) -> float: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """Reads the wall clock once and then follows the monotonic clock.

    A step of the wall clock therefore never reaches a running worker. `start` replaces the wall
    clock by a time that all workers share.
    """

    def __init__(self, start: float | None = None) -> None:
        self._epoch = (time() if start is None else start) - monotonic()

    def now(self) -> float:
        return self._epoch + monotonic()

    def monotonic(self) -> float:
        return monotonic()
