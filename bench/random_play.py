"""Random play by the reference engine, with legal moves listed at every step.

Times are CPU seconds, so other load on a shared machine does not count.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from ringrift.rules import apply, bookkeeping, legal_moves, new_game


@dataclass(frozen=True, slots=True)
class MoveRate:
    """The speed of one kind of game on one core; `seconds` is CPU time."""

    board: str
    players: int
    edition: str
    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


def measure(board: str, players: int, edition: str, seconds: float, rounds: int = 5) -> MoveRate:
    """Return the best of several rounds, the least disturbed one."""
    return max(
        (_play_round(board, players, edition, seconds / rounds, seed) for seed in range(rounds)),
        key=lambda rate: rate.moves_per_second,
    )


def _play_round(board: str, players: int, edition: str, seconds: float, seed: int) -> MoveRate:
    """Play complete random games until the time is up."""
    rng = random.Random(seed)
    games = moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds or not games:
        moves += _play_game(rng, board, players, edition)
        games += 1
    return MoveRate(board, players, edition, games, moves, spent)


def _play_game(rng: random.Random, board: str, players: int, edition: str) -> int:
    state = new_game(board, players, edition)
    while state.outcome is None:
        offered = legal_moves(state)
        move = rng.choice(offered) if offered else bookkeeping(state)
        assert move is not None
        state = apply(state, move)
    return len(state.history)
