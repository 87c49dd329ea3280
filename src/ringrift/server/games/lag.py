"""How long a message takes to a client and back, as the server measures it."""

from __future__ import annotations

from collections import deque
from typing import Final

_RECENT: Final = (
    5  # the quickest of so many counts: whoever answers late now and then gains nothing
)
_MOST_PROBE: Final = 2**31


class LagTracker:
    """The way of one socket. A probe goes out with each pong, and its echo comes back at once."""

    def __init__(self) -> None:
        self._number = 0
        self._sent_at: float | None = None  # None: the probe has come back
        self._trips: deque[float] = deque(maxlen=_RECENT)

    def probe(self, now: float) -> int:
        """The number of a new probe, which replaces the one before."""
        self._number = (self._number + 1) % _MOST_PROBE
        self._sent_at = now
        return self._number

    def echo(self, number: int, now: float) -> None:
        """A probe has come back. One that was not sent, or came back before, tells nothing."""
        if number == self._number and self._sent_at is not None:
            self._trips.append(now - self._sent_at)
            self._sent_at = None

    @property
    def lag(self) -> float:
        """The seconds of a move's time that the way takes: to its player and back. 0 until it is measured."""
        return min(self._trips, default=0.0)
