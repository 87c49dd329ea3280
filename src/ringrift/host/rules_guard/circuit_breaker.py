"""A circuit breaker: too many mismatches in a short time take the kernel out of service."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

from ringrift.host.errors import invalid_config


class CircuitBreaker:
    """Opens at the `limit`-th mismatch within `seconds`, and stays open until it is reset."""

    def __init__(
        self, limit: int = 3, seconds: float = 600.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if limit < 1 or not seconds > 0:
            raise invalid_config(
                "breaker", "use a limit of at least 1 and a window longer than 0 seconds"
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

    def record_mismatch(self) -> bool:
        """Count a mismatch; return True for the one that opens the breaker."""
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

    def open(self) -> None:
        """Open the breaker, because that of another process opened."""
        with self._lock:
            self._open = True

    def reset(self) -> None:
        """Close the breaker and clear its count: games return to their modes."""
        with self._lock:
            self._times.clear()
            self._open = False
