"""SPRT: play until it is clear whether a change is worth anything, and no longer.

The generalised sequential probability ratio test over pairs of games: the two hypotheses are scores, the
variance is that of the pairs themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Literal

from ringrift.arena.intervals import PSEUDO, expected
from ringrift.arena.schedule import refused

Verdict = Literal["accepted", "refused", "open"]


@dataclass(frozen=True, slots=True)
class Look:
    """How a test stands."""

    verdict: Verdict
    ratio: float  # the logarithm of the likelihood ratio
    pairs: int


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0: the change is worth `elo0`; H1: it is worth `elo1`. Wrong with probability `alpha` and `beta`."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise refused("elo1", f"{self.elo1:g} is not above elo0, {self.elo0:g}; raise it")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise refused(
                    name, f"{error:g} is no probability of an error; choose one between 0 and 0.5"
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the ratio: at or below the first H0 is accepted, at or above the second H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def look(self, shares: Iterable[float]) -> Look:
        """What the shares of the pairs say, in their order; whatever follows a verdict is passed over."""
        tally = _Tally()
        low, high = self.bounds
        ratio = 0.0
        for share in shares:
            tally.add(share)
            ratio = self._ratio(tally)
            if ratio >= high:
                return Look("accepted", ratio, tally.count)
            if ratio <= low:
                return Look("refused", ratio, tally.count)
        return Look("open", ratio, tally.count)

    def _ratio(self, tally: _Tally) -> float:
        score0, score1 = expected(self.elo0), expected(self.elo1)
        return (
            tally.count
            * (score1 - score0)
            * (2 * tally.mean - score0 - score1)
            / (2 * tally.variance)
        )


@dataclass(slots=True)
class _Tally:
    """Sums over pairs. Pairs of chance are added to the variance, or it were nought after two like ones."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> None:
        self.count += 1
        self.total += share
        self.squares += share * share

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.5

    @property
    def variance(self) -> float:
        around = self.squares - self.count * self.mean**2
        return (around + PSEUDO * 0.25) / (self.count + PSEUDO)
