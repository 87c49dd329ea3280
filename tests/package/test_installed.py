"""The wheel in an empty environment, used in an empty folder (`make test-package`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.package.installation import (
    BUILT,
    DIST,
    ROOT,
    TIMEOUT,
    create_environment,
    play_short_game,
    run,
)

VERSION = f"cp3{min(sys.version_info.minor, 12)}"  # one wheel serves 3.12 and newer
WHEEL = next(DIST.glob(f"*-{VERSION}-*manylinux*.whl"), None)
EXTRAS = "server,client,screen"
MAX_BYTES = 6_000_000
# The full screen draws a game without a terminal.
SCREEN = """
import asyncio
from ringrift.cli.screen.game_app import GameApp
from ringrift.cli.seats import LOCAL_PERSON_ID
from ringrift.host import ComputerSeats, GameSession, GameSettings, Level, Person

people = [Person(name, LOCAL_PERSON_ID) for name in ("Ann", "Ben")]
session = GameSession(GameSettings("square8", 2), people, choose_substitute=lambda *_: Level(1))
app = GameApp(session, ComputerSeats(session), speed=0, save=None)

async def draw():
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.pause()
        print(app.export_screenshot())

asyncio.run(draw())
"""

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="run `make test-package`")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel, its server, client and full screen: nothing else."""
    assert WHEEL is not None, f"there is no wheel for {VERSION} in {DIST}"
    constraints = ROOT / os.environ.get("RINGRIFT_CONSTRAINTS", "constraints.txt")
    folder = tmp_path_factory.mktemp("environment")
    return create_environment(
        folder, sys.executable, "--constraint", constraints, f"{WHEEL}[{EXTRAS}]"
    )


def test_the_wheel_is_small_and_complete() -> None:
    assert WHEEL is not None
    with zipfile.ZipFile(WHEEL) as archive:
        names = set(archive.namelist())
    assert WHEEL.stat().st_size < MAX_BYTES
    assert {
        "ringrift/py.typed",
        "ringrift/server/page/built/assets.tar.xz",
        "ringrift/server/page/built/index.html",
        "ringrift/server/page/built/ringrift-board.js",
        "ringrift/conformance/data/perft.jsonl.gz",
    } <= names
    assert any(name.startswith("ringrift/kernel/_native.") for name in names)
    assert not any(name.startswith(("tests/", "web/")) for name in names)


def test_a_game_is_played_in_the_terminal(environment: Path, tmp_path: Path) -> None:
    play_short_game(environment, tmp_path)


def test_the_full_screen_draws_a_game(environment: Path, tmp_path: Path) -> None:
    picture = run(environment, tmp_path, "python", "-c", SCREEN).stdout
    assert "Ann" in picture
    assert "Ben" in picture


def test_a_program_connects_with_the_client(environment: Path, tmp_path: Path) -> None:
    """Nobody listens on port 1: the client tries, and says so."""
    script = """
from ringrift.client import Client, ConnectionLostError
try:
    Client("http://127.0.0.1:1", "rrb_token", patience=0).account()
except ConnectionLostError as error:
    print(error)
"""
    assert "127.0.0.1:1" in run(environment, tmp_path, "python", "-c", script).stdout


def test_the_shipped_vectors_pass(environment: Path, tmp_path: Path) -> None:
    done = run(environment, tmp_path, "ringrift", "verify")
    assert "all passed" in done.stdout
    for name in ("perft.jsonl.gz", "scenarios.jsonl", "project-scenarios.jsonl"):
        assert name in done.stdout


def test_the_doctor_finds_the_page_and_the_kernel(environment: Path, tmp_path: Path) -> None:
    done = run(environment, tmp_path, "ringrift", "doctor", "--json", "--port", "0")
    verdicts = {row["what"]: row["verdict"] for row in map(json.loads, done.stdout.splitlines())}
    assert (verdicts["page"], verdicts["kernel"]) == ("ok", "ok")


def test_importing_the_package_loads_only_it(environment: Path, tmp_path: Path) -> None:
    """Fewer modules than this take a few milliseconds, on any machine."""
    script = "import sys; old = set(sys.modules); import ringrift; print(*set(sys.modules) - old)"
    done = run(environment, tmp_path, "python", "-c", script)
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("ringrift.")] == []
    assert len(loaded) < 30, sorted(loaded)


def test_the_sdist_installs_without_a_compiler(tmp_path: Path) -> None:
    [sdist] = DIST.glob("*.tar.gz")
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=TIMEOUT)
    subprocess.run(
        [
            *(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps"),
            # The cache would offer this wheel without a kernel to all who install this file later.
            *("--no-cache-dir", "--disable-pip-version-check", sdist),
        ],
        env={**os.environ, "CXX": "no-such-compiler"},
        check=True,
        timeout=TIMEOUT,
    )
    script = "from ringrift import Game; from ringrift.kernel import Position"
    done = subprocess.run(
        [folder / "bin" / "python", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert "ImportError" in done.stderr
    assert "compiler" in done.stderr


def test_the_browser_plays_a_move_on_the_served_page(environment: Path) -> None:
    npx = ["npx", "vitest", "run", "--project", "e2e", "e2e/first-game.test.ts"]
    done = subprocess.run(
        [*npx, "--testNamePattern", "sees the computer answer"],
        cwd=ROOT / "web",
        env={
            **{name: value for name, value in os.environ.items() if name != "RINGRIFT_PAGE"},
            "RINGRIFT_COMMAND": str(environment / "bin" / "ringrift"),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
