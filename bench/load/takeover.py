"""Two workers under load, one of them killed: how long its games stand still."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Final

import asyncpg

from bench.load.game_scripts import scripts
from bench.load.load_stats import Tally, milliseconds
from bench.load.players import LoadGame
from bench.load.server import Server, serving, start_server
from bench.load.throughput import Load, play_all, set_up

MOST_SECONDS: Final = 5.0
_BEFORE: Final = 0.4  # of the time is over when the worker is killed


def measure(load: Load, database: str) -> tuple[list[str], list[str]]:
    """The lines of the report, and the bars that were missed."""
    with serving(database) as survivor:
        victim = start_server(database)
        try:
            tally, still = asyncio.run(_run(load, database, victim, survivor))
        finally:
            victim.stop()
    p50, p99, most = milliseconds(still)
    lines = [
        f"Two workers on PostgreSQL, {load.games} games, {2 * load.games} sockets, {load.rate:.0f} moves "
        f"a second offered. One worker is killed (`kill -9`); its {len(still)} games go on at the other.",
        "",
        "| from the kill to the next acknowledged move of a game | p50 s | p99 s | most s | bar |",
        "|---|---:|---:|---:|---|",
        f"| {len(still)} games | {p50 / 1000:.2f} | {p99 / 1000:.2f} | {most / 1000:.2f} "
        f"| ≤ {MOST_SECONDS:.0f} s |",
        "",
        f"{tally.chosen} moves acknowledged, {tally.faults}.",
        *(f"- {error}" for error in tally.errors[:5]),
    ]
    missed = [f"a game stood still for {most / 1000:.1f} s"] if most > 1000 * MOST_SECONDS else []
    missed += [] if still else ["the worker that was killed had no games"]
    missed += [] if tally.faultless else [tally.faults]
    return lines, missed


async def _run(
    load: Load, database: str, victim: Server, survivor: Server
) -> tuple[Tally, list[float]]:
    tally = Tally()
    plays = scripts(load.board, min(load.games, 50), load.choices)
    half = load.games // 2
    doomed = [
        LoadGame(victim.base, plays[at % len(plays)], tally, survivor.base) for at in range(half)
    ]
    others = [
        LoadGame(survivor.base, plays[at % len(plays)], tally) for at in range(half, load.games)
    ]
    await set_up(victim, doomed, load.board)
    await set_up(survivor, others, load.board)
    begun = perf_counter()
    playing = asyncio.create_task(play_all([*doomed, *others], load, tally, begun + load.seconds))
    await asyncio.sleep(_BEFORE * load.seconds)
    owners = await _owners(database)
    owner = Counter(owners[game.id] for game in doomed).most_common(1)[0][0]
    hit = [game for game in (*doomed, *others) if owners[game.id] == owner]
    killed = perf_counter()
    victim.kill()
    await playing
    for game in (*doomed, *others):
        game.close()
    resumed = [game.resumed_at(killed) for game in hit]
    tally.errors += [f"{resumed.count(None)} games never went on"] if None in resumed else []
    return tally, [at - killed for at in resumed if at is not None]


async def _owners(database: str) -> dict[str, str | None]:
    """The worker of each live game."""
    connection = await asyncpg.connect(database)
    try:
        found = await connection.fetch("SELECT id, owner FROM games WHERE status = 'live'")
        return {row["id"]: row["owner"] for row in found}
    finally:
        await connection.close()
