"""`ringrift analyse` searches a position, and annotates a game."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest

from ringrift.cli.analyse import DEFAULT_BEST, _table
from ringrift.cli.main import main
from ringrift.cli.output_files import replace_game, write_atomically
from ringrift.players.analysis import analyse
from ringrift.players.search import Budget, Searcher
from ringrift.records import (
    Record,
    Recorder,
    RecordFile,
    StoreError,
    dump_jsonl,
    dump_text,
    read_file,
)
from ringrift.rules import new_game
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import dump_position, load_position
from tests.players.test_levels import WIN_BY_LANDING
from tests.records.games import short_game, short_record
from tests.rules.playing import play, position

OVER = (
    "square8 standard (a)7/8/8/8/8/8/7(b)/8 1 game_over 3 aht 0,16 18,0 -,- -,- 1/1/p/- on"
    " 1:ring_elimination"
)
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "analyse.md"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two games; the second one is unfinished."""
    path = tmp_path / "games.rrg"
    path.write_text(
        dump_text(short_record()) + "\n" + dump_text(short_game().record()), encoding="utf-8"
    )
    return path


def test_without_a_position_the_start_is_analysed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--board", "hex8", "--nodes", "300", "--best", "2"]) == 0
    last = capsys.readouterr().out.splitlines()[-2:]
    assert [line[:3] for line in last] == ["1. ", "2. "]
    assert re.match(
        r"1\. @\w+  [\d.]+ [\d.]+ [\d.]+%  depth \d+, \d+ nodes, [\d,]+ nodes/s  @\w+", last[0]
    )


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


