"""No account takes the processor from the others."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from ringrift.host import GameSession, GameSettings
from ringrift.host.seat_occupants import Level, Occupant, Person
from ringrift.rules import new_game
from ringrift.rules.wire import dump_state
from ringrift.server.fair_queue import Priority
from ringrift.server.games.scheduler import share_of
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    on_sqlite,
    running,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("shares")
    settings = on_sqlite(folder, games_per_account=6, level_games_per_account=2, level_seconds=30.0)
    with running(settings) as started:
        yield started


@contextmanager
def busy(server: RunningServer, folder: Path) -> Iterator[None]:
    """Fill all pools but that for passwords with work of another account."""
    gate = folder / "gate"
    os.mkfifo(gate)
    work = partial(gate.read_bytes)  # it ends when the gate has been opened and closed
    pools = server.worker.pools
    blockers = [
        asyncio.run_coroutine_threadsafe(pool.run(work, share="busy"), server.loop)
        for pool in (pools.rules, pools.search, pools.restore)
        for _ in range(15)
    ]
    try:
        yield
    finally:
        while not all(blocker.done() for blocker in blockers):
            with suppress(OSError):  # nobody reads at the moment
                os.close(os.open(gate, os.O_WRONLY | os.O_NONBLOCK))
            sleep(0.001)
        for blocker in blockers:
            blocker.result(TIMEOUT)


def post_concurrently(client: Client, path: str, body: object) -> list[int]:
    """Send eight equal requests at the same time; return their statuses in order of size."""
    cookies = client.http.cookies

    def post(_number: int) -> int:
        with httpx.Client(base_url=client.base, cookies=cookies, timeout=TIMEOUT) as http:
            return http.post(path, json=body, headers=client.headers).status_code

    with ThreadPoolExecutor(8) as pool:
        return sorted(pool.map(post, range(8)))


def test_a_login_does_not_wait_for_rules_or_searches(server: RunningServer, tmp_path: Path) -> None:
    server.person("Patient", "zebra kettle 94")
    with busy(server, tmp_path):
        credentials = {"name": "Patient", "password": "zebra kettle 94"}
        server.visitor().post("/sessions", credentials, status=201)


def test_the_metrics_show_how_much_work_waits(server: RunningServer, tmp_path: Path) -> None:
    with busy(server, tmp_path):
        exposed = server.visitor().http.get("/metrics").text
    waiting = {
        pool: f'ringrift_queued_work{{pool="{pool}"}} {number}.0' in exposed
        for pool, number in (("passwords", 0), ("rules", 14), ("search", 14), ("restore", 14))
    }
    assert all(waiting.values()), waiting


def test_a_visitor_has_a_limited_number_of_requests_in_a_queue(server: RunningServer) -> None:
    async def wait_in_vain(count: int) -> list[Any]:
        run = server.worker.pools.rules.run
        work = [run(os.getpid, share="visitor", priority=Priority.GUEST) for _ in range(count)]
        return await asyncio.gather(*work, return_exceptions=True)

    waiting = asyncio.run_coroutine_threadsafe(wait_in_vain(30), server.loop)
    refused = [error for error in waiting.result(TIMEOUT) if isinstance(error, Exception)]
    assert len(refused) == 9, "one request runs, and twenty wait"
    assert {str(error).split(":")[0] for error in refused} == {"TOO_MANY"}


def test_games_of_levels_alone_are_few(server: RunningServer) -> None:
    guest = server.guest()
    body = {"seats": [{"kind": "level", "level": 10}] * 2}
    for _ in range(2):
        assert guest.post("/games", body, status=201)["status"] == "live"
    refused = guest.post("/games", body, status=409)["error"]
    assert (refused["code"], refused["path"]) == ("TOO_MANY_GAMES", "seats")
    assert server.guest().post("/games", body, status=201)["status"] == "live"


def test_concurrent_requests_do_not_exceed_the_number_of_games(database_url: str) -> None:
    settings = replace(
        HIGH_LIMITS,
        database=database_url,
        games_per_account=3,
        level_games_per_account=2,
        level_seconds=30.0,
    )
    with running(settings) as server:
        for seats, most in (([{"kind": "level", "level": 10}] * 2, 2), ([{"kind": "open"}] * 2, 3)):
            found = post_concurrently(server.guest(), "/games", {"seats": seats})
            assert found == [201] * most + [409] * (8 - most)


def test_games_that_an_account_only_created_count(server: RunningServer) -> None:
    guest = server.guest()
    body = {"seats": [{"kind": "open"}] * 2}
    for _ in range(6):
        guest.post("/games", body, status=201)
    assert guest.post("/games", body, status=409)["error"]["code"] == "TOO_MANY_GAMES"


def test_a_person_plays_a_level_while_levels_play_each_other(server: RunningServer) -> None:
    """The levels alone think for 30 s; analyses fill the rest of their threads."""
    rival = server.guest()
    for _ in range(2):
        rival.post("/games", {"seats": [{"kind": "level", "level": 10}] * 2}, status=201)
    state = dump_state(new_game("square8", 2))
    rival.post("/analyses", {"state": state, "seconds": 5}, status=202)
    person = server.guest()
    seats = [{"kind": "level", "level": 1}, {"kind": "me"}]
    game = person.post("/games", {"seats": seats}, status=201)["id"]
    with person.socket() as socket:
        socket.send(type="watch", game=game)
        assert socket.until_event("move")["seat"] == 1


def test_guests_who_fill_the_queue_of_analyses_do_not_delay_an_account(tmp_path: Path) -> None:
    state = dump_state(new_game("square8", 2))
    with running(on_sqlite(tmp_path, level_threads=1)) as server:
        person = server.person("Patient", "zebra kettle 94")
        queued = [
            (guest, guest.post("/analyses", {"state": state, "seconds": 5}, status=202)["id"])
            for guest in (server.guest(), server.guest())
            for _ in range(3)
        ]
        own = person.post("/analyses", {"state": state, "seconds": 0.1}, status=202)["id"]
        until = monotonic() + TIMEOUT
        while person.get(f"/analyses/{own}")["status"] in ("queued", "running"):
            assert monotonic() < until
        found = [guest.get(f"/analyses/{analysis}")["status"] for guest, analysis in queued]
        assert found.count("queued") >= 4, found  # one ran before, and perhaps one since
        for guest, analysis in queued:
            guest.delete(f"/analyses/{analysis}")


def test_concurrent_requests_do_not_exceed_the_number_of_analyses(tmp_path: Path) -> None:
    body = {"state": dump_state(new_game("square8", 2)), "seconds": 5}
    with running(on_sqlite(tmp_path)) as server:
        assert post_concurrently(server.guest(), "/analyses", body) == [202] * 3 + [429] * 5


@pytest.mark.parametrize(
    ("seats", "share"),
    [
        ([Level(1), Person("Ann", id="ann")], ("ann", Priority.LIVE_GAME)),
        ([Level(1), Level(2)], ("creator", Priority.BACKGROUND)),
    ],
)
def test_levels_alone_search_after_the_games_of_people(
    seats: list[Occupant], share: tuple[str, Priority]
) -> None:
    session = GameSession(GameSettings("square8", players=2), seats)
    assert share_of(session, "creator") == share


def test_a_level_that_does_not_think_holds_no_search_memory(server: RunningServer) -> None:
    person = server.guest()
    seats = [{"kind": "level", "level": 3}, {"kind": "me"}]
    game = person.post("/games", {"seats": seats}, status=201)["id"]
    with person.socket() as socket:
        socket.send(type="watch", game=game)
        while person.get(f"/games/{game}")["to_choose"] != 2:
            socket.receive()
    [scheduled] = [
        found for live, found in server.worker.scheduler._games.items() if live.id == game
    ]
    assert scheduled.computers._created == {}
