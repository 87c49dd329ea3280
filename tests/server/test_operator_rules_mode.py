"""The rules mode of games belongs to the operator: no client can choose it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    with running(on_sqlite(tmp_path_factory.mktemp("operator"))) as started:
        yield started


@pytest.mark.parametrize("path", ["/games", "/quick-match"])
@pytest.mark.parametrize("mode", ["python", "shadow", "kernel", "guess"])
def test_a_request_that_names_a_rules_mode_is_refused(
    server: RunningServer, path: str, mode: str
) -> None:
    refused = server.guest().post(path, {"settings": {"players": 2, "rules": mode}}, status=422)
    assert refused["error"]["path"] == "settings.rules"
    assert "operator" in refused["error"]["message"]


def test_the_settings_of_a_game_can_be_sent_again(server: RunningServer) -> None:
    guest = server.guest()
    settings = guest.post("/games", TWO_PLAYERS, status=201)["settings"]
    assert settings["rules"] is None
    assert guest.post("/games", {"settings": settings}, status=201)["settings"]["rules"] is None


def test_a_stored_game_continues_in_the_operators_mode(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        first, second, game = start_two_player_game(server)
        secrets = [player.http.cookies["ringrift_session"] for player in (first, second)]
        csrf = [player.csrf for player in (first, second)]
    _store_mode(tmp_path, "kernel")
    with running(settings) as server:
        players = [server.visitor(), server.visitor()]
        for player, secret, token in zip(players, secrets, csrf, strict=True):
            player.http.cookies.set("ringrift_session", secret)
            player.csrf = token
        begin(players[0], game)
        [live] = server.worker.directory.live
        assert live.session.settings.rules is None
        players[1].post(f"/games/{game}/resign", status=201)
        rematch = players[0].post(f"/games/{game}/rematch", status=201)
        assert rematch["settings"]["rules"] is None


def _store_mode(folder: Path, mode: str) -> None:
    """Store a mode in every game, as if its creator had chosen it."""
    connection = sqlite3.connect(folder / "ringrift.db")
    with connection:
        for game, stored in connection.execute("SELECT id, settings FROM games").fetchall():
            changed = json.dumps(json.loads(stored) | {"rules": mode})
            connection.execute("UPDATE games SET settings = ? WHERE id = ?", (changed, game))
    connection.close()
