"""`python -m bench.load.attacks`: what attacks cost other players, and how much memory they take.

500 games are played while each attack runs in a process of its own, from another address.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import httpx

from bench.load.attackers import ATTACKS
from bench.load.game_scripts import random_scripts
from bench.load.load_stats import LoadStats, percentiles_ms
from bench.load.players import LoadGame
from bench.load.server import Server, run_server
from bench.machine import describe_machine, require_clean_tree_for

RESULTS: Final = Path(__file__).parent.parent / "results" / "attacks.md"
MAX_P99_MS: Final = 250.0
MAX_MEGABYTES: Final = 1000.0
_PAUSE: Final = 5.0  # seconds between two moves of a game
_RAISED: Final = ("CONNECTIONS_PER_ADDRESS",)  # the games' sockets share an address
_SETUP_BATCH: Final = 10  # games created concurrently
_REST: Final = 2.0  # seconds between two attacks
_START: Final = 5.0  # seconds in which an attacker starts
_SAMPLE: Final = 0.25  # seconds between two measurements of the memory
_LOGIN_PAUSE: Final = 0.5
_PASSWORD: Final = "zebra kettle 94"


@dataclass(slots=True)
class Observations:
    """What the other clients see, with the time of each observation."""

    logins: list[tuple[float, float]] = field(default_factory=list)  # start and end
    megabytes: list[tuple[float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Window:
    """One attack."""

    name: str
    start: float
    end: float

    def durations(self, times: Sequence[tuple[float, float]]) -> list[float]:
        """Return how long what began during the attack took."""
        return [end - start for start, end in times if self.start <= start <= self.end]


def main() -> int:
    """Run the attacks; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.attacks", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=8, help="per attack (%(default)s)")
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=[*ATTACKS])
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    facts = [f"- {what}: {value}" for what, value in describe_machine().items()]
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(f"sqlite:///{folder}/attacks.db", raised=_RAISED) as server,
    ):
        lines, missed = asyncio.run(_measure(server, args.games, args.seconds, args.attacks))
    verdict = f"Missed: {'; '.join(missed)}." if missed else "All targets are met."
    report = "\n".join([_HEAD, *facts, "", *lines, "", verdict, ""])
    print(report)
    if not args.no_write:
        RESULTS.write_text(report, encoding="utf-8")
    return int(bool(missed))


_HEAD: Final = f"""# The server under attack

Written by `python -m bench.load.attacks`. Each attack runs beside games that other people play.
Targets: p99 of their moves ≤ {MAX_P99_MS:.0f} ms; memory of the server ≤ {MAX_MEGABYTES:.0f} MB.
All processes share the machine; the attackers run at the lowest priority, as if on another one, but
what the server sends and receives takes its time. The server has its default settings, but any
number of connections per address; each attack comes from one address of its own. Games of levels
and analyses go on after their attacks, so these come last. The memory is that of all processes of
the server.
"""


async def _measure(
    server: Server, number: int, seconds: float, attacks: Sequence[str]
) -> tuple[list[str], list[str]]:
    stats, seen = LoadStats(), Observations()
    total = len(attacks) * (seconds + _REST + _START)  # at most
    scripts = random_scripts("square8", min(number, 50), int(total / _PAUSE) + 2)
    games = [LoadGame(server.base, scripts[at % len(scripts)], stats) for at in range(number)]
    for at in range(0, number, _SETUP_BATCH):
        batch = enumerate(games[at : at + _SETUP_BATCH], at)
        await asyncio.gather(*(_set_up(server, game, address) for address, game in batch))
    deadline = perf_counter() + total
    random = Random(1)
    background = [asyncio.ensure_future(game.play(_PAUSE, deadline, random)) for game in games]
    background += [
        asyncio.ensure_future(_log_in(server.base, seen, deadline)),
        asyncio.ensure_future(_sample_memory(server, seen, deadline)),
    ]
    windows = [await _attack(server.base, name, seconds) for name in attacks]
    await asyncio.sleep(_REST)
    stats.errors += [repr(task.exception()) for task in background if task.done()]
    errors = [*stats.errors]
    for task in background:
        task.cancel()
    await asyncio.gather(*background, return_exceptions=True)
    stats.errors = errors  # without replies to moves that were cancelled
    times = [time for game in games for time in game.times]
    for game in games:
        game.close()
    return _report(windows, times, seen, stats, number)


async def _set_up(server: Server, game: LoadGame, number: int) -> None:
    """Create a game whose two guests come from an address of their own."""
    transport = _transport(f"127.1.{number // 250}.{number % 250 + 1}")
    async with httpx.AsyncClient(base_url=server.base, timeout=60, transport=transport) as http:
        await game.set_up(http, {"board": "square8", "swap": True})


def _transport(address: str) -> httpx.AsyncHTTPTransport:
    """Return a transport from an address; loading certificates would take the CPU."""
    return httpx.AsyncHTTPTransport(local_address=address, verify=False)


async def _attack(base: str, name: str, seconds: float) -> Window:
    print(name, file=sys.stderr, flush=True)
    await asyncio.sleep(_REST)
    attacker = await asyncio.create_subprocess_exec(
        *("nice", "-n", "19", sys.executable, "-m", "bench.load.attackers"),
        *(name, base, str(seconds)),
    )
    start = perf_counter()
    await attacker.wait()
    return Window(name, start, perf_counter())


async def _log_in(base: str, seen: Observations, deadline: float) -> None:
    credentials = {"name": "Bystander", "password": _PASSWORD}
    for number in count():
        transport = _transport(f"127.2.0.{number % 250 + 1}")
        async with httpx.AsyncClient(base_url=base, timeout=120, transport=transport) as http:
            start = perf_counter()
            path = "/sessions" if number else "/accounts"
            (await http.post(path, json=credentials)).raise_for_status()
        seen.logins.append((start, perf_counter()))
        if perf_counter() > deadline:
            return
        await asyncio.sleep(_LOGIN_PAUSE)


async def _sample_memory(server: Server, seen: Observations, deadline: float) -> None:
    while perf_counter() < deadline:
        seen.megabytes.append((perf_counter(), server.resident_bytes() / 1e6))
        await asyncio.sleep(_SAMPLE)


def _report(
    windows: Sequence[Window],
    times: Sequence[tuple[float, float]],
    seen: Observations,
    stats: LoadStats,
    games: int,
) -> tuple[list[str], list[str]]:
    lines = [
        f"{games} games beside, {games / _PAUSE:.0f} moves per second, {stats.faults}.",
        "",
        "| attack | moves | p50 ms | p99 ms | max ms | log-in, max ms | memory, max MB |",
        "|---" + "|---:" * 6 + "|",
    ]
    missed = [] if stats.is_flawless else [stats.faults]
    for window in windows:
        moves = window.durations(times)
        p50, p99, longest = percentiles_ms(moves)
        login = 1000 * max(window.durations(seen.logins), default=float("nan"))
        memory = max(size for at, size in seen.megabytes if window.start <= at <= window.end)
        lines.append(
            f"| {window.name} | {len(moves)} | {p50:.1f} | {p99:.1f} | {longest:.1f} "
            f"| {login:.0f} | {memory:.0f} |"
        )
        missed += [f"{window.name}: p99 {p99:.0f} ms"] if p99 > MAX_P99_MS else []
        missed += [f"{window.name}: {memory:.0f} MB"] if memory > MAX_MEGABYTES else []
    lines += ["", *(f"- `{name}`: {ATTACKS[name].__doc__}" for name in ATTACKS)]
    return lines + [f"- error: {error}" for error in stats.errors[:5]], missed


if __name__ == "__main__":
    sys.exit(main())
