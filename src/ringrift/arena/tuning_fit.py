"""Fit evaluation weights to games: those that predict the results of positions best.

A seat's expected share of the win is the softmax of the scores (see evaluation.hpp). The fit
maximises the likelihood of the results and of the search's own expectation, and is regularised
towards the previous weights. Validation games choose the strength of the regularisation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ringrift.arena.tuning_games import SelfPlayGames
from ringrift.arena.tuning_start import SCALE
from ringrift.players.weights import MAX_WEIGHT, WeightSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Reals = NDArray[np.float32]
    Mask = NDArray[np.bool_]

SPREAD: Final = 400  # evaluation.hpp: a lead of so much multiplies the odds by e
_GAME_END: Final = 256  # evaluation.hpp: the progress of a game at its end
_REGULARISATIONS: Final = (20000.0, 4000.0, 800.0)
_VALIDATION_INTERVAL: Final = 5  # every fifth game
_SEARCH_SHARE: Final = 0.5  # of the search's expectation in the target; the rest is the result
_SECOND_PLACE_WEIGHT: Final = 0.3  # of the second place with more than two players
_MAX_ITERATIONS: Final = 6  # of Newton's method
_MIN_FREQUENCY: Final = 0.004  # of the positions; rarer features keep their weights
_MIN_END_WEIGHT: Final = 64  # of being at the threshold of a victory
# The search's odds are calibrated by an exponent and by a bias against the seat to move.
_EXPONENTS: Final = (0.3, 0.45, 0.6, 0.8, 1.0, 1.4)
_MOVER_BIASES: Final = (0.0, 0.3, 0.6, 0.9, 1.2)


@dataclass(frozen=True, slots=True)
class _Samples:
    """Positions with their results as shares of the win among the seats in play."""

    inputs: Reals  # by position, seat and weight
    result: Reals  # by position and seat: 1 for the first
    target: Reals  # by position and seat: the share to predict
    in_play: Reals  # by position and seat
    weights_by_position: Reals

    def of(self, mask: Mask) -> _Samples:
        return _Samples(
            self.inputs[mask],
            self.result[mask],
            self.target[mask],
            self.in_play[mask],
            self.weights_by_position[mask],
        )

    def shares(self, weights: Reals) -> Reals:
        scores = self.inputs @ weights
        odds = np.exp(scores - scores.max(axis=1, keepdims=True)) * self.in_play + np.float32(1e-30)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def log_loss(self, weights: Reals) -> float:
        """Return the mean log loss of the results; a coin toss has 0.69."""
        return _log_loss(self.shares(weights), self.result, self.weights_by_position)


@dataclass(frozen=True, slots=True)
class Fit:
    """New weights, and the log loss on validation games before and after."""

    weights: WeightSet
    before: float
    after: float
    regularisation: float


def fit_weights(played: Sequence[SelfPlayGames], before: WeightSet) -> Fit:
    """Return the weights that predict these games best, regularised towards `before`."""
    samples, games = _samples(played)
    start = np.array(before.to_list(), np.float32)
    # Scale each weight by how much its feature differs between seats; rare features stay.
    scale = _scales(samples.inputs)
    frequent = _frequencies(played) > _MIN_FREQUENCY
    samples.inputs[:, :, frequent] /= scale[frequent]
    scaled = start * np.where(frequent, scale, 1)
    validation = games % _VALIDATION_INTERVAL == 0
    training, held_out = samples.of(~validation), samples.of(validation)
    trials, found = [], scaled
    for regularisation in _REGULARISATIONS:
        found = _minimise(training, scaled, found, frequent, regularisation)
        trials.append((held_out.log_loss(found), regularisation, found))
    after, regularisation, found = min(trials, key=lambda trial: trial[0])
    best = _minimise(samples, scaled, found, frequent, regularisation) / np.where(
        frequent, scale, 1
    )
    half = len(best) // 2
    whole = [int(min(max(round(one), -MAX_WEIGHT), MAX_WEIGHT)) for one in best.tolist()]
    return Fit(
        WeightSet(tuple(whole[:half]), tuple(whole[half:])),
        held_out.log_loss(scaled),
        after,
        regularisation,
    )


def clamp_victory_weights(weights: WeightSet, features: Sequence[str]) -> WeightSet:
    """Return the weights with victory progress never counted against its seat at the end.

    Where a kind of victory is rare, its games are too few for the fit to be reliable.
    """
    end = list(weights.end)
    for victory in ("eliminated", "territory"):
        near = features.index(f"{victory}_near")
        end[near] = max(end[near], _MIN_END_WEIGHT - end[features.index(victory)])
    return WeightSet(weights.start, tuple(end))


def _samples(played: Sequence[SelfPlayGames]) -> tuple[_Samples, NDArray[np.int64]]:
    parts, games, offset = [], [], 0
    for one in played:
        late = (one.progress[:, None, None] / _GAME_END).astype(np.float32)
        weighed = one.features.astype(np.float32) / (SCALE * SPREAD)
        inputs = np.concatenate([weighed * (1 - late), weighed * late], axis=2)
        ranks = one.ranks[one.game]
        first, ones = (ranks == 1).astype(np.float32), np.ones(len(ranks), np.float32)
        target = (1 - _SEARCH_SHARE) * first + _SEARCH_SHARE * _expected(one, first)
        parts.append(_Samples(inputs, first, target, np.ones_like(first), ones))
        games.append(one.game.astype(np.int64) + offset)
        if ranks.shape[1] > 2:
            # The second place is decided among the others.
            second, clear = (ranks == 2).astype(np.float32), (ranks == 2).sum(axis=1) == 1
            parts.append(
                _Samples(inputs, second, second, 1 - first, _SECOND_PLACE_WEIGHT * ones).of(clear)
            )
            games.append(one.game[clear].astype(np.int64) + offset)
        offset += len(one.winners)
    columns = [
        (one.inputs, one.result, one.target, one.in_play, one.weights_by_position) for one in parts
    ]
    joined = [np.concatenate(column) for column in zip(*columns, strict=True)]
    return _Samples(joined[0], joined[1], joined[2], joined[3], joined[4]), np.concatenate(games)


def _expected(played: SelfPlayGames, first: Reals) -> Reals:
    """Return the search's expectation, calibrated to the results."""
    odds = np.log(np.maximum(played.shares.astype(np.float32), 1))
    ones = np.ones(len(first), np.float32)
    trials = [
        _odds_to_shares(exponent * odds - bias * played.moving)
        for exponent in _EXPONENTS
        for bias in _MOVER_BIASES
    ]
    return min(trials, key=lambda shares: _log_loss(shares, first, ones))


