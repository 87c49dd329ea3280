"""The schema of the live protocol says what goes over a socket: no more and no less."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import BaseModel

from ringrift.server.administration.permissions import OPERATOR
from ringrift.server.games import messages
from tests.server.running_server import on_sqlite, running, start_two_player_game
from tests.server.staff import on_loop
from tools.live_protocol_schema import FILE, live_schema, schema_text

PAGE = FILE.with_name("live-protocol.md")
GAME = "0123456789abcdef0123456789abcdef"


def validator(name: str) -> Draft202012Validator:
    schema = live_schema()
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def types(name: str) -> set[str]:
    """The types of the messages of one direction."""
    schema = live_schema()
    refs = [part["$ref"].rpartition("/")[2] for part in schema["$defs"][name]["oneOf"]]
    return {schema["$defs"][ref]["properties"]["type"]["const"] for ref in refs}


def test_the_committed_schema_is_that_of_the_types() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), (
        "run `python -m tools.live_protocol_schema`"
    )


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(live_schema())


def test_every_message_has_its_place_on_the_page() -> None:
    headings = re.findall(
        r"^### `([a-z_.]+)`", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert sorted(headings) == sorted(
        types("received") | types("sent")
    )  # `chat` goes both ways, once


def test_every_example_of_the_page_fits_the_schema() -> None:
    examples = re.findall(
        r"^([→←]) (\{.*\})$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert len(examples) >= 12
    for way, text in examples:
        validator("received" if way == "→" else "sent").validate(json.loads(text))
        if way == "→":
            messages.RECEIVED.validate_json(text)


def test_every_field_of_a_message_is_named_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    sections = dict(
        re.findall(r"^### `([a-z_.]+)`\n(.*?)(?=^##|\Z)", page, flags=re.MULTILINE | re.DOTALL)
    )
    received: Any = get_args(get_args(messages.Received)[0])
    kinds: list[type[BaseModel]] = [
        kind for kind in received if kind is not messages.Say
    ]  # `chat` goes both ways
    for kind in kinds:
        [name] = get_args(kind.model_fields["type"].annotation)
        missing = [
            field
            for field in kind.model_fields
            if field != "type" and f"`{field}`" not in sections[name]
        ]
        assert missing == [], name


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "dance"},
        {"type": "watch", "game": "x"},
        {"type": "watch", "game": GAME, "since": -1},
        {"type": "watch", "game": GAME, "colour": "red"},
        {"type": "move", "game": GAME, "move": "@d4"},
        {"type": "chat", "game": GAME, "text": ""},
    ],
)
def test_what_the_server_refuses_the_schema_refuses_too(message: dict[str, Any]) -> None:
    assert not validator("received").is_valid(message)


def test_what_a_server_sends_fits(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, second, game = start_two_player_game(server)
        wanted = {
            "name": "Cup",
            "format": "swiss",
            "settings": {"clock": {"kind": "fischer", "initial": 60, "increment": 1}},
            "starts_at": server.worker.clock.now() + 600,
            "rounds": 3,
        }
        cup = server.person("Director").post("/tournaments", wanted, status=201)["id"]
        with first.socket() as wire:
            told = [wire.welcome]
            for sent in (
                {"type": "watch", "game": game},
                {"type": "move", "game": game, "move": "@d4", "client_id": "a", "expected": 1},
                {"type": "move", "game": game, "move": "@d4", "client_id": "b", "expected": 1},
                {"type": "move", "game": game, "move": "d4-d6", "client_id": "turn"},
                {"type": "chat", "game": game, "text": "hello"},
                {"type": "lobby.watch"},
                {"type": "waiting.watch"},
                {"type": "tournament.watch", "tournament": cup},
                {"type": "resign", "game": game, "client_id": "c"},
            ):
                validator("received").validate(sent)
                wire.send(**sent)
            while told[-1].get("client_id") != "c":
                told.append(wire.receive())
            [line] = first.get(f"/games/{game}/chat")
            removal = server.worker.administration.remove_chat(OPERATOR, line["id"], "spam")
            on_loop(server, removal)
            on_loop(server, server.worker.audit_log_follower.catch_up())
            second.post(f"/games/{game}/rematch", status=201)
            wire.send(type="ping", t=1.0)
            while told[-1]["type"] != "pong":
                told.append(wire.receive())
            echo = {"type": "echo", "probe": told[-1]["probe"]}
            validator("received").validate(echo)
            wire.send(**echo)
            first.delete("/sessions")
            told.append(wire.until("closing"))
    assert {message["type"] for message in told} == types("sent")
    for message in told:
        validator("sent").validate(message)
