"""The OpenAPI description: errors and security of each operation, and a client made from it."""

from __future__ import annotations

import compileall
import importlib
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from ringrift import Game
from ringrift.server.app import create_app
from ringrift.server.openapi import CODES
from ringrift.server.settings import Settings
from tests.server.running_server import RunningServer, on_sqlite, running
from tools.error_codes import FILE, codes_text

DESCRIBED: Final[dict[str, Any]] = create_app(Settings()).openapi()
OPERATIONS: Final = {
    f"{method.upper()} {path}": operation
    for path, operations in DESCRIBED["paths"].items()
    for method, operation in operations.items()
}
MOVES: Final = 20


def test_the_codes_are_those_of_the_source() -> None:
    assert FILE.read_text(encoding="utf-8") == codes_text(), "run python -m tools.error_codes"


def codes(operation: str, status: int) -> list[str]:
    found: list[str] = OPERATIONS[operation]["responses"][str(status)][CODES]
    return found


def test_an_operation_names_the_codes_of_its_errors() -> None:
    assert codes("POST /challenges", 409) == ["RULES", "TOO_MANY_CHALLENGES"]
    assert codes("PUT /blocks/{account}", 409) == ["TOO_MANY_BLOCKS"]
    assert codes("POST /bots", 403) == [
        *("ACCOUNT_NEEDED", "CSRF", "PASSWORD_NEEDED", "READ_ONLY", "SESSION_NEEDED"),
    ]
    assert "TOO_EARLY" in codes("POST /games/{game}/claim", 409)
    assert "TOO_EARLY" not in codes("POST /games/{game}/moves", 409)
    assert "409" not in OPERATIONS["GET /lobby"]["responses"]
    taken = OPERATIONS["POST /games/{game}/join"]["responses"]["409"]
    assert "`SEAT_TAKEN`" in taken["description"]


def test_an_operation_says_who_may_use_it() -> None:
    assert OPERATIONS["GET /healthz"]["security"] == []
    assert OPERATIONS["GET /lobby"]["security"] == [{}, {"token": []}, {"session": []}]
    assert OPERATIONS["POST /challenges"]["security"] == [
        {"token": []},
        {"session": [], "csrf": []},
    ]
    assert OPERATIONS["POST /bots"]["security"] == [{"session": [], "csrf": []}]
    assert set(DESCRIBED["components"]["securitySchemes"]) == {"token", "session", "csrf"}


def generate_client(folder: Path) -> None:
    """Generate a client into the package `generated`."""
    (folder / "openapi.json").write_text(json.dumps(DESCRIBED), encoding="utf-8")
    (folder / "config.yml").write_text("post_hooks: []\n", encoding="utf-8")
    program = "from openapi_python_client.cli import app; app()"
    command = [sys.executable, "-c", program, "generate", "--path", "openapi.json"]
    command += ["--config", "config.yml", "--output-path", "generated", "--meta", "none"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_a_generated_client_plays_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate_client(tmp_path)
    assert compileall.compile_dir(tmp_path / "generated", quiet=1)
    monkeypatch.syspath_prepend(tmp_path)
    clients = importlib.import_module("generated.client")
    with running(on_sqlite(tmp_path)) as server:
        one, two = (
            clients.AuthenticatedClient(base_url=server.base, token=bot_token(server, name))
            for name in ("One", "Two")
        )
        with one, two:
            play_a_game(one, two)


def bot_token(server: RunningServer, name: str) -> str:
    token: str = server.person(f"Ada {name}").post("/bots", {"name": name}, status=201)["token"]
    return token


def play_a_game(one: Any, two: Any) -> None:
    """Play moves of two bots with the generated functions and types."""

    def load(path: str) -> Any:
        return importlib.import_module(f"generated.{path}")

    models = load("models")
    settings = models.NewChallengeSettings.from_dict({"swap": False})
    wanted = models.NewChallenge(opponents=["Two"], seat=1, settings=settings)
    challenge = load("api.challenges.create_challenge").sync(client=one, body=wanted)
    accept = load("api.challenges.accept_challenge").sync
    game = accept(challenge.id, client=two).game
    get_game, play = load("api.games.get_game").sync, load("api.games.play_move").sync
    for number in range(MOVES):
        view = get_game(game, client=one)
        if view.status.value != "live":
            break
        position = Game.from_position(view.position)
        move = position.notation(Random(number).choice(list(position.legal_moves)))
        body = models.MoveRequest(move=move, client_id=f"m{number}", expected=view.sequence)
        played = play(game, client=(one, two)[view.to_choose - 1], body=body)
        assert played.sequence > view.sequence
    stale = models.MoveRequest(move="@d4", client_id="stale", expected=1)
    refused = play(game, client=one, body=stale)
    assert refused.error.code in ("STALE", "GAME_OVER", "NOT_YOUR_TURN")
    assert accept(challenge.id, client=one).error.code == "NOT_YOUR_CHALLENGE"
