"""Limits of connections, and what closes them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import (
    Client,
    RunningServer,
    on_sqlite,
    running,
    start_two_player_game,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    caps = {"sockets_per_account": 2, "streams_per_account": 2, "watches_per_socket": 2}
    with running(on_sqlite(tmp_path_factory.mktemp("connections"), **caps)) as started:
        yield started


def bot_of(server: RunningServer, person: str, name: str) -> Client:
    bot = server.visitor()
    bot.token = server.person(person).post("/bots", {"name": name}, status=201)["token"]
    return bot


def test_the_number_of_sockets_per_account_is_limited(server: RunningServer) -> None:
    guest = server.guest()
    with guest.socket(), guest.socket():
        with guest.socket() as third:
            assert third.welcome["error"]["code"] == "TOO_MANY_SOCKETS"
        with server.guest().socket() as another:
            assert another.welcome["type"] == "welcome"


def test_a_closed_socket_frees_its_slot(server: RunningServer) -> None:
    guest = server.guest()
    with guest.socket():
        for _ in range(3):
            while True:  # the server may notice the end later
                with guest.socket() as socket:
                    if socket.welcome["type"] == "welcome":
                        break


def test_the_number_of_watched_games_per_socket_is_limited(server: RunningServer) -> None:
    games = [start_two_player_game(server)[2] for _ in range(3)]
    with server.guest().socket() as socket:
        for game in (games[0], games[1], games[0]):  # a repeat does not count
            socket.send(type="watch", game=game)
            socket.until("watching")
        socket.send(type="watch", game=games[2])
        assert socket.until("refused", "watching")["error"]["code"] == "TOO_MANY_WATCHES"
        socket.send(type="unwatch", game=games[0])
        socket.send(type="watch", game=games[2])
        assert socket.until("refused", "watching")["type"] == "watching"


def test_the_number_of_streams_per_bot_is_limited(server: RunningServer) -> None:
    bot = bot_of(server, "Lem", "Trurl")
    bot.post("/games", {"seats": [{"kind": "me"}, {"kind": "level", "level": 1}]}, status=201)
    with ExitStack() as open_streams:
        lines = []
        for _ in range(2):
            stream = bot.http.stream("GET", "/bot/stream", headers=bot.headers)
            lines.append(open_streams.enter_context(stream).iter_lines())
            next(lines[-1])
        refused = bot.get("/bot/stream", status=429)
    assert refused["error"]["code"] == "TOO_MANY_STREAMS"


def test_a_stream_unsubscribes_from_a_finished_game(server: RunningServer) -> None:
    bot = bot_of(server, "Hoyle", "Andromeda")
    seats = [{"kind": "me"}, {"kind": "me"}]
    event_feed = server.worker.event_feed
    with bot.http.stream("GET", "/bot/stream", headers=bot.headers) as stream:
        game = bot.post("/games", {"seats": seats}, status=201)["id"]
        events: list[dict[str, Any]] = []
        for line in filter(str.strip, stream.iter_lines()):
            events += json.loads(line).get("events", ())
            if events and events[-1]["kind"] == "started":
                assert game in event_feed.subscribed_games
                bot.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
            if events and events[-1]["kind"] == "aborted":
                break
        assert game not in event_feed.subscribed_games


def test_a_new_password_closes_the_streams_of_other_sessions_only(
    server: RunningServer,
) -> None:
    person = server.person("Bletchley")
    elsewhere = server.visitor()
    known = {"name": "Bletchley", "password": "correct horse"}
    elsewhere.sign(elsewhere.post("/sessions", known, status=201))
    game = person.post("/games", {"seats": [{"kind": "me"}, {"kind": "me"}]}, status=201)["id"]
    with (
        person.http.stream("GET", "/bot/stream") as own,
        elsewhere.http.stream("GET", "/bot/stream") as other,
    ):
        mine, theirs = own.iter_lines(), other.iter_lines()
        assert json.loads(next(mine))["game"] == json.loads(next(theirs))["game"] == game
        person.put("/accounts/me/password", {"current": "correct horse", "new": "battery staple"})
        list(theirs)  # until it ends
        person.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
        batches = (json.loads(line).get("events", ()) for line in mine if line)
        assert any(event["kind"] == "aborted" for batch in batches for event in batch)


class Door(set[Any]):
    """A set that runs a callback on `add`: while a connection is being opened."""

    def __init__(self, happens: Callable[[], None]) -> None:
        super().__init__()
        self._happens = happens

    def add(self, visitor: Any) -> None:
        self._happens()
        super().add(visitor)


def forget(database: Path, table: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(f"DELETE FROM {table}")


def test_a_session_that_ends_while_a_socket_opens_is_rejected(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        guest = server.guest()
        server.worker.sockets = Door(lambda: forget(tmp_path / "ringrift.db", "login_sessions"))
        with guest.socket() as socket:
            assert socket.welcome["error"]["code"] == "NOT_LOGGED_IN"
            assert socket.until("closing")["reason"] == "you are logged out: log in again"


def test_a_token_that_is_revoked_while_a_stream_opens_is_rejected(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        bot = bot_of(server, "Capek", "Rossum")
        bot.post("/games", {"seats": [{"kind": "me"}, {"kind": "me"}]}, status=201)
        server.worker.streams = Door(lambda: forget(tmp_path / "ringrift.db", "tokens"))
        assert bot.get("/bot/stream") == ""
