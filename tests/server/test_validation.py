"""Malformed input: our own sentences, and one path syntax for HTTP and sockets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from ringrift.server.errors import join_path
from ringrift.server.games import messages
from ringrift.server.games.commands import (
    Accepted,
    GameSnapshot,
    GetSnapshot,
    PlayMove,
    dump_reply,
    dump_request,
    load_reply,
    load_request,
)
from ringrift.server.games.types import NewGame, load_sent_move
from ringrift.server.validation import malformed
from tests.server.running_server import RunningServer, on_sqlite, running

GAME = "0" * 32


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("validation"))) as started:
        yield started


def refusal(body: dict[str, Any]) -> tuple[str, str]:
    """Return path and sentence of the error in the body of POST /games."""
    with pytest.raises(ValidationError) as caught:
        NewGame.model_validate(body)
    error = malformed(caught.value.errors(), skip=0).refusal
    return error.path, error.message


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        ({"colour": 1}, "colour", "this field is unknown: remove it"),
        ({"settings": 1}, "settings", "use an object"),
        ({"seats": 1}, "seats", "use a list"),
        ({"seats": [{}, 1]}, "seats[1]", "use an object"),
        ({"seats": [{"kind": "you"}]}, "seats[0].kind", "use 'me', 'open' or 'level'"),
        ({"seats": [{"level": 0}]}, "seats[0].level", "use a number of at least 1"),
        ({"seats": [{"level": 99}]}, "seats[0].level", "use a number of at most 10"),
        ({"seats": [{"level": "x"}]}, "seats[0].level", "use a whole number"),
        ({"seats": [{}] * 5}, "seats", "use at most 4 items"),
    ],
)
def test_an_error_names_the_field_and_what_to_give(
    body: dict[str, Any], path: str, message: str
) -> None:
    assert refusal(body) == (path, message)


@pytest.mark.parametrize(
    ("message", "path", "sentence"),
    [
        ({"type": "move", "game": GAME, "client_id": "a"}, "move", "this field is required"),
        (
            {"type": "move", "game": GAME, "client_id": "a", "move": 1},
            "move",
            "use an object or text",
        ),
        ({"type": "resign", "game": "x", "client_id": "a"}, "game", "hexadecimal digits"),
        ({"type": "resign", "game": GAME, "client_id": "ä"}, "client_id", "printable ASCII"),
        ({"type": "fly"}, "type", "there is no type 'fly'"),
        ({}, "type", "this field is required"),
    ],
)
def test_a_socket_answers_with_the_same_sentences(
    message: dict[str, Any], path: str, sentence: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        messages.RECEIVED.validate_python(message)
    error = malformed(caught.value.errors(), skip=1).refusal
    assert error.path == path
    assert sentence in error.message


def test_a_malformed_command_is_answered_with_its_client_id(server: RunningServer) -> None:
    with server.guest().socket() as socket:
        socket.send(type="move", game=GAME, client_id="mine", move=1)
        refused = socket.until("refused")
        assert (refused["client_id"], refused["game"]) == ("mine", GAME)
        socket.send(type="move", game=GAME, client_id=["no id"], move="@a1")
        assert "client_id" not in socket.until("refused")
        socket.connection.send("no JSON")
        assert socket.until("refused")["error"]["message"] == "send valid JSON"


def test_an_error_of_a_move_object_names_the_field_within_the_message(
    server: RunningServer,
) -> None:
    with server.guest().socket() as socket:
        socket.send(type="move", game=GAME, client_id="mine", move={"type": "place_ring"})
        error = socket.until("refused")["error"]
    assert error["path"].startswith("move.")


@pytest.mark.parametrize(
    ("path", "body"),
    [("/games", {"seats": [{"kind": "you"}]}), ("/sessions", {"name": 1, "password": "x"})],
)
def test_http_answers_without_a_rule(server: RunningServer, path: str, body: Any) -> None:
    error = server.guest().post(path, body, status=422)["error"]
    assert (error["code"], error["rule"]) == ("MALFORMED", None)
    assert error["path"] in ("seats[0].kind", "name")


@pytest.mark.parametrize(
    "move",
    ["@d4", {"type": "place_ring", "player": 1, "to": {"x": 3, "y": 3}, "placementCount": 1}],
)
def test_a_command_survives_the_bus(move: dict[str, Any] | str) -> None:
    command = PlayMove(account="a" * 32, client_id="1", move=load_sent_move(move), expected=4)
    assert load_request(command.name, dump_request(command)) == command
    assert load_reply(command, dump_reply(Accepted(5))) == Accepted(5)


def test_a_snapshot_survives_the_bus() -> None:
    snapshot = GameSnapshot(5, {}, "", [1.5, None], 1, True, 60.0, [1])
    assert load_reply(GetSnapshot(account=None), dump_reply(snapshot)) == snapshot


def test_paths_are_joined_in_the_syntax_of_the_wire() -> None:
    assert join_path("settings", "clock.seconds") == "settings.clock.seconds"
    assert join_path("seats", "[0]") == "seats[0]"
    assert join_path("", "name") == join_path("name", "") == "name"
