"""The `ringrift` command as a whole."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

import ringrift
from ringrift.cli.main import main

FULL = Path("/dev/full")
SCRIPT = "import sys; from ringrift.cli.main import main; sys.exit(main(sys.argv[1:]))"
has_full = pytest.mark.skipif(
    not FULL.exists(), reason="this system has no device that is always full"
)


def left_by(
    output: IO[str], *arguments: str, said: str = "", unbuffered: str = ""
) -> tuple[int, str]:
    """The exit code of a command that writes there, and its complaint."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        input=said,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        check=False,
    )
    return done.returncode, done.stderr


def test_without_a_subcommand_it_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "usage: ringrift" in shown
    assert "play a game in the terminal" in shown


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--version"])
    assert done.value.code == 0
    assert capsys.readouterr().out == f"ringrift {ringrift.__version__}\n"


@pytest.mark.parametrize("argument", ["juggle", "--loud"])
def test_what_it_does_not_know_is_an_error(
    capsys: pytest.CaptureFixture[str], argument: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main([argument])
    assert refused.value.code == 2
    assert argument in capsys.readouterr().err


class _Impatient:
    """A person who presses Ctrl-C."""

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        raise KeyboardInterrupt


def test_an_interrupt_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Impatient())
    assert main(["play", "--seats", "person,random"]) == 130
    assert capsys.readouterr().err == "\nInterrupted.\n"


def test_it_leaves_without_a_traceback_when_nobody_reads_its_output() -> None:
    command = [sys.executable, "-c", SCRIPT, "play", "--seats", "person,person"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        complaint = process.stderr.read()
    assert (process.returncode, complaint) == (1, "")


@has_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["analyse", "--nodes", "10"], ["play", "--seats", "random,random"]],
)
def test_output_that_cannot_be_written_is_reported_in_a_line(
    arguments: list[str], unbuffered: str
) -> None:
    with FULL.open("w") as full:
        left = left_by(full, *arguments, unbuffered=unbuffered)
    assert left == (2, "ringrift: the output cannot be written: No space left on device\n")


@has_full
def test_so_is_what_cannot_be_written_from_another_thread() -> None:
    with FULL.open("w") as full:
        left = left_by(full, "engine", said="position startpos\ngo nodes 10\nstop\nisready\nquit\n")
    assert left == (2, "ringrift: the output cannot be written: No space left on device\n")


@has_full
def test_a_file_that_cannot_be_read_is_another_matter(tmp_path: Path) -> None:
    missing = tmp_path / "missing.rrg"
    with FULL.open("w") as full:
        left = left_by(full, "analyse", str(missing))
    assert left == (2, f"ringrift: NO_RECORD: {missing}: No such file or directory.\n")


def test_it_does_its_work_where_its_output_was_closed() -> None:
    command = shlex.join([sys.executable, "-c", SCRIPT, "analyse", "--nodes", "10"])
    done = subprocess.run(
        ["sh", "-c", f"{command} >&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_starts_without_loading_the_terminal_library() -> None:
    script = (
        "import sys; from ringrift.cli.main import main; main([]); print('rich' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert shown.endswith("False\n")
