"""`--screen` at a terminal: it starts there only, and leaves it as it was."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import termios

import pytest

from ringrift.cli.main import main
from ringrift.cli.screen_option import require_room
from ringrift.cli.unfinished_games import unfinished_games
from ringrift.rules import InvalidSetupError

LEAVE_SCREEN = b"\x1b[?1049l"
PATIENCE = 60.0  # seconds


def test_without_a_terminal_the_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--screen"]) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert "The full screen needs a terminal for input, output and errors." in error
    assert "leave out --screen" in error


def test_a_terminal_too_small_for_the_board_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    require_room("square8")
    with pytest.raises(InvalidSetupError, match="hexagonal needs a terminal of at least 111"):
        require_room("hexagonal")


@pytest.mark.parametrize("end", ["ctrl+c", "SIGTERM"])
def test_however_it_ends_the_game_is_saved_and_the_terminal_restored(end: str) -> None:
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (34, 100))
    command = [sys.executable, "-m", "ringrift.cli.main", "play", "--screen"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "34"}
    game = subprocess.Popen(
        [*command, "--seats", "person,person"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,  # parallel tests have a size of their own there
    )
    os.close(theirs)
    _read_until(ours, b"from your hand")
    os.write(ours, b"\r")
    _read_until(ours, b"goes back")
    os.write(ours, b"1")
    _read_until(ours, b"capture with it")
    if end == "ctrl+c":
        os.write(ours, b"\x03")
    else:
        game.send_signal(signal.SIGTERM)
    shown = _read_until(ours, b"play --resume --screen")
    assert LEAVE_SCREEN in shown
    assert game.wait(60) == (0 if end == "ctrl+c" else 128 + signal.SIGTERM)
    os.close(ours)
    assert [len(saved.record) for saved in unfinished_games()] == [1]


def _read_until(descriptor: int, words: bytes) -> bytes:
    """Return what was shown until these words, which may be styled."""
    shown = b""
    while words not in re.sub(rb"\x1b\[[\d;]*m", b"", shown):
        ready, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ready, f"{words.decode()!r} is not shown: {shown.decode(errors='replace')}"
        more = os.read(descriptor, 65536)
        assert more, shown.decode()
        shown += more
    return shown
