"""Lets no flag fall while a move that arrived in time may still be on its way to this worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ringrift.server.bus.bus import Bus

_OUTAGE_SECONDS: Final = 1.0  # without a stored event or a renewed lease
_MAX_HOLD: Final = 30.0  # seconds: by then a waiting player has lost more than the game


class FlagGuard:
    """One per worker. Two things can hold moves up: the bus, and a database that stores nothing.

    While the database stores nothing, all clocks of this worker stand still: the time of an outage
    is given back when it ends.
    """

    def __init__(
        self, bus: Bus, elapsed: Callable[[], float], on_outage: Callable[[float], None]
    ) -> None:
        self._bus = bus
        self._elapsed = elapsed  # seconds in which this worker was not late itself
        self._on_outage = on_outage  # gets its seconds
        self._stored_at = elapsed()

    def record_stored(self) -> None:
        """Note that the database has just stored something of this worker."""
        now = self._elapsed()
        outage, self._stored_at = now - self._stored_at, now
        if outage > _OUTAGE_SECONDS:
            self._on_outage(outage)

    def may_fall(self, late: float) -> bool:
        """Return whether a flag may fall that was due `late` seconds ago."""
        if late > _MAX_HOLD:
            return True
        if self._elapsed() - self._stored_at > _OUTAGE_SECONDS:
            return False
        return self._bus.has_received_until(asyncio.get_running_loop().time() - late)
