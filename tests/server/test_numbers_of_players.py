"""Numbers of players: the default, the seats that give one, and lists for one number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ringrift.server.worker import Worker
from tests.server.running_server import Client, RunningServer, on_sqlite, running
from tests.server.test_seats import guests as guest_accounts
from tests.server.test_seats import over, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("numbers"))) as started:
        yield started


def test_a_game_is_for_three_unless_another_number_is_given(server: RunningServer) -> None:
    """R010."""
    made = server.guest().post("/games", {"settings": {"board": "hex8"}}, status=201)
    assert made["settings"]["players"] == 3
    assert [seat["kind"] for seat in made["seats"]] == ["person", "open", "open"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_give_the_number_of_players(server: RunningServer, players: int) -> None:
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
    made = server.guest().post("/games", {"seats": seats}, status=201)
    assert made["settings"]["players"] == players


def test_a_number_of_players_that_differs_from_the_seats_is_refused(server: RunningServer) -> None:
    body = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused = server.guest().post("/games", body, status=422)["error"]
    assert (refused["path"], refused["message"]) == ("seats", "send 3 seats")
    alone = server.guest().post("/games", {"seats": [{"kind": "me"}]}, status=422)["error"]
    assert alone["path"] == "seats"


def guests(server: RunningServer, number: int) -> list[Client]:
    return [server.guest() for _ in range(number)]


def start(first: Client, *others: Client) -> str:
    """Start a game between these players and return its id."""
    game: str = first.post("/games", {"settings": {"players": 1 + len(others)}}, status=201)["id"]
    for other in others:
        other.post(f"/games/{game}/join")
    return game


def test_the_creator_chooses_a_seat(server: RunningServer) -> None:
    creator = server.guest()
    seats = [{"kind": "open"}, {"kind": "me"}, {"kind": "level", "level": 2}]
    made = creator.post("/games", {"seats": seats}, status=201)
    assert [seat["kind"] for seat in made["seats"]] == ["open", "person", "level"]


def test_random_seating_shuffles_the_listed_seats(server: RunningServer) -> None:
    creator = server.guest()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    places: set[int] = set()
    while len(places) < 4:  # ends: each seat is as likely as any other
        made = creator.post("/games", {"seats": seats, "seating": "random"}, status=201)
        kinds = [seat["kind"] for seat in made["seats"]]
        assert sorted(kinds) == ["open", "open", "open", "person"]
        places.add(kinds.index("person"))
        creator.post(f"/games/{made['id']}/leave")


def test_a_player_who_joins_chooses_a_seat_or_takes_a_random_one(server: RunningServer) -> None:
    creator, chooser, other = guests(server, 3)
    body = {"settings": {"players": 4}}
    game = creator.post("/games", body, status=201)["id"]
    joined = chooser.post(f"/games/{game}/join", {"seat": 3})
    assert joined["seats"][2]["account"]["id"] == chooser.id
    assert other.post(f"/games/{game}/join", {"seat": 3}, status=409)["error"]["path"] == "seat"
    places: set[int] = set()
    while len(places) < 2:
        joined = other.post(f"/games/{game}/join", {"seat": "random"})
        [place] = [
            seat["seat"]
            for seat in joined["seats"]
            if seat["account"] is not None and seat["account"]["id"] == other.id
        ]
        assert place in (2, 4)
        places.add(place)
        other.post(f"/games/{game}/leave")


def test_lists_show_the_games_of_one_number_of_players(server: RunningServer) -> None:
    ada = server.person("Ada")
    made = {
        players: ada.post("/games", {"settings": {"players": players}}, status=201)["id"]
        for players in (2, 3, 4)
    }
    started = {players: start(ada, *guests(server, players - 1)) for players in (2, 3, 4)}
    for players in (2, 3, 4):
        for path, own, others in (
            ("/lobby", {made[players]}, {*made.values()} - {made[players]}),
            ("/live", {started[players]}, {*started.values()} - {started[players]}),
            (
                "/players/Ada/games",
                {made[players], started[players]},
                {*made.values(), *started.values()} - {made[players], started[players]},
            ),
        ):
            listed = server.visitor().get(path, players=players)
            found = {game["id"] for game in listed}
            assert own <= found
            assert not others & found
            assert {game["settings"]["players"] for game in listed} == {players}
    everything = {game["id"] for game in server.visitor().get("/players/Ada/games")}
    assert everything == {*made.values(), *started.values()}


@pytest.mark.parametrize("path", ["/lobby", "/live", "/leaderboard", "/players/Ada/games"])
@pytest.mark.parametrize("players", ["1", "5", "many"])
def test_a_list_for_an_impossible_number_is_refused(
    server: RunningServer, path: str, players: str
) -> None:
    refused = server.visitor().get(path, status=422, players=players)["error"]
    assert refused["path"] == "players"


def test_a_profile_counts_the_results_of_each_number_of_players(database_url: str) -> None:
    async def scenario(one: Worker, _other: Worker) -> None:
        ada, ben, cleo = await guest_accounts(one, 3)
        await over(one, ada, ben)  # seat 1 wins
        await over(one, ben, ada)
        await over(one, ada, ben, cleo)
        results = {account.id: (await one.ratings.profile(account)) for account in (ada, ben, cleo)}
        counted = {
            account: [(each.players, each.played, each.won) for each in profile.results]
            for account, profile in results.items()
        }
        assert counted == {
            ada.id: [(2, 2, 1), (3, 1, 1)],
            ben.id: [(2, 2, 1), (3, 1, 0)],
            cleo.id: [(3, 1, 0)],
        }
        assert (results[ada.id].played, results[ada.id].won) == (3, 2)

    run(database_url, scenario)
