"""Statistics of a load test."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import quantiles


@dataclass(slots=True)
class LoadStats:
    """Counts of the whole load; rates and times only for the window in which all games run."""

    acknowledged: list[float] = field(default_factory=list)  # seconds to the acknowledgement
    delivered: list[float] = field(default_factory=list)  # seconds to the opponent's event
    applied: int = 0  # moves within the window, bookkeeping included
    errors: list[str] = field(default_factory=list)
    lost: int = 0
    duplicates: int = 0
    chosen: int = 0  # acknowledged moves of the whole load
    window_start: float = 0.0  # by the client's clock
    window_end: float = float("inf")

    def in_window(self, moment: float) -> bool:
        return self.window_start <= moment <= self.window_end

    @property
    def is_flawless(self) -> bool:
        """Return whether there was no error and every event arrived once."""
        return not self.errors and not self.lost and not self.duplicates

    @property
    def faults(self) -> str:
        return f"{len(self.errors)} errors, {self.lost} events lost, {self.duplicates} duplicated"


def percentiles_ms(times: list[float]) -> tuple[float, float, float]:
    """Return median, 99th percentile and maximum in milliseconds."""
    if len(times) < 2:
        return (0.0, 0.0, 0.0)
    cuts = quantiles(times, n=100)
    return 1000 * cuts[49], 1000 * cuts[98], 1000 * max(times)
