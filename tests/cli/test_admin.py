"""`ringrift admin` on the database of a server that runs, and of one that does not."""

from __future__ import annotations

from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.server.accounts.totp import STEP_SECONDS, compute_code
from tests.server.running_server import (
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)

BECAUSE = ("--reason", "for the test")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("admin"))) as started:
        yield started


class Operator:
    """Runs commands on a server's database."""

    def __init__(self, server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
        self._database = server.settings.database
        self._capsys = capsys

    def run(self, *command: str, code: int = 0) -> str:
        assert main(["admin", *command, "--database", self._database]) == code
        captured = self._capsys.readouterr()
        return captured.err if code else captured.out


@pytest.fixture
def operator(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(server, capsys)


def test_the_first_admin_is_made_on_the_machine(server: RunningServer, operator: Operator) -> None:
    ada = server.person("Ada Boss")
    assert "is an admin now" in operator.run("grant", "Ada Boss", "admin", *BECAUSE)
    assert ada.get("/sessions/current")["role"] == "admin"
    assert "admin" in operator.run("find", "ada")
    assert "role_granted" in operator.run("log", "--target", ada.id)
    assert "no role now" in operator.run("revoke", "Ada Boss", *BECAUSE)
    ada.get("/administration/log", status=403)


def test_a_ban_reaches_a_running_server_within_seconds(
    server: RunningServer, operator: Operator
) -> None:
    ann, ben, game = start_two_player_game(server)
    begin(ann, game)
    with ben.socket() as socket, ann.socket() as watching:
        watching.send(type="watch", game=game)
        operator.run("ban", ben.id, *BECAUSE)
        assert socket.until("closing")
        watching.until_event("ended")
    assert "banned until it is lifted: for the test" in operator.run("show", ben.id)
    assert "can log in again" in operator.run("lift", ben.id, *BECAUSE)


def test_a_closed_game_and_a_removed_line_reach_a_running_server(
    server: RunningServer, operator: Operator
) -> None:
    ann, ben, game = start_two_player_game(server)
    with ann.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        ben.post(f"/games/{game}/chat", {"text": "vile"}, status=204)
        line = socket.until("chat")["id"]
        operator.run("remove-chat", line, *BECAUSE)
        assert socket.until("chat.removed")["id"] == line
        operator.run("close-game", game, *BECAUSE)
        assert socket.until_event("aborted")["reason"] == "operator"


def test_texts_are_removed(server: RunningServer, operator: Operator) -> None:
    ann, ben = server.person("Ann Rude"), server.person("Ben Hurt")
    message = ann.post(f"/messages/{ben.id}", {"text": "vile words"}, status=201)["id"]
    report = ben.post("/reports", {"message": message, "reason": "abuse"}, status=201)["id"]
    assert f"message {message}: vile words" in operator.run("reports")
    operator.run("decide", report, "upheld")
    assert "is deleted" in operator.run("remove-text", "message", message, *BECAUSE)
    assert ben.get(f"/messages/{ann.id}") == []
    assert "text_removed" in operator.run("log", "--target", message)
    club = ann.post("/clubs", {"name": "Vile club"}, status=201)["id"]
    assert "neutral name" in operator.run("remove-text", "club", club, *BECAUSE)
    assert ben.get(f"/clubs/{club}")["name"] == f"Club {club[:8]}"
    assert "no such study" in operator.run("remove-text", "study", club, *BECAUSE, code=2)


def test_a_lost_password_is_replaced_by_a_link(server: RunningServer, operator: Operator) -> None:
    server.person("Carla Forgetful")
    link = operator.run("reset-password", "Carla Forgetful", *BECAUSE).split()[0]
    new = {"token": link.partition("#")[2], "password": "another long one"}
    assert server.visitor().post("/accounts/resets", new)["name"] == "Carla Forgetful"


def test_a_lost_second_factor_is_removed(server: RunningServer, operator: Operator) -> None:
    emma = server.person("Emma Dropped")
    secret = b32decode(emma.post("/accounts/me/authenticator", status=201)["secret"])
    step = int(server.worker.clock.now() // STEP_SECONDS)
    emma.put("/accounts/me/authenticator", {"code": compute_code(secret, step)})
    credentials = {"name": "Emma Dropped", "password": "correct horse"}
    server.visitor().post("/sessions", credentials, status=202)
    assert "password alone" in operator.run("remove-second-factors", "Emma Dropped", *BECAUSE)
    server.visitor().post("/sessions", credentials, status=201)
    assert "neither" in operator.run("remove-second-factors", emma.id, *BECAUSE, code=2)
    assert "second_factors_removed" in operator.run("log", "--target", emma.id)


def test_reports_are_listed_and_decided(server: RunningServer, operator: Operator) -> None:
    ann, ben = server.guest(), server.person("Ben Rude")
    sent = {"account": ben.id, "reason": "name", "text": "see his name"}
    report = ann.post("/reports", sent, status=201)["id"]
    listed = operator.run("reports")
    assert report in listed
    assert "about Ben Rude" in listed
    operator.run("rename", "Ben Rude", "Ben Polite", *BECAUSE)
    operator.run("decide", report, "upheld", "--note", "renamed")
    [own] = ann.get("/reports")
    assert (own["status"], own["note"], own["account"]["name"]) == (
        *("upheld", "renamed"),
        "Ben Polite",
    )
    assert report not in operator.run("reports")
    assert "upheld already" in operator.run("decide", report, "dismissed", code=2)


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        (("grant", "Nobody At All", "admin", *BECAUSE), "there is no account"),
        (("suspend", "Zed", "--days", "31", *BECAUSE), "days: use a number of at most 30"),
        (("ban", "Zed", "--reason", ""), "reason: use at least 3 characters"),
        (("rename", "Zed", "a\u0000", *BECAUSE), "name: use letters"),
        (("rename", "Zed", "Moderator", *BECAUSE), "reserved"),
        (("lift", "Zed", *BECAUSE), "neither suspended nor banned"),
        (("close-game", "0" * 32, *BECAUSE), "no such game"),
        (("remove-chat", "0" * 32, *BECAUSE), "no such line"),
    ],
)
def test_a_refusal_says_what_is_wrong(
    server: RunningServer, operator: Operator, command: tuple[str, ...], advice: str
) -> None:
    if operator.run("find", "Zed").startswith("no name"):
        server.person("Zed")
    assert advice in operator.run(*command, code=2)


def test_a_missing_or_old_database_is_not_created_or_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.db"
    for advice in ("there is no file", "has no schema"):
        assert main(["admin", "log", "--database", f"sqlite:///{file}"]) == 1
        assert advice in capsys.readouterr().err
        assert file.exists() == (advice == "has no schema")
        file.touch()
