"""Takeover: how long games pause when one of two workers is killed under load."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Final

import asyncpg

from bench.load.game_scripts import random_scripts
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.server import Server, run_server, start_server
from bench.load.throughput import Load, play_all, set_up

MAX_SECONDS: Final = 3.0
_KILL_AFTER: Final = 0.4  # as a share of the duration


def measure(load: Load, database: str) -> tuple[list[str], list[str]]:
    """Return the lines of the report and the missed targets."""
    with run_server(database) as survivor:
        victim = start_server(database)
        try:
            stats, pauses = asyncio.run(_run(load, database, victim, survivor))
        finally:
            victim.stop()
    p50, p99, longest = percentiles_ms(pauses)
    lines = [
        f"Two workers on PostgreSQL, {load.games} games, {2 * load.games} sockets, "
        f"{load.rate:.0f} offered moves per second. One worker is killed (`kill -9`); "
        f"its {len(pauses)} games resume at the other.",
        "",
        "| from the kill to a game's next acknowledged move | p50 s | p99 s | max s | target |",
        "|---|---:|---:|---:|---|",
        f"| {len(pauses)} games | {p50 / 1000:.2f} | {p99 / 1000:.2f} | {longest / 1000:.2f} "
        f"| ≤ {MAX_SECONDS:.0f} s |",
        "",
        f"{stats.chosen} moves acknowledged, {stats.faults}.",
        *(f"- {error}" for error in stats.errors[:5]),
    ]
    missed = [f"a game paused for {longest / 1000:.1f} s"] if longest > 1000 * MAX_SECONDS else []
    missed += [] if pauses else ["the killed worker had no games"]
    missed += [] if stats.is_flawless else [stats.faults]
    return lines, missed


async def _run(
    load: Load, database: str, victim: Server, survivor: Server
) -> tuple[LoadStats, list[float]]:
    stats = LoadStats()
    plays = random_scripts(load.board, min(load.games, 50), load.choices)
    half = load.games // 2
    on_victim = [
        LoadGame(victim.base, plays[at % len(plays)], stats, survivor.base) for at in range(half)
    ]
    on_survivor = [
        LoadGame(survivor.base, plays[at % len(plays)], stats) for at in range(half, load.games)
    ]
    await set_up(victim, on_victim, load.board)
    await set_up(survivor, on_survivor, load.board)
    started = perf_counter()
    playing = asyncio.create_task(
        play_all([*on_victim, *on_survivor], load, stats, started + load.seconds)
    )
    await asyncio.sleep(_KILL_AFTER * load.seconds)
    owners = await _owners(database)
    owner = Counter(owners[game.id] for game in on_victim).most_common(1)[0][0]
    affected = [game for game in (*on_victim, *on_survivor) if owners[game.id] == owner]
    killed = perf_counter()
    victim.kill()
    await playing
    for game in (*on_victim, *on_survivor):
        game.close()
    resumed = [game.resumed_at(killed) for game in affected]
    stats.errors += [f"{resumed.count(None)} games never resumed"] if None in resumed else []
    return stats, [at - killed for at in resumed if at is not None]


async def _owners(database: str) -> dict[str, str | None]:
    """Return the owner of each live game."""
    connection = await asyncpg.connect(database)
    try:
        found = await connection.fetch("SELECT id, owner FROM games WHERE status = 'live'")
        return {row["id"]: row["owner"] for row in found}
    finally:
        await connection.close()
