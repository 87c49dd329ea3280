"""The solvers' rating: Glicko, with each puzzle as an opponent of fixed strength.

`web/src/puzzles/rating.ts` is the same for guests; both are checked against one file of cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

START_RATING: Final = 1200.0
START_DEVIATION: Final = 350.0
MIN_DEVIATION: Final = 60.0
PUZZLE_DEVIATION: Final = 80.0  # of the estimates of difficulty
_Q: Final = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """A solver's rating and how uncertain it is."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION


def rate(solver: PuzzleRating, puzzle_rating: float, solved: bool) -> PuzzleRating:
    """Return the rating after one puzzle.

    >>> after = rate(PuzzleRating(), 1200, True)
    >>> round(after.rating), round(after.deviation)
    (1375, 250)
    """
    weight = 1 / math.sqrt(1 + 3 * (_Q * PUZZLE_DEVIATION / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-weight * (solver.rating - puzzle_rating) / 400))
    information = (_Q * weight) ** 2 * expected * (1 - expected)
    precision = 1 / solver.deviation**2 + information
    change = _Q / precision * weight * ((1.0 if solved else 0.0) - expected)
    deviation = max(MIN_DEVIATION, math.sqrt(1 / precision))
    return PuzzleRating(min(3000.0, max(100.0, solver.rating + change)), deviation)
