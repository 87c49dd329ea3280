"""Network lag of a client, measured by the server."""

from __future__ import annotations

from collections import deque
from typing import Final

_SAMPLES: Final = 5  # the shortest counts: an occasional late echo gains nothing
_PROBE_LIMIT: Final = 2**31


class LagTracker:
    """Round trips of one socket. Each pong carries a probe that the client echoes at once."""

    def __init__(self) -> None:
        self._probe = 0
        self._sent_at: float | None = None  # None: no probe is pending
        self._round_trips: deque[float] = deque(maxlen=_SAMPLES)

    def probe(self, now: float) -> int:
        """Return the number of a new probe, which replaces the pending one."""
        self._probe = (self._probe + 1) % _PROBE_LIMIT
        self._sent_at = now
        return self._probe

    def echo(self, probe: int, now: float) -> None:
        """Record the echo of the pending probe; ignore any other."""
        if probe == self._probe and self._sent_at is not None:
            self._round_trips.append(now - self._sent_at)
            self._sent_at = None

    @property
    def lag(self) -> float:
        """The round trip in seconds, to compensate on the clock; 0 until it is measured."""
        return min(self._round_trips, default=0.0)
