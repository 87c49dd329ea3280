"""`python -m bench.load`: a server of its own, so many games on it, and what came of it."""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, time

import httpx

from bench.load.client import LoadGame, Tally
from bench.load.scripts import script

PORT = 8765


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=500, help="moves a second, all games together")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--board", default="square8")
    parser.add_argument("--database", default="", help="default: SQLite in a folder of its own")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--levels", type=int, default=0, help="games against level 3 beside the load")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/load.db"
        server = start_server(database, args.workers)
        try:
            tally, seconds = asyncio.run(load(args, server))
        finally:
            server.terminate()
            server.wait(20)
    report(tally, seconds)
    if tally.errors or tally.lost or tally.doubled:
        sys.exit(1)


def start_server(database: str, workers: int) -> subprocess.Popen[bytes]:
    """A server of its own, with no limits that the load would reach."""
    limits = {f"RINGRIFT_{name}": "1000000" for name in ("REQUESTS_PER_MINUTE", "SIGN_INS_PER_MINUTE")}
    command = [
        sys.executable,
        "-m",
        "ringrift.cli.main",
        "serve",
        "--port",
        str(PORT),
        "--database",
        database,
    ]
    command += ["--workers", str(workers), "--log-level", "warning"]
    server = subprocess.Popen(command, env=os.environ | limits, cwd=Path.cwd())
    until = time() + 30
    while True:
        try:
            if httpx.get(f"http://127.0.0.1:{PORT}/readyz").status_code == 200:
                return server
        except httpx.TransportError:
            pass
        if time() > until or server.poll() is not None:
            raise SystemExit("the server does not start")


async def load(args: argparse.Namespace, server: subprocess.Popen[bytes]) -> tuple[Tally, float]:
    base = f"http://127.0.0.1:{PORT}"
    tally = Tally()
    scripts = [script(args.board, seed) for seed in range(min(args.games, 50))]
    games = [LoadGame(base, scripts[number % len(scripts)], tally) for number in range(args.games)]
    settings = {"board": args.board, "swap": True}
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        for at in range(0, len(games), 20):
            await asyncio.gather(*(game.set_up(http, settings) for game in games[at : at + 20]))
        await levels(http, args.levels)
    random = Random(1)
    used = processor_seconds(server)
    started = perf_counter()
    until = started + args.seconds
    pause = args.games / args.rate
    results = await asyncio.gather(
        *(game.play(pause, until, random) for game in games), return_exceptions=True
    )
    tally.errors += [repr(result) for result in results if result is not None]
    seconds = perf_counter() - started
    tally.processor = processor_seconds(server) - used
    await asyncio.gather(*(game.close() for game in games))
    return tally, seconds


async def levels(http: httpx.AsyncClient, count: int) -> None:
    """Games of two levels 3 beside the load."""
    for _ in range(count):
        http.cookies.clear()
        guest = await http.post("/accounts/guest")
        headers = {"x-csrf-token": guest.json()["csrf"]}
        seats = [{"kind": "level", "level": 3}, {"kind": "level", "level": 3}]
        (await http.post("/games", json={"seats": seats}, headers=headers)).raise_for_status()


def report(tally: Tally, seconds: float) -> None:
    print(f"moves {tally.moves}, {tally.moves / seconds:.0f} a second over {seconds:.0f} s")
    for name, times in (("acknowledged", tally.acknowledged), ("fanned out", tally.fanned_out)):
        if len(times) > 2:
            cuts = [1000 * cut for cut in quantiles(times, n=100)]
            most = 1000 * max(times)
            print(f"{name}: p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, most {most:.1f} ms")
    if tally.moves:
        print(f"the server's processor time: {1000 * tally.processor / tally.moves:.2f} ms a move")
    print(f"lost {tally.lost}, doubled {tally.doubled}, errors {len(tally.errors)}")
    for error in tally.errors[:5]:
        print("  ", error)


def processor_seconds(server: subprocess.Popen[bytes]) -> float:
    """Of the server and its workers so far."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if server.pid in (int(stat.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
