"""So many moves a second in so many games: how fast they are acknowledged, and whether none goes astray."""

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

from bench.load.game_scripts import scripts
from bench.load.level_games import LevelGame
from bench.load.load_stats import Tally, milliseconds
from bench.load.players import LoadGame
from bench.load.server import Server

LEAST_MOVES: Final = 500  # a second
MOST_P99: Final = 100.0  # milliseconds
LEVEL_GAMES: Final = 20
LEVEL: Final = 3
_LEVEL_PAUSE: Final = 1.0  # seconds that a person thinks, against a level
_AT_ONCE: Final = 10  # games that are set up together


@dataclass(frozen=True, slots=True)
class Load:
    """How much."""

    games: int
    rate: float
    seconds: float
    board: str

    @property
    def pause(self) -> float:
        """Between two moves of a game."""
        return self.games / self.rate

    @property
    def choices(self) -> int:
        """That a game must have, so as not to end too soon."""
        return int((self.seconds + self.pause) / self.pause) + 1


def measure(load: Load, server: Server, *, level_games: int = 0) -> tuple[list[str], list[str]]:
    """The lines of the report, and the bars that were missed."""
    tally, processor = asyncio.run(_run(load, server, level_games))
    window = tally.closes - tally.opens
    rate = len(tally.acknowledged) / window
    lines = [
        f"{load.games} games on {load.board}, {2 * load.games} sockets, {load.seconds:.0f} s, "
        f"{load.rate:.0f} moves a second offered"
        + (f"; beside them {level_games} games against level {LEVEL}." if level_games else "."),
        "",
        "| | a second | p50 ms | p99 ms | most ms | bars |",
        "|---|---:|---:|---:|---:|---|",
        _row(
            "chosen moves, durable and acknowledged",
            rate,
            tally.acknowledged,
            f"≥ {LEAST_MOVES}, p99 ≤ 100 ms",
        ),
        _row(
            "… and with the opponent",
            len(tally.fanned_out) / window,
            tally.fanned_out,
            "p99 ≤ 100 ms",
        ),
        f"| moves applied by the law, bookkeeping included | {tally.applied / window:.0f} | | | | |",
        "",
        f"{tally.faults}. The server used {1000 * processor / max(1, tally.chosen):.2f} ms of processor time "
        "a chosen move.",
        *(f"- {error}" for error in tally.errors[:5]),
    ]
    slow = [what for what, times in _times(tally).items() if milliseconds(times)[1] > MOST_P99]
    missed = [f"p99 of what is {what}" for what in slow]
    missed += [f"{rate:.0f} moves a second"] if rate < LEAST_MOVES else []
    missed += [] if tally.faultless else [tally.faults]
    return lines, missed


def _times(tally: Tally) -> dict[str, list[float]]:
    return {"acknowledged": tally.acknowledged, "fanned out": tally.fanned_out}


def _row(what: str, rate: float, times: list[float], bars: str) -> str:
    p50, p99, most = milliseconds(times)
    return f"| {what} | {rate:.0f} | {p50:.1f} | {p99:.1f} | {most:.1f} | {bars} |"


async def _run(load: Load, server: Server, level_games: int) -> tuple[Tally, float]:
    tally = Tally()
    plays = scripts(load.board, min(load.games, 50), load.choices)
    games = [LoadGame(server.base, plays[at % len(plays)], tally) for at in range(load.games)]
    await set_up(server, games, load.board)
    used = server.processor_seconds()
    until = perf_counter() + load.seconds
    beside = [LevelGame(server.base, LEVEL, seed) for seed in range(level_games)]
    levels = asyncio.gather(
        *(game.play(_LEVEL_PAUSE, until) for game in beside), return_exceptions=True
    )
    await play_all(games, load, tally, until)
    processor = server.processor_seconds() - used
    tally.errors += [repr(result) for result in await levels if result is not None]
    tally.errors += [error for game in beside for error in game.errors]
    if beside and not all(game.answers for game in beside):
        tally.errors.append("a level never moved")
    for game in games:
        game.close()
    return tally, processor


async def set_up(server: Server, games: Sequence[LoadGame], board: str) -> None:
    """All games, their players and sockets."""
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
        for at in range(0, len(games), _AT_ONCE):
            part = games[at : at + _AT_ONCE]
            await asyncio.gather(
                *(game.set_up(http, {"board": board, "swap": True}) for game in part)
            )
    gc.collect()
    gc.freeze()  # the client must not pause while it measures


async def play_all(games: Sequence[LoadGame], load: Load, tally: Tally, until: float) -> None:
    """Until the time is up. What happens before every game is under way is not measured."""
    print(
        f"{len(games)} games are set up: {load.seconds:.0f} s of load", file=sys.stderr, flush=True
    )
    random = Random(1)
    tally.opens, tally.closes = perf_counter() + load.pause, until
    results = await asyncio.gather(
        *(game.play(load.pause, until, random) for game in games), return_exceptions=True
    )
    tally.errors += [repr(result) for result in results if result is not None]
