"""Workers whose bus goes away: what they stored counts, and what they missed arrives later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic, sleep
from typing import Any

import pytest

from tests.server.backing_services import own_redis
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    TWO_PLAYERS,
    RunningServer,
    begin,
    running,
    start_two_player_game,
)
from tests.server.tcp_proxy import TcpProxy
from tests.server.test_workers import at

# Of a busy machine; `tests/simulation/test_deadlines.py` proves 2 s in virtual time.
CATCH_UP_SECONDS = 20.0


@pytest.fixture(params=["postgresql", "redis"])
def bus_address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "postgresql":
        yield request.getfixturevalue("postgres_url")
        return
    with own_redis(tmp_path_factory.mktemp("redis")) as address:
        yield address


@contextmanager
def near_and_far(
    database: str, bus_address: str
) -> Iterator[tuple[RunningServer, RunningServer, TcpProxy]]:
    """Two workers; the second one reaches the bus through a proxy."""
    settings = replace(HIGH_LIMITS, database=database, bus=bus_address)
    with (
        TcpProxy(bus_address) as proxy,
        running(settings) as near,
        running(replace(settings, bus=proxy.address)) as far,
    ):
        yield near, far, proxy


def wait_until_disconnected(server: RunningServer) -> None:
    until = monotonic() + TIMEOUT
    while server.visitor().http.get("/readyz").json()["checks"]["bus"]:
        assert monotonic() < until
        sleep(0.05)


def lists(message: dict[str, Any], game: str) -> bool:
    """Whether this lobby message lists the game; an earlier one may still be on its way."""
    return game in {one["id"] for one in message.get("games", ())}


def test_a_worker_catches_up_with_what_it_missed(postgres_url: str, bus_address: str) -> None:
    with near_and_far(postgres_url, bus_address) as (near, far, proxy):
        first, second, game = start_two_player_game(near)
        revoked = near.guest()
        with at(far, second).socket() as watching, at(far, revoked).socket() as socket:
            watching.send(type="watch", game=game)
            watching.until("watching")
            watching.send(type="lobby.watch")
            watching.until("lobby")
            proxy.hang()
            wait_until_disconnected(far)
            first.post(f"/games/{game}/chat", {"text": "are you there?"}, status=204)
            revoked.delete("/sessions")
            created = near.guest().post("/games", TWO_PLAYERS, status=201)["id"]
            proxy.resume()
            back = monotonic()
            assert socket.until("closing")["reason"] == "you are logged out: log in again"
            missed: set[str] = set()
            while missed != {"chat", "lobby"}:
                message = watching.until("chat", "lobby")
                if message.get("text") == "are you there?" or lists(message, created):
                    missed.add(message["type"])
            assert monotonic() - back < CATCH_UP_SECONDS


def test_changes_are_acknowledged_while_the_bus_is_away(postgres_url: str) -> None:
    with near_and_far(postgres_url, postgres_url) as (near, far, proxy):
        first, second, old = start_two_player_game(far)
        begin(first, old)
        first.post(f"/games/{old}/resign", status=201)
        proxy.hang()
        wait_until_disconnected(far)
        game = first.post("/games", TWO_PLAYERS, status=201)["id"]
        assert second.post(f"/games/{game}/join")["status"] == "live"
        first.post(f"/games/{game}/chat", {"text": "hello"}, status=204)
        assert first.post(f"/games/{old}/rematch", status=201)["rematch_of"] == old
        first.delete("/sessions")
        assert near.visitor().get(f"/games/{game}")["status"] == "live"


def test_a_worker_without_a_bus_gives_its_games_to_one_that_has_it(postgres_url: str) -> None:
    with near_and_far(postgres_url, postgres_url) as (near, far, proxy):
        first, _, game = start_two_player_game(far)
        first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
        proxy.hang()
        moved, until = at(near, first), monotonic() + TIMEOUT
        while game not in {one.id for one in near.worker.directory.live}:
            assert monotonic() < until
            sleep(0.05)
        moved.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
        assert not far.worker.directory.live
        proxy.resume()
        move = {"move": "d4-d6", "client_id": "2"}
        assert first.post(f"/games/{game}/moves", move, status=201)["sequence"] > 0
