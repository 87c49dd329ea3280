"""Runs one seed: games under faults, then a healthy end in which everything must work again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from tests.simulation.accounts import template
from tests.simulation.borders import EPOCH, simulated_borders
from tests.simulation.bots import BotPlayer
from tests.simulation.fault_plan import heal, inject_faults
from tests.simulation.games import plan_games
from tests.simulation.invariants import check_invariants
from tests.simulation.players import Player
from tests.simulation.second_devices import SecondDevice
from tests.simulation.trace import Trace
from tests.simulation.virtual_loop import DeadlockError, LivelockError
from tests.simulation.world import NotReadyError, World

_FAULT_SECONDS: Final = 8.0
_LIVENESS_SECONDS: Final = 15.0
_END_SECONDS: Final = 2.0
_QUIET_SECONDS: Final = 12.0
_STOP_SECONDS: Final = 20.0
_BOT_SHARE: Final = 0.3  # of the seeds
_DEVICE_SHARE: Final = 0.15  # of the players with an account
_MEMORY: Final = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one seed."""

    seed: int
    violations: list[str]
    trace: Trace
    steps: int
    seconds: float  # of real time
    virtual_seconds: float
    faults: list[str]
    workers: int
    frames: int  # that the bus delivered
    statements: int  # of the database

    @property
    def traffic(self) -> str:
        """What each worker costs the others, for the capacity model."""
        seconds = self.workers * self.virtual_seconds
        return (
            f"{self.workers} workers: {self.frames / seconds:.1f} bus frames received and "
            f"{self.statements / seconds:.1f} statements a second per worker"
        )

    def report(self, lines: int) -> str:
        """Return the end of the trace, what is wrong, and how to repeat it."""
        return "\n".join(
            (
                self.trace.tail(lines),
                f"seed {self.seed}: {len(self.violations)} violations; faults: {self.faults}",
                *(f"  - {violation}" for violation in self.violations),
                f"repeat: python -m tests.simulation --first {self.seed} --seeds 1 --lines 1000",
            )
        )


@contextmanager
def open_world(
    seed: int, *, workers: int, players: int, with_bots: bool = False
) -> Iterator[World]:
    """Open a world with a new database, in which nothing runs yet."""
    start = template()
    folder = _MEMORY if _MEMORY.is_dir() else None
    with TemporaryDirectory(dir=folder) as temporary, simulated_borders(f"{seed}"):
        path = Path(temporary) / "simulated.db"
        path.write_bytes(start.contents)
        world = World(seed, path, workers=workers)
        people = [account for account in start.accounts if not account.bot]
        chosen = world.random("accounts")
        accounts = chosen.sample(people, players)
        world.strangers = [account for account in people if account not in accounts]
        if with_bots and chosen.random() < _BOT_SHARE:
            accounts.append(chosen.choice([account for account in start.accounts if account.bot]))
        world.players = [
            (BotPlayer if account.bot else Player)(world, account, world.random(account.name))
            for account in accounts
        ]
        yield world


def run_seed(
    seed: int, faults: Sequence[str] | None = None, *, workers: int | None = None
) -> Outcome:
    """Simulate one seed and check the invariants; `faults` and `workers` replace the seed's."""
    began = perf_counter()
    plan = Random(f"{seed}/plan")
    chosen_workers, players = plan.choice((1, 2, 2, 3)), plan.randint(2, 5)
    violations: list[str] = []
    with open_world(
        seed, workers=workers or chosen_workers, players=players, with_bots=True
    ) as world:
        plan_games(plan, world.players)
        try:
            world.loop.run(_run(world, violations, faults))
        except (DeadlockError, LivelockError, NotReadyError) as error:
            violations.append(f"{type(error).__name__}: {error}")
        violations += world.loop.errors
    return Outcome(
        seed,
        violations,
        world.trace,
        world.loop.steps,
        perf_counter() - began,
        world.loop.time(),
        world.faults,
        len(world.workers),
        world.network.frames,
        world.storage.statements,
    )


