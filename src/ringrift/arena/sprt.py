"""SPRT: play until it is clear whether a change is an improvement, and no longer.

This is the generalised sequential probability llr test over pairs of games: the hypotheses are
scores, and the variance is that of the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Literal

from ringrift.arena.intervals import PSEUDO_CYCLES, expected_score
from ringrift.arena.schedule import arena_error

Verdict = Literal["accepted", "rejected", "open"]


@dataclass(frozen=True, slots=True)
class SprtStatus:
    """The state of a test."""

    verdict: Verdict
    llr: float  # log-likelihood llr
    pairs: int


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0: the change is worth `elo0`; H1: it is worth `elo1`. Error rates `alpha` and `beta`."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    players: int = 2  # in a game; all but one are the opponent

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise arena_error("elo1", f"{self.elo1:g} is not above elo0, {self.elo0:g}; raise it")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise arena_error(
                    name, f"{error:g} is not an error rate; choose one between 0 and 0.5"
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood llr: H0 is accepted at the lower, H1 at the upper."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def evaluate(self, shares: Iterable[float]) -> SprtStatus:
        """Evaluate the shares of the pairs in order; pairs after a verdict are ignored."""
        tally = _Tally()
        low, high = self.bounds
        llr = 0.0
        for share in shares:
            tally.add(share)
            llr = self._llr(tally)
            if llr >= high:
                return SprtStatus("accepted", llr, tally.count)
            if llr <= low:
                return SprtStatus("rejected", llr, tally.count)
        return SprtStatus("open", llr, tally.count)

    def _share(self, elo: float) -> float:
        """Return the share of the wins that a player so much stronger has."""
        odds = expected_score(elo) / (1 - expected_score(elo))
        return odds / (odds + self.players - 1)

    def _llr(self, tally: _Tally) -> float:
        score0, score1 = self._share(self.elo0), self._share(self.elo1)
        return (
            tally.count
            * (score1 - score0)
            * (2 * tally.mean - score0 - score1)
            / (2 * tally.variance)
        )


@dataclass(slots=True)
class _Tally:
    """Sums over pairs. The variance includes pseudo pairs, so it is never zero."""

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
        return (around + PSEUDO_CYCLES * 0.25) / (self.count + PSEUDO_CYCLES)
