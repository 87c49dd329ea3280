"""How many connections anybody may have, and what ends them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import RunningServer, Visitor, on_sqlite, running, two_guests_at


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    caps = {"sockets_per_account": 2, "streams_per_account": 2, "watches_per_socket": 2}
    with running(on_sqlite(tmp_path_factory.mktemp("connections"), **caps)) as started:
        yield started


def bot_of(server: RunningServer, person: str, name: str) -> Visitor:
    bot = server.visitor()
    bot.token = server.person(person).post("/bots", {"name": name}, status=201)["token"]
    return bot


def test_an_account_has_so_many_sockets_and_no_more(server: RunningServer) -> None:
    guest = server.guest()
    with guest.socket(), guest.socket():
        with guest.socket() as third:
            assert third.welcome["error"]["code"] == "TOO_MANY_SOCKETS"
        with server.guest().socket() as another:
            assert another.welcome["type"] == "welcome"


def test_a_socket_that_is_closed_makes_room_for_another(server: RunningServer) -> None:
    guest = server.guest()
    with guest.socket():
        for _ in range(3):
            while True:  # the server may hear of the end a moment later
                with guest.socket() as wire:
                    if wire.welcome["type"] == "welcome":
                        break


def test_a_socket_watches_so_many_games_and_no_more(server: RunningServer) -> None:
    games = [two_guests_at(server)[2] for _ in range(3)]
    with server.guest().socket() as wire:
        for game in (games[0], games[1], games[0]):  # the same once more is no third
            wire.send(type="watch", game=game)
            wire.until("watching")
        wire.send(type="watch", game=games[2])
        assert wire.until("refused", "watching")["error"]["code"] == "TOO_MANY_WATCHES"
        wire.send(type="unwatch", game=games[0])
        wire.send(type="watch", game=games[2])
        assert wire.until("refused", "watching")["type"] == "watching"


def test_a_bot_has_so_many_streams_and_no_more(server: RunningServer) -> None:
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


def test_a_stream_no_longer_watches_a_game_that_is_over(server: RunningServer) -> None:
    bot = bot_of(server, "Hoyle", "Andromeda")
    seats = [{"kind": "me"}, {"kind": "me"}]
    watchers = server.worker.event_feed
    with bot.http.stream("GET", "/bot/stream", headers=bot.headers) as stream:
        game = bot.post("/games", {"seats": seats}, status=201)["id"]
        told: list[dict[str, Any]] = []
        for line in filter(str.strip, stream.iter_lines()):
            told += json.loads(line).get("events", ())
            if told and told[-1]["kind"] == "started":
                assert game in watchers.subscribed_games
                bot.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
            if told and told[-1]["kind"] == "ended":
                break
        assert game not in watchers.subscribed_games


def test_a_new_password_ends_the_streams_of_other_sessions_and_not_ones_own(
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
        list(theirs)  # it ends
        person.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
        told = (json.loads(line).get("events", ()) for line in mine if line)
        assert any(event["kind"] == "ended" for events in told for event in events)


class Door(set[Any]):
    """Whoever comes in is told of; what happens then happens while the connection is being made."""

    def __init__(self, happens: Callable[[], None]) -> None:
        super().__init__()
        self._happens = happens

    def add(self, visitor: Any) -> None:
        self._happens()
        super().add(visitor)


def forget(database: Path, table: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(f"DELETE FROM {table}")


def test_who_is_logged_out_while_a_socket_is_being_opened_is_not_let_in(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        guest = server.guest()
        server.worker.sockets = Door(lambda: forget(tmp_path / "ringrift.db", "login_sessions"))
        with guest.socket() as wire:
            assert wire.welcome["error"]["code"] == "NOT_LOGGED_IN"
            assert wire.until("closing")["reason"] == "you are logged out: log in again"


def test_a_token_that_is_revoked_while_a_stream_is_being_opened_is_not_good(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        bot = bot_of(server, "Capek", "Rossum")
        bot.post("/games", {"seats": [{"kind": "me"}, {"kind": "me"}]}, status=201)
        server.worker.streams = Door(lambda: forget(tmp_path / "ringrift.db", "tokens"))
        assert bot.get("/bot/stream") == ""