async def _run(world: World, violations: list[str], faults: Sequence[str] | None) -> None:
    await world.start_workers()
    luck = world.random("devices")
    for player in world.players:
        player.start()
        if player.account.second_headers and luck.random() < _DEVICE_SHARE:
            device = SecondDevice(world, player, Random(luck.random()))
            world.devices.append(device)
            device.start()
    world.loop.root.start(world.watch_memory(), "memory")
    await inject_faults(world, _FAULT_SECONDS, faults)
    await heal(world)
    violations += [problem async for problem in _check_liveness(world)]
    world.ends_games = True
    await asyncio.sleep(_END_SECONDS)
    world.quiet = True
    rows = world.storage.read("SELECT id, sequence FROM games")
    world.quiet_at = {row["id"]: row["sequence"] for row in rows}
    violations += [problem async for problem in _check_quiet(world)]
    violations += [problem async for problem in _check_shutdown(world)]
    violations += check_invariants(world)
    violations += world.excesses[:3]
    violations += [f"the server failed: {error}" for error in world.server_errors[:3]]


async def _check_liveness(world: World) -> AsyncIterator[str]:
    """Every live game with all its players goes on."""
    waiting = {game: sequence for game, sequence in _live(world) if _is_complete(world, game)}
    until = world.loop.time() + _LIVENESS_SECONDS
    while waiting and world.loop.time() < until:
        await asyncio.sleep(0.1)
        now = dict(_live(world))
        waiting = {game: before for game, before in waiting.items() if now.get(game) == before}
    for game, sequence in waiting.items():
        yield f"game {game[:6]} does not go on after event {sequence}: {_describe(world, game)}"


def _describe(world: World, game: str) -> str:
    """Return who owns a game, and its last events."""
    [row] = world.storage.read(
        "SELECT owner, owner_term, lease_until FROM games WHERE id = ?", game
    )
    owner = next(
        (one.name for one in world.workers if one.worker and one.worker.id == row["owner"]),
        "nobody",
    )
    last = world.storage.read(
        "SELECT kind, body FROM events WHERE game_id = ? ORDER BY sequence DESC LIMIT 4", game
    )
    kinds = [f"{event['kind']} {json.loads(event['body']).get('seat', '')}" for event in last]
    until = (row["lease_until"] or 0) - EPOCH
    return f"{owner}, term {row['owner_term']}, lease until {until:.1f}, events {kinds[::-1]}"


def _live(world: World) -> list[tuple[str, int]]:
    rows = world.storage.read("SELECT id, sequence FROM games WHERE status = 'live' ORDER BY id")
    return [(row["id"], row["sequence"]) for row in rows]


def _is_complete(world: World, game: str) -> bool:
    """Return whether all people of the game play it."""
    rows = world.storage.read(
        "SELECT account_id FROM seats WHERE game_id = ? AND account_id IS NOT NULL", game
    )
    there = {player.account.id for player in world.players if game in player.games}
    return {row["account_id"] for row in rows} <= there


async def _check_quiet(world: World) -> AsyncIterator[str]:
    """All requests are answered, and clients that reconnect catch up."""
    until = world.loop.time() + _QUIET_SECONDS
    while any(player.busy for player in world.players) and world.loop.time() < until:
        await asyncio.sleep(0.1)
    for player in world.players:
        if player.busy:
            yield f"{player.name} has {player.busy} requests without an answer"
        player.disconnect()
    until = world.loop.time() + _QUIET_SECONDS
    behind: list[str] = []
    while world.loop.time() < until:
        await asyncio.sleep(0.1)
        stored = {row["id"]: row["sequence"] for row in world.storage.read("SELECT * FROM games")}
        behind = [
            f"{player.name} sees {replica.sequence} of {stored[game]} events of {game[:6]}"
            for player in world.players
            for game, replica in player.games.items()
            if replica.sequence != stored[game]
        ]
        behind += [device.problem for device in world.devices if device.problem]
        if not behind:
            return
    for problem in behind:
        yield problem


async def _check_shutdown(world: World) -> AsyncIterator[str]:
    """Workers without clients stop in time and leave nothing running."""
    for device in world.devices:
        device.kill()
    for player in world.players:
        player.process.kill()
        player.disconnect()
    await asyncio.sleep(0.2)
    for worker in world.workers:
        stopping = world.loop.root.start(worker.stop())
        done, _ = await asyncio.wait({stopping}, timeout=_STOP_SECONDS)
        if not done:
            yield f"{worker.name} does not stop"
        for name in worker.left_tasks:
            yield f"{worker.name} has stopped and its task {name} still runs"
