"""Latency of one client move: parsed from JSON text, validated and applied to a loaded state."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from statistics import quantiles

from ringrift.rules import State, apply, bookkeeping, legal_moves, new_game
from ringrift.rules.wire import dump_move, dump_state, load_move, load_state


@dataclass(frozen=True, slots=True)
class Latency:
    """The time from a move's JSON text to the next state."""

    board: str
    moves: int
    p50_ms: float
    p99_ms: float
    worst_ms: float


def measure(board: str, games: int, seed: int = 1) -> Latency:
    """Time every move of random two-player games; each state is loaded again, without caches."""
    rng = random.Random(seed)
    times: list[float] = []
    for _ in range(games):
        state = new_game(board, 2)
        while state.outcome is None:
            legal = legal_moves(state)
            move = rng.choice(legal) if legal else bookkeeping(state)
            assert move is not None
            text = json.dumps(dump_move(move))
            loaded = load_state({**dump_state(state), "moveHistory": []})
            spent, after = _time_move(loaded, text)
            times.append(spent * 1000)
            assert after.board == apply(state, move).board
            state = apply(state, move)
    cuts = quantiles(times, n=100)
    return Latency(board, len(times), cuts[49], cuts[98], max(times))


def _time_move(state: State, text: str) -> tuple[float, State]:
    start = time.perf_counter()
    after = apply(state, load_move(json.loads(text)))
    return time.perf_counter() - start, after
