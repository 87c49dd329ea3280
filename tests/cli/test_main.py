"""The `ringrift` command as a whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ringrift
from ringrift.cli.main import main


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
def test_what_it_does_not_know_is_an_error(capsys: pytest.CaptureFixture[str], argument: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main([argument])
    assert refused.value.code == 2
    assert argument in capsys.readouterr().err


class _Impatient:
    """A person who presses Ctrl-C."""

    def readline(self) -> str:
        raise KeyboardInterrupt


def test_an_interrupt_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Impatient())
    assert main(["play", "--seats", "person,random"]) == 130
    assert capsys.readouterr().err == "\nInterrupted.\n"


def test_it_leaves_without_a_traceback_when_nobody_reads_its_output() -> None:
    script = "import sys; from ringrift.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "play", "--seats", "person,person"]
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


def test_the_command_starts_without_loading_the_terminal_library() -> None:
    script = "import sys; from ringrift.cli.main import main; main([]); print('rich' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.endswith("False\n")
