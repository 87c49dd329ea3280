"""People who leave live games of three and four, and games that nobody begins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from ringrift.host.seat_occupants import LEVELS
from ringrift.records import load_text, verify
from ringrift.server.ratings.substitute_level import nearest_level
from tests.server.running_server import (
    Client,
    RunningServer,
    SocketClient,
    begin,
    on_sqlite,
    play_turns,
    running,
)
from tests.server.test_ratings import rated_game, rating, wait_for_rating

ABSENCE = 0.5  # seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("leaving")
    with running(on_sqlite(folder, level_seconds=0.1, absence_seconds=ABSENCE)) as started:
        yield started


def start_game(people: list[Client], level: int | None = None, **settings: Any) -> str:
    """Start a game of these people, and a level if given; the substitute is weak and quick."""
    first, *others = people
    seats: list[dict[str, Any]] = [{"kind": "me"}, *[{"kind": "open"}] * len(others)]
    if level is not None:
        seats.append({"kind": "level", "level": level})
    wanted = {"players": len(seats), "substitute": 1, **settings}
    game: str = first.post("/games", {"settings": wanted, "seats": seats}, status=201)["id"]
    for other in others:
        other.post(f"/games/{game}/join")
    return game


def watch(stack: ExitStack, client: Client, game: str) -> SocketClient:
    socket = stack.enter_context(client.socket())
    socket.send(type="watch", game=game)
    socket.until("watching")
    return socket


def send(socket: SocketClient, kind: str, game: str) -> dict[str, Any]:
    """Send a command and return the answer."""
    socket.send(type=kind, game=game, client_id=kind)
    return socket.until("accepted", "refused")


def standing(client: Client, game: str) -> list[tuple[int | None, int | None]]:
    """The rank of each seat and of its account among the people."""
    return [(seat["rank"], seat["people_rank"]) for seat in client.get(f"/games/{game}")["seats"]]


def test_one_of_three_people_and_a_level_leaves_and_the_game_goes_on(
    server: RunningServer,
) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people, level=1)
    with ExitStack() as stack:
        sockets = [watch(stack, one, game) for one in (*people, server.visitor())]
        begin(people[0], game)
        assert send(sockets[1], "resign", game)["type"] == "accepted"
        for socket in sockets:
            assert socket.until_event("left")["reason"] == "resigned"
            substituted = socket.until_event("substituted")
            assert (substituted["seat"], substituted["reason"]) == (2, "left")
            assert substituted["occupant"]["kind"] == "level"
            assert "seed" not in substituted["occupant"]
            while not any(event.get("seat") == 2 and "move" in event for event in socket.seen):
                socket.receive()  # the substitute plays its turn
        assert send(sockets[1], "take_back.offer", game)["error"]["code"] == "NOT_YOUR_GAME"
        view = people[1].get(f"/games/{game}")
        assert (view["status"], view["your_seats"]) == ("live", [])
        assert view["seats"][1]["left"]["reason"] == "resigned"
        assert view["seats"][1]["account"]["id"] == people[1].id
        assert view["seats"][0]["left"] is None
        assert send(sockets[0], "resign", game)["type"] == "accepted"
        assert send(sockets[2], "resign", game)["type"] == "accepted"
        for socket in sockets:
            ended = socket.until_event("ended")
            assert (ended["winner"], ended["reason"]) == (4, "resignation")
    assert standing(people[0], game) == [(3, 2), (4, 3), (2, 1), (1, None)]
    view = people[0].get(f"/games/{game}")
    assert (view["winner"], view["people_winner"]) == (4, None)


def test_the_last_of_four_people_who_stays_wins_at_once(server: RunningServer) -> None:
    people = [server.guest() for _ in range(4)]
    game = start_game(people)
    with ExitStack() as stack:
        sockets = [watch(stack, one, game) for one in people]
        begin(people[0], game)
        for at in (1, 3, 0):
            assert send(sockets[at], "resign", game)["type"] == "accepted"
        for socket in sockets:
            assert socket.until_event("ended")["winner"] == 3
    assert standing(people[0], game) == [(2, 2), (4, 4), (1, 1), (3, 3)]
    view = people[2].get(f"/games/{game}")
    assert (view["winner"], view["people_winner"], view["reason"]) == (3, 3, "resignation")
    record = load_text(people[2].get(f"/games/{game}/record"))
    verify(record)
    assert [one.seat for one in record.departures] == [2, 4, 1]


def test_a_rated_game_stays_rated_and_leavers_rank_last(server: RunningServer) -> None:
    people = [server.person(name) for name in ("Left first", "Left second", "Stayed")]
    game = rated_game(people, substitute=1)
    before = people[0].get(f"/games/{game}")
    assert before["rated"]
    people[0].post(f"/games/{game}/resign", status=201)
    assert people[0].get(f"/games/{game}")["status"] == "live"
    assert people[0].get("/players/Left first")["ratings"] == []
    people[1].post(f"/games/{game}/resign", status=201)
    best = wait_for_rating(people[2], 1, players=3)["value"]
    assert best > rating(people[1], 3)["value"] > rating(people[0], 3)["value"]
    profile = people[0].get("/players/Left first")
    assert (profile["played"], profile["won"]) == (1, 0)
    assert people[2].get("/players/Stayed")["won"] == 1
    [row] = people[0].get("/players/Left first/games")
    own = next(seat for seat in row["seats"] if seat["account"]["id"] == people[0].id)
    assert (own["left"]["reason"], own["people_rank"]) == ("resigned", 3)


def test_a_level_replaces_a_player_whose_flag_falls(server: RunningServer) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people, clock={"kind": "fischer", "initial": 2.0, "increment": 100.0})
    with ExitStack() as stack:
        socket = watch(stack, people[0], game)
        begin(people[0], game)
        left = socket.until_event("left")
        assert (left["seat"], left["reason"]) == (2, "flag_fell")
        assert socket.until_event("substituted")["clock"][1] is None
        while people[2].get(f"/games/{game}")["to_choose"] != 3:
            pass  # the substitute plays its turn
    assert people[0].get(f"/games/{game}")["status"] == "live"


def test_a_player_who_reconnects_before_the_flag_falls_has_not_left(
    server: RunningServer,
) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people, clock={"kind": "fischer", "initial": 600.0, "increment": 1.0})
    begin(people[0], game)
    with people[1].socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
    with people[1].socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        assert socket.move(game, "@a1", "back")["type"] == "accepted"
    kinds = {event["kind"] for event in people[0].get(f"/games/{game}/events")["events"]}
    assert kinds == {"started", "move"}


def test_the_claim_of_an_absent_players_seat_lets_a_level_play_on(server: RunningServer) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people)
    begin(people[0], game)
    while (
        people[0].http.post(f"/games/{game}/claim", json={}, headers=people[0].headers).status_code
        == 409
    ):
        pass
    view = people[0].get(f"/games/{game}")
    assert view["status"] == "live"
    assert view["seats"][1]["left"]["reason"] == "abandoned"


def test_anyone_can_abort_a_game_that_nobody_has_begun(server: RunningServer) -> None:
    people = [server.person(name) for name in ("Impatient", "Patient", "Waiting")]
    game = start_game(people, rated=True)
    assert people[0].get(f"/games/{game}")["begun"] is False
    with ExitStack() as stack:
        sockets = [watch(stack, one, game) for one in people]
        assert send(sockets[2], "abort", game)["type"] == "accepted"
        for socket in sockets:
            event = socket.until_event("aborted")
            assert (event["seat"], event["reason"]) == (3, "request")
    view = people[0].get(f"/games/{game}")
    assert (view["status"], view["winner"], view["reason"]) == ("aborted", None, "request")
    assert view["rating_outcome"] is None
    assert people[0].get("/players/Impatient")["played"] == 0
    refused = people[0].post(f"/games/{game}/abort", status=409)
    assert refused["error"]["code"] == "GAME_OVER"
    assert people[0].post(f"/games/{game}/rematch", status=409)["error"]["code"] == "NOT_OVER"


def test_a_game_that_has_begun_cannot_be_aborted(server: RunningServer) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people)
    begin(people[0], game)
    assert people[0].get(f"/games/{game}")["begun"] is True
    refused = people[1].post(f"/games/{game}/abort", status=422)
    assert refused["error"]["code"] == "GAME_BEGUN"


def test_a_game_whose_first_turn_is_late_is_aborted(server: RunningServer) -> None:
    people = [server.guest() for _ in range(3)]
    game = start_game(people, clock={"kind": "fischer", "initial": 60, "increment": 0}, firstTurn=1)
    with ExitStack() as stack:
        sockets = [watch(stack, one, game) for one in people]
        view = people[0].get(f"/games/{game}")
        assert view["status"] == "aborted" or view["first_turn_until"] is not None
        for socket in sockets:
            event = socket.until_event("aborted")
            assert (event["seat"], event["reason"]) == (1, "first_turn")
    assert people[0].get(f"/games/{game}")["reason"] == "first_turn"


def test_someone_who_left_is_not_in_the_game_any_more(server: RunningServer) -> None:
    leaver, *others = [server.person(name) for name in ("Vanishing", "Remaining", "Other")]
    game = start_game([leaver, *others])
    play_turns([leaver, *others], game, 1)
    leaver.post(f"/games/{game}/resign", status=201)
    leaver.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    view = others[0].get(f"/games/{game}")
    assert view["status"] == "live"
    assert "Vanishing" not in str(view["seats"])
    with others[0].socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        assert "Vanishing" not in str(socket.seen)


def test_a_rating_has_its_nearest_level() -> None:
    assert nearest_level(None) == nearest_level(25.0) == 6
    assert [nearest_level(25.0 + 3 * step) for step in (-2, -1, 1, 2)] == [4, 5, 7, 8]
    assert (nearest_level(-20.0), nearest_level(60.0)) == (LEVELS[0], LEVELS[-1])
