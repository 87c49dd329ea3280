"""Faults by seed: what fails, when and for how long. `heal` ends all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.simulation.hostile import HostileClient

if TYPE_CHECKING:
    from tests.simulation.players import Player
    from tests.simulation.workers import SimulatedWorker
    from tests.simulation.world import World

_CLOCK_JUMPS: Final = (-3600.0, -5.0, 5.0, 600.0)
Fault = Callable[["World", Random], Coroutine[Any, Any, None]]


async def _crash(world: World, random: Random) -> None:
    worker = _pick(world, random)
    if worker is None:
        return
    worker.crash()
    await asyncio.sleep(random.uniform(0.1, 6.0))
    if not worker.process.alive:
        worker.start()


async def _stop(world: World, random: Random) -> None:
    worker = _pick(world, random)
    if worker is None or not worker.ready:
        return
    await worker.stop()
    await asyncio.sleep(random.uniform(0.1, 2.0))
    if not worker.process.alive:
        worker.start()


async def _pause(world: World, random: Random) -> None:
    worker = _pick(world, random)
    if worker is not None and not worker.process.paused:
        await worker.pause(random.uniform(0.2, 5.0))


async def _partition_bus(world: World, random: Random) -> None:
    worker = random.choice(world.workers)
    silently = random.random() < 0.5
    world.trace.add("bus", f"loses {worker.name} {'silently' if silently else 'at once'}")
    world.network.cut(worker.name, silently=silently)
    await asyncio.sleep(random.uniform(0.3, 6.0))
    world.network.reunite(worker.name)
    world.trace.add("bus", f"reaches {worker.name} again")


async def _slow_bus(world: World, random: Random) -> None:
    world.network.slowness = random.uniform(5.0, 100.0)
    world.trace.add("bus", f"is {world.network.slowness:.0f} times slower")
    await asyncio.sleep(random.uniform(0.5, 3.0))
    world.network.slowness = 1.0


async def _database_errors(world: World, random: Random) -> None:
    faults = world.storage.faults
    faults.errors = random.uniform(0.05, 0.5)
    world.trace.add("database", f"fails {faults.errors:.0%} of the statements")
    await asyncio.sleep(random.uniform(0.3, 3.0))
    faults.errors = 0.0


async def _slow_database(world: World, random: Random) -> None:
    faults = world.storage.faults
    faults.slowness = random.uniform(5.0, 200.0)
    world.trace.add("database", f"is {faults.slowness:.0f} times slower")
    await asyncio.sleep(random.uniform(0.3, 3.0))
    faults.slowness = 1.0


async def _ambiguous_commits(world: World, random: Random) -> None:
    faults = world.storage.faults
    faults.ambiguous = random.uniform(0.1, 0.6)
    world.trace.add("database", "loses connections after commits")
    await asyncio.sleep(random.uniform(0.3, 3.0))
    faults.ambiguous = 0.0


async def _full_disk(world: World, random: Random) -> None:
    world.storage.faults.full = True
    world.trace.add("database", "is full")
    await asyncio.sleep(random.uniform(0.3, 4.0))
    world.storage.faults.full = False
    world.trace.add("database", "has space again")


async def _cut_from_database(world: World, random: Random) -> None:
    worker = random.choice(world.workers)
    world.trace.add("database", f"loses {worker.name}")
    world.storage.faults.unreachable.add(worker.name)
    await asyncio.sleep(random.uniform(0.3, 5.0))
    world.storage.faults.unreachable.discard(worker.name)
    world.trace.add("database", f"reaches {worker.name} again")


async def _clock_jump(world: World, random: Random) -> None:
    worker = random.choice(world.workers)
    jump = random.choice(_CLOCK_JUMPS)
    worker.clock_offset += jump
    world.trace.add(worker.name, f"has its wall clock moved by {jump:.1f} s")
    if random.random() < 0.5:
        await _crash(world, random)


async def _disconnect_players(world: World, random: Random) -> None:
    for player in random.sample(world.players, random.randint(1, len(world.players))):
        player.note("loses the connection")
        player.disconnect()


async def _slow_reader(world: World, random: Random) -> None:
    player: Player = random.choice(world.players)
    player.note("reads nothing")
    player.process.pause()
    player.excused = True  # its time may run out
    await asyncio.sleep(random.uniform(0.5, 4.0))
    player.process.resume()
    player.note("reads again")


DATABASE_FAULTS: Final = frozenset(
    {
        "database errors",
        "slow database",
        "ambiguous commits",
        "full disk",
        "worker without database",
    }
)


async def _hostile_client(world: World, random: Random) -> None:
    await HostileClient(world, random).attack()


FAULTS: Final[dict[str, Fault]] = {
    "crash": _crash,
    "stop": _stop,
    "pause": _pause,
    "partition of the bus": _partition_bus,
    "slow bus": _slow_bus,
    "database errors": _database_errors,
    "slow database": _slow_database,
    "ambiguous commits": _ambiguous_commits,
    "full disk": _full_disk,
    "worker without database": _cut_from_database,
    "clock jump": _clock_jump,
    "disconnected players": _disconnect_players,
    "slow reader": _slow_reader,
    "hostile client": _hostile_client,
}


async def inject_faults(world: World, until: float, wanted: Sequence[str] | None) -> None:
    """Start the wanted or random faults at random times; they may overlap."""
    random = world.random("faults")
    if wanted is None:
        wanted = random.choices(list(FAULTS), k=random.choice((0, 1, 2, 3, 4, 6)))
    for name, at in zip(wanted, sorted(random.uniform(1.0, until) for _ in wanted), strict=True):
        await asyncio.sleep(max(0.0, at - world.loop.time()))
        world.faults.append(name)
        world.loop.root.start(FAULTS[name](world, Random(random.random())), name)
    await asyncio.sleep(max(0.0, until - world.loop.time()))


async def heal(world: World) -> None:
    """End all faults and start the workers that are down."""
    world.trace.add("simulation", "heals everything")
    faults = world.storage.faults
    faults.slowness, faults.errors, faults.ambiguous, faults.full = 1.0, 0.0, 0.0, False
    faults.unreachable.clear()
    world.network.heal()
    for player in world.players:
        player.process.resume()
    for worker in world.workers:
        worker.process.resume()
    world.storage.lock.grant()
    await world.start_workers()


def _pick(world: World, random: Random) -> SimulatedWorker | None:
    """Return a worker that runs."""
    running = [worker for worker in world.workers if worker.process.alive]
    return random.choice(running) if running else None
