"""Random play by the law: moves a second, legal moves enumerated at every step, bookkeeping moves counted."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from ringrift.rules import apply, bookkeeping, legal_moves, new_game


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast one kind of game was played on one core."""

    board: str
    players: int
    edition: str
    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


def measure(board: str, players: int, edition: str, seconds: float, seed: int = 1) -> Rate:
    """Whole random games until the time is up."""
    rng = random.Random(seed)
    games = moves = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        moves += _play(rng, board, players, edition)
        games += 1
    return Rate(board, players, edition, games, moves, spent)


def _play(rng: random.Random, board: str, players: int, edition: str) -> int:
    state = new_game(board, players, edition)
    while state.outcome is None:
        offered = legal_moves(state)
        move = rng.choice(offered) if offered else bookkeeping(state)
        assert move is not None
        state = apply(state, move)
    return len(state.history)