def _odds_to_shares(odds: Reals) -> Reals:
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _log_loss(shares: Reals, result: Reals, weights_by_position: Reals) -> float:
    found = (shares * result).sum(axis=1)
    return float(
        -(np.log(np.maximum(found, 1e-9)) * weights_by_position).sum() / weights_by_position.sum()
    )


def _frequencies(played: Sequence[SelfPlayGames]) -> Reals:
    """Return the share of positions in which a feature differs between seats, early and late."""
    late = np.concatenate([one.progress for one in played])[:, None] / np.float32(_GAME_END)
    differs = np.concatenate(
        [one.features.max(axis=1) != one.features.min(axis=1) for one in played]
    )
    return np.concatenate([((1 - late) * differs).mean(axis=0), (late * differs).mean(axis=0)])


def _scales(inputs: Reals) -> Reals:
    apart = inputs - inputs.mean(axis=1, keepdims=True)
    return np.asarray(np.sqrt((apart**2).mean(axis=(0, 1))))


def _minimise(
    samples: _Samples, start: Reals, begin: Reals, frequent: Mask, regularisation: float
) -> Reals:
    """Minimise the regularised log loss by Newton's method, starting from `begin`."""
    inputs, weights_by_position = samples.inputs[:, :, frequent], samples.weights_by_position
    flat = inputs.reshape(-1, inputs.shape[2])
    weights = begin.copy()
    for _ in range(_MAX_ITERATIONS):
        shares = samples.shares(weights)
        residual = (shares - samples.target) * weights_by_position[:, None]
        gradient = residual.reshape(-1) @ flat + regularisation * (weights - start)[frequent]
        mean = (shares[:, :, None] * inputs).sum(axis=1)
        hessian = flat.T @ (
            flat * (shares * weights_by_position[:, None]).reshape(-1, 1)
        ) - mean.T @ (mean * weights_by_position[:, None])
        step = np.linalg.solve(
            hessian + regularisation * np.eye(len(gradient), dtype=np.float32), gradient
        )
        weights[frequent] -= step
        if float(np.abs(step).max()) < 3e-3:
            break
    return weights
