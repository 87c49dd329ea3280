"""`ringrift engine` follows the conversations of tests/data/protocol, and judges other engines."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ringrift.cli.engine import read_lines
from ringrift.cli.main import main
from ringrift.players.external.process import EngineProcess

ROOT = Path(__file__).parents[2]
STORIES = sorted((ROOT / "tests" / "data" / "protocol").glob("*.txt"))
ENGINES = ROOT / "tests" / "players" / "engines"
OURS = [sys.executable, "-m", "ringrift.cli.main", "engine"]
PATIENT = 60.0  # seconds
UNNAMED = {"n": r"\d+", "move": r"\S+", "text": ".*"}


class Replay:
    """One conversation, line by line."""

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self.names: dict[str, str] = {}

    def command(self, text: str) -> None:
        said = re.sub(r"\{(\w+)\}", lambda found: self.names[found[1]], text)
        self.process.send(said, time.monotonic() + PATIENT)

    def answer(self, text: str, several: list[str]) -> None:
        """The answer comes, after any number of lines that fit one of the others."""
        wanted = self.pattern(text)
        while not (found := wanted.fullmatch(line := self.line())):
            assert any(self.pattern(other).fullmatch(line) for other in several), (
                f"{line!r}, not {text!r}"
            )
        self.names |= found.groupdict()

    def line(self) -> str:
        line = self.process.line(time.monotonic() + PATIENT)
        assert line is not None, "no answer"
        return line

    def pattern(self, text: str) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", text)
        return re.compile(
            "".join(self.part(part) if at % 2 else re.escape(part) for at, part in enumerate(parts))
        )

    def part(self, name: str) -> str:
        if name in UNNAMED:
            return UNNAMED[name]
        return re.escape(self.names[name]) if name in self.names else rf"(?P<{name}>\S+)"


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.stem)
def test_the_engine_follows_the_conversation(story: Path) -> None:
    process = EngineProcess(OURS)
    replay, several = Replay(process), list[str]()
    for line in story.read_text(encoding="utf-8").splitlines():
        sign, _, text = line.partition(" ")
        match sign:
            case ">":
                replay.command(text)
            case "<*":
                several.append(text)
            case "<":
                replay.answer(text, several)
                several = []
            case _:
                assert sign == "#", line
    assert process.close(PATIENT) == 0
    assert process.stderr == ""


def test_there_is_a_conversation_for_every_story() -> None:
    assert len(STORIES) >= 7


def test_the_end_of_the_input_ends_the_engine() -> None:
    done = subprocess.run(
        OURS, input="go infinite\n", capture_output=True, text=True, check=True, timeout=PATIENT
    )
    assert (done.stderr, "bestmove" in done.stdout) == ("", False)


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() -> None:
    assert list(read_lines(io.BytesIO(b"x" * 100 + b"\nisready\nend"), 10)) == [
        "x" * 11,
        "isready\n",
        "end",
    ]


@pytest.mark.parametrize(
    "command",
    [OURS, [sys.executable, str(ROOT / "examples" / "engine.py")]],
    ids=["ours", "the example"],
)
def test_a_good_engine_passes_the_check(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", "--check", " ".join(command), "--tolerance", "10"]) == 0, (
        capsys.readouterr().out
    )
    assert "passed  plays a complete 3-player game without illegal moves" in capsys.readouterr().out


def test_the_check_says_what_is_wrong_with_a_bad_engine(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{sys.executable} {ENGINES / 'cheats.py'} d4-d5"
    assert main(["engine", "--check", command]) == 1
    said = capsys.readouterr().out
    for line in (
        "passed  answers rrp with rrpok, and isready with readyok",
        "failed  sends its name and its author: no line `id author …` before rrpok",
        "failed  answers an unknown command with error UNKNOWN_COMMAND and continues: no error",
        "failed  plays hex8 with 3 players, or answers UNSUPPORTED: "
        "ENGINE_ILLEGAL_MOVE: bestmove d4-d5",
        "failed  answers go infinite only after stop, and isready during the search: "
        "bestmove d4-d5",
        "passed  exits at the end of input",
    ):
        assert line in said


def test_an_engine_that_never_starts_is_not_examined_further(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = f"{sys.executable} {ENGINES / 'silent.py'}"
    assert main(["engine", "--check", command, "--seconds", "0.1"]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "failed  answers rrp with rrpok, and isready with readyok: ENGINE_START: no handshake"
    )
    assert last == "0 passed, 1 failed, 0 warnings"


@pytest.mark.parametrize("command", ["", 'engine "'])
def test_no_command_can_be_checked_where_none_is_named(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", "--check", command]) == 2
    assert "--check" in capsys.readouterr().err
