"""`python -m bench.load.spectators`: one game that thousands watch, beside other games."""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final

import httpx

from bench.load.game_scripts import random_scripts
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.results import RESULTS, publish
from bench.load.server import Server, run_server
from bench.load.throughput import Load, play_all, set_up
from bench.load.websocket_client import WebSocketClient
from bench.machine import require_clean_tree_for

MAX_SECONDS: Final = 1.0  # from a move to the last spectator
MAX_DELAY_MS: Final = 20.0  # of other games, by the moves of the watched one
_OTHERS: Final = Load(games=20, rate=40, seconds=12, board="square8")
_PAUSE: Final = 1.0  # seconds between the moves of the watched game
_OPENING: Final = 100  # sockets opened at the same time
_TIMEOUT: Final = 300.0
_REST: Final = 10.0  # seconds for the last event
_NICENESS: Final = 10  # of the spectators


@dataclass(slots=True)
class Arrivals:
    """When the spectators received each event of the watched game."""

    counts: dict[int, int] = field(default_factory=dict)
    last: dict[int, float] = field(default_factory=dict)
    watching: int = 0

    def receive(self, text: bytes) -> None:
        if text.startswith(b'{"type":"watching"'):
            self.watching += 1
        if not text.startswith(b'{"type":"events"'):
            return
        now = perf_counter()  # of all processes of the machine
        for event in json.loads(text)["events"]:
            sequence = event["sequence"]
            self.counts[sequence] = self.counts.get(sequence, 0) + 1
            self.last[sequence] = now


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.spectators", description=__doc__)
    parser.add_argument("--spectators", type=int, default=10_000, help="(%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(f"sqlite:///{folder}/load.db") as server,
    ):
        lines, missed = asyncio.run(_measure(server, args.spectators))
    return publish("spectators", lines, missed=missed, write=not args.no_write)


async def _measure(server: Server, spectators: int) -> tuple[list[str], list[str]]:
    watched_stats = LoadStats()
    [script] = random_scripts("square8", 1, 30)
    watched = LoadGame(server.base, script, watched_stats)
    await set_up(server, [watched], "square8")
    resident = server.resident_bytes()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_watch, args=(theirs, server.base, watched.id, spectators))
    process.start()
    try:
        await asyncio.to_thread(_expect, ours, "watching")
        per_socket = (server.resident_bytes() - resident) / spectators
        idle = await _idle_cpu(server)
        quiet = await _play_others(server)
        sent: dict[int, float] = {}
        playing = asyncio.create_task(_play_watched(watched, sent))
        busy = await _play_others(server)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        ours.send(max(sent))  # it answers when all have seen that event
        arrivals = await asyncio.to_thread(_expect, ours, None)
    finally:
        process.join(10)
        process.kill()
        watched.close()
    return _report(spectators, arrivals, sent, quiet, busy, per_socket, idle)


async def _play_watched(game: LoadGame, sent: dict[int, float]) -> None:
    """Play a move every second; note when the move with each event was sent."""
    for index, (number, text) in enumerate(game.script.choices):
        await asyncio.sleep(_PAUSE)
        player = game.players[number - 1]
        await game.wait_for_choice(player, index)
        before, at = player.last_event, perf_counter()
        await game.play_move(player, index, text)
        sent[before + 1] = at


async def _play_others(server: Server) -> LoadStats:
    stats = LoadStats()
    scripts = random_scripts(_OTHERS.board, _OTHERS.games, _OTHERS.choices)
    games = [LoadGame(server.base, script, stats) for script in scripts]
    await set_up(server, games, _OTHERS.board)
    await play_all(games, _OTHERS, stats, perf_counter() + _OTHERS.seconds)
    for game in games:
        game.close()
    return stats


async def _idle_cpu(server: Server, seconds: float = 5.0) -> float:
    """Return the share of a core that the server needs while nobody plays."""
    before = server.cpu_seconds()
    await asyncio.sleep(seconds)
    return (server.cpu_seconds() - before) / seconds


