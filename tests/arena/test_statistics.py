"""Intervals, the SPRT and the looks of the ladder keep their error rates in simulations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ringrift.arena.intervals import elo_difference, estimate_score, expected_score
from ringrift.arena.schedule import ArenaError
from ringrift.arena.sprt import Sprt


def pairs(strength: float, rng: Random) -> Iterator[float]:
    """Pairs of games of one who wins that share; the seat is worth something to both."""
    while True:
        yield ((rng.random() < strength + 0.1) + (rng.random() < strength - 0.1)) / 2


def taken(source: Iterator[float], count: int) -> list[float]:
    return [next(source) for _ in range(count)]


@pytest.mark.parametrize("strength", [0.5, 0.65, 0.85])
def test_the_interval_contains_the_truth_nineteen_times_in_twenty(strength: float) -> None:
    rng = Random(1)
    scores = [estimate_score(taken(pairs(strength, rng), 30)) for _ in range(1000)]
    assert 0.93 <= sum(score.low <= strength <= score.high for score in scores) / 1000 <= 0.99


def test_a_few_wins_prove_nothing_and_many_do() -> None:
    assert estimate_score([1.0] * 3).low < 0.5 < estimate_score([1.0] * 8).low
    assert estimate_score([1.0] * 8).mean == 1.0
    nobody = estimate_score([], chance=1 / 3)
    assert (nobody.cycles, nobody.mean) == (0, 1 / 3)
    assert nobody.low == 0.0


def test_an_even_score_of_three_players_is_a_third() -> None:
    even = estimate_score([1 / 3] * 50, chance=1 / 3)
    assert even.low < 1 / 3 < even.high


def test_elo_and_score_are_inverse() -> None:
    assert elo_difference(0.5) == 0
    assert expected_score(elo_difference(0.75)) == pytest.approx(0.75)
    assert elo_difference(0.76) == pytest.approx(200, abs=1)
    assert elo_difference(1.0) == pytest.approx(-elo_difference(0.0))
    assert elo_difference(1.0) < 2000


@pytest.mark.parametrize(
    ("truth", "verdict"), [(0.0, "rejected"), (40.0, "accepted"), (-30.0, "rejected")]
)
def test_the_sprt_keeps_its_error_rates(truth: float, verdict: str) -> None:
    rng, test = Random(4), Sprt(0, 40, 0.05, 0.05)
    looks = [test.evaluate(pairs(expected_score(truth), rng)) for _ in range(300)]
    assert sum(look.verdict == verdict for look in looks) / 300 >= 0.92
    assert sum(look.pairs for look in looks) / 300 < 500


def test_pairs_after_a_verdict_are_ignored() -> None:
    test = Sprt(0, 100)
    look = test.evaluate([1.0] * 200)
    assert look.verdict == "accepted"
    assert look.pairs < 60
    assert test.evaluate([1.0] * look.pairs + [0.0] * 500) == look
    assert test.evaluate([1.0] * (look.pairs - 1)).verdict == "open"
    assert test.evaluate([0.0] * 200).verdict == "rejected"


def test_invalid_hypotheses_are_refused() -> None:
    with pytest.raises(ArenaError, match="elo1"):
        Sprt(10, 10)
    with pytest.raises(ArenaError, match="alpha"):
        Sprt(alpha=0)
    with pytest.raises(ArenaError, match="beta"):
        Sprt(beta=0.5)
