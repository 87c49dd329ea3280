"""`python -m bench.load.crash_recovery`: kill a server repeatedly under load."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Final

import httpx

from bench.load.game_scripts import GameScript, random_script
from bench.load.journal_check import is_valid_journal
from bench.load.players import log_in_as_guest
from bench.load.results import RESULTS, publish
from bench.load.server import Server, free_port, run_server, start_server
from bench.machine import require_clean_tree_for

_MAX_DELAY: Final = 1.0  # seconds from the first move of a round to the kill
_UNDER_LOAD: Final = 0.9  # share of kills after the first move
_TIMEOUT: Final = 20.0  # seconds for the first move
_MAX_SECONDS: Final = 900.0  # no round starts later


@dataclass(slots=True)
class ScriptedGame:
    """A game with one account on both seats, its script, and the acknowledged moves."""

    script: GameScript
    headers: dict[str, str] = field(default_factory=dict)
    game: str = ""
    acknowledged: dict[int, int] = field(default_factory=dict)  # script index: sequence number
    over: bool = False

    async def create(self, http: httpx.AsyncClient) -> None:
        self.headers = (await log_in_as_guest(http)).headers
        seats = [{"kind": "me"}, {"kind": "me"}]
        wanted = {"settings": {"players": 2}, "seats": seats}
        made = await http.post("/games", json=wanted, headers=self.headers)
        made.raise_for_status()
        self.game = made.json()["id"]

    async def play(self, http: httpx.AsyncClient) -> None:
        """Continue from the first unacknowledged move until the server dies or the game is over."""
        for index in range(len(self.acknowledged), len(self.script.choices)):
            move = {"move": self.script.choices[index][1], "client_id": str(index)}
            answer = await http.post(f"/games/{self.game}/moves", json=move, headers=self.headers)
            answer.raise_for_status()
            self.acknowledged[index] = answer.json()["sequence"]
        self.over = True


@dataclass(slots=True)
class CrashStats:
    """Counts of the kills and the damage they caused."""

    kills: int = 0
    idle: int = 0  # kills without an acknowledged move since the previous one
    moves: int = 0
    lost: int = 0
    corrupted: int = 0
    errors: list[str] = field(default_factory=list)


def main() -> int:
    """Run the benchmark; return 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.crash_recovery", description=__doc__
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=20, help="concurrent games (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="default: a temporary SQLite file")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/crash.db"
        stats, games = asyncio.run(_rounds(args.rounds, args.games, Random(args.seed), database))
    seconds = perf_counter() - started
    lines = [
        f"{stats.kills} rounds of `kill -9` at a random moment, {args.games} games played "
        f"as fast as possible, {seconds:.0f} s.",
        "",
        "| kills under load | games | acknowledged moves | lost | games corrupted | other errors |",
        "|---:|---:|---:|---:|---:|---:|",
        f"| {stats.kills - stats.idle} | {games} | {stats.moves} | {stats.lost} "
        f"| {stats.corrupted} | {len(stats.errors)} |",
        *(f"- {error}" for error in stats.errors[:5]),
    ]
    missed = [f"{stats.lost} acknowledged moves lost"] if stats.lost else []
    missed += [f"{stats.corrupted} games corrupted"] if stats.corrupted else []
    missed += [f"{len(stats.errors)} errors"] if stats.errors else []
    missed += [f"only {stats.kills} rounds"] if stats.kills < args.rounds else []
    missed += ["most kills hit an idle server"] if stats.idle > stats.kills // 2 else []
    return publish("crash_recovery", lines, missed=missed, write=not args.no_write)


async def _rounds(rounds: int, games: int, random: Random, database: str) -> tuple[CrashStats, int]:
    stats = CrashStats()
    playing: list[ScriptedGame] = []
    finished: list[ScriptedGame] = []
    port = free_port()
    started = perf_counter()
    for number in range(rounds):
        if perf_counter() - started > _MAX_SECONDS:
            break
        server = start_server(database, port=port)
        finished += [game for game in playing if game.over]
        playing = [game for game in playing if not game.over]
        await _round(server, playing, games, random, stats)
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    all_games = [*playing, *finished]
    with run_server(database) as server:
        async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
            for game in all_games:
                await _check(http, game, stats)
    return stats, len(all_games)


async def _round(
    server: Server, playing: list[ScriptedGame], games: int, random: Random, stats: CrashStats
) -> None:
    """Create missing games, play, and kill the server."""
    before = _count_acknowledged(playing)
    try:
        async with httpx.AsyncClient(base_url=server.base, timeout=30) as http:
            while len(playing) < games:
                game = ScriptedGame(random_script("square8", random.randrange(1000)))
                await game.create(http)
                playing.append(game)
            tasks = [asyncio.create_task(game.play(http)) for game in playing]
            if random.random() < _UNDER_LOAD:
                await _wait_for_first_move(playing, before)
            await asyncio.sleep(random.uniform(0.0, _MAX_DELAY))
            server.kill()
            results = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.kill()
    stats.kills += 1
    stats.idle += _count_acknowledged(playing) == before
    stats.errors += [
        f"{error!r}"
        for error in results
        if isinstance(error, BaseException) and not isinstance(error, httpx.TransportError)
    ]


async def _wait_for_first_move(playing: list[ScriptedGame], before: int) -> None:
    """Wait for the first move after the restart."""
    deadline = perf_counter() + _TIMEOUT
    while _count_acknowledged(playing) == before and perf_counter() < deadline:
        await asyncio.sleep(0.01)


def _count_acknowledged(playing: list[ScriptedGame]) -> int:
    return sum(len(game.acknowledged) for game in playing)


async def _check(http: httpx.AsyncClient, game: ScriptedGame, stats: CrashStats) -> None:
    """Check that acknowledged moves are stored, and that the game restores and verifies."""
    found = await http.get(f"/games/{game.game}/events")
    info = await http.get(f"/games/{game.game}")
    if found.status_code != 200 or info.status_code != 200:
        stats.errors.append(f"game {game.game}: {found.status_code}, {info.status_code}")
        return
    events = found.json()["events"]
    chosen = [event for event in events if event["kind"] == "move" and not event["bookkeeping"]]
    for index, sequence in game.acknowledged.items():
        stored = index < len(chosen) and chosen[index]["notation"] == game.script.choices[index][1]
        stats.lost += not stored or chosen[index]["sequence"] > sequence
    stats.moves += len(game.acknowledged)
    duplicated = len(chosen) > len(game.acknowledged) + 1  # one may be stored unacknowledged
    stats.corrupted += duplicated or not is_valid_journal(info.json()["settings"], events)


if __name__ == "__main__":
    sys.exit(main())
