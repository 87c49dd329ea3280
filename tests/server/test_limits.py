"""Rate limits of one worker and of all workers together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

from ringrift.server.clock import SystemClock
from ringrift.server.limits.service import RateLimits
from ringrift.server.limits.shared_limit import SharedRateLimit
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from tests.server.running_server import HIGH_LIMITS, RunningServer, running


def test_a_bucket_refills() -> None:
    now = [0.0]
    limit = RateLimit(2, 60.0, clock=lambda: now[0])
    assert [limit.take("a"), limit.take("a"), limit.take("a")] == [0, 0, 30]
    assert limit.take("b") == 0
    now[0] = 30.0
    assert limit.take("a") == 0


def test_two_workers_share_a_bucket(database_url: str) -> None:
    async def take() -> None:
        one, other = Database(database_url), Database(database_url)
        now = [1000.0]
        try:
            await one.start()
            here, there = (
                SharedRateLimit(each, "tries", 3, 60.0, clock=lambda: now[0])
                for each in (one, other)
            )
            taken = await asyncio.gather(*(limit.take("a") for limit in (here, there) * 3))
            assert sorted(taken) == [0, 0, 0, 20, 20, 20]
            assert await there.take("b") == 0
            now[0] += 20
            assert await there.take("a") == 0
            assert await here.take("a") == 20
            now[0] += 3600
            assert [await here.take("a") for _ in range(4)] == [0, 0, 0, 20]
        finally:
            await one.close()
            await other.close()

    asyncio.run(take())


def test_a_limit_of_zero_allows_nothing(database_url: str) -> None:
    async def take() -> float:
        database = Database(database_url)
        try:
            await database.start()
            return await SharedRateLimit(database, "tries", 0, 60.0, clock=lambda: 0.0).take("a")
        finally:
            await database.close()

    assert math.isinf(asyncio.run(take()))


@pytest.fixture
def pair(postgres_url: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    settings = replace(HIGH_LIMITS, database=postgres_url, logins_per_minute=4)
    with running(settings) as one, running(settings) as other:
        yield one, other


def test_guessing_at_two_workers_is_no_faster_than_at_one(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    visitors = [server.visitor() for server in pair]
    guess = {"name": "Somebody", "password": "password"}
    answers = [visitor.http.post("/sessions", json=guess) for _ in range(4) for visitor in visitors]
    assert [answer.status_code for answer in answers] == [401] * 4 + [429] * 4
    assert answers[-1].json()["error"]["code"] == "TOO_MANY"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def test_requests_beyond_a_shared_limit_cost_no_database_write(tmp_path: Path) -> None:
    """Fifty log-ins at once would otherwise make the moves wait for the database."""

    async def attack() -> tuple[list[float], int]:
        database = Database(f"sqlite:///{tmp_path}/limits.db")
        await database.start()
        writes = 0

        def count(*_: object) -> None:
            nonlocal writes
            writes += 1

        event.listen(database.engine.sync_engine, "begin", count)
        try:
            limits = RateLimits(Settings(logins_per_minute=10), database, SystemClock())
            taken = (limits.take_shared("logins", "10.0.0.1") for _ in range(50))
            return await asyncio.gather(*taken), writes
        finally:
            await database.close()

    waits, writes = asyncio.run(attack())
    assert sum(wait == 0.0 for wait in waits) == writes == 10


def test_a_returned_token_can_be_taken_again(tmp_path: Path) -> None:
    async def take() -> list[bool]:
        database = Database(f"sqlite:///{tmp_path}/limits.db")
        await database.start()
        try:
            limits = RateLimits(Settings(logins_per_minute=1), database, SystemClock())
            first = await limits.take_shared("guesses", "key")
            second = await limits.take_shared("guesses", "key")
            await limits.give_back("guesses", "key")
            return [
                bool(wait) for wait in (first, second, await limits.take_shared("guesses", "key"))
            ]
        finally:
            await database.close()

    assert asyncio.run(take()) == [False, True, False]
