"""Games at the terminal that are left and continued, however they ended."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ringrift.cli.line_editor import open_line_editor
from ringrift.cli.main import main
from ringrift.cli.resume import continue_session, recorded_clock, recorded_seats, recorded_settings
from ringrift.cli.unfinished_games import unfinished_games
from ringrift.host import Fischer, Level, Person
from ringrift.records import Recorder, dump_text, read_file
from ringrift.rules import PlaceRing, new_game
from tests.cli.test_play import WALL, _Keyboard

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Play with these arguments, typing these lines; at a terminal or with lines from a file."""

    def command(arguments: str, *lines: str, terminal: bool = False, code: int = 0) -> str:
        text = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr("sys.stdin", _Keyboard(text) if terminal else io.StringIO(text))
        assert main(["play", *arguments.split()]) == code
        shown = capsys.readouterr()
        return shown.out + shown.err

    return command


def test_a_recorded_game_is_continued_to_its_end(play: Run, tmp_path: Path) -> None:
    moves = WALL.split()
    file, whole = tmp_path / "mine.rrg", tmp_path / "whole.rrg"
    play(f"--seats person,person --record {file}", *moves[:8], "quit")
    before = file.read_text()
    shown = play(f"--resume {file} --record {whole}", *moves[8:], "#a2/1", "^h4")
    assert "blue (person) wins by territory control" in shown
    assert file.read_text() == before
    (record,) = read_file(whole)
    assert record.outcome is not None
    assert not {"Seats", "Clock", "TimeLeft"} & set(record.heading.tags)


