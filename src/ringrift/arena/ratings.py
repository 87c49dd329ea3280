"""Ratings of many entrants: Elo for two players, OpenSkill for any number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from ringrift.arena.intervals import Z_95, expected_score
from ringrift.arena.results import Result, by_cycle

_LOG_ODDS_PER_ELO: Final = log(10) / 400
_PRIOR: Final = 1.0  # drawn games of each entrant against the average: ratings stay finite
_MAX_ITERATIONS: Final = 100
_MAX_STEP: Final = 200.0  # Elo points; keeps Newton's method from overshooting
_MIN_DISPERSION: Final = 0.5


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of an entrant."""

    name: str
    rating: float
    error: float  # half of the 95% interval
    games: int
    score: float | None  # share of the wins per seat taken; None if it met only itself


def elo_ratings(results: Iterable[Result]) -> list[Rating]:
    """Return Elo ratings of two-player games, best first, with mean 0.

    They are the maximum-likelihood ratings of the Bradley-Terry model. The errors come from the
    curvature of the likelihood, scaled by the dispersion of pairs relative to independent games.
    """
    pairs = [pair for pair in by_cycle(results) if len(set(pair[0].entrants)) == 2]
    names = sorted({name for pair in pairs for name in pair[0].entrants})
    if not names:
        return []
    index = {name: at for at, name in enumerate(names)}
    won: defaultdict[tuple[int, int], float] = defaultdict(float)
    games: defaultdict[tuple[int, int], int] = defaultdict(int)
    for pair in pairs:
        one, other = (index[name] for name in pair[0].entrants)
        for result in pair:
            won[one, other] += result.scores[0]
            won[other, one] += result.scores[1]
            games[one, other] += 1
            games[other, one] += 1
    ratings = _maximum_likelihood(len(names), won, games)
    inverse = _inverse(_curvature(ratings, games))
    dispersion = _dispersion(pairs, index, ratings)
    table = []
    for name, at in index.items():
        played = sum(games[at, other] for other in range(len(names)))
        points = sum(won[at, other] for other in range(len(names)))
        error = Z_95 * sqrt(_variance_around_mean(inverse, at) * dispersion) / _LOG_ODDS_PER_ELO
        table.append(Rating(name, ratings[at], error, played, points / played))
    return sorted(table, key=lambda rating: (-rating.rating, rating.name))


def skill_ratings(results: Iterable[Result]) -> list[Rating]:
    """Return OpenSkill ratings (Plackett-Luce model), best first, for any number of players.

    The rating is mu, the error 1.96 sigma. Games are rated in the order of their keys: the result
    does not depend on the order of play. An entrant in several seats gets the mean of the updates.
    """
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    skill: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    played: defaultdict[str, int] = defaultdict(int)
    seats: defaultdict[str, int] = defaultdict(int)  # taken in games against other entrants
    won: defaultdict[str, float] = defaultdict(float)
    for result in sorted((one for one in results if not one.crashed), key=lambda one: one.key):
        names = result.entrants
        teams = [[skill[name]] for name in names]
        changed: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        for name, team in zip(
            names, model.rate(teams, ranks=[float(rank) for rank in result.ranks]), strict=True
        ):
            changed[name].append((team[0].mu, team[0].sigma))
        for name, values in changed.items():
            mu = sum(mu for mu, _ in values) / len(values)
            sigma = sum(sigma for _, sigma in values) / len(values)
            skill[name] = model.rating(mu=mu, sigma=sigma)
            played[name] += 1
        if len(changed) > 1:
            for name, score in zip(names, result.scores, strict=True):
                seats[name] += 1
                won[name] += score
    table = [
        Rating(
            *(name, own.mu, Z_95 * own.sigma, played[name]),
            won[name] / seats[name] if seats[name] else None,
        )
        for name, own in skill.items()
    ]
    return sorted(table, key=lambda rating: (-rating.rating, rating.name))


def _maximum_likelihood(
    count: int, won: dict[tuple[int, int], float], games: dict[tuple[int, int], int]
) -> list[float]:
    """Apply Newton's method to all ratings at once; the prior keeps their mean near 0."""
    ratings = [0.0] * count
    for _ in range(_MAX_ITERATIONS):
        slope = [_PRIOR * (0.5 - expected_score(rating)) for rating in ratings]
        for (one, other), number in games.items():
            slope[one] += won[one, other] - number * expected_score(ratings[one] - ratings[other])
        inverse = _inverse(_curvature(ratings, games))
        steps = [
            sum(row[at] * slope[at] for at in range(count)) / _LOG_ODDS_PER_ELO for row in inverse
        ]
        longest = max(abs(step) for step in steps)
        shortened = min(1.0, _MAX_STEP / longest) if longest else 1.0
        ratings = [rating + step * shortened for rating, step in zip(ratings, steps, strict=True)]
        if longest < 1e-6:
            break
    mean = sum(ratings) / count
    return [rating - mean for rating in ratings]


def _curvature(ratings: Sequence[float], games: dict[tuple[int, int], int]) -> list[list[float]]:
    """Return the Fisher information of the games about the ratings, in log-odds."""
    count = len(ratings)
    matrix = [[0.0] * count for _ in range(count)]
    for at, rating in enumerate(ratings):
        matrix[at][at] = _PRIOR * expected_score(rating) * expected_score(-rating)
    for (one, other), number in games.items():
        difference = ratings[one] - ratings[other]
        weight = number * expected_score(difference) * expected_score(-difference)
        matrix[one][one] += weight
        matrix[one][other] -= weight
    return matrix


def _variance_around_mean(covariance: Sequence[Sequence[float]], at: int) -> float:
    """Return the variance of one rating relative to the mean of all, which is arbitrary."""
    size = len(covariance)
    everything = sum(sum(row) for row in covariance)
    return max(0.0, covariance[at][at] - 2 * sum(covariance[at]) / size + everything / size**2)


def _dispersion(
    pairs: Sequence[Sequence[Result]], index: dict[str, int], ratings: Sequence[float]
) -> float:
    """Return the variance of pairs relative to independent games, which have 1."""
    found = theory = 0.0
    for pair in pairs:
        one, other = (index[name] for name in pair[0].entrants)
        share = expected_score(ratings[one] - ratings[other])
        found += sum(result.scores[0] - share for result in pair) ** 2
        theory += len(pair) * share * (1 - share)
    return max(_MIN_DISPERSION, found / theory) if theory else 1.0


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert by Gauss-Jordan elimination; a positive definite matrix needs no pivoting."""
    size = len(matrix)
    rows = [[*row, *[float(at == own) for own in range(size)]] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [
                    value - factor * own for value, own in zip(rows[other], rows[at], strict=True)
                ]
    return [row[size:] for row in rows]
