"""Completion scripts, tried in the shells that are installed here."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from ringrift.cli.main import main

BASH_PROBE = """
source {script}
COMP_WORDS=({words} "$1"); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_ringrift
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
CASES = [
    ("ringrift", "pl", {"play"}),
    ("ringrift play --board", "hex", {"hex8", "hexagonal"}),
    ("ringrift play", "--edi", {"--edition"}),
    ("ringrift play --edition", "", {"classic", "standard"}),
    ("ringrift records", "ve", {"verify"}),
    ("ringrift completion", "", {"bash", "fish", "zsh"}),
]


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed")


@pytest.fixture
def script(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The script of a shell, in a file."""
    assert main(["completion", request.param]) == 0
    file = tmp_path / "completion"
    file.write_text(capsys.readouterr().out)
    return file


def bash_completions(script: Path, words: str, cur: str) -> set[str]:
    probe = BASH_PROBE.format(script=script, words=words)
    done = subprocess.run(
        ["bash", "-c", probe, "bash", cur],
        capture_output=True,
        text=True,
        check=True,
        cwd=script.parent,
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@needs("bash")
@pytest.mark.parametrize("script", ["bash"], indirect=True)
@pytest.mark.parametrize(("words", "cur", "expected"), CASES)
def test_bash_completes(script: Path, words: str, cur: str, expected: set[str]) -> None:
    assert bash_completions(script, words, cur) == expected


@needs("bash")
@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash_completes_files_and_values_after_an_equals_sign(script: Path) -> None:
    (script.parent / "mine.rrg").touch()
    assert bash_completions(script, "ringrift play --resume", "mi") == {"mine.rrg"}
    assert bash_completions(script, "ringrift play --board =", "squ") == {"square8", "square19"}


def fish_completions(script: Path, line: str) -> set[str]:
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C {line!r}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=script.parent,
        env={**os.environ, "HOME": str(script.parent)},
    )
    assert done.stderr == ""
    return {row.split("\t")[0] for row in done.stdout.splitlines()}


@needs("fish")
@pytest.mark.parametrize("script", ["fish"], indirect=True)
@pytest.mark.parametrize(("words", "cur", "expected"), CASES)
def test_fish_completes(script: Path, words: str, cur: str, expected: set[str]) -> None:
    assert fish_completions(script, f"{words} {cur}") == expected


@needs("fish")
@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish_completes_files(script: Path) -> None:
    (script.parent / "mine.rrg").touch()
    assert fish_completions(script, "ringrift play --record mi") == {"mine.rrg"}


@needs("zsh")
@pytest.mark.parametrize("script", ["zsh"], indirect=True)
@pytest.mark.parametrize(("words", "cur", "expected"), CASES[:4])
def test_zsh_completes(script: Path, words: str, cur: str, expected: set[str]) -> None:
    shown = zsh_screen(script, f"{words} {cur}").replace("\a", "")
    for word in expected:
        assert re.search(rf"(?<![\w-]){word}(?!\w)", shown), shown


def zsh_screen(script: Path, line: str) -> str:
    """What an interactive zsh shows after Tab behind this line."""
    ours, theirs = os.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "200", "PS1": "$ "},
    )
    os.close(theirs)
    try:
        start = f"autoload -U compinit; compinit -u -D; source {script}; print RE''ADY\n"
        os.write(ours, start.encode())
        _read_until(ours, "READY")
        os.write(ours, f"{line}\t\t".encode())
        return _read_until(ours, None)
    finally:
        shell.kill()
        shell.wait(timeout=10)
        os.close(ours)


def _read_until(terminal: int, words: str | None) -> str:
    """Read until these words; without them, until nothing more comes for a second."""
    shown, ends = "", time.monotonic() + 30
    while words is None or words not in shown:
        ready = select.select([terminal], [], [], 1.0 if words is None else 5.0)[0]
        if not ready and words is None and "\n" in shown:
            break
        assert time.monotonic() < ends, shown
        if ready:
            shown += os.read(terminal, 65536).decode()
        elif words is None:
            break
    return shown
