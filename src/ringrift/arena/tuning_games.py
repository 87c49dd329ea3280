"""The games of the tuning: played in the kernel, the same for the same seed, however many jobs play them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ringrift.kernel import _native
from ringrift.players.weights import Table
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

_GAME_NUMBERS: Final = 8  # selfplay.cpp: winner, reason, turns, decisions, ranks of four seats
_BEFORE_FEATURES: Final = 6  # selfplay.cpp: game, progress, shares of four seats
_PART: Final = (
    12  # games that a job plays at a time; cycles of two, three and four players end with it
)


@dataclass(frozen=True, slots=True)
class Terms:
    """How games are played."""

    board: str
    players: int
    edition: str
    nodes: int  # of a decision
    method: int  # 0 alpha-beta, 1 tree
    opening: int  # at most so many turns are random at the start
    dice: int  # permille of random decisions after that

    @property
    def name(self) -> str:
        return f"{self.board}/{self.players}/{self.edition}"


@dataclass(frozen=True, slots=True)
class Played:
    """Games and sampled positions of them."""

    winners: Numbers  # seats, from 0
    reasons: Numbers
    turns: Numbers
    ranks: Numbers  # by game and seat
    game: Numbers  # of each sample
    progress: Numbers  # of each sample, 0 to 256
    moving: Numbers  # by sample and seat: 1 for the one to move
    shares: Numbers  # by sample and seat: what the search expected, permille
    features: Numbers  # by sample, seat and feature


def play(terms: Terms, tables: Sequence[Table], seed: int, games: int, jobs: int = 1) -> Played:
    """Games with these tables: one for all seats, or one a seat, which rotate from game to game."""
    flat = [table.flat() for table in tables]

    def part(first: int) -> tuple[bytes, bytes]:
        count = min(_PART, games - first)
        return _native.self_play(
            BOARD_NAMES.index(terms.board),
            terms.players,
            EDITION_NAMES.index(terms.edition),
            flat,
            terms.nodes,
            terms.method,
            seed,
            terms.opening,
            terms.dice,
            first,
            count,
        )

    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(part, range(0, games, _PART)))
    results = _joined([one for one, _ in parts], _GAME_NUMBERS)
    width = len(tables[0].start)
    samples = _joined([two for _, two in parts], _BEFORE_FEATURES + terms.players * width)
    features = samples[:, _BEFORE_FEATURES:].reshape(len(samples), terms.players, width)
    names = _native.feature_names()
    return Played(
        results[:, 0],
        results[:, 1],
        results[:, 2],
        results[:, 4 : 4 + terms.players],
        samples[:, 0],
        samples[:, 1],
        features[:, :, names.index("tempo")] + features[:, :, names.index("settling")],
        samples[:, 2 : 2 + terms.players],
        features,
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a challenger did against what was there: its share of the wins, with one standard error."""

    games: int
    share: float
    error: float
    fair: float  # the share of an equal

    @property
    def accepted(self) -> bool:
        """Better by one standard error or more."""
        return self.share - self.error > self.fair


def match(
    terms: Terms, challenger: Table, holder: Table, seed: int, cycles: int, jobs: int = 1
) -> Verdict:
    """The challenger in every seat of the same openings, the holder in all others."""
    seats = terms.players
    tables = [challenger, *[holder] * (seats - 1)]
    played = play(terms, tables, seed, cycles * seats, jobs)
    # Seat s of game g is played by table (s + g) mod seats.
    own = -np.arange(cycles * seats) % seats
    wins = (played.winners == own).reshape(cycles, seats).mean(axis=1)
    error = float(wins.std(ddof=1) / np.sqrt(cycles)) if cycles > 1 else 1.0
    return Verdict(cycles * seats, float(wins.mean()), error, 1 / seats)


def _joined(parts: Sequence[bytes], width: int) -> Numbers:
    return np.concatenate([np.frombuffer(part, np.int32) for part in parts]).reshape(-1, width)
