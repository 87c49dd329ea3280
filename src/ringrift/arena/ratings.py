"""Ratings of many entrants: Elo for two players, OpenSkill for any number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from ringrift.arena.intervals import TWO_SIDED, expected
from ringrift.arena.results import Result, by_cycle

_POINT: Final = log(10) / 400  # what one point of Elo is worth in the logarithm of the odds
_PRIOR: Final = (
    1.0  # of a drawn game of each entrant against the average, so that ratings stay finite
)
_STEPS: Final = 100
_LONGEST_STEP: Final = 200.0  # points, so that Newton's method does not leap over its aim
_LEAST_DISPERSION: Final = 0.5


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's place in a table."""

    name: str
    rating: float
    error: float  # half of the 95% interval
    games: int
    score: float | None  # share of the wins, for each seat it took; None if it met only itself


def elo_ratings(results: Iterable[Result]) -> list[Rating]:
    """Elo of games for two players, best first; the mean is 0.

    The ratings are the most likely ones (Bradley and Terry's model). The errors come from the curvature of
    the likelihood, scaled by how much whole pairs of games scatter beside what independent games would.
    """
    pairs = [pair for pair in by_cycle(results) if len(set(pair[0].entrants)) == 2]
    names = sorted({name for pair in pairs for name in pair[0].entrants})
    if not names:
        return []
    place = {name: at for at, name in enumerate(names)}
    won: defaultdict[tuple[int, int], float] = defaultdict(float)
    games: defaultdict[tuple[int, int], int] = defaultdict(int)
    for pair in pairs:
        one, other = (place[name] for name in pair[0].entrants)
        for result in pair:
            won[one, other] += result.scores[0]
            won[other, one] += result.scores[1]
            games[one, other] += 1
            games[other, one] += 1
    ratings = _most_likely(len(names), won, games)
    inverse = _inverse(_curvature(ratings, games))
    dispersion = _dispersion(pairs, place, ratings)
    table = []
    for name, at in place.items():
        played = sum(games[at, other] for other in range(len(names)))
        scored = sum(won[at, other] for other in range(len(names)))
        error = TWO_SIDED * sqrt(_around_mean(inverse, at) * dispersion) / _POINT
        table.append(Rating(name, ratings[at], error, played, scored / played))
    return sorted(table, key=lambda rating: (-rating.rating, rating.name))


def skill_ratings(results: Iterable[Result]) -> list[Rating]:
    """OpenSkill (Plackett and Luce's model) of games for any number of players, best first.

    The rating is mu and the error 1.96 sigma. Games count in the order of their keys, so that a tournament
    has one table however it was played. An entrant in several seats learns the mean of what they teach.
    """
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    skill: defaultdict[str, PlackettLuceRating] = defaultdict(model.rating)
    played: defaultdict[str, int] = defaultdict(int)
    seats: defaultdict[str, int] = defaultdict(int)  # where others sat at the table
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
            *(name, own.mu, TWO_SIDED * own.sigma, played[name]),
            won[name] / seats[name] if seats[name] else None,
        )
        for name, own in skill.items()
    ]
    return sorted(table, key=lambda rating: (-rating.rating, rating.name))


def _most_likely(
    count: int, won: dict[tuple[int, int], float], games: dict[tuple[int, int], int]
) -> list[float]:
    """Newton's method on all ratings at once; the prior holds their mean near 0."""
    ratings = [0.0] * count
    for _ in range(_STEPS):
        slope = [_PRIOR * (0.5 - expected(rating)) for rating in ratings]
        for (one, other), number in games.items():
            slope[one] += won[one, other] - number * expected(ratings[one] - ratings[other])
        inverse = _inverse(_curvature(ratings, games))
        steps = [sum(row[at] * slope[at] for at in range(count)) / _POINT for row in inverse]
        longest = max(abs(step) for step in steps)
        shortened = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        ratings = [rating + step * shortened for rating, step in zip(ratings, steps, strict=True)]
        if longest < 1e-6:
            break
    mean = sum(ratings) / count
    return [rating - mean for rating in ratings]


def _curvature(ratings: Sequence[float], games: dict[tuple[int, int], int]) -> list[list[float]]:
    """The information that the games hold about the ratings, in the logarithm of the odds."""
    count = len(ratings)
    matrix = [[0.0] * count for _ in range(count)]
    for at, rating in enumerate(ratings):
        matrix[at][at] = _PRIOR * expected(rating) * expected(-rating)
    for (one, other), number in games.items():
        difference = ratings[one] - ratings[other]
        weight = number * expected(difference) * expected(-difference)
        matrix[one][one] += weight
        matrix[one][other] -= weight
    return matrix


def _around_mean(covariance: Sequence[Sequence[float]], at: int) -> float:
    """The variance of one rating beside the mean of all: where that mean lies means nothing."""
    size = len(covariance)
    everything = sum(sum(row) for row in covariance)
    return max(0.0, covariance[at][at] - 2 * sum(covariance[at]) / size + everything / size**2)


def _dispersion(
    pairs: Sequence[Sequence[Result]], place: dict[str, int], ratings: Sequence[float]
) -> float:
    """How much pairs scatter, where 1 is what independent games would."""
    found = theory = 0.0
    for pair in pairs:
        one, other = (place[name] for name in pair[0].entrants)
        share = expected(ratings[one] - ratings[other])
        found += sum(result.scores[0] - share for result in pair) ** 2
        theory += len(pair) * share * (1 - share)
    return max(_LEAST_DISPERSION, found / theory) if theory else 1.0


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Gauss and Jordan's way; the matrix is positive definite, so no row has to change its place."""
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
