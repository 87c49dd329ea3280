"""Scores with their 95% intervals, over cycles; and what a score is in Elo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from typing import Final

TWO_SIDED: Final = 1.96  # standard errors on either side of a mean: 95%
PSEUDO: Final = (
    2.0  # cycles of pure chance that are added, so that three wins in a row prove nothing
)
_FARTHEST: Final = 1e-4  # a score this near to 0 or 1 has no Elo; the end of the scale is shown


@dataclass(frozen=True, slots=True)
class Score:
    """A share of the wins and how sure we are of it."""

    cycles: int
    mean: float
    low: float
    high: float


def score_of(shares: Sequence[float], chance: float = 0.5, width: float = TWO_SIDED) -> Score:
    """The mean of the shares won in each cycle, with its interval.

    The interval is Agresti and Coull's, over cycles instead of games: two cycles are added in which games are
    won by `chance`, 1/n for n players. So the spread is that of whole cycles, in which what a seat or an
    opening is worth has cancelled out, and it is never nought.
    """
    total = len(shares) + PSEUDO
    centre = (sum(shares) + PSEUDO * chance) / total
    spread = sum((share - centre) ** 2 for share in shares)
    spread += PSEUDO * (chance * (1 - centre) ** 2 + (1 - chance) * centre**2)
    away = width * sqrt(spread / total / total)
    mean = sum(shares) / len(shares) if shares else chance
    return Score(len(shares), mean, max(0.0, centre - away), min(1.0, centre + away))


def elo(score: float) -> float:
    """The difference in rating that makes this score."""
    score = min(max(score, _FARTHEST), 1 - _FARTHEST)
    return 400 * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that this difference in rating makes."""
    return float(1 / (1 + 10 ** (-difference / 400)))
