"""`ringrift analyse` searches a position, and annotates a game."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

from ringrift.cli.analyse import _table
from ringrift.cli.main import main
from ringrift.players.search import Budget, Searcher
from ringrift.records import dump_text, read_file
from ringrift.rules import new_game
from ringrift.rules.position_string import dump_position
from tests.records.games import short_game, short_record
from tests.rules.playing import play

OVER = (
    "square8 standard (a)7/8/8/8/8/8/7(b)/8 1 game_over 3 aht 0,16 18,0 -,- -,- 1/1/p/- on 1:ring_elimination"
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two games; the second one is unfinished."""
    path = tmp_path / "games.rrg"
    path.write_text(dump_text(short_record()) + "\n" + dump_text(short_game().record()), encoding="utf-8")
    return path


def test_without_a_position_the_start_is_analysed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--board", "hex8", "--nodes", "300", "--best", "2"]) == 0
    last = capsys.readouterr().out.splitlines()[-2:]
    assert [line[:3] for line in last] == ["1. ", "2. "]
    assert re.match(r"1\. @\w+  [\d.]+ [\d.]+ %  depth \d+, \d+ nodes, [\d,]+ nodes/s  @\w+", last[0])


def test_a_position_is_given_as_a_string(capsys: pytest.CaptureFixture[str]) -> None:
    text = dump_position(play(new_game("square8", 3), "@d4x2"))
    assert main(["analyse", text, "--depth", "1", "--json"]) == 0
    best = json.loads(capsys.readouterr().out.splitlines()[-1])["lines"][0]
    assert best["move"].startswith("d4-")
    assert len(best["shares"]) == 3


def test_the_last_position_of_a_game_or_an_earlier_one(
    capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    assert main(["analyse", str(games), "--game", "2", "--nodes", "50"]) == 0
    assert "1. " in capsys.readouterr().out
    assert main(["analyse", str(games), "--after", "1", "--nodes", "50"]) == 0
    assert "1. d4-" in capsys.readouterr().out


def test_a_game_is_annotated(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    record, graph = tmp_path / "judged.rrg.gz", tmp_path / "course.svg"
    asked = ["analyse", str(games), "--nodes", "100", "--annotate", str(record), "--graph", str(graph)]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert re.search(r"^blue: gave away [\d.]+% a decision; ", said, re.MULTILINE)
    assert [one.tip for one in read_file(record)] == [short_record().tip]
    assert graph.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere.rrg"], "No such file"),
        (["square8 standard nonsense"], "MALFORMED"),
        (["games.rrg", "--game", "3"], "no game 3"),
        (["games.rrg", "--after", "99"], "--after 0 to 13"),
        ([OVER], "GAME_OVER"),
        (["--graph", "x.svg"], "name a file"),
        (["games.rrg", "--annotate", "x.png"], "x.png"),
        (["games.rrg", "--nodes", "5", "--graph", "nowhere/x.svg"], "CANNOT_WRITE"),
        (["games.rrg", "--annotate", "x.rrg", "--best", "3"], "--best"),
        (["games.rrg", "--graph", "x.svg", "--after", "0", "--json"], "--after, --json"),
        (["games.rrg", "--board", "hex8"], "--board"),
        (["--game", "1"], "--game"),
        ([OVER, "--players", "2"], "--players"),
    ],
)
def test_what_cannot_be_analysed_ends_with_two(
    capsys: pytest.CaptureFixture[str],
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(games.parent)
    assert main(["analyse", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_on_a_terminal_there_is_a_table() -> None:
    from rich.console import Console

    state = new_game("square8", 2)
    report = Searcher().search(state, Budget(nodes=200), best=2)
    screen = StringIO()
    Console(width=100, file=screen).print(_table(state, report))
    said = screen.getvalue()
    assert re.search(r"^ *move +blue +red +and then", said, re.MULTILINE)
    assert f"{report.nodes} nodes" in said
