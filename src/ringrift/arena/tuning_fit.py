"""Weights from games: those under which the evaluation foretells best what came of a position.

A seat's expected share of the win is the softmax of the scores (`share` in evaluation.hpp). The weights make
the results, and what the search expected when it had looked ahead, as likely as possible, held back towards
the weights before. How strongly is itself found: by how well games that were kept aside are foretold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ringrift.arena.tuning_games import Played
from ringrift.arena.tuning_start import SCALE
from ringrift.players.weights import HEAVIEST, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Reals = NDArray[np.float32]
    Chosen = NDArray[np.bool_]

SPREAD: Final = 400  # evaluation.hpp: a lead of so much multiplies the odds by e
_WHOLE: Final = 256  # evaluation.hpp: the progress of a game at its end
_HOLDS: Final = (20000.0, 4000.0, 800.0)
_KEPT_ASIDE: Final = 5  # every fifth game
_FORESIGHT: Final = 0.5  # how much the search's expectation counts beside the result
_SECOND: Final = 0.3  # how much it counts who came second, where more than two play
_STEPS: Final = 6  # of Newton's method
_SELDOM: Final = 0.004  # of the positions: too few to learn from
_LEAST_AT_THE_END: Final = 64  # weight of being at the threshold of a victory
# How the search's odds are set right: by a power of them, and by what it gives too much to who is to move.
_POWERS: Final = (0.3, 0.45, 0.6, 0.8, 1.0, 1.4)
_HASTES: Final = (0.0, 0.3, 0.6, 0.9, 1.2)


@dataclass(frozen=True, slots=True)
class _Lesson:
    """Positions with what came of them, as shares of the win among the seats that are in play."""

    given: Reals  # by position, seat and weight
    result: Reals  # by position and seat: 1 for the first
    target: Reals  # by position and seat: what is to be foretold
    in_play: Reals  # by position and seat
    counts: Reals  # by position

    def of(self, chosen: Chosen) -> _Lesson:
        return _Lesson(
            self.given[chosen],
            self.result[chosen],
            self.target[chosen],
            self.in_play[chosen],
            self.counts[chosen],
        )

    def shares(self, weights: Reals) -> Reals:
        scores = self.given @ weights
        odds = np.exp(scores - scores.max(axis=1, keepdims=True)) * self.in_play + np.float32(1e-30)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def surprise(self, weights: Reals) -> float:
        """The mean surprise at the results; a coin's is 0.69."""
        return _surprise(self.shares(weights), self.result, self.counts)


@dataclass(frozen=True, slots=True)
class Fit:
    """New weights, and the surprise at games kept aside: with the weights before and with the new ones."""

    table: Table
    before: float
    after: float
    hold: float


def fit(played: Sequence[Played], before: Table) -> Fit:
    """The weights that foretell these games best, not far from those before."""
    lesson, games = _lesson(played)
    start = np.array(before.flat(), np.float32)
    # Each weight in units of how far it sets the seats apart; what seldom does keeps its weight.
    unit = _units(lesson.given)
    heavy = _often(played) > _SELDOM
    lesson.given[:, :, heavy] /= unit[heavy]
    scaled = start * np.where(heavy, unit, 1)
    aside = games % _KEPT_ASIDE == 0
    learned, kept = lesson.of(~aside), lesson.of(aside)
    trials, found = [], scaled
    for hold in _HOLDS:
        found = _climbed(learned, scaled, found, heavy, hold)
        trials.append((kept.surprise(found), hold, found))
    after, hold, found = min(trials, key=lambda trial: trial[0])
    best = _climbed(lesson, scaled, found, heavy, hold) / np.where(heavy, unit, 1)
    half = len(best) // 2
    whole = [int(min(max(round(one), -HEAVIEST), HEAVIEST)) for one in best.tolist()]
    return Fit(Table(tuple(whole[:half]), tuple(whole[half:])), kept.surprise(scaled), after, hold)


