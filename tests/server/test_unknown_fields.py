"""Unknown fields are refused wherever a client sends an object: nothing unknown is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ringrift import Game
from ringrift.rules.wire_moves import dump_move
from ringrift.server.app import create_app
from ringrift.server.games import messages
from ringrift.server.settings import Settings
from tests.server.running_server import RunningServer, on_sqlite, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("fields"))) as started:
        yield started


def request_bodies() -> dict[str, Any]:
    """Return the schemas of all request bodies, by method and path."""
    described = create_app(Settings()).openapi()
    schemas = described["components"]["schemas"]
    found = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            for media in content.values():
                found[f"{method.upper()} {path}"] = resolve(media["schema"], schemas)
    return found


def resolve(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    for option in (schema, *schema.get("anyOf", ())):
        if "$ref" in option:
            return dict(schemas[option["$ref"].rpartition("/")[2]])
    return schema


def test_every_request_body_refuses_unknown_fields() -> None:
    bodies = request_bodies()
    assert len(bodies) > 15
    open_bodies = [
        name for name, schema in bodies.items() if schema.get("additionalProperties") is not False
    ]
    assert open_bodies == []


def test_every_socket_message_refuses_unknown_fields() -> None:
    schema = messages.RECEIVED.json_schema()
    objects = [one for one in schema["$defs"].values() if one.get("type") == "object"]
    assert len(objects) > 8
    assert [one["title"] for one in objects if one.get("additionalProperties") is not False] == []


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/games", {"settings": {"colour": "red"}}, "settings.colour"),
        ("/games", {"settings": {"clock": {"kind": "none", "x": 1}}}, "settings.clock.x"),
        ("/games", {"seats": [{"kind": "me", "x": 1}, {}]}, "seats[0].x"),
        ("/quick-match", {"settings": {"colour": "red"}}, "settings.colour"),
        ("/accounts", {"name": "A", "password": "p", "kind": "admin"}, None),
    ],
)
def test_unknown_fields_within_a_body_are_refused(
    server: RunningServer, path: str, body: dict[str, Any], field: str | None
) -> None:
    refused = server.guest().post(path, body, status=422)["error"]
    assert field is None or refused["path"] == field


def test_unknown_fields_of_a_move_are_not_stored(server: RunningServer) -> None:
    guest = server.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    game = guest.post("/games", {"seats": seats}, status=201)["id"]
    move = dump_move(next(iter(Game("square8", 2).legal_moves)))
    with guest.socket() as socket:
        sent = {**move, "unknown": "x" * 1000}
        socket.send(type="move", game=game, move=sent, client_id="1", expected=None)
        socket.until("accepted", "refused")
    for path in ("events", "record"):
        assert "unknown" not in str(guest.get(f"/games/{game}/{path}"))
