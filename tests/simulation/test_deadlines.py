"""How soon games go on after a fault, in virtual time: a busy machine changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ringrift.server.bus import Bus
from tests.simulation.games import GamePlan
from tests.simulation.scenario import open_world
from tests.simulation.workers import SimulatedWorker
from tests.simulation.world import World

SEEDS = range(1, 6)
TIMEOUT = 30.0  # virtual seconds, which end a test that hangs
BUS_SECONDS = 2.0
TAKE_OVER_SECONDS = 3.0
HAND_OVER_SECONDS = 1.0


async def _play(world: World) -> tuple[str, SimulatedWorker]:
    """Start a game between the players; return it and its owner once it is played."""
    settings = {"board": "square8", "players": 2, "clock": {"kind": "none"}}
    plan = GamePlan(settings, "lobby", 0.0, (0.1, 0.2), None, list(world.players))
    for player in world.players:
        player.plans.append(plan)
    await world.start_workers()
    for player in world.players:
        player.start()
    while _moves(world) < 6:
        assert world.loop.time() < TIMEOUT
        await asyncio.sleep(0.01)
    [owner] = [one for one in world.workers if one.worker and one.worker.directory.live]
    return plan.game or "", owner


def _moves(world: World) -> int:
    [row] = world.storage.read("SELECT count(*) AS number FROM events WHERE kind = 'move'")
    return int(row["number"])


async def _seconds_until_taken(world: World, game: str, former: SimulatedWorker) -> float:
    """Return the seconds until another worker runs the game."""
    began = world.loop.time()
    while world.loop.time() < began + TIMEOUT:
        for machine in world.workers:
            live = machine.worker.directory.live if machine.worker else ()
            if machine is not former and game in {one.id for one in live}:
                return world.loop.time() - began
        await asyncio.sleep(0.005)
    raise AssertionError("no other worker runs the game")


async def _delivery(world: World, sender: SimulatedWorker, receiver: SimulatedWorker) -> float:
    """Send until the message arrives; return the seconds that took."""
    heard = asyncio.Event()

    def receive(_message: Any) -> None:
        heard.set()

    began = world.loop.time()
    _bus(receiver).subscribe("probe", receive)
    while not heard.is_set():
        assert world.loop.time() < began + TIMEOUT
        await sender.process.start(_bus(sender).publish("probe", None))
        await asyncio.sleep(0.01)
    _bus(receiver).unsubscribe("probe", receive)
    return world.loop.time() - began


def _bus(machine: SimulatedWorker) -> Bus:
    assert machine.worker is not None
    return machine.worker.bus


@pytest.mark.parametrize("silently", [False, True])
@pytest.mark.parametrize("seconds", [0.7, 3.0, 8.0])
def test_a_worker_hears_the_others_soon_after_the_bus_is_back(
    seconds: float, silently: bool
) -> None:
    for seed in SEEDS:
        with open_world(seed, workers=2, players=1) as world:

            async def cut(world: World = world) -> float:
                await world.start_workers()
                first, second = world.workers
                world.network.cut(second.name, silently=silently)
                await asyncio.sleep(seconds)
                world.network.reunite(second.name)
                back = world.loop.time()
                await _delivery(world, first, second)
                await _delivery(world, second, first)
                return world.loop.time() - back

            assert world.loop.run(cut()) < BUS_SECONDS, f"seed {seed}"


def test_the_games_of_a_killed_worker_go_on_within_three_seconds() -> None:
    for seed in SEEDS:
        with open_world(seed, workers=2, players=2) as world:

            async def kill(world: World = world) -> float:
                game, owner = await _play(world)
                owner.crash()
                return await _seconds_until_taken(world, game, owner)

            assert world.loop.run(kill()) < TAKE_OVER_SECONDS, f"seed {seed}"


def test_a_stopping_worker_hands_its_games_over_within_a_second() -> None:
    for seed in SEEDS:
        with open_world(seed, workers=2, players=2) as world:

            async def stop(world: World = world) -> float:
                game, owner = await _play(world)
                world.loop.root.start(owner.stop())
                return await _seconds_until_taken(world, game, owner)

            assert world.loop.run(stop()) < HAND_OVER_SECONDS, f"seed {seed}"
