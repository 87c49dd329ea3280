"""Throughput: latency of acknowledged moves at a given rate, and that no event is lost."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

import httpx

from bench.load.game_scripts import random_scripts
from bench.load.level_games import LevelGame
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.server import Server

MIN_MOVES_PER_SECOND: Final = 500
MAX_P99_MS: Final = 100.0
LEVEL_GAMES: Final = 20
LEVEL: Final = 3
_LEVEL_PAUSE: Final = 1.0  # seconds between the moves of a person against a level
_SETUP_BATCH: Final = 10  # games created concurrently


@dataclass(frozen=True, slots=True)
class Load:
    """The offered load."""

    games: int
    rate: float
    seconds: float
    board: str

    @property
    def pause(self) -> float:
        """Return the seconds between two moves of a game."""
        return self.games / self.rate

    @property
    def choices(self) -> int:
        """Return the number of choices that a game needs to last for the whole load."""
        return int((self.seconds + self.pause) / self.pause) + 1


def measure(load: Load, server: Server, *, level_games: int = 0) -> tuple[list[str], list[str]]:
    """Return the lines of the report and the missed targets."""
    stats, cpu = asyncio.run(_run(load, server, level_games))
    window = stats.window_end - stats.window_start
    rate = len(stats.acknowledged) / window
    lines = [
        f"{load.games} games on {load.board}, {2 * load.games} sockets, {load.seconds:.0f} s, "
        f"{load.rate:.0f} offered moves per second"
        + (f", plus {level_games} games against level {LEVEL}." if level_games else "."),
        "",
        "| | per second | p50 ms | p99 ms | max ms | target |",
        "|---|---:|---:|---:|---:|---|",
        _row(
            "chosen moves, durable and acknowledged",
            rate,
            stats.acknowledged,
            f"≥ {MIN_MOVES_PER_SECOND}, p99 ≤ 100 ms",
        ),
        _row(
            "… and delivered to the opponent",
            len(stats.delivered) / window,
            stats.delivered,
            "p99 ≤ 100 ms",
        ),
        f"| moves applied, bookkeeping included | {stats.applied / window:.0f} | | | | |",
        "",
        f"{stats.faults}. "
        f"CPU time of the server: {1000 * cpu / max(1, stats.chosen):.2f} ms per chosen move.",
        *(f"- {error}" for error in stats.errors[:5]),
    ]
    slow = [what for what, times in _times(stats).items() if percentiles_ms(times)[1] > MAX_P99_MS]
    missed = [f"p99 of moves {what}" for what in slow]
    missed += [f"{rate:.0f} moves per second"] if rate < MIN_MOVES_PER_SECOND else []
    missed += [] if stats.is_flawless else [stats.faults]
    return lines, missed


def _times(stats: LoadStats) -> dict[str, list[float]]:
    return {"acknowledged": stats.acknowledged, "delivered": stats.delivered}


def _row(what: str, rate: float, times: list[float], target: str) -> str:
    p50, p99, longest = percentiles_ms(times)
    return f"| {what} | {rate:.0f} | {p50:.1f} | {p99:.1f} | {longest:.1f} | {target} |"


async def _run(load: Load, server: Server, level_games: int) -> tuple[LoadStats, float]:
    stats = LoadStats()
    plays = random_scripts(load.board, min(load.games, 50), load.choices)
    games = [LoadGame(server.base, plays[at % len(plays)], stats) for at in range(load.games)]
    await set_up(server, games, load.board)
    used = server.cpu_seconds()
    deadline = perf_counter() + load.seconds
    level_plays = [LevelGame(server.base, LEVEL, seed) for seed in range(level_games)]
    levels = asyncio.gather(
        *(game.play(_LEVEL_PAUSE, deadline) for game in level_plays), return_exceptions=True
    )
    await play_all(games, load, stats, deadline)
    cpu = server.cpu_seconds() - used
    stats.errors += [repr(result) for result in await levels if result is not None]
    stats.errors += [error for game in level_plays for error in game.errors]
    if level_plays and not all(game.level_moves for game in level_plays):
        stats.errors.append("a level never moved")
    for game in games:
        game.close()
    return stats, cpu


async def set_up(server: Server, games: Sequence[LoadGame], board: str) -> None:
    """Create all games, their players and sockets."""
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
        for at in range(0, len(games), _SETUP_BATCH):
            part = games[at : at + _SETUP_BATCH]
            await asyncio.gather(
                *(game.set_up(http, {"board": board, "swap": True}) for game in part)
            )
    gc.collect()
    gc.freeze()  # later collections skip the objects created here


async def play_all(
    games: Sequence[LoadGame], load: Load, stats: LoadStats, deadline: float
) -> None:
    """Play until the time is up. Measure only while all games are running."""
    print(
        f"{len(games)} games are ready: {load.seconds:.0f} s of load", file=sys.stderr, flush=True
    )
    random = Random(1)
    stats.window_start, stats.window_end = perf_counter() + load.pause, deadline
    results = await asyncio.gather(
        *(game.play(load.pause, deadline, random) for game in games), return_exceptions=True
    )
    stats.errors += [repr(result) for result in results if result is not None]
