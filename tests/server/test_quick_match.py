"""Quick match for two, three and four players: groups, seats and counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from ringrift.server.accounts.types import Account
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.grouping import Seeker, find_group
from ringrift.server.lobby.quick_match import SeekRequest
from ringrift.server.storage.tables import seeks
from ringrift.server.worker import Worker
from tests.server.running_server import RunningServer, SocketClient, on_sqlite, running
from tests.server.test_seats import guests, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("matches"))) as started:
        yield started


def seeker(name: str, rating: float, reach: float = 10.0) -> Seeker:
    return Seeker(name, name, rating, reach)


def names(group: list[Seeker] | None) -> str | None:
    return None if group is None else "".join(one.account for one in group)


def test_the_longest_waiting_players_who_fit_play_together() -> None:
    waiting = [seeker("a", 25), seeker("b", 60), seeker("c", 26), seeker("d", 27)]
    assert names(find_group(seeker("x", 24), waiting, 2, rated=False)) == "a"
    assert names(find_group(seeker("x", 24), waiting, 3, rated=False)) == "ac"
    assert names(find_group(seeker("x", 24), waiting, 4, rated=False)) == "acd"
    assert find_group(seeker("x", 45), waiting, 3, rated=False) is None


def test_everybody_in_a_group_fits_everybody_else() -> None:
    """`a` and `b` both fit `x`, but they are too far apart."""
    waiting = [seeker("a", 16), seeker("b", 34), seeker("c", 33)]
    assert names(find_group(seeker("x", 25), waiting, 3, rated=False)) == "bc"


def test_the_smaller_reach_of_two_players_counts() -> None:
    waiting = [seeker("a", 30, reach=2), seeker("b", 30, reach=8)]
    assert names(find_group(seeker("x", 25), waiting, 2, rated=False)) == "b"


def test_a_rated_group_has_no_two_accounts_of_one_owner() -> None:
    waiting = [
        Seeker("bot", "owner", 25, 10),
        Seeker("owner", "owner", 25, 10),
        seeker("c", 25),
    ]
    assert names(find_group(seeker("x", 25), waiting, 3, rated=True)) == "botc"
    assert names(find_group(seeker("x", 25), waiting, 3, rated=False)) == "botowner"


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 12)), max_size=7),
    st.integers(0, 20),
    st.sampled_from([2, 3, 4]),
)
def test_a_group_is_found_whenever_there_is_one(
    others: list[tuple[int, int]], rating: int, players: int
) -> None:
    waiting = [seeker(f"{place}", *one) for place, one in enumerate(others)]
    own = seeker("x", rating, 8)
    possible = [
        list(group)
        for group in combinations(waiting, players - 1)
        if all(one.fits(two, rated=False) for one, two in combinations([own, *group], 2))
    ]
    found = find_group(own, waiting, players, rated=False)
    assert found == (possible[0] if possible else None)


async def seek(worker: Worker, account: Account, players: int) -> GameInfo | None:
    request = SeekRequest(settings={"board": "hex8", "players": players})
    return (await worker.quick_match.seek(account, request)).game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_find_each_other_through_different_workers(database_url: str, players: int) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        looking = await guests(one, players)
        for worker, guest in zip((one, other) * 2, looking[:-1], strict=False):
            assert await seek(worker, guest, players) is None
        [count] = await other.quick_match.counts()
        assert (count.settings["players"], count.waiting) == (players, players - 1)
        found = await seek(other, looking[-1], players)
        assert found is not None
        assert found.settings["players"] == players
        assert {seat.account.id for seat in found.seats if seat.account} == {
            guest.id for guest in looking
        }
        assert await one.quick_match.counts() == []
        for guest in looking[:-1]:
            collected = await seek(one, guest, players)
            assert collected is not None
            assert collected.id == found.id

    run(database_url, scenario)


def test_players_who_want_different_numbers_do_not_meet(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        looking = await guests(one, 3)
        for worker, guest, players in zip((one, other, one), looking, (2, 3, 4), strict=True):
            assert await seek(worker, guest, players) is None
        counts = await one.quick_match.counts()
        assert sorted(count.settings["players"] for count in counts) == [2, 3, 4]
        assert {count.waiting for count in counts} == {1}

    run(database_url, scenario)


def test_the_seats_of_a_match_are_random(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        first_seats: set[str] = set()
        looking = await guests(one, 2)
        while len(first_seats) < 2:
            await seek(one, looking[0], 2)
            found = await seek(other, looking[1], 2)
            assert found is not None
            account = found.seats[0].account
            assert account is not None
            first_seats.add(account.id)
            await seek(one, looking[0], 2)
            await one.seats.leave(found.id, looking[0])
            if (await one.games.info(found.id)).status == "open":
                await one.seats.leave(found.id, looking[1])

    run(database_url, scenario)


def test_a_seek_that_is_not_repeated_is_not_counted(database_url: str) -> None:
    async def scenario(one: Worker, _other: Worker) -> None:
        [gone] = await guests(one, 1)
        await seek(one, gone, 3)
        assert [count.waiting for count in await one.quick_match.counts()] == [1]
        async with one.database.engine.begin() as connection:
            await connection.execute(update(seeks).values(seen_at=time() - 60))
        assert await one.quick_match.counts() == []

    run(database_url, scenario)


def until_counts(lobby: SocketClient, *waiting: int) -> list[dict[str, Any]]:
    """Return the next counts of the lobby with these numbers of waiting people."""
    while True:
        counts: list[dict[str, Any]] = lobby.until("lobby")["quick_match"]
        if [count["waiting"] for count in counts] == [*waiting]:
            return counts


def test_three_people_are_counted_and_then_play(server: RunningServer) -> None:
    people = [server.guest() for _ in range(3)]
    clock = {"kind": "fischer", "initial": 600, "increment": 10}
    wish = {"settings": {"board": "square8", "clock": clock}}  # for three, the default
    with server.visitor().socket() as lobby:
        lobby.send(type="lobby.watch")
        for waiting, person in enumerate(people[:-1], 1):
            assert person.post("/quick-match", wish)["game"] is None
            [count] = counts = until_counts(lobby, waiting)
            assert count["settings"]["players"] == 3
            assert count["settings"]["clock"] == clock
            assert server.visitor().get("/quick-match") == counts
        found = people[-1].post("/quick-match", wish)["game"]
        assert found["status"] == "live"
        until_counts(lobby)
    assert {seat["account"]["id"] for seat in found["seats"]} == {one.id for one in people}
    for person in people[:-1]:
        assert person.post("/quick-match", wish)["game"]["id"] == found["id"]


def test_a_cancelled_search_is_announced(server: RunningServer) -> None:
    person = server.guest()
    with server.visitor().socket() as lobby:
        lobby.send(type="lobby.watch")
        person.post("/quick-match", {"settings": {"players": 4}})
        until_counts(lobby, 1)
        person.delete("/quick-match", status=200)
        until_counts(lobby)
