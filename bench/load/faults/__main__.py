"""`python -m bench.load.faults`: inject real faults while clients play, and check every journal."""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from bench.load.faults.cluster import Cluster
from bench.load.faults.kinds import KINDS, Fault
from bench.load.faults.players import FaultStats, Player
from bench.load.faults.report import RESULTS, FaultResult, publish
from bench.load.faults.sandbox import enter_sandbox
from bench.load.faults.services import prepare_folder
from bench.machine import require_clean_tree_for

_MAX_DELAY: Final = 0.3  # seconds from the start of a round to its fault
_RESUME_SECONDS: Final = 15.0  # after which a game that does not go on is stuck
_MAX_STUCK: Final = 3  # rounds after which a kind is given up


def main() -> int:
    """Run the rounds; return 1 if anything was lost, doubled or stuck."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=70, help="of all kinds (%(default)s)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="default: all kinds")
    parser.add_argument("--games", type=int, default=6, help="concurrent games (%(default)s)")
    parser.add_argument("--seconds", type=float, help="per kind, after which no round starts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.rounds:
        return 0
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    enter_sandbox("bench.load.faults")
    kinds = args.kind or list(KINDS)
    failed = False
    for number, kind in enumerate(kinds):
        rounds = args.rounds // len(kinds) + (number < args.rounds % len(kinds))
        limit = Limit(rounds, args.seconds or math.inf)
        result = _run_kind(kind, limit, args.games, Random(f"{kind} {args.seed}"))
        failed |= not publish(result, write=not args.no_write)
    return int(failed)


@dataclass(frozen=True, slots=True)
class Limit:
    """When the rounds of a kind end."""

    rounds: int
    seconds: float


def _run_kind(kind: str, limit: Limit, games: int, random: Random) -> FaultResult:
    started = perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare_folder(folder)
        stats, done, stuck = asyncio.run(_play(kind, folder, limit, games, random))
    return FaultResult(kind, done, stuck, perf_counter() - started, stats)


async def _play(
    kind: str, folder: Path, limit: Limit, games: int, random: Random
) -> tuple[FaultStats, int, int]:
    """Play through the rounds, then check every game; return also the rounds and the stuck ones."""
    fault, stats = KINDS[kind], FaultStats()
    cluster = await fault.set_up(folder)
    done = stuck = 0
    try:
        players = [Player(cluster.bases, number, stats) for number in range(games)]
        tasks = [asyncio.create_task(player.run()) for player in players]
        await _wait_for_moves(players, perf_counter())
        deadline = perf_counter() + limit.seconds
        while done < limit.rounds and stuck < _MAX_STUCK and perf_counter() < deadline:
            stuck += not await _round(fault, cluster, players, random)
            done += 1
            print(f"\r{kind}: round {done} of {limit.rounds}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        stats.errors += [repr(error) for error in ended if isinstance(error, Exception)]
        await cluster.restart_workers()  # what counts is what they read from the database
        for player in players:
            await player.check_games(cluster.bases[0])
    finally:
        await cluster.close()
    return stats, done, stuck


async def _round(fault: Fault, cluster: Cluster, players: list[Player], random: Random) -> bool:
    """Inject the fault while the games are played; return whether all games go on."""
    await asyncio.sleep(random.uniform(0.0, _MAX_DELAY))
    for player in players:
        player.longest_gap = 0.0
    await fault.inject(cluster, random)
    repaired = perf_counter()
    resumed = await _wait_for_moves(players, repaired)
    stats = players[0].stats
    stats.recoveries.append(perf_counter() - repaired)
    stats.outages.append(max(player.longest_gap for player in players))
    ready = [await worker.wait_until_ready(_RESUME_SECONDS) for worker in cluster.workers]
    await fault.recover(cluster)
    return resumed and all(ready)


async def _wait_for_moves(players: list[Player], moment: float) -> bool:
    """Wait until every player has played a move sent after the moment; False if one cannot."""
    deadline = perf_counter() + _RESUME_SECONDS
    while any(player.sent_at <= moment for player in players):
        if perf_counter() > deadline:
            return False
        await asyncio.sleep(0.01)
    return True


if __name__ == "__main__":
    sys.exit(main())
