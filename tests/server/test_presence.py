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
from tests.server.serving import GENEROUS, RunningServer, Visitor, on_sqlite, running, two_guests_at

ABSENCE = 0.6  # seconds, so that a test need not wait for long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("presence"), absence_seconds=ABSENCE)) as started:
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


def test_nobody_claims_their_own_turn_or_a_game_with_a_clock(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    assert claimed(first, game) == "YOUR_TURN"
    _, second, timed = two_guests_at(server, {"clock": {"kind": "correspondence", "days": 3}})
    assert claimed(second, timed) == "CLOCK_RUNS"
    assert claimed(server.guest(), game) == "NOT_YOUR_GAME"


def test_who_is_there_is_known_to_the_other_workers(database_url: str) -> None:
    async def story() -> None:
        settings = replace(GENEROUS, database=database_url)
        worker = await Worker.open(settings)
        other = Database(database_url)
        try:
            guest: Account = await worker.accounts.guest(time())
            here, there = Presence(worker.database, 1e9), Presence(other, 1e9)
            assert await there.last_seen([guest.id]) == {}
            here.come(guest.id)
            [now] = (await here.last_seen([guest.id])).values()
            here.go(guest.id)
            await here.close()
            [seen] = (await there.last_seen([guest.id])).values()
            assert seen >= now
            await there.close()
        finally:
            await other.close()
            await worker.close()

    asyncio.run(story())