def test_the_computers_keep_their_seats_and_their_seed(play: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rrg"
    play(f"--seats person,random,level:1 --seed 7 --record {file}", "@d4", "d4-d5", "quit")
    shown = play(f"--resume {file}", "quit")
    assert "blue (you), red (random), green (level 1)" in shown
    assert "Use --seed 7 " in shown


def test_a_balanced_start_and_a_swap_are_continued(play: Run, tmp_path: Path) -> None:
    start, swap = tmp_path / "start.rrg", tmp_path / "swap.rrg"
    seats = "--seats person,person"
    play(f"{seats} --board hex8 --start balanced --seed 3 --record {start}", "moves", "quit")
    again = tmp_path / "again.rrg"
    play(f"--resume {start} --record {again}", "quit")
    (first,), (second,) = read_file(start), read_file(again)
    assert first.heading.start_moves == second.heading.start_moves > 0
    play(f"{seats} --record {swap}", "@d4", "d4-d5", "swap", "quit")
    shown = play(f"--resume {swap}", "log", "quit")
    assert "swap" in shown


@pytest.mark.parametrize("option", ["--board hex8", "--level 2", "--start balanced", "--no-swap"])
def test_options_that_the_record_decides_are_refused(
    play: Run, tmp_path: Path, option: str
) -> None:
    file = tmp_path / "mine.rrg"
    play(f"--seats person,person --record {file}", "@d4", "quit")
    shown = play(f"--resume {file} {option}", code=2)
    assert f"{option.split(maxsplit=1)[0]} cannot be used with --resume: leave it out" in shown


def test_a_finished_game_or_a_missing_file_cannot_be_resumed(play: Run, tmp_path: Path) -> None:
    file = tmp_path / "done.rrg"
    play(f"--seats person,person --record {file}", *WALL.split(), "#a2/1", "^h4")
    assert "every game in this file is finished" in play(f"--resume {file}", code=2)
    missing = tmp_path / "missing.rrg"
    assert "Choose a file of records" in play(f"--resume {missing}", code=2)
    assert "There is no unfinished game to resume" in play("--resume", code=2)


def test_a_record_never_starts_a_program(play: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rrg"
    recorder = Recorder.of(new_game("square8", 2), tags={"Seats": "person,engine"})
    file.write_text(dump_text(recorder.record()))
    assert "Say who plays, such as --seats" in play(f"--resume {file}", code=2)
    assert "red (random)" in play(f"--resume {file} --seats person,random", "quit")
    recorder = Recorder.of(new_game("square8", 2), tags={"Seats": "person,engine:touch owned"})
    file.write_text(dump_text(recorder.record()))
    assert "Say who plays, such as --seats" in play(f"--resume {file}", code=2)


def test_a_game_left_at_a_terminal_is_offered_at_the_next_start(play: Run) -> None:
    shown = play("--seats person,random --seed 1", "@d4", "d4-d5", "quit", terminal=True)
    assert "Continue it with: ringrift play --resume" in shown
    shown = play("", "7", "1", "quit", terminal=True)
    assert "You have unfinished games:\n  1  square8: person, random; " in shown
    assert "There is no game 7 in the list." in shown
    assert "RingRift on square8, standard edition: blue (you), red (random)." in shown
    shown = play("", "d1", "", terminal=True)
    assert "Game 1 is deleted." in shown
    assert not unfinished_games()


def test_a_finished_game_is_not_offered(play: Run) -> None:
    play("--seats person,person", *WALL.split(), "#a2/1", terminal=True)
    assert len(unfinished_games()) == 1
    assert "wins by territory control" in play("--resume", "^h4", terminal=True)
    assert not unfinished_games()


# Tests that run in the background ignore SIGINT, and so would what they start.
_AT_ITS_OWN_TERMINAL = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.login_tty(0)
from ringrift.cli.main import main
main()
"""


@pytest.mark.parametrize("name", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_lost_when_the_game_is_killed(name: signal.Signals) -> None:
    asked = "--seats person,person --clock 5+3"
    ours, theirs = os.openpty()
    game = subprocess.Popen(
        [sys.executable, "-c", _AT_ITS_OWN_TERMINAL, "play", *asked.split()],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    for line, answer in ((b"d4\n", b"placed on d4"), (b"d4-d5\n", b"Turn 2")):
        _read_until(ours, b"> ")
        os.write(ours, line)
        _read_until(ours, answer)
    _read_until(ours, b"> ")
    assert not unfinished_games()  # another terminal is playing it
    game.send_signal(name)
    game.wait(timeout=60)
    os.close(ours)
    (saved,) = unfinished_games()
    assert [entry.move.type for entry in saved.record.entries[:2]] == ["place_ring", "move_stack"]
    clock = recorded_clock(saved.record)
    assert clock == Fischer(300, 3)
    settings = recorded_settings(saved.record, 0, clock, None, 86_400)
    seats = recorded_seats(saved.record)
    session = continue_session(saved.record, settings, seats, 0, lambda *_: Level(1))
    left = session.clock()
    said = saved.record.heading.tags["TimeLeft"].split()
    assert left is not None
    for seconds, text in zip(left, said, strict=True):
        assert seconds == pytest.approx(float(text), abs=5)
    assert all(isinstance(who, Person) for who in session.seats)


def _read_until(descriptor: int, words: bytes) -> None:
    shown = b""
    while words not in shown:
        more = os.read(descriptor, 1)
        assert more, shown.decode()
        shown += more


def test_without_a_terminal_there_is_no_line_editor() -> None:
    assert open_line_editor() is None


def test_a_bare_cell_is_a_placement_or_a_question(play: Run) -> None:
    shown = play("--seats person,person", "d4", "d5", "h8", "d4-d5", "d5x3", "d5", "z9")
    assert "Turn 1, blue: move the stack that you placed on d4" in shown
    assert "d5 alone is not a move. Did you mean d4-d5?" in shown
    assert "Did you mean d4-h8?" in shown
    assert "z9 is not a cell on square8" in shown


def test_a_bare_cell_with_a_count_places_that_many(play: Run) -> None:
    assert "@d4x3" in play("--seats person,person", "d4x3", "log")


def test_a_record_without_the_tags_is_continued_by_its_names(play: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rrg"
    recorder = Recorder.of(new_game("square8", 2), ("Ann", "level 2"))
    recorder.append(PlaceRing(1, (3, 3), 1))
    file.write_text(dump_text(recorder.record()))
    shown = play(f"--resume {file}", "quit")
    assert "blue (you), red (level 2)." in shown
    assert "move the stack that you placed on d4" in shown


def test_a_person_who_left_stays_away(play: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rrg"
    moves = ("@d4", "d4-d5", "@g7", "g7-g6", "@b2", "b2-b3")
    seats = "--seats person,person,person --substitute 1"
    play(f"{seats} --record {file}", *moves, "resign", "resign", "quit")
    shown = play(f"--resume {file} --record {file}", "quit")
    assert "green (level 1)" in shown
    first, second = read_file(file)
    assert [one.seat for one in first.heading.departures] == [3]
    assert first.heading.departures == second.heading.departures
