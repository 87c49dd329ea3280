"""A circuit breaker: too many differences in a short time take the kernel out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

from ringrift.kernel.modes import invalid_setting


class Breaker:
    """Opens with the `limit`-th difference within `seconds`, and stays open until a person resets it."""

    def __init__(
        self, limit: int = 3, seconds: float = 600.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if limit < 1 or not seconds > 0:
            raise invalid_setting(
                "breaker", "give a limit of at least 1 and a window longer than 0 seconds"
            )
        self.limit = limit
        self.seconds = seconds
        self._clock = clock
        self._times: deque[float] = deque(maxlen=limit)
        self._open = False
        self._lock = Lock()

    @property
    def is_open(self) -> bool:
        return self._open

    def note_difference(self) -> bool:
        """Count a difference; True for the one that opens the breaker."""
        with self._lock:
            now = self._clock()
            self._times.append(now)
            opens = (
                not self._open
                and len(self._times) == self.limit
                and now - self._times[0] <= self.seconds
            )
            self._open = self._open or opens
            return opens

    def reset(self) -> None:
        """Forget everything: the kernel gets another chance."""
        with self._lock:
            self._times.clear()
            self._open = False