def _expect(connection: Connection, message: str | None) -> Arrivals:
    if not connection.poll(_TIMEOUT):
        raise TimeoutError("the spectators did not answer")
    found = connection.recv()
    assert message is None or found == message
    return found  # type: ignore[no-any-return]


def _watch(connection: Connection, base: str, game: str, spectators: int) -> None:
    """Open the sockets of the spectators in another process, as if on another machine."""
    os.nice(_NICENESS)
    asyncio.run(_watch_until_told(connection, base, game, spectators))


async def _watch_until_told(connection: Connection, base: str, game: str, spectators: int) -> None:
    arrivals = Arrivals()
    sockets: list[WebSocketClient] = []
    for first in range(0, spectators, _OPENING):
        opening = range(first, min(spectators, first + _OPENING))
        sockets += await asyncio.gather(
            *(WebSocketClient.open(base, "", arrivals.receive, lambda: None) for _ in opening)
        )
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        sequence = (await http.get(f"/games/{game}")).json()["sequence"]
    for first in range(0, spectators, _OPENING):
        part = sockets[first : first + _OPENING]
        for socket in part:
            socket.send(json.dumps({"type": "watch", "game": game, "since": sequence}))
        async with asyncio.timeout(_TIMEOUT):
            while arrivals.watching < first + len(part):
                await asyncio.sleep(0.01)
    connection.send("watching")
    last = await asyncio.to_thread(connection.recv)
    with suppress(TimeoutError):
        async with asyncio.timeout(_REST):
            while arrivals.counts.get(last, 0) < spectators:
                await asyncio.sleep(0.01)
    connection.send(arrivals)
    for socket in sockets:
        socket.close()


def _report(
    spectators: int,
    arrivals: Arrivals,
    sent: dict[int, float],
    quiet: LoadStats,
    busy: LoadStats,
    per_socket: float,
    idle: float,
) -> tuple[list[str], list[str]]:
    reached = [arrivals.last.get(sequence, float("inf")) - at for sequence, at in sent.items()]
    counts = [arrivals.counts.get(sequence, 0) for sequence in sent]
    few, many = (min(counts) < spectators, max(counts) > spectators)
    _, before, _ = percentiles_ms(quiet.acknowledged)
    _, after, longest = percentiles_ms(busy.acknowledged)
    p50, p99, most = percentiles_ms(reached)
    lines = [
        f"{spectators} spectators without an account watch one game of {len(sent)} moves; "
        f"{_OTHERS.games} other games play {_OTHERS.rate:.0f} moves per second.",
        "",
        "| | p50 ms | p99 ms | max ms | target |",
        "|---|---:|---:|---:|---|",
        f"| from a move to the last spectator | {p50:.0f} | {p99:.0f} | {most:.0f} "
        f"| ≤ {1000 * MAX_SECONDS:.0f} ms |",
        f"| moves of other games, the watched game still | | {before:.1f} | | |",
        f"| … while it plays | | {after:.1f} | {longest:.1f} | p99 < {MAX_DELAY_MS:.0f} ms more |",
        "",
        f"A spectator takes {per_socket / 1024:.0f} KiB of the server's memory. All of them, idle, "
        f"take {100 * idle:.1f} % of a core.",
    ]
    missed = [f"a move reached only {min(counts)} spectators"] if few else []
    missed += [f"a move reached spectators {max(counts)} times"] if many else []
    missed += [f"a move took {most:.0f} ms to the last"] if most > 1000 * MAX_SECONDS else []
    missed += (
        [f"other games wait {after - before:.0f} ms longer"]
        if after - before >= MAX_DELAY_MS
        else []
    )
    missed += [stats.faults for stats in (quiet, busy) if not stats.is_flawless]
    return lines, missed


if __name__ == "__main__":
    sys.exit(main())
