"""Ctrl-C, a signal or a closed terminal ends a game: it is recorded, and the exit code says why."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.cli.signals import interrupt_on_signals
from ringrift.records import Store, load_text, read_file


class _Impatient:
    """A person who types a line and then presses Ctrl-C."""

    def __init__(self, line: str) -> None:
        self.lines = [line]

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if not self.lines:
            raise KeyboardInterrupt
        return self.lines.pop()


def test_an_interrupted_game_is_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", _Impatient("@d4\n"))
    file = tmp_path / "mine.rrg"
    assert main(["play", "--seats", "person,person", "--record", str(file)]) == 130
    assert len(load_text(file.read_text())) == 1


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """As a command finds them that is started from a shell, whatever runs the tests."""
    before = {name: signal.signal(name, signal.SIG_DFL) for name in (signal.SIGHUP, signal.SIGTERM)}
    yield
    for name, handler in before.items():
        signal.signal(name, handler)


# Like a shell behind ssh: the terminal is its own, and takes it along when it goes.
_AT_ITS_OWN_TERMINAL = "import os; os.login_tty(0); from ringrift.cli.main import main; main()"


@pytest.mark.usefixtures("usual_signals")
def test_a_game_is_recorded_when_the_line_to_the_terminal_drops(tmp_path: Path) -> None:
    file, store = tmp_path / "mine.rrg", tmp_path / "games.sqlite3"
    asked = ["play", "--seats", "person,person", "--record", str(file), "--store", str(store)]
    ours, theirs = os.openpty()
    game = subprocess.Popen(
        [sys.executable, "-c", _AT_ITS_OWN_TERMINAL, *asked],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    _read_until(ours, b"blue> ")
    os.write(ours, b"@d4\n")
    _read_until(ours, b"stack that you placed on d4")
    _read_until(ours, b"blue> ")
    os.close(ours)
    game.wait(timeout=60)
    assert [len(record) for record in read_file(file)] == [1]
    with Store(store) as kept:
        assert len(kept.get(1)) == 1


@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize("name", [signal.SIGHUP, signal.SIGTERM])
def test_a_game_that_is_ended_by_a_signal_is_recorded(tmp_path: Path, name: signal.Signals) -> None:
    file = tmp_path / "mine.rrg"
    asked = ["play", "--seats", "person,person", "--record", str(file)]
    game = subprocess.Popen(
        [sys.executable, "-m", "ringrift.cli.main", *asked],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert game.stdin is not None
    assert game.stdout is not None
    game.stdin.write(b"@d4\n")
    game.stdin.flush()
    _read_until(game.stdout.fileno(), b"stack that you placed on d4")
    game.send_signal(name)
    out, err = game.communicate(timeout=60)
    assert game.returncode == 128 + name
    assert f"The game was recorded in {file}." in out.decode().replace("\n", "")
    assert err == b"\nInterrupted.\n"
    assert [len(record) for record in read_file(file)] == [1]


def _read_until(descriptor: int, words: bytes) -> None:
    """Wait until these words were shown."""
    shown = b""
    while words not in shown:
        more = os.read(descriptor, 1)
        assert more, shown.decode()
        shown += more


@pytest.mark.usefixtures("usual_signals")
def test_a_second_signal_does_not_cut_off_what_is_written_after_the_first() -> None:
    with interrupt_on_signals():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_DFL


@pytest.mark.usefixtures("usual_signals")
def test_who_plays_on_without_the_line_is_not_disturbed() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    with interrupt_on_signals():
        signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize(("name", "code"), [(signal.SIGHUP, 129), (signal.SIGTERM, 143)])
def test_the_exit_code_names_the_signal(name: signal.Signals, code: int) -> None:
    with pytest.raises(SystemExit) as left, interrupt_on_signals():
        signal.raise_signal(name)
    assert left.value.code == code
