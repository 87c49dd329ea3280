"""The request log: one line for each HTTP request, without secrets, and off by default."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from ringrift.server.operations.logs import JsonFormatter
from tests.server.running_server import TWO_PLAYERS, on_sqlite, running


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    found = [one for one in caplog.records if one.name == "ringrift.requests"]
    return [json.loads(JsonFormatter().format(record)) for record in found]


def test_a_request_is_logged_without_its_secrets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.INFO, "ringrift.requests"),
        running(on_sqlite(tmp_path, request_log=True)) as server,
    ):
        ann = server.person("Ann Private", "a very secret word")
        game = ann.post("/games", TWO_PLAYERS | {"visibility": "private"}, status=201)
        ann.get(f"/games/{game['id']}", code=game["invite"])
        ann.get("/players/Ann Private")
        server.visitor().get(f"/join/{game['invite']}")
        ann.get("/nothing/here", status=404)
    logged = lines(caplog)
    read = next(one for one in logged if one["route"] == "/games/{game}")
    assert (read["method"], read["status"], read["game"]) == ("GET", 200, game["id"])
    assert (read["account"], read["address"]) == (ann.id, "127.0.0.1")
    assert read["ms"] >= 0
    assert [one["status"] for one in logged if one["route"] == "none"][-1] == 404
    text = json.dumps(logged)
    for secret in (game["invite"], "Ann Private", "a very secret word", ann.csrf, "nothing"):
        assert secret not in text


def test_the_log_is_off_by_default(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.INFO, "ringrift.requests"),
        running(on_sqlite(tmp_path)) as server,
    ):
        server.visitor().get("/healthz")
    assert lines(caplog) == []
