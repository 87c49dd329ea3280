"""The built files, and commands in an environment that has only what pip installed into it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DIST: Final = ROOT / "dist"
BUILT: Final = DIST / ".built"  # `make dist` has finished
TIMEOUT: Final = 300  # seconds; ends a command that hangs
WALL: Final = """@b2 b2-e2 @c3 c3-a3 @d4 d4-g1 @e5 e5-b8 @f6 f6-f5 @g7 g7-b7 @a1 a1-h8 skip @c5
c5-b4 skip h8-h4 #a2/1 ^h4"""


def create_environment(folder: Path, python: Path | str, *arguments: str | Path) -> Path:
    """Create a virtual environment of this Python and install what the arguments of pip say."""
    subprocess.run([python, "-m", "venv", folder], check=True, timeout=TIMEOUT)
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet")
    subprocess.run([*pip, "--disable-pip-version-check", *arguments], check=True, timeout=TIMEOUT)
    return folder


def run(
    environment: Path, folder: Path, *command: str, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in the folder, without the variables of the repository."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("RINGRIFT", "PY"))
    }
    return subprocess.run(
        [environment / "bin" / command[0], *command[1:]],
        cwd=folder,
        env=variables | {"COLUMNS": "300"},
        input=said,
        capture_output=True,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )


def play_short_game(environment: Path, folder: Path) -> None:
    """Play a game of two people in the terminal to its end."""
    lines = "".join(f"{move}\n" for move in WALL.split())
    done = run(environment, folder, "ringrift", "play", "--seats", "person,person", said=lines)
    assert "blue (person) wins by territory control (38 moves, 9 turns)." in done.stdout
