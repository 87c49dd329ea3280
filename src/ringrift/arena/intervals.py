"""Scores with 95% confidence intervals over cycles, and their conversion to Elo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from typing import Final

Z_95: Final = 1.96  # standard errors on either side of a mean
PSEUDO_CYCLES: Final = 2.0  # cycles of chance added to every sample: three wins prove nothing
_MIN_SCORE: Final = 1e-4  # Elo is clamped to the scores from here to 1 minus this


@dataclass(frozen=True, slots=True)
class Score:
    """A share of the wins with its confidence interval."""

    cycles: int
    mean: float
    low: float
    high: float


def estimate_score(shares: Sequence[float], chance: float = 0.5, width: float = Z_95) -> Score:
    """Return the mean share of the wins per cycle, with its interval.

    This is the Agresti-Coull interval over cycles instead of games. It adds two cycles in which
    each game is won with probability `chance`, 1/n for n players: the variance is never zero.
    """
    total = len(shares) + PSEUDO_CYCLES
    centre = (sum(shares) + PSEUDO_CYCLES * chance) / total
    spread = sum((share - centre) ** 2 for share in shares)
    spread += PSEUDO_CYCLES * (chance * (1 - centre) ** 2 + (1 - chance) * centre**2)
    margin = width * sqrt(spread / total / total)
    mean = sum(shares) / len(shares) if shares else chance
    return Score(len(shares), mean, max(0.0, centre - margin), min(1.0, centre + margin))


def elo_difference(score: float) -> float:
    """Return the rating difference that gives this score."""
    score = min(max(score, _MIN_SCORE), 1 - _MIN_SCORE)
    return 400 * log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """Return the score that this rating difference gives."""
    return float(1 / (1 + 10 ** (-difference / 400)))
