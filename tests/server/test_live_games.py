"""Live games over HTTP and sockets: every event once, in order, durable before it is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import RunningServer, on_sqlite, running, two_guests_at


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("live"))) as started:
        yield started


def sequences(events: list[dict[str, object]]) -> list[object]:
    return [event["sequence"] for event in events]


def test_two_people_see_the_same_events_in_order_without_a_gap(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with first.socket() as one, second.socket() as other:
        for wire in (one, other):
            wire.send(type="watch", game=game)
            wire.until("watching")
        assert one.move(game, "@d4", "a", 1)["type"] == "accepted"
        assert one.move(game, "d4-d6", "b", 2)["type"] == "accepted"
        assert other.until_event("move")["notation"] == "@d4"
        reply = other.move(game, "swap", "c")
        while one.seen[-1]["sequence"] < reply["sequence"]:
            one.receive()
    assert sequences(one.seen) == sequences(other.seen) == list(range(1, reply["sequence"] + 1))
    assert one.seen == other.seen


def test_a_move_that_is_sent_twice_is_played_once_and_answered_alike(server: RunningServer) -> None:
    first, _, game = two_guests_at(server)
    with first.socket() as wire:
        one = wire.move(game, "@d4", "same", 1)
        again = wire.move(game, "@d4", "same", 1)
    assert one == again
    assert first.get(f"/games/{game}/events")["sequence"] == one["sequence"]


def test_a_repeat_is_known_after_the_server_was_restarted(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = two_guests_at(server)
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
    first, _, game = two_guests_at(server)
    with first.socket() as wire:
        wire.move(game, "@d4", "a", 1)
        refused = wire.move(game, "@e5", "b", 1)
    assert refused["type"] == "refused"
    assert refused["error"]["code"] == "STALE"
    assert sequences(refused["missed"]) == [2]
    assert refused["sequence"] == 2


def test_a_move_that_is_not_legal_is_refused_with_its_rule_and_changes_nothing(
    server: RunningServer,
) -> None:
    first, _, game = two_guests_at(server)
    with first.socket() as wire:
        refused = wire.move(game, "skip", "a", 1)
    assert refused["error"]["rule"].startswith("R")
    assert first.get(f"/games/{game}")["sequence"] == 1


def test_nobody_plays_for_somebody_else(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
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
    first, _, game = two_guests_at(server)
    with first.socket() as wire:
        wire.move(game, "@d4", "a")
        wire.move(game, "d4-d6", "b")
    for since in range(4):
        with first.socket() as wire:
            wire.send(type="watch", game=game, since=since)
            wire.until("watching")
            assert sequences(wire.seen) == list(range(since + 1, wire.seen[-1]["sequence"] + 1))


def test_a_game_goes_on_after_a_restart_with_its_clocks_paused_meanwhile(tmp_path: Path) -> None:
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = two_guests_at(server, {"clock": clock})
        secret, csrf = first.http.cookies["ringrift_session"], first.csrf
        first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "x"}, status=201)
        before = first.get(f"/games/{game}")
    with running(on_sqlite(tmp_path)) as server:
        visitor = server.visitor()
        visitor.http.cookies.set("ringrift_session", secret)
        visitor.csrf = csrf
        after = visitor.get(f"/games/{game}")
        visitor.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "y"}, status=201)
        kinds = [event["kind"] for event in visitor.get(f"/games/{game}/events")["events"]]
    assert "resumed" in kinds
    assert before["state"] == after["state"]
    assert before["clock"][0] - after["clock"][0] < 1.0


def test_what_was_thought_before_a_restart_is_not_given_back(tmp_path: Path) -> None:
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = two_guests_at(server, {"clock": clock})
        while (before := first.get(f"/games/{game}"))["clock"][0] > 58.5:
            pass  # the first player thinks
    with running(on_sqlite(tmp_path)) as server:
        after = server.visitor().get(f"/games/{game}")
    assert after["clock"][0] <= before["clock"][0]


def given_back(events: list[dict[str, Any]], initial: float) -> float:
    """What the clock of the first choice got back for its lag."""
    started, moved = [event for event in events if event["kind"] in ("started", "move")][:2]
    return float(moved["clock"][0] - (initial - (moved["at"] - started["at"])))


@pytest.mark.parametrize("honest", [False, True])
def test_lag_is_what_the_server_measures_whatever_a_client_says(
    server: RunningServer, honest: bool
) -> None:
    first, _, game = two_guests_at(
        server, {"clock": {"kind": "fischer", "initial": 60, "increment": 0}}
    )
    with first.socket() as wire:
        wire.send(type="ping", t=0.0, rtt=30.0)
        pong = wire.until("pong")
        while first.get(f"/games/{game}")["clock"][0] > 59.7:
            pass  # so long the way takes, and the player thinks
        if honest:
            wire.send(type="echo", probe=pong["probe"])
        wire.send(type="watch", game=game)
        wire.move(game, "@d4", "1")
        wire.until_event("move")
    assert (0.1 < given_back(wire.seen, 60.0) <= 0.5) is honest


def test_a_flag_falls_by_itself(server: RunningServer) -> None:
    first, second, game = two_guests_at(server, {"clock": {"kind": "per_move", "seconds": 0.2}})
    with second.socket() as wire:
        wire.send(type="watch", game=game)
        assert wire.until_event("flag")["seat"] == 1
        assert wire.until_event("ended")["reason"] == "timeout"
    assert first.get(f"/games/{game}")["status"] == "over"


def test_a_person_plays_against_a_level(server: RunningServer) -> None:
    guest = server.guest()
    seats = [{"kind": "level", "level": 1}, {"kind": "me"}]
    game = guest.post("/games", {"seats": seats}, status=201)["id"]
    with guest.socket() as wire:
        wire.send(type="watch", game=game)
        while not (
            wire.seen and wire.seen[-1].get("seat") == 1 and wire.seen[-1]["notation"] == "-"
        ):
            wire.receive()
    assert guest.get(f"/games/{game}")["your_seats"] == [2]


def test_one_person_may_take_all_seats_and_take_back_freely(server: RunningServer) -> None:
    guest = server.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    game = guest.post("/games", {"seats": seats, "visibility": "private"}, status=201)["id"]
    guest.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    guest.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
    guest.post(f"/games/{game}/moves", {"move": "@a1", "client_id": "3"}, status=201)
    guest.post(f"/games/{game}/take-back/offer", {"keep": 0}, status=201)
    assert guest.get(f"/games/{game}")["state"]["board"]["stacks"] == {}


def test_take_back_by_consent(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    first.post(f"/games/{game}/take-back/offer", status=201)
    assert first.post(f"/games/{game}/take-back/agree", status=409)["error"]["code"] == "YOUR_OFFER"
    second.post(f"/games/{game}/take-back/agree", status=201)
    assert first.get(f"/games/{game}")["state"]["board"]["stacks"] == {}


def test_the_record_of_a_game_is_there_at_once(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    second.post(f"/games/{game}/resign", {"client_id": "2"}, status=201)
    text = first.get(f"/games/{game}/record")
    assert "1. @d4" in text
    assert '[Result "1"]' in text or "resignation" in text
    view = first.get(f"/games/{game}")
    assert (view["status"], view["winner"], view["reason"]) == ("over", 1, "resignation")


def test_a_private_game_is_seen_by_invitation_only(server: RunningServer) -> None:
    first = server.guest()
    made = first.post("/games", {"visibility": "private"}, status=201)
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


def test_chat_is_told_to_those_who_watch_and_kept(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with first.socket() as one, second.socket() as other:
        other.send(type="watch", game=game)
        other.until("watching")
        one.send(type="chat", game=game, text="good luck\n")
        assert other.until("chat")["text"] == "good luck"
    assert [line["text"] for line in second.get(f"/games/{game}/chat")] == ["good luck"]


def test_of_a_long_talk_the_last_500_lines_are_told_oldest_first(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _, game = two_guests_at(server)
        lines = [(str(at), game, first.id, float(at), f"line {at}") for at in range(502)]
        with closing(sqlite3.connect(tmp_path / "ringrift.db")) as database, database:
            database.executemany(
                "INSERT INTO chat (id, game_id, account_id, at, text) VALUES (?, ?, ?, ?, ?)", lines
            )
        told = [line["text"] for line in first.get(f"/games/{game}/chat")]
    assert told == [f"line {at}" for at in range(2, 502)]


def test_a_program_without_a_socket_may_speak_too(server: RunningServer) -> None:
    first, second, game = two_guests_at(server)
    with second.socket() as wire:
        wire.send(type="watch", game=game)
        wire.until("watching")
        first.post(f"/games/{game}/chat", {"text": "good luck"}, status=204)
        assert wire.until("chat")["text"] == "good luck"
    private = first.post("/games", {"visibility": "private"}, status=201)
    path = f"/games/{private['id']}/chat"
    assert second.post(path, {"text": "hello"}, status=403)["error"]["code"] == "PRIVATE"
    second.post(f"{path}?code={private['invite']}", {"text": "hello"}, status=204)


def test_who_has_seen_what_never_happened_is_told_where_the_game_stands(
    server: RunningServer,
) -> None:
    """As after the restore of a backup."""
    first, _, game = two_guests_at(server)
    with first.socket() as wire:
        wire.send(type="watch", game=game, since=1000)
        refused = wire.until("refused", "watching")
        assert (refused["error"]["code"], refused["error"]["path"]) == ("STALE", "since")
        wire.send(type="watch", game=game, since=refused["sequence"])
        assert wire.until("refused", "watching")["sequence"] == refused["sequence"]


def test_who_watches_by_invitation_may_speak(server: RunningServer) -> None:
    first, friend = server.guest(), server.guest()
    made = first.post("/games", {"visibility": "private"}, status=201)
    with friend.socket() as wire:
        wire.send(type="chat", game=made["id"], text="hello")
        assert wire.until("chat", "refused")["error"]["code"] == "PRIVATE"
        wire.send(type="watch", game=made["id"], code=made["invite"])
        wire.until("watching")
        wire.send(type="chat", game=made["id"], text="hello")
        assert wire.until("chat", "refused")["text"] == "hello"


def test_a_rematch_is_told_to_the_other_player_who_joins_it_by_asking_too(
    server: RunningServer,
) -> None:
    first, second, game = two_guests_at(server)
    second.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
    with second.socket() as wire:
        wire.send(type="watch", game=game)
        wire.until("watching")
        again = first.post(f"/games/{game}/rematch", status=201)
        assert again["status"] == "open"
        assert wire.until("rematch")["next"] == again["id"]
    joined = second.post(f"/games/{game}/rematch", status=201)
    assert (joined["id"], joined["status"]) == (again["id"], "live")
    assert [seat["account"]["id"] for seat in joined["seats"]] == [second.id, first.id]


def test_a_quick_match_begins_for_both_who_look_for_it(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    wish = {"settings": {"board": "hex8"}}
    assert first.post("/quick-match", wish)["game"] is None
    found = second.post("/quick-match", wish)["game"]
    assert found["status"] == "live"
    assert first.post("/quick-match", wish)["game"]["id"] == found["id"]
    assert first.post("/quick-match", wish)["game"] is None
    assert first.delete("/quick-match", status=200)["game"] is None


def test_who_looks_no_longer_is_told_of_a_game_that_was_found_meanwhile(
    server: RunningServer,
) -> None:
    first, second = server.guest(), server.guest()
    wish = {"settings": {"board": "square19"}}
    assert first.post("/quick-match", wish)["game"] is None
    found = second.post("/quick-match", wish)["game"]
    stopped = first.delete("/quick-match", status=200)["game"]
    assert (stopped["id"], stopped["status"]) == (found["id"], "live")
    assert first.delete("/quick-match", status=200)["game"] is None
    first.post(f"/games/{found['id']}/resign", status=201)
    assert second.get(f"/games/{found['id']}")["reason"] == "resignation"


def test_anybody_watches_a_public_game_without_an_account(server: RunningServer) -> None:
    _, _, game = two_guests_at(server, {"clock": {"kind": "correspondence", "days": 3}})
    visitor = server.visitor()
    with visitor.socket() as wire:
        wire.send(type="watch", game=game)
        wire.until("watching")
        assert wire.seen[0]["clock"] == [3 * 86_400.0] * 2
        assert wire.move(game, "@d4", "1")["error"]["code"] == "NOT_LOGGED_IN"
    assert game in {info["id"] for info in visitor.get("/live")}


def test_the_lobby_is_told_when_it_changes(server: RunningServer) -> None:
    watcher, maker = server.guest(), server.guest()
    with watcher.socket() as wire:
        wire.send(type="lobby.watch")
        before = {game["id"] for game in wire.until("lobby")["games"]}
        made = maker.post("/games", status=201)["id"]
        assert {game["id"] for game in wire.until("lobby")["games"]} - before == {made}
        maker.post(f"/games/{made}/leave")
        assert made not in {game["id"] for game in wire.until("lobby")["games"]}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"type":"move"}', '{"type":"watch","game":"x"}', "null", "1e999"]
)
def test_a_message_that_is_none_is_refused_and_the_socket_stays(
    server: RunningServer, text: str
) -> None:
    with server.guest().socket() as wire:
        wire.connection.send(text)
        assert wire.receive()["error"]["code"] == "MALFORMED"
        wire.send(type="ping", t=1.0)
        assert wire.receive()["type"] == "pong"


def test_the_move_that_ended_a_game_is_answered_alike_when_it_is_sent_again(
    server: RunningServer,
) -> None:
    first, _, game = two_guests_at(server)
    once = first.post(f"/games/{game}/resign", {"client_id": "x"}, status=201)
    assert first.post(f"/games/{game}/resign", {"client_id": "x"}, status=201) == once
    assert (
        first.post(f"/games/{game}/resign", {"client_id": "y"}, status=409)["error"]["code"]
        == "GAME_OVER"
    )


def test_after_a_swap_the_seats_show_who_has_which_pieces(server: RunningServer) -> None:
    """R180."""
    first, second, game = two_guests_at(server)
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
def test_input_that_no_database_takes_is_refused(
    server: RunningServer, path: str, status: int
) -> None:
    first, _, game = two_guests_at(server)
    first.get(path.format(game=game), status=status)


def test_a_number_that_is_too_big_is_refused_by_its_field(server: RunningServer) -> None:
    settings = {"clock": {"kind": "per_move", "seconds": 10**400}}
    refused = server.guest().post("/games", {"settings": settings}, status=422)
    assert refused["error"]["path"] == "settings.clock.seconds"
