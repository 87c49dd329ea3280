"""Seeds of computers are secret during a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running_server import RunningServer, begin, on_sqlite, running

AGAINST_A_LEVEL = [{"kind": "me"}, {"kind": "level", "level": 1}]
FAST = {"kind": "per_move", "seconds": 0.2}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("secrets"), level_seconds=0.1)) as started:
        yield started


def has_a_seed(document: Any) -> bool:
    return '"seed"' in json.dumps(document)


def test_the_seed_of_a_level_is_secret_until_the_game_is_over(
    server: RunningServer,
) -> None:
    guest = server.guest()
    game = guest.post("/games", {"seats": AGAINST_A_LEVEL}, status=201)["id"]
    with guest.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        guest.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
        stale = socket.move(game, "@e5", "2", 0)
        assert stale["error"]["code"] == "STALE"
        assert stale["missed"][0]["kind"] == "started"
        assert not has_a_seed(stale)
        assert not has_a_seed(socket.seen)
    assert not has_a_seed(guest.get(f"/games/{game}/events"))
    assert not has_a_seed(guest.get(f"/games/{game}"))
    assert not has_a_seed(guest.get("/accounts/me/export"))
    guest.post(f"/games/{game}/resign", {"client_id": "3"}, status=201)
    assert has_a_seed(guest.get(f"/games/{game}/events"))


def test_a_bot_stream_contains_no_seed(server: RunningServer) -> None:
    bot = server.visitor()
    bot.token = server.person("Clarke").post("/bots", {"name": "Hal"}, status=201)["token"]
    bot.post("/games", {"seats": AGAINST_A_LEVEL}, status=201)
    with bot.http.stream("GET", "/bot/stream", headers=bot.headers) as stream:
        lines = stream.iter_lines()
        document = [json.loads(next(lines)) for _ in range(2)]
    assert [line["type"] for line in document] == ["game", "events"]
    assert document[1]["events"][0]["kind"] == "started"
    assert not has_a_seed(document)


def test_a_substitute_level_has_a_new_seed_and_the_servers_time(
    server: RunningServer,
) -> None:
    guest = server.guest()
    settings = {"players": 3, "clock": FAST, "substitute": 10}
    seats = [{"kind": "me"}] * 3
    made = guest.post("/games", {"settings": settings, "seats": seats}, status=201)
    assert made["settings"]["substitute"] == 10
    begin(guest, made["id"])
    with guest.socket() as socket:
        socket.send(type="watch", game=made["id"])
        substituted = socket.until_event("substituted")
        assert substituted["occupant"] == {"kind": "level", "number": 10, "seconds": 0.1}
        socket.until_event("ended")
    events = guest.get(f"/games/{made['id']}/events")["events"]
    seeds = [event["occupant"]["seed"] for event in events if event["kind"] == "substituted"]
    assert seeds
    assert 0 not in seeds