def sound(table: Table, features: Sequence[str]) -> Table:
    """The table with no way to a victory counted against its seat at the end.

    Where a victory is rare the games teach nothing about it, and a fit may find anything.
    """
    end = list(table.end)
    for way in ("eliminated", "territory"):
        near = features.index(f"{way}_near")
        end[near] = max(end[near], _LEAST_AT_THE_END - end[features.index(way)])
    return Table(table.start, tuple(end))


def _lesson(played: Sequence[Played]) -> tuple[_Lesson, NDArray[np.int64]]:
    lessons, games, past = [], [], 0
    for one in played:
        late = (one.progress[:, None, None] / _WHOLE).astype(np.float32)
        weighed = one.features.astype(np.float32) / (SCALE * SPREAD)
        given = np.concatenate([weighed * (1 - late), weighed * late], axis=2)
        ranks = one.ranks[one.game]
        first, ones = (ranks == 1).astype(np.float32), np.ones(len(ranks), np.float32)
        target = (1 - _FORESIGHT) * first + _FORESIGHT * _expected(one, first)
        lessons.append(_Lesson(given, first, target, np.ones_like(first), ones))
        games.append(one.game.astype(np.int64) + past)
        if ranks.shape[1] > 2:
            # Who came second is a race among the others.
            second, clear = (ranks == 2).astype(np.float32), (ranks == 2).sum(axis=1) == 1
            lessons.append(_Lesson(given, second, second, 1 - first, _SECOND * ones).of(clear))
            games.append(one.game[clear].astype(np.int64) + past)
        past += len(one.winners)
    parts = [(one.given, one.result, one.target, one.in_play, one.counts) for one in lessons]
    joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return _Lesson(joined[0], joined[1], joined[2], joined[3], joined[4]), np.concatenate(games)


def _expected(played: Played, first: Reals) -> Reals:
    """What the search expected, as sure of itself as the results bear out."""
    odds = np.log(np.maximum(played.shares.astype(np.float32), 1))
    ones = np.ones(len(first), np.float32)
    trials = [
        _odds_to_shares(power * odds - haste * played.moving)
        for power in _POWERS
        for haste in _HASTES
    ]
    return min(trials, key=lambda shares: _surprise(shares, first, ones))


def _odds_to_shares(odds: Reals) -> Reals:
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _surprise(shares: Reals, result: Reals, counts: Reals) -> float:
    found = (shares * result).sum(axis=1)
    return float(-(np.log(np.maximum(found, 1e-9)) * counts).sum() / counts.sum())


def _often(played: Sequence[Played]) -> Reals:
    """In which part of the positions a feature differs between seats: at the start of games, at their end."""
    late = np.concatenate([one.progress for one in played])[:, None] / np.float32(_WHOLE)
    differs = np.concatenate(
        [one.features.max(axis=1) != one.features.min(axis=1) for one in played]
    )
    return np.concatenate([((1 - late) * differs).mean(axis=0), (late * differs).mean(axis=0)])


def _units(given: Reals) -> Reals:
    apart = given - given.mean(axis=1, keepdims=True)
    return np.asarray(np.sqrt((apart**2).mean(axis=(0, 1))))


def _climbed(lesson: _Lesson, start: Reals, begin: Reals, heavy: Chosen, hold: float) -> Reals:
    """Newton's method on the surprise from some weights on, held to the start as if by so many positions."""
    given, counts = lesson.given[:, :, heavy], lesson.counts
    flat = given.reshape(-1, given.shape[2])
    weights = begin.copy()
    for _ in range(_STEPS):
        shares = lesson.shares(weights)
        wrong = (shares - lesson.target) * counts[:, None]
        slope = wrong.reshape(-1) @ flat + hold * (weights - start)[heavy]
        mean = (shares[:, :, None] * given).sum(axis=1)
        bend = flat.T @ (flat * (shares * counts[:, None]).reshape(-1, 1)) - mean.T @ (
            mean * counts[:, None]
        )
        step = np.linalg.solve(bend + hold * np.eye(len(slope), dtype=np.float32), slope)
        weights[heavy] -= step
        if float(np.abs(step).max()) < 3e-3:
            break
    return weights
