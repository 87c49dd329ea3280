"""Throughput: latency of acknowledged moves at a given rate, and that no event is lost."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from time import perf_counter
from typing import Final

import httpx

from bench.load.game_scripts import random_scripts
from bench.load.level_games import LevelGame
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.server import Server

MIN_SHARE: Final = 0.99  # of the offered moves that are acknowledged in time
MAX_P99_MS: Final = 100.0
MAX_P99_MS_AT_1000: Final = 50.0  # up to 1,000 moves per second
MAX_CPU_MS: Final = {"square8": 0.5, "hexagonal": 0.7}  # of the server per chosen move
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
    def max_p99_ms(self) -> float:
        return MAX_P99_MS if self.rate > 1000 else MAX_P99_MS_AT_1000

    @property
    def pause(self) -> float:
        """Return the seconds between two moves of a game."""
        return self.games / self.rate

    @property
    def choices(self) -> int:
        """Return the number of choices that a game needs to last for the whole load."""
        return int((self.seconds + self.pause) / self.pause) + 1


def measure(
    loads: Sequence[Load], server: Server, *, level_games: int = 0
) -> tuple[list[str], list[str]]:
    """Return the lines of the report and the missed targets."""
    lines = [
        "| board | games | offered per s | moves per s | p50 ms | p99 ms | max ms "
        "| to the opponent, p99 ms | CPU ms per move | moves applied per s |",
        "|---" + "|---:" * 9 + "|",
    ]
    notes: list[str] = []
    missed: list[str] = []
    for load, (stats, cpu) in zip(
        loads, asyncio.run(_run_all(loads, server, level_games)), strict=True
    ):
        window = stats.window_end - stats.window_start
        rate = len(stats.acknowledged) / window
        cpu_ms = 1000 * cpu / max(1, stats.chosen)
        p50, p99, longest = percentiles_ms(stats.acknowledged)
        delivered = percentiles_ms(stats.delivered)[1]
        lines.append(
            f"| {load.board} | {load.games} | {load.rate:.0f} | {rate:.0f} | {p50:.1f} "
            f"| {p99:.1f} | {longest:.1f} | {delivered:.1f} | {cpu_ms:.2f} "
            f"| {stats.applied / window:.0f} |"
        )
        notes.append(
            f"{load.board}, {load.rate:.0f} per second: targets p99 ≤ {load.max_p99_ms:.0f} ms and "
            f"CPU ≤ {MAX_CPU_MS[load.board]} ms per move; {stats.faults}."
        )
        notes += [f"- {error}" for error in stats.errors[:5]]
        missed += _missed(load, stats, rate, cpu_ms, max(p99, delivered), with_levels=level_games)
    what = f"{loads[0].seconds:.0f} s each, two sockets per game"
    what += f", beside {level_games} games against level {LEVEL}" if level_games else ""
    return [f"{what}.", "", *lines, "", *notes], missed


def _missed(
    load: Load, stats: LoadStats, rate: float, cpu_ms: float, p99: float, *, with_levels: int
) -> list[str]:
    """Return the missed targets; the levels' own CPU time has none."""
    at = f"{load.board} at {load.rate:.0f} per second"
    missed = [f"{at}: p99 {p99:.0f} ms"] if p99 > load.max_p99_ms else []
    missed += [f"{at}: only {rate:.0f} moves"] if rate < MIN_SHARE * load.rate else []
    if cpu_ms > MAX_CPU_MS[load.board] and not with_levels:
        missed.append(f"{at}: {cpu_ms:.2f} ms of CPU per move")
    return missed + ([] if stats.is_flawless else [f"{at}: {stats.faults}"])


async def _run_all(
    loads: Sequence[Load], server: Server, level_games: int
) -> list[tuple[LoadStats, float]]:
    """Run the loads in turn. Those of one board continue the same games."""
    results: list[tuple[LoadStats, float]] = []
    for board, group in groupby(loads, key=lambda load: load.board):
        same = [*group]
        number = max(load.games for load in same)
        scripts = random_scripts(board, min(number, 50), sum(load.choices for load in same))
        games = [
            LoadGame(server.base, scripts[at % len(scripts)], LoadStats()) for at in range(number)
        ]
        await set_up(server, games, board)
        results += [await _run(load, games[: load.games], server, level_games) for load in same]
        for game in games:
            game.close()
    return results


async def _run(
    load: Load, games: Sequence[LoadGame], server: Server, level_games: int
) -> tuple[LoadStats, float]:
    stats = LoadStats()
    for game in games:
        game.stats = stats
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
