"""`ringrift bot` and examples/bot.py as processes at a real server."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ringrift.cli.main import main
from ringrift.client import (
    AsyncClient,
    Challenge,
    ChallengeChanged,
    GameChanged,
    ServerRefusalError,
    YourTurn,
)
from tests.client.server_process import create_bot, server_process
from tests.server.running_server import TIMEOUT, on_sqlite, running

pytestmark = pytest.mark.anyio
EXAMPLES = Path(__file__).parents[2] / "examples"
ENGINE = f"{sys.executable} {EXAMPLES / 'engine.py'}"
CLOCK = {"kind": "fischer", "initial": 600, "increment": 10}


@contextmanager
def process(*command: str, token: str = "") -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"RINGRIFT_BOT_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, *command], env=environment, stderr=subprocess.PIPE, text=True
    ) as started:
        try:
            yield started
        finally:
            started.kill()


async def until_online(client: AsyncClient, name: str) -> None:
    """Wait until the bot is connected and has published what it accepts."""
    async with asyncio.timeout(TIMEOUT):
        while not any(one.account.name == name for one in await client.online("bot")):
            await asyncio.sleep(0)


class Opponent:
    """Plays random moves in all games, and knows what has become of its challenges."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client
        self.challenges: list[Challenge] = []  # that were answered
        self.turns: dict[str, int] = {}  # of each game
        self._changed = asyncio.Condition()
        self._task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        async for event in self.client.events():
            async with self._changed:
                match event:
                    case ChallengeChanged(challenge):
                        self.challenges.append(challenge)
                    case GameChanged(game):
                        self.turns[game.id] = game.state.turn_number
                self._changed.notify_all()
            if isinstance(event, YourTurn):
                moves = list(event.game.position.legal_moves)
                await self.client.play(event.game, Random(event.game.sequence).choice(moves))

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT), self._changed:
            await self._changed.wait_for(condition)

    async def until_turn(self, game: str, turn: int) -> None:
        await self.until(lambda: self.turns.get(game, 0) >= turn)

    async def challenge(self, name: str, **settings: Any) -> Challenge:
        """Challenge the bot and return its answer."""
        sent = await self.client.challenge(name, **settings)
        await self.until(lambda: any(one.id == sent.id for one in self.challenges))
        return next(one for one in self.challenges if one.id == sent.id)


def test_the_example_has_twenty_lines() -> None:
    text = (EXAMPLES / "bot.py").read_text(encoding="utf-8")
    title = ast.parse(text).body[0].end_lineno
    assert len([line for line in text.splitlines()[title:] if line.strip()]) <= 20


def test_the_how_to_shows_the_whole_example() -> None:
    page = (EXAMPLES.parent / "docs" / "how-to" / "write-a-bot.md").read_text(encoding="utf-8")
    [shown] = re.findall(
        r"^```python\n(\"\"\"A complete bot.*?)^```$", page, re.DOTALL | re.MULTILINE
    )
    assert shown == (EXAMPLES / "bot.py").read_text(encoding="utf-8")


async def test_the_example_plays_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        token = create_bot(server.base, "Asimov", "Robby")
        with process(str(EXAMPLES / "bot.py"), server.base, token):
            async with AsyncClient(server.base) as guest:
                await guest.log_in_as_guest()
                await until_online(guest, "Robby")
                opponent = Opponent(guest)
                game = (await opponent.challenge("Robby", swap=False)).game
                assert game is not None
                await opponent.until_turn(game, 4)
                await asyncio.to_thread(server.stop, signal.SIGTERM)
                await asyncio.to_thread(server.start)
                await opponent.until_turn(game, opponent.turns[game] + 3)


async def test_an_engine_plays_two_games_at_once_and_drains(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        token = create_bot(server.base, "Ada Owner", "Machine")
        command = ["-m", "ringrift", "bot", "--engine", ENGINE, "--server", server.base]
        command += ["--games", "2", "--board", "square8", "--seconds", "0.2"]
        with process(*command, token=token) as bot:
            async with AsyncClient(server.base) as guest:
                await guest.log_in_as_guest()
                await until_online(guest, "Machine")
                with pytest.raises(ServerRefusalError, match="square8"):
                    await guest.challenge("Machine", board="hex8")
                opponent, games = Opponent(guest), []
                for _ in range(2):
                    accepted = await opponent.challenge("Machine", clock=CLOCK, swap=False)
                    assert accepted.game is not None
                    games.append(accepted.game)
                declined = await opponent.challenge("Machine", clock=CLOCK)
                assert declined.opponents[0].reason == "busy"
                for game in games:
                    await opponent.until_turn(game, 3)
                bot.send_signal(signal.SIGTERM)
                await opponent.until_turn(games[0], opponent.turns[games[0]] + 2)
                for game in games:
                    await guest.resign(game)
            assert await asyncio.to_thread(bot.wait, TIMEOUT) == 0
            assert bot.stderr is not None
            log = bot.stderr.read()
    assert log.count("won") == 2
    assert "draining: 2 games" in log


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "at engine:"),
        (["--engine", "x", "--token", "t"], "at server:"),
        (["--engine", "x", "--server", "http://h"], "at token:"),
        (["--engine", "x", "--server", "h", "--token", "t"], "http://"),
        (["--option", "Hash"], "NAME=VALUE"),
        (["--config", "missing.toml"], "cannot be read"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("RINGRIFT_BOT_TOKEN", raising=False)
    assert main(["bot", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("colour = 'red'", "there is no such setting"),
        ("games = 0", "games"),
        ("boards = ['square7']", "square8"),
        ("seconds = 'long'", "'long' is not valid"),
        ("rated = ['any']", "use any, rated, unrated"),
    ],
)
def test_a_wrong_line_of_the_file_is_refused(
    tmp_path: Path, line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bot.toml"
    file.write_text(line, encoding="utf-8")
    assert main(["bot", "--config", str(file)]) == 2
    assert said in capsys.readouterr().err
