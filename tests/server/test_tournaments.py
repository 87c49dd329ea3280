"""Tournaments over HTTP and sockets, from their creation to the last standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import delete, update

from ringrift.server.administration.permissions import OPERATOR
from ringrift.server.storage.meeting_tables import tournaments
from ringrift.server.storage.tables import accounts
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
)
from tests.server.staff import employ, on_loop

CLOCK = {"kind": "fischer", "initial": 60, "increment": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("tournaments"))) as started:
        yield started


@pytest.fixture(scope="module")
def director(server: RunningServer) -> Client:
    return server.person("Director")


def in_ten_minutes(server: RunningServer) -> float:
    return server.worker.clock.now() + 600


def create(server: RunningServer, director: Client, **changes: Any) -> dict[str, Any]:
    sent = {
        "name": "Sunday Cup",
        "format": "swiss",
        "settings": {"clock": CLOCK},
        "starts_at": in_ten_minutes(server),
        "rounds": 3,
        "break_seconds": 0,
        **changes,
    }
    wanted = {name: value for name, value in sent.items() if value is not None}
    created: dict[str, Any] = director.post("/tournaments", wanted, status=201)
    return created


def started(server: RunningServer, director: Client, players: int, **changes: Any) -> Any:
    """Return a running tournament and its guests by account."""
    tournament = create(server, director, **changes)["id"]
    guests = [server.guest() for _ in range(players)]
    for guest in guests:
        guest.post(f"/tournaments/{tournament}/join")
    director.post(f"/tournaments/{tournament}/start")
    return tournament, {guest.id: guest for guest in guests}


def until(client: Client, tournament: str, wanted: Any) -> dict[str, Any]:
    """Return the tournament as soon as it is as wanted."""
    with client.socket() as socket:
        socket.send(type="tournament.watch", tournament=tournament)
        until_time = monotonic() + TIMEOUT
        while monotonic() < until_time:
            view: dict[str, Any] = socket.until("tournament")["tournament"]
            if wanted(view):
                return view
    raise AssertionError("the tournament did not get there")


def in_round(number: int) -> Any:
    return lambda view: view["round"] == number and view["matches"]


def is_over(view: dict[str, Any]) -> bool:
    return bool(view["status"] == "over")


def win(view: dict[str, Any], players: dict[str, Client], match: dict[str, Any]) -> None:
    """Let the second seat of a match resign."""
    account_of = {row["number"]: row["account"]["id"] for row in view["standings"]}
    first, second = (players[account_of[number]] for number in match["seats"])
    begin(first, match["game"])
    second.post(f"/games/{match['game']}/resign", status=201)


def test_three_rounds_of_swiss_end_with_one_winner(server: RunningServer, director: Client) -> None:
    tournament, players = started(server, director, 4)
    for number in (1, 2, 3):
        view = until(director, tournament, in_round(number))
        for match in view["matches"]:
            win(view, players, match)
    view = until(director, tournament, is_over)
    assert sum(row["points"] for row in view["standings"]) == 6
    assert view["standings"][0]["rank"] == 1
    assert all(row["games"] == 3 for row in view["standings"])
    assert all(row["game"] is None for row in view["standings"])


def test_an_odd_number_of_entrants_has_a_bye_that_counts_as_a_win(
    server: RunningServer, director: Client
) -> None:
    tournament, _ = started(server, director, 3, rounds=1)
    view = until(director, tournament, in_round(1))
    [resting] = [match for match in view["matches"] if len(match["seats"]) == 1]
    assert (resting["game"], resting["status"]) == (None, "over")
    assert {row["number"]: row["points"] for row in view["standings"]}[resting["seats"][0]] == 1


def test_tables_of_three_give_points_by_rank(server: RunningServer, director: Client) -> None:
    tournament, players = started(
        server,
        director,
        3,
        format="tables",
        rounds=1,
        settings={"players": 3, "clock": CLOCK},
    )
    view = until(director, tournament, in_round(1))
    [match] = view["matches"]
    account_of = {row["number"]: row["account"]["id"] for row in view["standings"]}
    first, second, third = (players[account_of[number]] for number in match["seats"])
    position = first.get(f"/games/{match['game']}")["position"]
    assert position
    move(first, match["game"])
    second.post(f"/games/{match['game']}/resign", status=201)
    third.post(f"/games/{match['game']}/resign", status=201)
    view = until(director, tournament, is_over)
    points = {row["account"]["id"]: row["points"] for row in view["standings"]}
    assert points == {first.id: 6, third.id: 3, second.id: 0}


def move(player: Client, game: str) -> None:
    """Complete a turn of the first seat, so that the game has begun."""
    from ringrift import Game

    while not (view := player.get(f"/games/{game}"))["begun"]:
        position = Game.from_position(view["position"])
        notation = position.notation(next(iter(position.legal_moves)))
        sent = {"move": notation, "client_id": f"m{view['sequence']}"}
        player.post(f"/games/{game}/moves", sent, status=201)


def test_who_does_not_make_the_first_turn_loses_and_is_withdrawn(
    server: RunningServer, director: Client
) -> None:
    tournament, players = started(
        server, director, 2, rounds=1, settings={"clock": CLOCK, "firstTurn": 0.2}
    )
    view = until(director, tournament, is_over)
    [match] = view["matches"]
    winner, absent = view["standings"]
    assert match["absent"] is not None
    assert match["seats"][match["absent"] - 1] == absent["number"]
    assert (winner["points"], absent["points"], absent["status"]) == (1, 0, "withdrawn")
    assert len(players) == 2


def test_a_game_that_the_staff_closed_has_no_result_for_anybody(
    server: RunningServer, director: Client
) -> None:
    tournament, players = started(server, director, 2, rounds=1)
    [match] = until(director, tournament, in_round(1))["matches"]
    closed = server.worker.administration.close_game(OPERATOR, match["game"], "stuck")
    on_loop(server, closed)
    view = until(director, tournament, is_over)
    [match] = view["matches"]
    assert (match["status"], match["ranks"], match["absent"]) == ("void", None, None)
    assert [(row["points"], row["status"]) for row in view["standings"]] == [(0, "in")] * 2
    assert len(players) == 2


def test_after_a_swap_the_result_belongs_to_who_played(
    server: RunningServer, director: Client
) -> None:
    """R180."""
    tournament, players = started(server, director, 2, rounds=1)
    view = until(director, tournament, in_round(1))
    [match] = view["matches"]
    account_of = {row["number"]: row["account"]["id"] for row in view["standings"]}
    first, second = (players[account_of[number]] for number in match["seats"])
    move(first, match["game"])
    sent = {"move": "swap", "client_id": "swap"}
    second.post(f"/games/{match['game']}/moves", sent, status=201)
    first.post(f"/games/{match['game']}/resign", status=201)
    winner, loser = until(director, tournament, is_over)["standings"]
    assert (winner["account"]["id"], loser["account"]["id"]) == (second.id, first.id)
    assert (winner["points"], loser["points"]) == (1, 0)


def test_computers_play_a_whole_swiss(server: RunningServer, director: Client) -> None:
    tournament = create(server, director, levels=[1, 1, 1], rounds=2)["id"]
    director.post(f"/tournaments/{tournament}/start")
    view = until(director, tournament, is_over)
    assert sum(row["points"] for row in view["standings"]) == 4
    assert {row["level"] for row in view["standings"]} == {1}


def test_a_tournament_goes_on_without_an_entrant_whose_account_was_deleted(
    server: RunningServer, director: Client
) -> None:
    tournament = create(server, director, levels=[1, 1], rounds=1)["id"]
    gone = server.guest()
    gone.post(f"/tournaments/{tournament}/join")

    async def delete_account() -> None:
        async with server.worker.database.engine.begin() as connection:
            await connection.execute(delete(accounts).where(accounts.c.id == gone.id))

    on_loop(server, delete_account())
    director.post(f"/tournaments/{tournament}/start")
    view = until(director, tournament, is_over)
    assert view["entrants"] == 2
    assert [row["status"] for row in view["standings"] if row["level"] is None] == ["withdrawn"]


def test_an_arena_pairs_again_as_games_end_and_ends_on_time(
    server: RunningServer, director: Client
) -> None:
    tournament, players = started(server, director, 4, format="arena", rounds=None, minutes=0.1)
    view = until(director, tournament, lambda view: len(view["matches"]) == 2)
    win(view, players, view["matches"][0])
    view = until(director, tournament, is_over)
    assert sorted(row["points"] for row in view["standings"]) == [0, 0, 0, 2]
    assert view["ended_at"] - view["started_at"] >= 6


def test_a_late_entrant_plays_the_next_round(server: RunningServer, director: Client) -> None:
    tournament, players = started(server, director, 3, rounds=3)
    view = until(director, tournament, in_round(1))
    late = server.guest()
    players[late.id] = late
    late.post(f"/tournaments/{tournament}/join")
    [match] = [match for match in view["matches"] if match["game"]]
    win(view, players, match)
    view = until(director, tournament, in_round(2))
    assert sorted(number for match in view["matches"] for number in match["seats"]) == [1, 2, 3, 4]
    refused = server.guest().post(f"/tournaments/{tournament}/join", status=409)["error"]
    message = "more than half of the rounds have begun: join another tournament"
    assert (refused["code"], refused["message"]) == ("TOO_LATE", message)  # 2 of 3


def test_who_withdraws_is_not_paired_again(server: RunningServer, director: Client) -> None:
    tournament, players = started(server, director, 3, rounds=2)
    view = until(director, tournament, in_round(1))
    [match] = [match for match in view["matches"] if match["game"]]
    account_of = {row["number"]: row["account"]["id"] for row in view["standings"]}
    gone = players[account_of[match["seats"][1]]]
    assert gone.post(f"/tournaments/{tournament}/withdraw")["joined"] == "withdrawn"
    win(view, players, match)
    view = until(director, tournament, in_round(2))
    [match] = view["matches"]
    assert gone.id not in {account_of[number] for number in match["seats"]}


def test_too_few_entrants_cancel_the_tournament_at_its_start(
    server: RunningServer, director: Client
) -> None:
    soon = server.worker.clock.now()
    tournament = create(server, director, starts_at=soon)["id"]
    view = until(director, tournament, lambda view: view["status"] != "upcoming")
    assert view["status"] == "cancelled"
    refused = director.post(f"/tournaments/{tournament}/join", status=409)["error"]
    assert "cancelled" in refused["message"]


def test_the_lists_show_tournaments_by_status(server: RunningServer, director: Client) -> None:
    tournament = create(server, director, name="Evening Swiss")["id"]
    ann = server.guest()
    ann.post(f"/tournaments/{tournament}/join")
    [listed] = [one for one in ann.get("/tournaments")["upcoming"] if one["id"] == tournament]
    assert (listed["name"], listed["entrants"], listed["joined"]) == ("Evening Swiss", 1, "in")
    ann.post(f"/tournaments/{tournament}/withdraw")
    assert ann.get(f"/tournaments/{tournament}")["standings"] == []
    director.delete(f"/tournaments/{tournament}")
    assert tournament not in [one["id"] for one in ann.get("/tournaments")["upcoming"]]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"settings": {}}, "settings.clock"),
        ({"settings": {"players": 3, "clock": CLOCK}}, "settings.players"),
        ({"rounds": None}, "rounds"),
        ({"minutes": 5}, "minutes"),
        ({"format": "arena", "rounds": None}, "minutes"),
        ({"starts_at": 1.0}, "starts_at"),
        ({"settings": {"clock": CLOCK, "rated": True}, "levels": [1]}, "levels"),
        ({"repeat_days": 7}, "repeat_days"),
        ({"name": "  x "}, "name"),
    ],
)
def test_a_contradictory_tournament_is_refused_by_its_field(
    server: RunningServer, changes: dict[str, Any], path: str
) -> None:
    ann = server.person(f"Ann {abs(hash(str(changes))) % 10**9}")
    sent = {
        "name": "Cup",
        "format": "swiss",
        "settings": {"clock": CLOCK},
        "starts_at": in_ten_minutes(server),
        "rounds": 3,
        **changes,
    }
    wanted = {name: value for name, value in sent.items() if value is not None}
    answer = ann.http.post("/tournaments", json=wanted, headers=ann.headers)
    assert answer.status_code in (403, 422)
    assert answer.json()["error"]["path"] == path


def test_only_its_creator_starts_or_cancels_a_tournament(
    server: RunningServer, director: Client
) -> None:
    tournament = create(server, director)["id"]
    ann = server.person("Ann Stranger")
    for refused in (
        ann.post(f"/tournaments/{tournament}/start", status=403),
        ann.delete(f"/tournaments/{tournament}", status=403),
    ):
        assert refused["error"]["code"] == "NOT_YOUR_TOURNAMENT"
    few = director.post(f"/tournaments/{tournament}/start", status=409)["error"]
    assert few["code"] == "TOO_FEW_ENTRANTS"
    director.delete(f"/tournaments/{tournament}")


def test_a_tournament_that_started_or_ended_is_neither_started_nor_cancelled(
    server: RunningServer, director: Client
) -> None:
    tournament, _ = started(server, director, 2, rounds=1)
    [match] = until(director, tournament, in_round(1))["matches"]

    def refusals() -> list[tuple[str, str]]:
        refused = (
            director.post(f"/tournaments/{tournament}/start", status=409)["error"],
            director.delete(f"/tournaments/{tournament}", status=409)["error"],
        )
        return [(one["code"], one["message"]) for one in refused]

    message = "the tournament has started: it can no longer be changed"
    assert refusals() == [("TOURNAMENT_STARTED", message)] * 2
    on_loop(server, server.worker.administration.close_game(OPERATOR, match["game"], "stuck"))
    until(director, tournament, is_over)
    assert refusals() == [("TOURNAMENT_OVER", "the tournament is over: see its standings")] * 2


def test_guests_neither_create_tournaments_nor_join_rated_ones(
    server: RunningServer, director: Client
) -> None:
    guest = server.guest()
    guest.post("/tournaments", {"name": "Cup", "format": "swiss", "starts_at": 1}, status=403)
    rated = create(server, director, settings={"clock": CLOCK, "rated": True})["id"]
    refused = guest.post(f"/tournaments/{rated}/join", status=403)["error"]
    assert refused["code"] == "ACCOUNT_NEEDED"
    director.delete(f"/tournaments/{rated}")


@pytest.mark.parametrize("early", [True, False])
def test_a_repeated_tournament_has_its_computers_its_club_and_its_time_again(
    server: RunningServer, early: bool
) -> None:
    leader = employ(server, f"Leader {early}", "admin")
    club = leader.post("/clubs", {"name": f"Weekly {early}"}, status=201)["id"]
    appointed = server.worker.clock.now() + (600 if early else 0.5)
    changes = {"starts_at": appointed, "levels": [2, 1], "rounds": 1, "repeat_days": 7}
    first = create(server, leader, name=f"Weekly {early}", club=club, **changes)
    if early:
        leader.post(f"/tournaments/{first['id']}/start")
    view = until(leader, first["id"], lambda view: view["status"] != "upcoming")
    assert view["starts_at"] <= view["started_at"]
    upcoming = leader.get("/tournaments")["upcoming"]
    [listed] = [one for one in upcoming if one["name"] == first["name"]]
    assert listed["starts_at"] == pytest.approx(first["starts_at"] + 7 * 86_400)
    following = leader.get(f"/tournaments/{listed['id']}")
    assert sorted(row["level"] for row in following["standings"]) == [1, 2]
    assert following["club"]["id"] == club
    assert (following["repeat_days"], following["round"]) == (7, 0)
    leader.delete(f"/tournaments/{listed['id']}")


def test_a_tournament_goes_on_after_a_restart(tmp_path: Any) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        director = server.person("Director")
        tournament, players = started(server, director, 4, rounds=2)
        view = until(director, tournament, in_round(1))
        win(view, players, view["matches"][0])
        cookies = {account: player.http.cookies for account, player in players.items()}
        tokens = {account: player.csrf for account, player in players.items()}
    with running(settings) as server:
        players = {}
        for account, jar in cookies.items():
            client = server.visitor()
            client.http.cookies.update(jar)
            client.csrf, client.account = tokens[account], {"id": account}
            players[account] = client
        visitor = server.visitor()
        [match] = [one for one in view["matches"][1:] if one["game"]]
        win(view, players, match)
        view = until(visitor, tournament, in_round(2))
        for match in view["matches"]:
            win(view, players, match)
        view = until(visitor, tournament, is_over)
        assert sum(row["points"] for row in view["standings"]) == 4


def test_two_workers_run_one_tournament_together(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as one, running(settings) as other:
        director = one.person("Director")
        tournament = create(one, director, levels=[1, 1, 1, 1], rounds=3)["id"]
        director.post(f"/tournaments/{tournament}/start")
        view = until(other.visitor(), tournament, is_over)
        assert sum(row["points"] for row in view["standings"]) == 6
        assert all(row["games"] == 3 for row in view["standings"])


def test_64_bots_play_a_whole_arena(tmp_path: Any) -> None:
    with running(on_sqlite(tmp_path, level_threads=2)) as server:
        director = server.person("Director")
        tournament = create(
            server,
            director,
            format="arena",
            rounds=None,
            minutes=5,
            levels=[1] * 64,
            settings={"clock": {"kind": "fischer", "initial": 60, "increment": 0}},
        )["id"]
        director.post(f"/tournaments/{tournament}/start")
        until(director, tournament, has_second_games)
        on_loop(server, end_arena(server, tournament))
        view = until(director, tournament, is_over)
        rows = view["standings"]
        assert [row["points"] for row in rows] == sorted(
            (row["points"] for row in rows), reverse=True
        )
        games, wins = sum(row["games"] for row in rows), sum(row["wins"] for row in rows)
        assert games == 2 * wins
        assert has_second_games(view)
        assert all(row["game"] is None for row in rows)


def has_second_games(view: dict[str, Any]) -> bool:
    """Whether everybody has finished a game, and somebody another one."""
    games: list[int] = [row["games"] for row in view["standings"]]
    return min(games) >= 1 and max(games) >= 2


async def end_arena(server: RunningServer, tournament: str) -> None:
    """Let the time of an arena end now: how long its games take depends on the machine."""
    now = server.worker.clock.now()
    ends = update(tournaments).where(tournaments.c.id == tournament)
    async with server.worker.database.engine.begin() as connection:
        await connection.execute(ends.values(seconds=now - tournaments.c.started_at, next_at=now))
