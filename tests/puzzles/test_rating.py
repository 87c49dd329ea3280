"""The solvers' rating."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringrift.puzzles.rating import MIN_DEVIATION, PuzzleRating, rate

# The web client computes the same for guests (web/tests/puzzles/rating.test.ts).
CASES = json.loads((Path(__file__).parents[1] / "data" / "puzzle_rating.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['puzzle']} {case['solved']}")
def test_a_rating_changes_as_in_the_shared_cases(case: dict[str, object]) -> None:
    before = PuzzleRating(float(str(case["rating"])), float(str(case["deviation"])))
    after = rate(before, float(str(case["puzzle"])), bool(case["solved"]))
    assert vars_of(after) == pytest.approx(case["after"])


def vars_of(rating: PuzzleRating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation}


def test_a_harder_puzzle_gives_more_and_an_easier_one_costs_more() -> None:
    solver = PuzzleRating(1500, 100)
    assert rate(solver, 1700, True).rating > rate(solver, 1300, True).rating > 1500
    assert rate(solver, 1300, False).rating < rate(solver, 1700, False).rating < 1500


def test_a_rating_settles_but_never_freezes() -> None:
    solver = PuzzleRating()
    for number in range(200):
        solver = rate(solver, 1500, number % 2 == 0)
    assert solver.deviation == MIN_DEVIATION
    assert abs(solver.rating - 1500) < 50
