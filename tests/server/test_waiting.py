"""The games that wait for an account, over HTTP and over the socket."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import (
    HIGH_LIMITS,
    TWO_PLAYERS,
    Client,
    RunningServer,
    SocketClient,
    begin,
    on_sqlite,
    play_turns,
    running,
    start_two_player_game,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("waiting"))) as started:
        yield started


def start(first: Client, second: Client, **settings: Any) -> str:
    """Start a game in which the first client has seat 1."""
    created = first.post("/games", {"settings": {"players": 2, **settings}}, status=201)
    game: str = created["id"]
    second.post(f"/games/{game}/join")
    return game


def waiting(client: Client) -> list[tuple[str, bool]]:
    return [(one["game"]["id"], one["your_turn"]) for one in client.get("/games/waiting")]


def test_your_turns_come_first_and_the_soonest_deadline_before_the_others(
    database_url: str,
) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        me, other = server.guest(), server.guest()
        theirs = start(other, me)
        open_game = me.post("/games", TWO_PLAYERS, status=201)["id"]
        untimed = start(me, other)
        late = start(me, other, clock={"kind": "correspondence", "days": 3})
        soon = start(me, other, clock={"kind": "correspondence", "days": 1})
        for timed in (late, soon):  # the clocks run from the first complete turn
            play_turns([me, other], timed, 2)
        assert waiting(me) == [
            (soon, True),
            (late, True),
            (untimed, True),
            (theirs, False),
            (open_game, False),
        ]
        found = me.get("/games/waiting")
        assert found[0]["deadline"] < found[1]["deadline"]
        assert found[2]["deadline"] is None
        assert found[0]["game"]["preview"]["to_move"] == 1


def test_games_that_are_over_or_left_do_not_wait(server: RunningServer) -> None:
    players = [server.guest() for _ in range(3)]
    game = players[0].post("/games", {"settings": {"players": 3}}, status=201)["id"]
    for other in players[1:]:
        other.post(f"/games/{game}/join")
    begin(players[0], game)
    players[0].post(f"/games/{game}/resign", status=201)
    assert waiting(players[0]) == []
    assert [one for one, _turn in waiting(players[1])] == [game]


def test_the_list_needs_an_account(server: RunningServer) -> None:
    server.visitor().get("/games/waiting", status=401)
    with server.visitor().socket() as socket:
        socket.send(type="waiting.watch")
        assert socket.until("refused")["error"]["code"] == "NOT_LOGGED_IN"


def entries(socket: SocketClient) -> list[tuple[str, bool]]:
    """Return the games of the next list."""
    return [(one["game"], one["your_turn"]) for one in socket.until("waiting")["games"]]


def until_entries(socket: SocketClient, wanted: list[tuple[str, bool]]) -> None:
    while entries(socket) != wanted:
        pass


def test_the_socket_sends_the_list_when_it_changes(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        me, other = server.guest(), server.guest()
        with me.socket() as socket:
            socket.send(type="waiting.watch")
            assert entries(socket) == []
            game = start(other, me)
            until_entries(socket, [(game, False)])
            begin(other, game)
            until_entries(socket, [(game, True)])
            other.post(f"/games/{game}/resign", status=201)
            until_entries(socket, [])


def test_a_player_learns_of_a_turn_at_another_worker(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as owner, running(settings) as other_worker:
        first, second, game = start_two_player_game(owner)
        elsewhere = replace(second, base=other_worker.base)
        with elsewhere.socket() as socket:
            socket.send(type="waiting.watch")
            until_entries(socket, [(game, False)])
            begin(first, game)
            until_entries(socket, [(game, True)])


def test_a_rematch_offer_reaches_a_player_who_is_elsewhere(server: RunningServer) -> None:
    me, other = server.guest(), server.guest()
    game = start(me, other)
    begin(me, game)
    me.post(f"/games/{game}/resign", status=201)
    with me.socket() as socket:  # it does not watch the game
        socket.send(type="waiting.watch")
        assert entries(socket) == []
        rematch = other.post(f"/games/{game}/rematch", status=201)["id"]
        [offer] = socket.until("waiting")["games"]
        assert offer["game"] == rematch
        assert offer["rematch_of"] == game
        assert other.account is not None
        assert offer["opponents"] == [other.account["name"]]
        [listed] = me.get("/games/waiting")
        assert listed["rematch_offer"]
        assert listed["game"]["invite"] is None
        assert other.get("/games/waiting")[0]["rematch_offer"] is False
        me.post(f"/games/{game}/rematch", status=201)
        until_entries(socket, [(rematch, False)])
    assert not me.get("/games/waiting")[0]["rematch_offer"]


def test_strangers_see_no_rematch_offers(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    begin(first, game)
    first.post(f"/games/{game}/resign", status=201)
    second.post(f"/games/{game}/rematch", status=201)
    assert waiting(server.guest()) == []


def test_a_socket_that_no_longer_follows_gets_nothing(server: RunningServer) -> None:
    me, other = server.guest(), server.guest()
    with me.socket() as socket:
        socket.send(type="waiting.watch")
        socket.until("waiting")
        socket.send(type="waiting.unwatch")
        socket.send(type="ping", t=1)
        socket.until("pong")
        assert me.id not in server.worker.waiting_feed.subscribed_accounts
        socket.send(type="waiting.watch")
        socket.until("waiting")
        start(other, me)
        socket.until("waiting")


def test_the_feed_forgets_a_closed_socket(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        me = server.guest()
        with me.socket() as socket:
            socket.send(type="waiting.watch")
            socket.until("waiting")
        until_gone(server, me)


def until_gone(server: RunningServer, client: Client) -> None:
    """Wait until the feed has forgotten a client whose socket is closed."""
    while client.id in server.worker.waiting_feed.subscribed_accounts:
        server.visitor().get("/healthz")
