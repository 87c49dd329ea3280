"""Live games over HTTP and sockets: every event once, in order, and durable first."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, time
from typing import Any

import pytest

from ringrift.server.storage import lease
from tests.server.running_server import (
    TWO_PLAYERS,
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("live"))) as started:
        yield started


def sequences(events: list[dict[str, object]]) -> list[object]:
    return [event["sequence"] for event in events]


def test_two_people_see_the_same_events_in_order_without_a_gap(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with first.socket() as one, second.socket() as other:
        for socket in (one, other):
            socket.send(type="watch", game=game)
            socket.until("watching")
        assert one.move(game, "@d4", "a", 1)["type"] == "accepted"
        assert one.move(game, "d4-d6", "b", 2)["type"] == "accepted"
        assert other.until_event("move")["notation"] == "@d4"
        reply = other.move(game, "swap", "c")
        while one.seen[-1]["sequence"] < reply["sequence"]:
            one.receive()
    assert sequences(one.seen) == sequences(other.seen) == list(range(1, reply["sequence"] + 1))
    assert one.seen == other.seen


def test_a_repeated_move_is_played_once_and_gets_the_same_answer(server: RunningServer) -> None:
    first, _, game = start_two_player_game(server)
    with first.socket() as socket:
        one = socket.move(game, "@d4", "same", 1)
        again = socket.move(game, "@d4", "same", 1)
    assert one == again
    assert first.get(f"/games/{game}/events")["sequence"] == one["sequence"]


def test_a_repeat_is_recognised_after_a_restart(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = start_two_player_game(server)
        secret, csrf = first.http.cookies["ringrift_session"], first.csrf
        accepted = first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "x"}, status=201)
    with running(on_sqlite(tmp_path)) as server:
        visitor = server.visitor()
        visitor.http.cookies.set("ringrift_session", secret)
        visitor.csrf = csrf
        again = visitor.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "x"}, status=201)
        moves = [
            event
            for event in visitor.get(f"/games/{game}/events")["events"]
            if event["kind"] == "move"
        ]
    assert again == accepted
    assert len(moves) == 1


def test_a_stale_move_is_refused_with_the_events_that_were_missed(server: RunningServer) -> None:
    first, _, game = start_two_player_game(server)
    with first.socket() as socket:
        socket.move(game, "@d4", "a", 1)
        refused = socket.move(game, "@e5", "b", 1)
    assert refused["type"] == "refused"
    assert refused["error"]["code"] == "STALE"
    assert sequences(refused["missed"]) == [2]
    assert refused["sequence"] == 2


def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(
    server: RunningServer,
) -> None:
    first, _, game = start_two_player_game(server)
    with first.socket() as socket:
        refused = socket.move(game, "skip", "a", 1)
    assert refused["error"]["rule"].startswith("R")
    assert first.get(f"/games/{game}")["sequence"] == 1


def test_nobody_plays_for_somebody_else(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    stranger = server.guest()
    assert stranger.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=403)[
        "error"
    ]["code"] == ("NOT_YOUR_GAME")
    assert stranger.post(f"/games/{game}/resign", {"client_id": "2"}, status=403)
    assert second.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "3"}, status=422)[
        "error"
    ]["code"] == ("NOT_YOUR_TURN")
    assert first.get(f"/games/{game}")["status"] == "live"


def test_a_reconnect_resumes_from_any_event(server: RunningServer) -> None:
    first, _, game = start_two_player_game(server)
    with first.socket() as socket:
        socket.move(game, "@d4", "a")
        socket.move(game, "d4-d6", "b")
    for since in range(4):
        with first.socket() as socket:
            socket.send(type="watch", game=game, since=since)
            socket.until("watching")
            assert sequences(socket.seen) == list(range(since + 1, socket.seen[-1]["sequence"] + 1))


def test_a_game_resumes_after_a_restart_with_paused_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    with running(on_sqlite(tmp_path)) as server:
        first, second, game = start_two_player_game(server, {"clock": clock})
        begin(first, game)
        secret, csrf = second.http.cookies["ringrift_session"], second.csrf
        second.post(f"/games/{game}/moves", {"move": "@a1", "client_id": "x"}, status=201)
        read = monotonic()
        before = first.get(f"/games/{game}")
    monkeypatch.setattr(lease, "wall_time", lambda: time() + 50.0)  # it was down for this time
    with running(on_sqlite(tmp_path)) as server:
        visitor = server.visitor()
        visitor.http.cookies.set("ringrift_session", secret)
        visitor.csrf = csrf
        after = visitor.get(f"/games/{game}")
        elapsed = monotonic() - read
        visitor.post(f"/games/{game}/moves", {"move": "a1-b1", "client_id": "y"}, status=201)
        kinds = [event["kind"] for event in visitor.get(f"/games/{game}/events")["events"]]
    assert "resumed" in kinds
    assert before["state"] == after["state"]
    assert before["clock"][1] - after["clock"][1] < elapsed + 1.0


def test_thinking_time_before_a_restart_still_counts(tmp_path: Path) -> None:
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = start_two_player_game(server, {"clock": clock})
        begin(first, game)
        while (before := first.get(f"/games/{game}"))["clock"][1] > 58.5:
            pass  # the second player is thinking
    with running(on_sqlite(tmp_path)) as server:
        after = server.visitor().get(f"/games/{game}")
    assert after["clock"][1] <= before["clock"][1]


def given_back(events: list[dict[str, Any]], initial: float) -> float:
    """Return the time that the last move got back, for lag and for delays of the server."""
    before, moved = [event for event in events if event["kind"] == "move"][-2:]
    return float(moved["clock"][1] - (initial - (moved["at"] - before["at"])))


def seconds_stalled(server: RunningServer) -> float:
    """Return for how long the event loop has been late in all."""
    worker = server.worker
    return worker.clock.monotonic() - worker.stalls.elapsed()


@pytest.mark.parametrize("honest", [False, True])
def test_lag_is_measured_by_the_server_not_reported_by_the_client(
    server: RunningServer, honest: bool
) -> None:
    stalled = seconds_stalled(server)
    first, second, game = start_two_player_game(
        server, {"clock": {"kind": "fischer", "initial": 60, "increment": 0}}
    )
    with second.socket() as socket:
        socket.send(type="ping", t=0.0, rtt=30.0)
        pong = socket.until("pong")
        begin(first, game)
        while first.get(f"/games/{game}")["clock"][1] > 59.7:
            pass  # the lag, and the thinking time
        if honest:
            socket.send(type="echo", probe=pong["probe"])
        socket.send(type="watch", game=game)
        socket.until("watching")
        accepted = socket.move(game, "@a1", "1")
        while socket.seen[-1]["sequence"] < accepted["sequence"]:
            socket.receive()
    lag = given_back(socket.seen, 60.0)
    stalled = seconds_stalled(server) - stalled
    assert lag > 0.25 if honest else lag - stalled < 0.1


def test_a_timeout_ends_a_game_without_a_request(server: RunningServer) -> None:
    first, second, game = start_two_player_game(
        server, {"clock": {"kind": "per_move", "seconds": 0.2}}
    )
    begin(first, game)
    with second.socket() as socket:
        socket.send(type="watch", game=game)
        left = socket.until_event("left")
        assert (left["seat"], left["reason"]) == (2, "flag_fell")
        assert socket.until_event("ended")["reason"] == "timeout"
    assert first.get(f"/games/{game}")["status"] == "over"


def test_a_person_plays_against_a_level(server: RunningServer) -> None:
    guest = server.guest()
    seats = [{"kind": "level", "level": 1}, {"kind": "me"}]
    game = guest.post("/games", {"seats": seats}, status=201)["id"]
    with guest.socket() as socket:
        socket.send(type="watch", game=game)
        while not (
            socket.seen and socket.seen[-1].get("seat") == 1 and socket.seen[-1]["notation"] == "-"
        ):
            socket.receive()
    assert guest.get(f"/games/{game}")["your_seats"] == [2]


def test_one_person_can_take_all_seats_and_take_back_freely(server: RunningServer) -> None:
    guest = server.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    game = guest.post("/games", {"seats": seats, "visibility": "private"}, status=201)["id"]
    guest.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    guest.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
    guest.post(f"/games/{game}/moves", {"move": "@a1", "client_id": "3"}, status=201)
    guest.post(f"/games/{game}/take-back/offer", {"keep": 0}, status=201)
    assert guest.get(f"/games/{game}")["state"]["board"]["stacks"] == {}


def test_a_take_back_needs_consent(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    first.post(f"/games/{game}/take-back/offer", status=201)
    assert first.post(f"/games/{game}/take-back/agree", status=409)["error"]["code"] == "YOUR_OFFER"
    second.post(f"/games/{game}/take-back/agree", status=201)
    assert first.get(f"/games/{game}")["state"]["board"]["stacks"] == {}


def test_the_record_of_a_live_game_is_available(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    begin(first, game)
    second.post(f"/games/{game}/resign", {"client_id": "2"}, status=201)
    text = first.get(f"/games/{game}/record")
    assert "1. @d4" in text
    assert '[Result "1"]' in text or "resignation" in text
    view = first.get(f"/games/{game}")
    assert (view["status"], view["winner"], view["reason"]) == ("over", 1, "resignation")


def test_a_private_game_is_visible_by_invitation_only(server: RunningServer) -> None:
    first = server.guest()
    made = first.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)
    stranger = server.guest()
    assert stranger.get(f"/games/{made['id']}", status=403)["error"]["code"] == "PRIVATE"
    assert (
        stranger.post(f"/games/{made['id']}/join", status=403)["error"]["code"] == "INVITE_NEEDED"
    )
    assert all(game["id"] != made["id"] for game in stranger.get("/lobby"))
    invited = stranger.get(f"/invitations/{made['invite']}")
    assert (
        stranger.post(f"/games/{invited['id']}/join", {"code": made["invite"]})["status"] == "live"
    )


def test_chat_is_sent_to_spectators_and_stored(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with first.socket() as one, second.socket() as other:
        other.send(type="watch", game=game)
        other.until("watching")
        one.send(type="chat", game=game, text="good luck\n")
        assert other.until("chat")["text"] == "good luck"
    assert [line["text"] for line in second.get(f"/games/{game}/chat")] == ["good luck"]


def test_the_chat_history_has_the_last_500_lines_oldest_first(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = start_two_player_game(server)
        lines = [(str(at), game, first.id, float(at), f"line {at}") for at in range(502)]
        with closing(sqlite3.connect(tmp_path / "ringrift.db")) as database, database:
            database.executemany(
                "INSERT INTO chat (id, game_id, account_id, at, text) VALUES (?, ?, ?, ?, ?)", lines
            )
        history = [line["text"] for line in first.get(f"/games/{game}/chat")]
    assert history == [f"line {at}" for at in range(2, 502)]


def test_chat_works_over_http(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with second.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        first.post(f"/games/{game}/chat", {"text": "good luck"}, status=204)
        assert socket.until("chat")["text"] == "good luck"
    private = first.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)
    path = f"/games/{private['id']}/chat"
    assert second.post(path, {"text": "hello"}, status=403)["error"]["code"] == "PRIVATE"
    second.post(f"{path}?code={private['invite']}", {"text": "hello"}, status=204)


def test_watching_from_a_future_event_returns_the_current_sequence(
    server: RunningServer,
) -> None:
    """This happens after a backup was restored."""
    first, _, game = start_two_player_game(server)
    with first.socket() as socket:
        socket.send(type="watch", game=game, since=1000)
        refused = socket.until("refused", "watching")
        assert (refused["error"]["code"], refused["error"]["path"]) == ("STALE", "since")
        socket.send(type="watch", game=game, since=refused["sequence"])
        assert socket.until("refused", "watching")["sequence"] == refused["sequence"]


def test_an_invited_spectator_can_chat(server: RunningServer) -> None:
    first, friend = server.guest(), server.guest()
    made = first.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)
    with friend.socket() as socket:
        socket.send(type="chat", game=made["id"], text="hello")
        assert socket.until("chat", "refused")["error"]["code"] == "PRIVATE"
        socket.send(type="watch", game=made["id"], code=made["invite"])
        socket.until("watching")
        socket.send(type="chat", game=made["id"], text="hello")
        assert socket.until("chat", "refused")["text"] == "hello"


def test_a_rematch_is_sent_to_the_other_player_who_joins_by_the_same_request(
    server: RunningServer,
) -> None:
    first, second, game = start_two_player_game(server)
    begin(first, game)
    second.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
    with second.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        again = first.post(f"/games/{game}/rematch", status=201)
        assert again["status"] == "open"
        assert socket.until("rematch")["next"] == again["id"]
    joined = second.post(f"/games/{game}/rematch", status=201)
    assert (joined["id"], joined["status"]) == (again["id"], "live")
    assert [seat["account"]["id"] for seat in joined["seats"]] == [second.id, first.id]


def test_a_quick_match_starts_for_both_players(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    wish = {"settings": {"players": 2, "board": "hex8"}}
    assert first.post("/quick-match", wish)["game"] is None
    found = second.post("/quick-match", wish)["game"]
    assert found["status"] == "live"
    assert first.post("/quick-match", wish)["game"]["id"] == found["id"]
    assert first.post("/quick-match", wish)["game"] is None
    assert first.delete("/quick-match", status=200)["game"] is None


def test_cancelling_a_seek_returns_a_game_matched_meanwhile(
    server: RunningServer,
) -> None:
    first, second = server.guest(), server.guest()
    wish = {"settings": {"players": 2, "board": "square19"}}
    assert first.post("/quick-match", wish)["game"] is None
    found = second.post("/quick-match", wish)["game"]
    stopped = first.delete("/quick-match", status=200)["game"]
    assert (stopped["id"], stopped["status"]) == (found["id"], "live")
    assert first.delete("/quick-match", status=200)["game"] is None
    first.post(f"/games/{found['id']}/resign", status=201)
    assert second.get(f"/games/{found['id']}")["status"] == "aborted"


def test_anybody_watches_a_public_game_without_an_account(server: RunningServer) -> None:
    _, _, game = start_two_player_game(server, {"clock": {"kind": "correspondence", "days": 3}})
    visitor = server.visitor()
    with visitor.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        assert socket.seen[0]["clock"] == [3 * 86_400.0] * 2
        assert socket.move(game, "@d4", "1")["error"]["code"] == "NOT_LOGGED_IN"
    assert game in {info["id"] for info in visitor.get("/live")}


def test_an_anonymous_socket_ignores_the_session(server: RunningServer) -> None:
    player, _, game = start_two_player_game(server)
    with player.socket(query="?anonymous=true") as socket:
        assert "account" not in socket.welcome
        socket.send(type="watch", game=game)
        socket.until("watching")
        socket.send(type="move", game=game, move="@d4", client_id="m1")
        assert socket.until("refused")["error"]["code"] == "NOT_LOGGED_IN"


def test_lobby_changes_are_sent_to_subscribers(server: RunningServer) -> None:
    watcher, maker = server.guest(), server.guest()
    with watcher.socket() as socket:
        socket.send(type="lobby.watch")
        socket.until("lobby")
        made = maker.post("/games", TWO_PLAYERS, status=201)["id"]
        while made not in {game["id"] for game in socket.until("lobby")["games"]}:
            pass  # a change by an earlier test may arrive first
        maker.post(f"/games/{made}/leave")
        while made in {game["id"] for game in socket.until("lobby")["games"]}:
            pass


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"type":"move"}', '{"type":"watch","game":"x"}', "null", "1e999"]
)
def test_a_malformed_message_is_refused_and_the_socket_stays_open(
    server: RunningServer, text: str
) -> None:
    with server.guest().socket() as socket:
        socket.connection.send(text)
        assert socket.receive()["error"]["code"] == "MALFORMED"
        socket.send(type="ping", t=1.0)
        assert socket.receive()["type"] == "pong"


def test_a_repeated_last_move_gets_the_same_answer(
    server: RunningServer,
) -> None:
    first, _, game = start_two_player_game(server)
    once = first.post(f"/games/{game}/resign", {"client_id": "x"}, status=201)
    assert first.post(f"/games/{game}/resign", {"client_id": "x"}, status=201) == once
    assert (
        first.post(f"/games/{game}/resign", {"client_id": "y"}, status=409)["error"]["code"]
        == "GAME_OVER"
    )


def test_after_a_swap_the_seats_show_the_new_owners_of_the_pieces(server: RunningServer) -> None:
    """R180."""
    first, second, game = start_two_player_game(server)
    for number, text in enumerate(("@d4", "d4-d6")):
        first.post(f"/games/{game}/moves", {"move": text, "client_id": str(number)}, status=201)
    second.post(f"/games/{game}/moves", {"move": "swap", "client_id": "swap"}, status=201)
    assert [seat["account"]["id"] for seat in first.get(f"/games/{game}")["seats"]] == [
        second.id,
        first.id,
    ]
    first.post(f"/games/{game}/resign", {"client_id": "end"}, status=201)
    view = first.get(f"/games/{game}")
    assert view["seats"][view["winner"] - 1]["account"]["id"] == second.id


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/{game}/events?since=99999999999999999999999", 422),
        ("/invitations/%00", 422),
        ("/players/%00", 422),
    ],
)
def test_input_that_databases_cannot_store_is_refused(
    server: RunningServer, path: str, status: int
) -> None:
    first, _, game = start_two_player_game(server)
    first.get(path.format(game=game), status=status)


def test_an_oversized_number_is_refused_with_its_field(server: RunningServer) -> None:
    settings = {"clock": {"kind": "per_move", "seconds": 10**400}}
    refused = server.guest().post("/games", {"settings": settings}, status=422)
    assert refused["error"]["path"] == "settings.clock.seconds"


def test_the_events_of_a_long_game_are_read_page_by_page(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ringrift.server.games.routes._PAGE", 2)
    first, second, game = start_two_player_game(server)
    for player, move in ((first, "@d4"), (first, "d4-d5"), (second, "@e5")):
        player.post(f"/games/{game}/moves", {"move": move, "client_id": move}, status=201)
    for since in (0, 1, 2, 3, 4, 5):
        page = first.get(f"/games/{game}/events", since=since)
        assert [event["sequence"] for event in page["events"]] == [
            *range(since + 1, page["sequence"] + 1)
        ]
    last = first.get(f"/games/{game}")["sequence"]
    assert first.get(f"/games/{game}/events", since=last) == {"events": [], "sequence": last}
