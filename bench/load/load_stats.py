"""What a load saw, and whether that was good enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import quantiles


@dataclass(slots=True)
class Tally:
    """Of the whole load; rates and times only of the window in which all games were under way."""

    acknowledged: list[float] = field(
        default_factory=list
    )  # seconds from a move to its acknowledgement
    fanned_out: list[float] = field(
        default_factory=list
    )  # seconds from a move to the opponent's event
    applied: int = 0  # moves by the law within the window, those that nobody chooses included
    errors: list[str] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    chosen: int = 0  # moves that were sent and acknowledged, from the first to the last
    opens: float = 0.0  # the window, by the clock of the client
    closes: float = float("inf")

    def measures(self, moment: float) -> bool:
        return self.opens <= moment <= self.closes

    @property
    def faultless(self) -> bool:
        """No error, and every event once."""
        return not self.errors and not self.lost and not self.doubled

    @property
    def faults(self) -> str:
        return f"{len(self.errors)} errors, {self.lost} events lost, {self.doubled} doubled"


def milliseconds(times: list[float]) -> tuple[float, float, float]:
    """Median, 99th percentile and the longest."""
    if len(times) < 2:
        return (0.0, 0.0, 0.0)
    cuts = quantiles(times, n=100)
    return 1000 * cuts[49], 1000 * cuts[98], 1000 * max(times)
