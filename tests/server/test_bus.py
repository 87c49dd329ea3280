"""The bus between workers, over PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from redis.asyncio import Redis

from ringrift.server.bus import Bus, LocalBus, open_bus
from ringrift.server.bus.postgres import PostgresBus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from ringrift.server.errors import ApiError, StorageError
from tests.server.running_server import TIMEOUT


@pytest.fixture(params=["local", "postgresql", "redis"])
def address(request: pytest.FixtureRequest) -> str | None:
    if request.param == "local":
        return None
    url: str = request.getfixturevalue(
        "postgres_url" if request.param == "postgresql" else "redis_url"
    )
    return url


def run_with_two_buses(
    address: str | None, scenario: Callable[[Bus, Bus], Awaitable[None]]
) -> None:
    """Run a scenario with the buses of two workers; a local bus is shared."""

    async def whole() -> None:
        async with asyncio.timeout(TIMEOUT):
            one = await open_bus(address)
            other = one if isinstance(one, LocalBus) else await open_bus(address)
            try:
                await scenario(one, other)
            finally:
                await one.close()
                if other is not one:
                    await other.close()

    asyncio.run(whole())


def test_a_message_reaches_only_the_subscribers_of_its_topic(
    address: str | None,
) -> None:
    async def scenario(one: Bus, other: Bus) -> None:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        other.subscribe("a", heard.put_nowait)
        await one.publish("b", "not this")
        for number in range(5):
            await one.publish("a", {"number": number, "text": "Ünïcode ✓"})
        assert [(await heard.get())["number"] for _ in range(5)] == [0, 1, 2, 3, 4]
        assert heard.empty()

    run_with_two_buses(address, scenario)


def test_concurrent_messages_arrive_in_order_at_the_sender_too(address: str | None) -> None:
    async def scenario(one: Bus, other: Bus) -> None:
        here: asyncio.Queue[Any] = asyncio.Queue()
        there: asyncio.Queue[Any] = asyncio.Queue()
        one.subscribe("a", here.put_nowait)
        other.subscribe("a", there.put_nowait)
        numbers = list(range(100))
        await asyncio.gather(*(one.publish("a", number) for number in numbers))
        assert [await here.get() for _ in numbers] == numbers
        assert [await there.get() for _ in numbers] == numbers

    run_with_two_buses(address, scenario)


def test_a_long_message_arrives_whole(address: str | None) -> None:
    long = [str(number) * 50 for number in range(500)]

    async def scenario(one: Bus, other: Bus) -> None:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        other.subscribe("a", heard.put_nowait)
        await one.publish("a", long)
        assert await heard.get() == long

    run_with_two_buses(address, scenario)


def test_a_call_is_handled_by_the_called_worker(address: str | None) -> None:
    async def answer(name: str, arguments: Any) -> Any:
        if name == "refuse":
            raise ApiError(409, "NO", "no", path="x", more={"sequence": 3})
        return [name, arguments]

    async def scenario(one: Bus, other: Bus) -> None:
        asking, answering = WorkerRpc(one, "one", answer), WorkerRpc(other, "other", answer)
        assert await asking.call("other", "say", {"n": 1}) == ["say", {"n": 1}]
        with pytest.raises(ApiError) as refused:
            await asking.call("other", "refuse", None)
        assert (refused.value.status, refused.value.to_json()["sequence"]) == (409, 3)
        with pytest.raises(RpcTimeoutError):
            await asking.call("nobody", "say", None, timeout=0.2)
        await asking.close()
        await answering.close()

    run_with_two_buses(address, scenario)


@pytest.mark.parametrize("nowhere", ["redis://127.0.0.1:1/0", "postgresql://root@127.0.0.1:1/x"])
def test_an_unreachable_bus_is_one_clear_sentence(nowhere: str) -> None:
    with pytest.raises(StorageError, match="cannot be reached"):
        asyncio.run(open_bus(nowhere))


@pytest.mark.parametrize(
    "address", ["redis://ada:geheim@127.0.0.1:1/0", "redis://:geheim/x@127.0.0.1:6379"]
)
def test_an_unreachable_redis_is_reported_without_its_password(address: str) -> None:
    with pytest.raises(StorageError) as refused:
        asyncio.run(open_bus(address))
    assert "geheim" not in str(refused.value)
    assert "Redis" in str(refused.value)


def test_foreign_messages_on_the_channel_are_ignored(redis_url: str) -> None:
    async def scenario(one: Bus, other: Bus) -> None:
        heard = asyncio.Event()
        other.subscribe("topic", lambda _message: heard.set())
        async with Redis.from_url(redis_url) as somebody:
            await somebody.publish("ringrift", "no JSON")
        await one.publish("topic", "JSON")
        await heard.wait()

    run_with_two_buses(redis_url, scenario)


def test_a_notification_of_postgresql_does_not_wait_for_the_disk(postgres_url: str) -> None:
    """PostgreSQL writes a commit for each; with two workers, every move needs several."""

    async def scenario(one: Bus, _other: Bus) -> None:
        assert isinstance(one, PostgresBus)
        assert one._connection is not None
        assert await one._connection.fetchval("SHOW synchronous_commit") == "off"

    run_with_two_buses(postgres_url, scenario)
