"""Faults that the simulation found in the server, each in the smallest world that shows it."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from ringrift.server.storage.lease import Leases
from tests.simulation.games import GamePlan
from tests.simulation.scenario import open_world
from tests.simulation.workers import SimulatedWorker
from tests.simulation.world import World


def _plan(world: World, *, level: int | None = None) -> GamePlan:
    settings = {
        "board": "square8",
        "players": 2,
        "clock": {"kind": "none"},
    }
    plan = GamePlan(settings, "lobby", 0.0, (0.1, 0.2), level, list(world.players))
    for player in world.players:
        player.plans.append(plan)
    return plan


def test_a_creator_who_waits_sees_the_start_at_once() -> None:
    with open_world(1, workers=2, players=2) as world:
        plan = _plan(world)
        creator, other = world.players

        async def play() -> float:
            await world.start_workers()
            creator.start()
            while plan.game not in creator.games:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.5)
            other.start()
            while plan.game not in other.games:
                await asyncio.sleep(0.01)
            joined_at = world.loop.time()
            replica = creator.games[plan.game or ""]
            await creator.process.start(creator.until(lambda: replica.sequence > 0))
            return world.loop.time() - joined_at

        assert world.loop.run(play()) < 0.3


def test_a_game_that_a_worker_owns_but_does_not_run_is_restored() -> None:
    """A release that failed left it so; a computer's move never came."""
    with open_world(1, workers=1, players=1) as world:
        plan = _plan(world, level=1)

        async def play() -> bool:
            await world.start_workers()
            [player] = world.players
            player.start()
            while plan.game not in player.games:
                await asyncio.sleep(0.01)
            world.quiet = True  # no command makes the worker look for the game
            worker = world.workers[0].worker
            assert worker is not None
            worker.directory._drop(plan.game or "")
            await asyncio.sleep(3.0)
            return [game.id for game in worker.directory.live] == [plan.game]

        assert world.loop.run(play())


def test_a_worker_without_its_database_sends_its_clients_to_the_others() -> None:
    with open_world(1, workers=2, players=1) as world:

        async def play() -> list[str]:
            await world.start_workers()
            [player] = world.players
            player.start()
            while not (servers := _servers_of(world)):
                await asyncio.sleep(0.01)
            world.storage.faults.unreachable.add(servers[0])
            await asyncio.sleep(4.0)
            return servers + _servers_of(world)

        before, after = world.loop.run(play())
        assert before != after


def _servers_of(world: World) -> list[str]:
    """Return the names of the workers to which the players are connected."""
    return [
        machine.name
        for machine in world.workers
        for _ in (machine.worker.sockets if machine.worker else ())
    ]


def test_a_deaf_worker_runs_no_game_that_it_has_released() -> None:
    with open_world(1, workers=2, players=1) as world:
        plan = _plan(world, level=1)

        async def play() -> set[str]:
            await world.start_workers()
            [player] = world.players
            player.start()
            while plan.game not in player.games:
                await asyncio.sleep(0.01)
            game = plan.game or ""
            world.quiet = True
            [machine] = [one for one in world.workers if one.worker and one.worker.directory.live]
            world.network.cut(machine.name, silently=False)
            return await machine.process.start(_take_again(world, machine, game))

        with patch.object(Leases, "release", _release_slowly):
            assert world.loop.run(play()) == set()


_release = Leases.release


async def _release_slowly(leases: Leases, now: float) -> None:
    await asyncio.sleep(0.05)
    await _release(leases, now)


async def _take_again(world: World, machine: SimulatedWorker, game: str) -> set[str]:
    """Want the game while the worker gives it up; return the games that it runs unowned."""
    worker = machine.worker
    assert worker is not None
    unowned: set[str] = set()
    until = world.loop.time() + 5.0
    while world.loop.time() < until:
        await worker.directory.take(game)
        for live in worker.directory.live:
            [row] = world.storage.read("SELECT owner FROM games WHERE id = ?", live.id)
            if row["owner"] != worker.id:
                unowned.add(live.id)
        await asyncio.sleep(0.0003)
    return unowned


def test_a_bus_knows_whether_everything_has_arrived() -> None:
    with open_world(1, workers=2, players=1) as world:

        async def play() -> None:
            await world.start_workers()
            first, second = world.workers
            assert first.worker
            bus = first.worker.bus

            async def received(seconds: float) -> bool:
                """Return whether all that was sent until now has arrived that much later."""
                at = world.loop.time()
                bus.has_received_until(at)
                await asyncio.sleep(seconds)
                return bus.has_received_until(at)

            async def check() -> None:
                await asyncio.sleep(3.0)
                assert await received(0.1), "a heartbeat confirms it at once"
                world.network.cut(second.name, silently=True)
                assert not await received(2.0), "the other worker is silent"
                assert await received(10.0), "the other worker counts as dead"
                world.network.reunite(second.name)
                await asyncio.sleep(5.0)
                assert await received(0.1)
                world.network.cut(first.name, silently=True)
                assert not await received(3.0), "this worker is deaf"
                world.network.reunite(first.name)
                assert not await received(1.0), "calls that were lost are being repeated"
                assert await received(5.0)

            await first.process.start(check())
            await second.stop()
            assert await first.process.start(received(1.8)), "a stopped worker is not awaited"

        world.loop.run(play())