def test_a_game_is_annotated(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    record, graph = tmp_path / "annotated.rrg.gz", tmp_path / "shares.svg"
    asked = [
        "analyse",
        str(games),
        "--nodes",
        "100",
        "--annotate",
        str(record),
        "--graph",
        str(graph),
    ]
    assert main(asked) == 0
    said = capsys.readouterr().out
    summary = r"^blue: accuracy \d+%, lost [\d.]+% per turn on average; "
    assert re.search(summary, said, re.MULTILINE)
    assert [one.tip for one in read_file(record)] == [short_record().tip]
    assert graph.read_text(encoding="utf-8").startswith("<svg")


def _missed_win(name: str) -> Record:
    recorder = Recorder.of(position(WIN_BY_LANDING), names=(name, "Ben"))
    recorder.append(parse_move(recorder.state, "a1-a2"))
    return recorder.record()


def three_games(form: str) -> str:
    """Three games with a missed win each; the last one has no line end."""
    records = [_missed_win(name) for name in ("Ann", "Cleo", "Dora")]
    text = (
        "".join(map(dump_jsonl, records)) if form == "jsonl" else "\n".join(map(dump_text, records))
    )
    return text.rstrip()


@pytest.mark.parametrize("name", ["many.jsonl", "many.json", "many.rrg", "many.txt"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_game_is_annotated_in_its_file_and_the_others_stay_as_they_are(
    tmp_path: Path, name: str, number: int
) -> None:
    file = tmp_path / name
    file.write_text(three_games("jsonl" if "json" in name else "text"), encoding="utf-8")
    before = list(read_file(file))
    asked = [
        "analyse",
        str(file),
        "--game",
        str(number),
        "--nodes",
        "2000",
        "--annotate",
        str(file),
    ]
    assert main(asked) == 0
    after = list(read_file(file))
    assert [one.tip for one in after] == [one.tip for one in before]
    changed = [
        at for at, (old, new) in enumerate(zip(before, after, strict=True), start=1) if old != new
    ]
    assert changed == [number]
    once = file.read_bytes()
    assert main(asked) == 0
    assert file.read_bytes() == once
    assert list(tmp_path.iterdir()) == [file]


def test_a_compressed_file_keeps_its_games_through_a_link_too(tmp_path: Path) -> None:
    file, link = tmp_path / "many.rrg.gz", tmp_path / "link.rrg.gz"
    file.write_bytes(gzip.compress(three_games("text").encode()))
    file.chmod(0o600)
    link.symlink_to(file)
    assert main(["analyse", str(file), "--nodes", "2000", "--annotate", str(link)]) == 0
    assert [one.heading.names[0] for one in read_file(file)] == ["Ann", "Cleo", "Dora"]
    assert gzip.decompress(file.read_bytes()).count(b"; better ") == 1
    assert file.stat().st_mode & 0o777 == 0o600
    assert link.is_symlink()


def test_a_game_that_cannot_be_read_beside_it_is_written_back_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    odd = '{"format": "of tomorrow"}\n'
    file.write_text(odd + dump_jsonl(short_record()), encoding="utf-8")
    assert (
        main(["analyse", str(file), "--game", "2", "--nodes", "20", "--annotate", str(file)]) == 0
    )
    assert file.read_text(encoding="utf-8").startswith(odd)


def test_a_file_with_bytes_that_are_no_text_is_not_rewritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(dump_jsonl(short_record()).encode() + b'{"name": "\xff"}\n')
    before = file.read_bytes()
    assert main(["analyse", str(file), "--nodes", "20", "--annotate", str(file)]) == 2
    said = capsys.readouterr()
    assert "would lose a game" in said.err
    assert "per decision" not in said.out
    assert file.read_bytes() == before


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(dump_jsonl(short_record()), encoding="utf-8")
    with RecordFile(file) as opened:
        (sheet,) = opened
    file.write_text(dump_jsonl(short_record(names=("Cleo", "Ben"))), encoding="utf-8")
    with pytest.raises(StoreError, match="FILE_CHANGED"):
        write_atomically(file, replace_game(file, 1, sheet, short_record()))
    assert [one.heading.names[0] for one in read_file(file)] == ["Cleo"]
    assert list(tmp_path.iterdir()) == [file]


def test_another_file_is_not_written_over(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(three_games("jsonl"), encoding="utf-8")
    assert main(["analyse", str(games), "--nodes", "20", "--annotate", str(other)]) == 2
    said = capsys.readouterr()
    assert "FILE_EXISTS" in said.err
    assert "per decision" not in said.out
    assert len(list(read_file(other))) == 3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--graph", "nowhere/x.svg"], "--graph nowhere/x.svg cannot be written"),
        (["--graph", "folder.svg"], "--graph folder.svg cannot be written"),
        (
            ["--graph", "x.png"],
            "--graph x.png: the graph is an SVG picture. Use a file name that ends in .svg.",
        ),
        (["--annotate", "nowhere/x.rrg"], "--annotate nowhere/x.rrg cannot be written"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_game_is_judged(
    capsys: pytest.CaptureFixture[str],
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(games.parent)
    Path("folder.svg").mkdir()
    assert main(["analyse", "games.rrg", "--nodes", "5", *arguments]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert said.out == ""
    assert not Path("x.png").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere.rrg"], "No such file"),
        (["square8 standard nonsense"], "MALFORMED"),
        (["games.rrg", "--game", "3"], "no game 3"),
        (["games.rrg", "--after", "99"], "--after 0 to 13"),
        ([OVER], "GAME_OVER"),
        (["--graph", "x.svg"], "Give a file"),
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


def test_the_example_on_the_page_is_what_the_program_shows() -> None:
    from rich.console import Console

    page = PAGE.read_text(encoding="utf-8")
    example = re.search(r"^\$ (ringrift analyse \".*--nodes \d+)\n([^`]*)```", page, re.MULTILINE)
    assert example is not None, "the page has an example with a fixed number of nodes"
    _, _, place, option, nodes = shlex.split(example[1])
    assert option == "--nodes"
    state = load_position(place)
    *_, report = analyse(state, nodes=int(nodes), best=DEFAULT_BEST)
    screen = StringIO()
    Console(width=100, file=screen).print(_table(state, report))
    shown = [line.rstrip() for line in screen.getvalue().splitlines()]
    *rows, caption = example[2].splitlines()
    assert rows == shown[:-1], "if the search was meant to change: put its new answer on the page"
    assert caption.split(" in ")[0] == shown[-1].split(" in ")[0]
