"""`python -m bench.load.growth`: how costs grow with the number of finished games."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

import httpx

from bench.load import stored_games
from bench.load.game_scripts import random_scripts
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.results import publish
from bench.load.server import POSTGRES, Server, postgres_database, start_server
from bench.load.throughput import Load, play_all, set_up
from bench.machine import require_clean_tree_for

RESULTS: Final = Path(__file__).parent.parent / "results" / "growth.md"
_HEAD: Final = (
    "# Growth\n\nWritten by `python -m bench.load.growth`: what the server needs with that many "
    "finished\ngames in its database.\n"
)
SIZES: Final = (1_000, 10_000, 100_000)
MAX_RATIO: Final = 1.5
_REQUESTS: Final = 150  # of each kind
_STARTS: Final = 3
_PLAYED: Final = Load(games=50, rate=100, seconds=15, board="square8")
_START, _APPEND = "start", "move"


@dataclass(slots=True)
class Costs:
    """Times of one server by what it did, in seconds."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """Return the figures of the report, in milliseconds."""
        figures = {what: percentiles_ms(found)[0] for what, found in self.times.items()}
        return figures | {f"{_APPEND}, p99": percentiles_ms(self.times[_APPEND])[1]}


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.growth", description=__doc__)
    parser.add_argument("kind", choices=("sqlite", "postgres"))
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="GAMES")
    parser.add_argument("--postgres", default=POSTGRES, help="(%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    found: dict[int, tuple[Costs, Costs]] = {}
    with (
        _database(args.kind, args.postgres) as empty,
        _database(args.kind, args.postgres) as grown,
    ):
        followed = {address: _prepare(address) for address in (empty, grown)}
        stored = 0
        for size in sorted(args.sizes):
            started = perf_counter()
            stored_games.add_finished_games(grown, size - stored)
            stored = size
            print(f"{size} games: {perf_counter() - started:.0f} s to store", file=sys.stderr)
            found[size] = _compare(empty, grown, followed)
    lines, missed = _report(found)
    return publish(
        args.kind, lines, missed=missed, write=not args.no_write, path=RESULTS, head=_HEAD
    )


@contextmanager
def _database(kind: str, postgres: str) -> Iterator[str]:
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/growth.db"
    else:
        with postgres_database(postgres) as address:
            yield address


def _prepare(address: str) -> str:
    stored_games.migrate(address)
    return stored_games.add_followed_account(address)


def _compare(empty: str, grown: str, followed: dict[str, str]) -> tuple[Costs, Costs]:
    """Measure both databases in turns: another load of the machine slows both."""
    costs = {empty: Costs(), grown: Costs()}
    for _ in range(_STARTS):
        for address, one in costs.items():
            server = start_server(address)
            one.times[_START].append(server.cpu_seconds())
            server.stop()
    servers = {address: start_server(address) for address in costs}
    try:
        for _ in range(_REQUESTS):
            for address, server in servers.items():
                _time_requests(server, followed[address], costs[address])
        asyncio.run(_play(servers, costs))
    finally:
        for server in servers.values():
            server.stop()
    return costs[empty], costs[grown]


def _time_requests(server: Server, followed: str, costs: Costs) -> None:
    name = stored_games.FOLLOWED
    paths = {
        "open a game": f"/games/{followed}/events?since=0",
        "lobby": "/lobby",
        "live games": "/live",
        "profile": f"/players/{name}",
        "games of an account": f"/players/{name}/games",
        "search for finished games": f"/players/{name}/games?status=over&before=1800000000",
    }
    with httpx.Client(base_url=server.base, timeout=60) as http:
        http.get("/healthz")  # connects
        for kind, path in paths.items():
            started = perf_counter()
            http.get(path).raise_for_status()
            costs.times[kind].append(perf_counter() - started)


async def _play(servers: dict[str, Server], costs: dict[str, Costs]) -> None:
    """Play on both servers at the same time, then end the games."""
    scripts = random_scripts(_PLAYED.board, _PLAYED.games, _PLAYED.choices)
    stats = {address: LoadStats() for address in servers}
    games = {
        address: [LoadGame(server.base, script, stats[address]) for script in scripts]
        for address, server in servers.items()
    }
    for address, server in servers.items():
        await set_up(server, games[address], _PLAYED.board)
    deadline = perf_counter() + _PLAYED.seconds
    await asyncio.gather(
        *(play_all(games[address], _PLAYED, stats[address], deadline) for address in servers)
    )
    for address, server in servers.items():
        costs[address].times[_APPEND] += stats[address].acknowledged
        costs[address].faults += [] if stats[address].is_flawless else [stats[address].faults]
        async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
            for game in games[address]:
                game.close()
                await http.post(
                    f"/games/{game.id}/resign", json={}, headers=game.players[0].headers
                )


def _report(found: dict[int, tuple[Costs, Costs]]) -> tuple[list[str], list[str]]:
    events = stored_games.events_per_game()
    largest = max(found)
    lines = [
        f"A game has {events:.0f} events on average: {largest:,} games have "
        f"{largest * events / 1e6:.1f} million. Each cell: milliseconds, and the ratio to an empty "
        "database that is measured at the same time. Start: processor time until the server is "
        f"ready, median of {_STARTS}. Requests: median of {_REQUESTS}. Moves: "
        f"{_PLAYED.games} games, {_PLAYED.rate:.0f} moves per second, from the client's send to "
        "the acknowledgement.",
        "",
        "| finished games | " + " | ".join(f"{size:,}" for size in found) + " |",
        "|---" + "|---:" * len(found) + "|",
    ]
    missed = [fault for pair in found.values() for one in pair for fault in one.faults]
    figures = {size: (empty.figures(), grown.figures()) for size, (empty, grown) in found.items()}
    for what in figures[largest][0]:
        cells = []
        for size, (empty, grown) in figures.items():
            ratio = grown[what] / empty[what]
            cells.append(f"{grown[what]:.1f} ({ratio:.2f})")
            if ratio > MAX_RATIO:
                missed.append(f"{what} with {size:,} games: {ratio:.2f} times an empty one")
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return lines, missed


if __name__ == "__main__":
    sys.exit(main())
