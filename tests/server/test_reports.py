"""Reports of users: what may be reported, the queue, the decisions, and the limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import (
    TWO_PLAYERS,
    Client,
    RunningServer,
    on_sqlite,
    running,
    start_two_player_game,
)
from tests.server.staff import employ


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("reports"))) as started:
        yield started


@pytest.fixture(scope="module")
def moderator(server: RunningServer) -> Client:
    return employ(server, "Report Reader", "moderator")


def queue_about(moderator: Client, account: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = moderator.get("/administration/reports", account=account.id)
    return found


def test_the_reporter_sees_the_decision(server: RunningServer, moderator: Client) -> None:
    ann, ben = server.guest(), server.person("Ben Reported")
    sent = {"account": ben.id, "reason": "name", "text": "an insult"}
    report = ann.post("/reports", sent, status=201)
    assert (report["status"], report["kind"]) == ("open", "account")
    [queued] = queue_about(moderator, ben)
    assert (queued["reporter"]["id"], queued["text"]) == (ann.id, "an insult")
    decision = {"outcome": "upheld", "note": "We renamed the account."}
    moderator.post(f"/administration/reports/{report['id']}/decision", decision)
    [own] = ann.get("/reports")
    assert (own["status"], own["note"], own["seen"]) == (
        *("upheld", "We renamed the account."),
        False,
    )
    ann.post("/reports/seen", status=204)
    assert ann.get("/reports")[0]["seen"]
    assert queue_about(moderator, ben) == []
    again = moderator.post(f"/administration/reports/{report['id']}/decision", decision, status=409)
    assert again["error"]["code"] == "ALREADY_DECIDED"
    log = moderator.get("/administration/log", target=report["id"])
    assert log[0]["details"] == {"outcome": "upheld", "account": ben.id}


def test_what_people_write_can_be_reported(server: RunningServer, moderator: Client) -> None:
    ann, ben = server.person("Ann Writes"), server.person("Ben Reads")
    message = ann.post(f"/messages/{ben.id}", {"text": "rude words"}, status=201)["id"]
    board = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n\n*\n'
    sent: dict[str, Any] = {"name": "Rude study", "visibility": "link", "records": board}
    study = ann.post("/studies", sent, status=201)["id"]
    sent = {"name": "Rude club", "description": "for the rude"}
    club = ann.post("/clubs", sent, status=201)["id"]
    tournament = create_tournament(server, ann, "Rude cup")
    for kind, subject, quote in (
        ("message", message, "rude words"),
        ("study", study, "Rude study"),
        ("club", club, "Rude club: for the rude"),
        ("tournament", tournament, "Rude cup"),
    ):
        report = ben.post("/reports", {kind: subject, "reason": "abuse"}, status=201)
        assert (report["kind"], report["subject"], report["quote"]) == (kind, subject, quote)
        assert report["account"]["id"] == ann.id
        again = ben.post("/reports", {kind: subject, "reason": "abuse"}, status=409)["error"]
        assert again["code"] == "ALREADY_REPORTED"
    queued = {one["kind"]: one["subject"] for one in queue_about(moderator, ann)}
    assert queued == {"message": message, "study": study, "club": club, "tournament": tournament}


def create_tournament(server: RunningServer, creator: Client, name: str) -> str:
    clock = {"kind": "fischer", "initial": 60, "increment": 1}
    starts_at = server.worker.clock.now() + 600
    sent = {"name": name, "format": "swiss", "rounds": 1, "starts_at": starts_at}
    created = creator.post("/tournaments", sent | {"settings": {"clock": clock}}, status=201)
    return str(created["id"])


def test_what_one_cannot_read_cannot_be_reported(server: RunningServer) -> None:
    ann, ben, eve = (server.person(f"{name} Reader") for name in ("Ann", "Ben", "Eve"))
    message = ann.post(f"/messages/{ben.id}", {"text": "between us"}, status=201)["id"]
    board = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n\n*\n'
    study = ann.post("/studies", {"name": "Mine", "records": board}, status=201)["id"]
    for kind, subject in (("message", message), ("study", study), ("club", "0" * 32)):
        refused = eve.post("/reports", {kind: subject, "reason": "abuse"}, status=404)["error"]
        assert refused["path"] == kind
    both = {"message": message, "account": ann.id, "reason": "abuse"}
    assert ben.post("/reports", both, status=422)["error"]["path"] == "message"
    own = {"message": message, "reason": "abuse"}
    ann.post("/reports", own, status=404)


def test_a_reported_line_is_quoted_even_after_its_removal(
    server: RunningServer, moderator: Client
) -> None:
    ann, ben, game = start_two_player_game(server)
    ben.post(f"/games/{game}/chat", {"text": "go away, fool"}, status=204)
    [line] = ann.get(f"/games/{game}/chat")
    report = ann.post("/reports", {"line": line["id"], "reason": "abuse"}, status=201)
    assert (report["account"]["id"], report["game"], report["quote"]) == (
        *(ben.id, game),
        "go away, fool",
    )
    reason = {"reason": "insult"}
    moderator.post(f"/administration/chat/{line['id']}/removal", reason, status=204)
    assert queue_about(moderator, ben)[0]["quote"] == "go away, fool"


def test_a_player_of_a_game_can_be_reported(server: RunningServer, moderator: Client) -> None:
    ann, ben, game = start_two_player_game(server)
    ann.post("/reports", {"account": ben.id, "game": game, "reason": "stalling"}, status=201)
    [queued] = queue_about(moderator, ben)
    assert (queued["kind"], queued["game"]) == ("game", game)
    sent = {"account": server.guest().id, "game": game, "reason": "stalling"}
    assert ann.post("/reports", sent, status=422)["error"]["code"] == "NOT_A_PLAYER"


def test_what_a_stranger_cannot_see_they_cannot_report(server: RunningServer) -> None:
    ann, stranger = server.guest(), server.guest()
    game = ann.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)["id"]
    ann.post(f"/games/{game}/chat", {"text": "secret"}, status=204)
    [line] = ann.get(f"/games/{game}/chat")
    for sent in ({"line": line["id"]}, {"account": ann.id, "game": game}, {"account": "0" * 32}):
        refused = stranger.post("/reports", {**sent, "reason": "spam"}, status=404)["error"]
        assert refused["code"] == "NOT_FOUND"
        assert "secret" not in str(refused)


def test_the_same_thing_is_reported_once(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    sent = {"account": ben.id, "reason": "spam"}
    ann.post("/reports", sent, status=201)
    assert ann.post("/reports", sent, status=409)["error"]["code"] == "ALREADY_REPORTED"


def test_a_report_says_what_it_is_about(server: RunningServer) -> None:
    ann, ben = server.guest(), server.guest()
    for sent, path in (
        ({"reason": "spam"}, "account"),
        ({"account": ben.id, "reason": "other"}, "text"),
        ({"account": ben.id, "line": "0" * 32, "reason": "spam"}, "line"),
        ({"account": ben.id, "reason": "boring"}, "reason"),
        ({"account": ben.id, "reason": "spam", "text": "x" * 1001}, "text"),
        ({"account": ben.id, "reason": "spam", "urgent": True}, "urgent"),
    ):
        assert ann.post("/reports", sent, status=422)["error"]["path"] == path
    own = ann.post("/reports", {"account": ann.id, "reason": "spam"}, status=422)["error"]
    assert own["code"] == "OWN_ACCOUNT"


def test_reports_are_limited_per_hour(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path, reports_per_hour=10)) as server:
        ann = server.person("Ann Reporter")
        others = [server.guest() for _ in range(11)]
        for other in others[:10]:
            ann.post("/reports", {"account": other.id, "reason": "spam"}, status=201)
        last = {"account": others[10].id, "reason": "spam"}
        assert ann.post("/reports", last, status=429)["error"]["code"] == "TOO_MANY"


def test_a_moderator_does_not_decide_about_themselves(
    server: RunningServer, moderator: Client
) -> None:
    colleague = employ(server, "Second Reader", "moderator")
    report = colleague.post("/reports", {"account": moderator.id, "reason": "abuse"}, status=201)[
        "id"
    ]
    for client in (moderator, colleague):
        address = f"/administration/reports/{report}/decision"
        refused = client.post(address, {"outcome": "dismissed"}, status=403)["error"]
        assert refused["code"] == "OWN_ACCOUNT"


def test_a_report_outlives_its_reporter_without_their_name(
    server: RunningServer, moderator: Client
) -> None:
    ann, ben = server.guest(), server.guest()
    ann.post("/reports", {"account": ben.id, "reason": "cheating"}, status=201)
    [exported] = ann.get("/accounts/me/export")["reports"]
    assert exported["reason"] == "cheating"
    ann.post("/accounts/me/delete", status=204)
    [queued] = queue_about(moderator, ben)
    assert queued["reporter"] is None


def test_the_queue_is_read_in_pages(server: RunningServer, moderator: Client) -> None:
    ben = server.guest()
    for _ in range(3):
        server.guest().post("/reports", {"account": ben.id, "reason": "spam"}, status=201)
    first = moderator.get("/administration/reports", account=ben.id, limit=2)
    rest = moderator.get("/administration/reports", account=ben.id, after=first[-1]["created_at"])
    assert [len(first), len(rest), first[0]["others"]] == [2, 1, 2]
