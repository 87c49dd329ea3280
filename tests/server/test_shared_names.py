"""Names follow the account: in live games, old games, records and after a swap."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import select, update

from ringrift.server.accounts.guest_names import WORDS, guest_names
from ringrift.server.accounts.names import MAX_LENGTH, is_reserved, look_key, normalize_name
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import events
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    begin,
    on_sqlite,
    play_turns,
    running,
    start_two_player_game,
)


def register(client: Client, name: str) -> None:
    """Register a guest, who keeps the games."""
    sent = {"name": name, "password": "correct horse"}
    client.sign(client.post("/accounts", sent, status=201))


def names_in_events(client: Client, game: str) -> set[str]:
    found = client.get(f"/games/{game}/events")["events"]
    return {seat["name"] for event in found for seat in event.get("seats", ())}


def swap(first: Client, second: Client, game: str) -> None:
    """Complete the first turn; the second player swaps the seats [R180]."""
    begin(first, game)
    second.post(f"/games/{game}/moves", {"move": "swap", "client_id": "swap"}, status=201)


def test_a_finished_game_has_the_name_under_which_the_guest_registered(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        first, second, game = start_two_player_game(server)
        begin(first, game)
        second.post(f"/games/{game}/resign", status=201)
        assert second.account is not None
        register(first, "Ada")
        assert names_in_events(first, game) == {"Ada", second.account["name"]}
        assert '[Player1 "Ada"]' in first.get(f"/games/{game}/record")
        seats = first.get(f"/games/{game}")["seats"]
        assert seats[0]["account"]["name"] == "Ada"


def test_a_live_game_has_it_at_once_and_after_a_swap(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)
    with running(settings) as server:
        first, second, game = start_two_player_game(server)
        begin(first, game)
        register(first, "Ada")
        register(second, "Bob")
        second.post(f"/games/{game}/moves", {"move": "swap", "client_id": "s"}, status=201)
        assert names_in_events(first, game) == {"Ada", "Bob"}
    with running(settings) as server:  # it is restored from the events
        view = server.visitor().get(f"/games/{game}")
        assert [seat["account"]["name"] for seat in view["seats"]] == ["Bob", "Ada"]


def test_a_game_of_another_worker_has_it_as_well(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as owner, running(settings) as other:
        first, second, game = start_two_player_game(owner)
        begin(first, game)
        elsewhere = replace(second, base=other.base)
        elsewhere.http = other.visitor().http
        elsewhere.http.cookies.update(second.http.cookies)
        register(elsewhere, "Bob")
        session = owner.worker.directory.owned(game)
        assert session is not None
        until = monotonic() + TIMEOUT
        while {who.name for who in session.session.people.values()}.isdisjoint({"Bob"}):
            assert monotonic() < until, "the owner did not learn the name"


def test_a_game_whose_events_mix_names_can_be_restored(tmp_path: Path) -> None:
    """A swap may be stored with the old name while the guest registers at another worker."""
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        first, second, game = start_two_player_game(server)
        swap(first, second, game)
    asyncio.run(rename_first_event(settings.database, game))
    with running(settings) as server:
        assert server.visitor().get(f"/games/{game}")["status"] == "live"


async def rename_first_event(url: str, game: str) -> None:
    database = Database(url)
    at = (events.c.game_id == game, events.c.sequence == 1)
    async with database.engine.begin() as connection:
        body = json.loads(await connection.scalar(select(events.c.body).where(*at)) or "")
        body["seats"][0]["name"] = "Ada"
        await connection.execute(update(events).where(*at).values(body=json.dumps(body)))
    await database.close()


def test_after_a_swap_everything_names_the_person_who_holds_the_seat(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        created = ann.post("/games", {"settings": {"players": 2, "rated": True}}, status=201)
        game = created["id"]
        ben.post(f"/games/{game}/join")
        swap(ann, ben, game)
        play_turns([ann, ben], game, 3)
        ben.post(f"/games/{game}/resign", status=201)  # Ben holds seat 1
        view = ann.get(f"/games/{game}")
        holders = [seat["account"]["name"] for seat in view["seats"]]
        assert holders == ["Ben", "Ann"]
        assert holders[view["winner"] - 1] == holders[view["people_winner"] - 1] == "Ann"
        assert view["seats"][1]["rank"] == view["seats"][1]["people_rank"] == 1
        assert view["seats"][0]["left"]["reason"] == "resigned"
        assert ann.get("/players/Ann")["won"] == 1
        assert ben.get("/players/Ben")["won"] == 0
        until = monotonic() + TIMEOUT
        while not (changes := ann.get("/players/Ann")["changes"]):
            assert monotonic() < until, "the game was not rated"
        assert changes[0]["after"]["value"] > 1500
        record = ann.get(f"/games/{game}/record")
        assert '[Player1 "Ben"]' in record
        assert '[Player2 "Ann"]' in record
        replayed = ann.post("/rules/replay", {"record": record})
        assert replayed["names"] == ["Ann", "Ben"]
        assert replayed["holders"] == ["Ben", "Ann"]
        swapped = replayed["moves"][replayed["swapped"] - 1]
        assert swapped["move"]["type"] == "swap_sides"
        assert replayed["holders"][replayed["outcome"]["winner"] - 1] == "Ann"
        [played] = ann.get("/players/Ann/games")
        assert played["seats"][1]["rating_change"] > 0 > played["seats"][0]["rating_change"]


def test_guest_names_can_be_read_and_belong_to_guests() -> None:
    assert len(set(map(look_key, WORDS))) == len(WORDS) > 250
    for word in WORDS:
        longest = f"Guest {word} 123456"
        assert len(longest) <= MAX_LENGTH
        assert normalize_name(longest) == longest
        assert is_reserved(f"Guest {word}"), "nobody can register it"


def test_a_guest_name_that_is_taken_gets_a_number() -> None:
    first, second, *_rest = guest_names()
    assert first.split()[0] == second.split()[0] == "Guest"
    assert first.split()[1] in WORDS
    assert len(first.split()) == 2
    assert 10 <= int(second.split()[2]) < 100
    assert len(list(islice(guest_names(), 10))) == 5


def test_many_guests_find_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringrift.server.accounts.guest_names.WORDS", ("Heron", "Wren"))
    with running(on_sqlite(tmp_path)) as server:
        names = {str((server.guest().account or {})["name"]) for _ in range(12)}
    assert len(names) == 12
    assert all(name.startswith(("Guest Heron", "Guest Wren")) for name in names)
