"""Clocks that are set while the server is stopped, and workers whose clocks differ."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic, time

import pytest

from ringrift.server.limits.shared_limit import SharedRateLimit
from ringrift.server.storage import lease
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import LEASE_SECONDS, Leases
from tests.server.running_server import TIMEOUT, begin, on_sqlite, running
from tests.server.test_storage import GAME, add_game, run

HOUR = 3600.0


@pytest.mark.parametrize("jump", [600.0, -HOUR, -48 * HOUR])
def test_a_clock_that_is_set_during_a_restart_costs_no_player_time(
    jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = on_sqlite(tmp_path)
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    new = {"settings": {"clock": clock}, "seats": [{"kind": "me"}, {"kind": "me"}]}
    with running(settings) as server:
        guest = server.guest()
        game = guest.post("/games", new, status=201)["id"]
        begin(guest, game)
        read = monotonic()
        before = guest.get(f"/games/{game}")["clock"][1]
    monkeypatch.setattr(lease, "wall_time", lambda: time() + jump)
    with running(settings) as server:
        visitor = server.visitor()
        after = visitor.get(f"/games/{game}")["clock"][1]
        elapsed = monotonic() - read  # a busy machine starts and stops a server slowly
        assert before - elapsed - 1.0 < after < before + 1.0
        until = monotonic() + TIMEOUT
        while visitor.get(f"/games/{game}")["clock"][1] > after - 0.2:
            assert monotonic() < until, "the clock stands still"
        times = [event["at"] for event in visitor.get(f"/games/{game}/events")["events"]]
        assert times == sorted(times)


@pytest.mark.parametrize("ahead", [-HOUR, 600.0])
def test_a_worker_whose_clock_differs_takes_no_game_of_another(
    ahead: float, postgres_url: str
) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        one, other = Leases(database, "a" * 32), Leases(database, "b" * 32)
        now = time()
        assert await one.take(GAME, now) is not None
        assert await other.take(GAME, now + ahead) is None
        assert await other.take_orphans(now + ahead) == []
        assert await other.find_owner(GAME, now + ahead) == "a" * 32
        await one.release(now + 1.0)
        taken = await other.take(GAME, now + ahead)
        assert taken is not None
        assert taken.stopped_at == now + 1.0  # by the clock of its owner

    run(postgres_url, scenario)


def test_a_lease_from_before_the_clock_was_set_back_does_not_block_a_game(
    database_url: str,
) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner="a" * 32, lease_until=time() + HOUR)
        taken = await Leases(database, "b" * 32).take_orphans(time())
        assert [one.game for one in taken] == [GAME]

    run(database_url, scenario)


def test_a_lease_lasts_equally_long_for_all_workers(postgres_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        one, other = Leases(database, "a" * 32), Leases(database, "b" * 32)
        await one.take(GAME, 0.0)
        async with asyncio.timeout(LEASE_SECONDS + TIMEOUT):
            while not await other.take_orphans(10 * HOUR):
                await asyncio.sleep(0.1)

    run(postgres_url, scenario)


def test_a_limit_waits_no_longer_after_the_clock_was_set_back(database_url: str) -> None:
    now = 1_000_000.0

    async def scenario(database: Database) -> None:
        nonlocal now
        limit = SharedRateLimit(database, "logins", 2, 60.0, clock=lambda: now)
        assert [await limit.take("ada") for _ in range(2)] == [0.0, 0.0]
        now -= HOUR
        wait = await limit.take("ada")
        assert 0.0 < wait <= 30.0
        now += wait
        assert await limit.take("ada") == 0.0

    run(database_url, scenario)
