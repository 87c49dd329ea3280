"""Who is there, and whose game may be claimed."""

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
    GENEROUS,
    RunningServer,
    Visitor,
    Wire,
    on_sqlite,
    running,
    two_guests_at,
)

ABSENCE = 0.6  # seconds, so that a test need not wait for long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(
        on_sqlite(tmp_path_factory.mktemp("presence"), absence_seconds=ABSENCE)
    ) as started:
        yield started


def claimed(visitor: Visitor, game: str) -> str:
    """What a claim comes to: the code of a refusal, or nothing."""
    answer = visitor.http.post(f"/games/{game}/claim", json={}, headers=visitor.headers).json()
    return str(answer["error"]["code"]) if "error" in answer else ""


def test_somebody_who_is_there_may_think_as_long_as_it_takes(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with first.socket():
        until = time() + 3 * ABSENCE
        while time() < until:
            assert claimed(second, game) == "OPPONENT_PRESENT"


def test_the_game_of_somebody_who_is_gone_is_claimed_after_a_while(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with first.socket():
        assert claimed(second, game) == "OPPONENT_PRESENT"
    codes = [claimed(second, game)]
    while codes[-1]:
        codes.append(claimed(second, game))
    assert list(dict.fromkeys(codes)) == ["OPPONENT_PRESENT", "TOO_EARLY", ""]
    view = second.get(f"/games/{game}")
    assert (view["winner"], view["reason"]) == (2, "abandonment")


def until_here(wire: Wire, *people: Visitor) -> None:
    """Until the socket is told that these are here, and nobody else."""
    while sorted(wire.until("presence")["here"]) != sorted(person.id for person in people):
        pass


def test_those_who_watch_are_told_who_is_here(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with second.socket() as wire:
        wire.send(type="watch", game=game)
        until_here(wire, second)
        with first.socket():
            until_here(wire, first, second)
            assert sorted(second.get(f"/games/{game}")["here"]) == sorted([first.id, second.id])
        until_here(wire, second)
        assert second.get(f"/games/{game}")["here"] == [second.id]
    assert second.get(f"/games/{game}/events")["sequence"] == 1  # it is no event of the game


def test_who_sits_down_in_a_game_that_is_watched_is_here(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    game = first.post("/games", status=201)["id"]
    with first.socket() as wire, second.socket():
        wire.send(type="watch", game=game)
        until_here(wire, first)
        second.post(f"/games/{game}/join")
        until_here(wire, first, second)


def test_whoever_watches_later_or_again_is_told_at_once(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with first.socket() as one, second.socket() as other, server.visitor().socket() as visitor:
        for wire in (one, other, visitor, visitor):
            wire.send(type="watch", game=game)
            until_here(wire, first, second)


def test_nobody_is_told_of_a_game_that_they_watch_no_more(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    _, _, another = two_guests_at(server)
    with second.socket() as watching, server.visitor().socket() as bored:
        for wire in (watching, bored):
            wire.send(type="watch", game=game)
            until_here(wire, second)
        bored.send(type="unwatch", game=game)
        bored.send(type="watch", game=another)
        while bored.until("presence")["game"] != another:
            pass
        with first.socket():
            until_here(watching, first, second)
            bored.send(type="ping", t=1)
            assert bored.until("presence", "pong")["type"] == "pong"


def test_nobody_claims_their_own_turn_or_a_game_with_a_clock(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    assert claimed(first, game) == "YOUR_TURN"
    _, second, timed = two_guests_at(server, {"clock": {"kind": "correspondence", "days": 3}})
    assert claimed(second, timed) == "CLOCK_RUNS"
    assert claimed(server.guest(), game) == "NOT_YOUR_GAME"


def test_who_is_there_is_known_to_the_other_workers(database_url: str) -> None:
    async def scenario() -> None:
        settings = replace(GENEROUS, database=database_url)
        worker = await Worker.open(settings)
        other = Database(database_url)
        try:
            guest: Account = await worker.accounts.create_guest(time())
            here = Presence(worker.database, 1e9, worker.cluster_presence)
            there = Presence(other, 1e9, worker.cluster_presence)
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
