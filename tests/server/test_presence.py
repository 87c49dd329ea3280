"""Presence, and claims of abandoned games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from time import time

import pytest

from ringrift.server.accounts.types import Account
from ringrift.server.games.presence import Presence
from ringrift.server.storage.database import Database
from ringrift.server.worker import Worker
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    TWO_PLAYERS,
    Client,
    RunningServer,
    SocketClient,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)

ABSENCE = 0.6  # seconds: short, for a fast test


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(
        on_sqlite(tmp_path_factory.mktemp("presence"), absence_seconds=ABSENCE)
    ) as started:
        yield started


def claimed(visitor: Client, game: str) -> str:
    """Claim the game; return the error code, or an empty string."""
    answer = visitor.http.post(f"/games/{game}/claim", json={}, headers=visitor.headers).json()
    return str(answer["error"]["code"]) if "error" in answer else ""


def test_the_game_of_a_connected_player_cannot_be_claimed(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with first.socket():
        until = time() + 3 * ABSENCE
        while time() < until:
            assert claimed(second, game) == "OPPONENT_PRESENT"


def test_a_page_that_only_follows_what_waits_makes_nobody_present(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    begin(first, game)
    with second.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        assert second.id in first.get(f"/games/{game}")["here"]
        socket.send(type="waiting.watch")
        socket.until("waiting")
        assert second.id in first.get(f"/games/{game}")["here"]
        socket.send(type="unwatch", game=game)
        until = time() + TIMEOUT
        while second.id in first.get(f"/games/{game}")["here"]:
            assert time() < until, "the player still counts as connected"
        while claimed(first, game):
            assert time() < until, "the game could not be claimed"
    with first.socket() as socket:
        socket.send(type="waiting.watch")
        socket.until("waiting")
        socket.send(type="lobby.watch")
        socket.until("lobby")
        socket.send(type="ping", t=1)
        socket.until("pong")
        assert server.worker.presence.is_present(first.id)
    until = time() + TIMEOUT
    while server.worker.presence.is_present(first.id):
        assert time() < until, "a closed socket makes nobody present"


def test_the_game_of_an_absent_player_can_be_claimed(server: RunningServer) -> None:
    """A slow machine may miss the moment in which a player who left still counts as present."""
    codes: list[str] = []
    for _ in range(5):
        first, second, game = start_two_player_game(server)
        begin(first, game)
        with second.socket():
            assert claimed(first, game) == "OPPONENT_PRESENT"
        codes = [claimed(first, game)]
        while codes[-1]:
            codes.append(claimed(first, game))
        view = first.get(f"/games/{game}")
        assert (view["winner"], view["reason"]) == (1, "abandonment")
        if codes[0] == "OPPONENT_PRESENT":
            break
    assert list(dict.fromkeys(codes)) == ["OPPONENT_PRESENT", "TOO_EARLY", ""]


def test_a_claim_in_a_game_that_nobody_has_begun_aborts_it(server: RunningServer) -> None:
    _, second, game = start_two_player_game(server)
    while claimed(second, game):
        pass
    view = second.get(f"/games/{game}")
    assert (view["status"], view["winner"], view["reason"]) == ("aborted", None, "absence")


def until_here(socket: SocketClient, *people: Client) -> None:
    """Wait until exactly these people are reported as connected."""
    while sorted(socket.until("presence")["here"]) != sorted(person.id for person in people):
        pass


def test_presence_is_sent_to_spectators(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with second.socket() as socket:
        socket.send(type="watch", game=game)
        until_here(socket, second)
        with first.socket():
            until_here(socket, first, second)
            assert sorted(second.get(f"/games/{game}")["here"]) == sorted([first.id, second.id])
        until_here(socket, second)
        assert second.get(f"/games/{game}")["here"] == [second.id]
    assert second.get(f"/games/{game}/events")["sequence"] == 1  # presence is not an event


def test_a_player_who_joins_a_watched_game_is_present(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    game = first.post("/games", TWO_PLAYERS, status=201)["id"]
    with first.socket() as socket, second.socket():
        socket.send(type="watch", game=game)
        until_here(socket, first)
        second.post(f"/games/{game}/join")
        until_here(socket, first, second)


def test_presence_is_sent_with_every_watch(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with first.socket() as one, second.socket() as other, server.visitor().socket() as visitor:
        for socket in (one, other, visitor, visitor):
            socket.send(type="watch", game=game)
            until_here(socket, first, second)


def test_presence_is_not_sent_after_unwatch(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    _, _, another = start_two_player_game(server)
    with second.socket() as watching, server.visitor().socket() as bored:
        for socket in (watching, bored):
            socket.send(type="watch", game=game)
            until_here(socket, second)
        bored.send(type="unwatch", game=game)
        bored.send(type="watch", game=another)
        while bored.until("presence")["game"] != another:
            pass
        with first.socket():
            until_here(watching, first, second)
            bored.send(type="ping", t=1)
            assert bored.until("presence", "pong")["type"] == "pong"


def test_ones_own_turn_and_games_with_clocks_cannot_be_claimed(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    assert claimed(first, game) == "YOUR_TURN"
    _, second, timed = start_two_player_game(
        server, {"clock": {"kind": "correspondence", "days": 3}}
    )
    assert claimed(second, timed) == "CLOCK_RUNS"
    assert claimed(server.guest(), game) == "NOT_YOUR_GAME"


def test_last_seen_is_shared_between_workers(database_url: str) -> None:
    async def scenario() -> None:
        settings = replace(HIGH_LIMITS, database=database_url)
        worker = await Worker.open(settings)
        other = Database(database_url)
        try:
            guest: Account = await worker.accounts.create_guest(time())
            here = Presence(worker.database, 1e9, worker.cluster_presence, worker.clock)
            there = Presence(other, 1e9, worker.cluster_presence, worker.clock)
            assert await there.last_seen([guest.id]) == {}
            here.connect(guest.id)
            [now] = (await here.last_seen([guest.id])).values()
            here.disconnect(guest.id)
            await here.close()
            [seen] = (await there.last_seen([guest.id])).values()
            assert seen >= now
            await there.close()
        finally:
            await other.close()
            await worker.close()

    asyncio.run(scenario())
