"""The bus after lost, reset and hanging connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from redis.asyncio import Redis

from ringrift.server.bus import Bus, open_bus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from tests.server.backing_services import own_redis
from tests.server.running_server import TIMEOUT
from tests.server.tcp_proxy import TcpProxy

# Of a busy machine; `tests/simulation/test_deadlines.py` proves 2 s in virtual time.
RECONNECT_SECONDS = 15.0
TRIALS = 6


@pytest.fixture(scope="module")
def own_redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with own_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(params=["postgresql", "redis"])
def address(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(
        "postgres_url" if request.param == "postgresql" else "own_redis_url"
    )
    return url


@asynccontextmanager
async def opened(*addresses: str) -> AsyncIterator[list[Bus]]:
    buses = [await open_bus(address) for address in addresses]
    try:
        yield buses
    finally:
        for bus in buses:
            await bus.close()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(2 * TIMEOUT):
            await scenario()

    asyncio.run(whole())


async def expect_delivery(sender: Bus, receiver: Bus, within: float) -> None:
    """Send until a message arrives."""
    arrived = asyncio.Event()

    def receive(_message: Any) -> None:
        arrived.set()

    receiver.subscribe("probe", receive)
    try:
        async with asyncio.timeout(within):
            while not arrived.is_set():
                await sender.publish("probe", None)
                await asyncio.sleep(0.02)
    finally:
        receiver.unsubscribe("probe", receive)


async def end_connections(address: str) -> None:
    """End all other connections to this database or Redis."""
    if address.startswith("redis"):
        async with Redis.from_url(address) as client:
            await client.client_kill_filter(skipme=True)
        return
    connection = await asyncpg.connect(address)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


def test_a_bus_under_load_hears_again_soon_after_its_connections_end(address: str) -> None:
    """The driver does not report the end of a connection while a statement runs."""

    async def scenario() -> None:
        async with opened(address, address) as [one, other]:

            async def load(bus: Bus) -> None:
                while True:
                    await bus.publish("load", "x" * 500)
                    await asyncio.sleep(0)

            for _ in range(TRIALS):
                tasks = [asyncio.create_task(load(bus)) for bus in (one, other)]
                await expect_delivery(one, other, RECONNECT_SECONDS)
                await end_connections(address)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await expect_delivery(one, other, RECONNECT_SECONDS)
                await expect_delivery(other, one, RECONNECT_SECONDS)

    run(scenario)


def test_a_hanging_connection_is_noticed_and_replaced(address: str) -> None:
    async def handle(_method: str, params: Any) -> Any:
        return params

    async def scenario() -> None:
        with TcpProxy(address) as proxy:
            await use(proxy)

    async def use(proxy: TcpProxy) -> None:
        async with opened(address, proxy.address) as [near, far]:
            rpc = WorkerRpc(far, "far", handle)
            proxy.hang()
            async with asyncio.timeout(RECONNECT_SECONDS):
                while far.connected:
                    await asyncio.sleep(0.01)

            heard: asyncio.Queue[Any] = asyncio.Queue()
            far.subscribe("a", heard.put_nowait)
            await far.publish("a", "to this worker")
            assert heard.get_nowait() == "to this worker"
            with pytest.raises(RpcTimeoutError):
                await asyncio.wait_for(
                    rpc.call("near", "say", None, timeout=2 * TIMEOUT), RECONNECT_SECONDS
                )

            proxy.resume()
            await expect_delivery(near, far, RECONNECT_SECONDS)
            await expect_delivery(far, near, RECONNECT_SECONDS)
            await rpc.close()

    run(scenario)


def test_both_sides_of_a_broken_connection_learn_that_messages_were_lost(address: str) -> None:
    async def scenario() -> None:
        with TcpProxy(address) as proxy:
            await use(proxy)

    async def use(proxy: TcpProxy) -> None:
        async with opened(address, proxy.address) as [near, far]:
            await expect_delivery(near, far, RECONNECT_SECONDS)
            await expect_delivery(far, near, RECONNECT_SECONDS)
            lost = [asyncio.Event(), asyncio.Event()]
            for bus, event in zip((near, far), lost, strict=True):
                bus.add_loss_listener(event.set)
            proxy.hang()
            await near.publish("lost", 1)
            while far.connected:
                await asyncio.sleep(0.01)
            await far.publish("lost", 2)
            proxy.resume()
            for event in lost:
                await event.wait()

    run(scenario)


def test_nothing_is_reported_as_lost_while_the_bus_works(address: str) -> None:
    async def scenario() -> None:
        async with opened(address, address) as [one, other]:
            reports: list[int] = []
            other.add_loss_listener(lambda: reports.append(1))
            heard: asyncio.Queue[Any] = asyncio.Queue()
            other.subscribe("a", heard.put_nowait)
            for number in range(300):
                await one.publish("a", ["x" * 20_000, number])
            assert [(await heard.get())[1] for _ in range(300)] == list(range(300))
            await asyncio.sleep(1.2)  # two heartbeats
            assert not reports

    run(scenario)
