"""Restoring live games from the journal."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ringrift.rules import new_game
from ringrift.rules.position_string import dump_position
from ringrift.server.errors import StorageError
from ringrift.server.main import serve
from ringrift.server.storage.single_instance import SingleInstance
from tests.server.running_server import on_sqlite, running, start_two_player_game

ASKERS = 12


def test_requests_wait_while_a_game_is_restored(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        first, _, game = start_two_player_game(server)
        first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
    with running(settings) as server, ThreadPoolExecutor(ASKERS) as pool:
        visitors = [server.visitor() for _ in range(ASKERS)]
        responses = list(pool.map(lambda visitor: visitor.get(f"/games/{game}"), visitors))
        assert {response["sequence"] for response in responses} == {responses[0]["sequence"]}
        assert _owner_and_term(tmp_path, game) == (server.worker.id, 2)


def test_a_broken_game_affects_no_other_and_resumes_when_repaired(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        games = [start_two_player_game(server) for _ in range(3)]
    spoilt = games[1][2]
    body = _change_first_event(tmp_path, spoilt, "{}")
    with running(settings) as server:
        anybody = server.visitor()
        assert [
            anybody.get(f"/games/{game}")["to_choose"] for _, _, game in (games[0], games[2])
        ] == [1, 1]
        assert anybody.get(f"/games/{spoilt}", status=500)["error"]["code"] == "INTERNAL"
        _change_first_event(tmp_path, spoilt, body)
        assert anybody.get(f"/games/{spoilt}")["to_choose"] == 1


def test_a_second_server_cannot_use_the_same_file(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with (
        SingleInstance.acquire(settings.database),
        pytest.raises(StorageError, match="another server"),
    ):
        serve(settings)
    with SingleInstance.acquire(settings.database):
        pass


def test_an_analysis_of_a_killed_server_is_stopped(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        guest = server.guest()
        wanted = {"position": dump_position(new_game("square8", 2)), "seconds": 0.1}
        asked = guest.post("/analyses", wanted, status=202)["id"]
    with sqlite3.connect(tmp_path / "ringrift.db") as connection:
        connection.execute("UPDATE analyses SET status = 'running', result = NULL")
    connection.close()
    with running(settings) as server:
        again = server.visitor()
        again.http.cookies.set("ringrift_session", guest.http.cookies["ringrift_session"])
        with again.http.stream("GET", f"/analyses/{asked}/stream") as stream:
            assert [json.loads(line)["status"] for line in stream.iter_lines()] == ["stopped"]


def _change_first_event(folder: Path, game: str, body: str) -> str:
    """Set the value and return the previous one."""
    at = "WHERE game_id = ? AND sequence = 1"
    with sqlite3.connect(folder / "ringrift.db") as connection:
        before: str = connection.execute(f"SELECT body FROM events {at}", (game,)).fetchone()[0]
        connection.execute(f"UPDATE events SET body = ? {at}", (body, game))
    connection.close()
    return before


def _owner_and_term(folder: Path, game: str) -> tuple[str, int]:
    connection = sqlite3.connect(folder / "ringrift.db")
    try:
        found: tuple[str, int] = connection.execute(
            "SELECT owner, owner_term FROM games WHERE id = ?", (game,)
        ).fetchone()
        return found
    finally:
        connection.close()
