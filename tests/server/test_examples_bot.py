"""The twenty lines of examples/bot.py play on a real server."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.running_server import TIMEOUT, on_sqlite, running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_bot_has_twenty_lines() -> None:
    text = BOT.read_text(encoding="utf-8")
    title = ast.parse(text).body[0].end_lineno
    code = [line for line in text.splitlines()[title:] if line.strip()]
    assert len(code) <= 20


def is_bots(event: dict[str, Any]) -> bool:
    return event.get("seat") == 1 and event["kind"] == "move" and not event["bookkeeping"]


def test_the_bot_plays_against_an_opponent_who_joins(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        token = server.person("Asimov").post("/bots", {"name": "Robby"}, status=201)["token"]
        guest = server.guest()
        with guest.socket() as socket:
            socket.send(type="lobby.watch")
            with subprocess.Popen([sys.executable, str(BOT), server.base, token]) as bot:
                try:
                    while not (opened := socket.until("lobby")["games"]):
                        pass
                    game = opened[0]["id"]
                    guest.post(f"/games/{game}/join")
                    socket.send(type="watch", game=game)
                    while not socket.seen or guest.get(f"/games/{game}")["to_choose"] != 2:
                        socket.until("events")
                finally:
                    bot.terminate()
                    bot.wait(TIMEOUT)
    assert any(map(is_bots, socket.seen))
