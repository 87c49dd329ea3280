"""Self-play in the kernel: the same seed gives the same games with any number of jobs."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ringrift.kernel import _native
from ringrift.players.weights import WeightSet
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

_GAME_NUMBERS: Final = 8  # python_selfplay.cpp: winner, reason, turns, decisions, four ranks
# python_selfplay.cpp: game, progress, player, phase, whether off the game, four shares
_BEFORE_FEATURES: Final = 9
_GAMES_PER_JOB: Final = 12  # a multiple of the cycles of two, three and four players


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How games are played."""

    board: str
    players: int
    edition: str
    nodes: int  # of a decision
    method: int  # 0 alpha-beta, 1 tree
    max_random_turns: int  # at the start
    random_permille: int  # random decisions after that

    @property
    def name(self) -> str:
        return f"{self.board}/{self.players}/{self.edition}"


@dataclass(frozen=True, slots=True)
class SelfPlayGames:
    """Games and positions sampled from them."""

    winners: Numbers  # seats, from 0
    reasons: Numbers
    turns: Numbers
    ranks: Numbers  # by game and seat
    game: Numbers  # of each sample
    progress: Numbers  # of each sample, 0 to 256
    moving: Numbers  # by sample and seat: 1 for the one to move
    shares: Numbers  # by sample and seat: what the search expected, permille
    features: Numbers  # by sample, seat and feature


def self_play(
    settings: SelfPlaySettings, tables: Sequence[WeightSet], seed: int, games: int, jobs: int = 1
) -> SelfPlayGames:
    """Play games with these weights: one set for all seats, or one a seat, rotated game by game."""
    flat = [table.to_list() for table in tables]

    def play_part(first: int) -> tuple[bytes, ...]:
        count = min(_GAMES_PER_JOB, games - first)
        return _native.self_play(
            BOARD_NAMES.index(settings.board),
            settings.players,
            EDITION_NAMES.index(settings.edition),
            flat,
            [[]] * len(tables),  # no network: the weights are tuned
            [settings.nodes] * len(tables),
            [settings.method] * len(tables),
            seed,
            settings.max_random_turns,
            settings.random_permille,
            first,
            count,
        )

    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(play_part, range(0, games, _GAMES_PER_JOB)))
    results = _concatenate([one for one, *_ in parts], _GAME_NUMBERS)
    width = len(tables[0].start)
    samples = _concatenate(
        [two for _, two, *_ in parts], _BEFORE_FEATURES + settings.players * width
    )
    features = samples[:, _BEFORE_FEATURES:].reshape(len(samples), settings.players, width)
    names = _native.feature_names()
    return SelfPlayGames(
        results[:, 0],
        results[:, 1],
        results[:, 2],
        results[:, 4 : 4 + settings.players],
        samples[:, 0],
        samples[:, 1],
        features[:, :, names.index("tempo")] + features[:, :, names.index("settling")],
        samples[:, 5 : 5 + settings.players],
        features,
    )


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The share of the wins of a challenger, with one standard error."""

    games: int
    share: float
    error: float
    fair: float  # the share of an equal player

    @property
    def accepted(self) -> bool:
        """Whether it is better by more than one standard error."""
        return self.share - self.error > self.fair


def play_match(
    settings: SelfPlaySettings,
    challenger: WeightSet,
    incumbent: WeightSet,
    seed: int,
    cycles: int,
    jobs: int = 1,
) -> MatchResult:
    """Play the challenger in every seat of the same openings, the incumbent in all others."""
    seats = settings.players
    tables = [challenger, *[incumbent] * (seats - 1)]
    played = self_play(settings, tables, seed, cycles * seats, jobs)
    # Seat s of game g is played by table (s + g) mod seats.
    own = -np.arange(cycles * seats) % seats
    wins = (played.winners == own).reshape(cycles, seats).mean(axis=1)
    error = float(wins.std(ddof=1) / np.sqrt(cycles)) if cycles > 1 else 1.0
    return MatchResult(cycles * seats, float(wins.mean()), error, 1 / seats)


def _concatenate(parts: Sequence[bytes], width: int) -> Numbers:
    return np.concatenate([np.frombuffer(part, np.int32) for part in parts]).reshape(-1, width)
