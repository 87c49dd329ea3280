"""Rate limits of one worker and of all workers together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ringrift.server.limits.shared_limit import SharedRateLimit
from ringrift.server.limits.token_bucket import RateLimit
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
            return await SharedRateLimit(database, "tries", 0, 60.0).take("a")
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
