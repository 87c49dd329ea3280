"""`ringrift arena`: tournaments from the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringrift.arena.journal import read_results
from ringrift.cli.main import main
from ringrift.records import read_file

FIRST = "python:tests.arena.odd_players:First"
CHEAT = "python:tests.arena.odd_players:Cheat"
QUICK = ["--board", "hex8", "--unbalanced"]


def test_a_match_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, out, html = (tmp_path / name for name in ("games.jsonl", "match.md", "match.html"))
    command = ["arena", "match", "random", CHEAT, *QUICK, "--cycles", "2", "--journal", str(journal)]
    assert main([*command, "--out", str(out), "--html", str(html)]) == 0
    said = capsys.readouterr().out
    assert f"random against {CHEAT}: 100.0% (" in said
    assert "4 games" in said
    assert out.read_text(encoding="utf-8") == said
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(list(read_file(journal))) == 4

    size = journal.stat().st_size
    assert main(command) == 0
    assert journal.stat().st_size == size
    assert main(["arena", "report", str(journal)]) == 0
    assert f"random against {CHEAT}: 100.0% (" in capsys.readouterr().out


def test_three_players_meet_in_a_round_robin(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "round-robin", "random", FIRST, CHEAT, "--players", "3", *QUICK, "--cycles", "1"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "## hex8, 3 players, standard" in said
    assert "3 games" in said
    assert "3 forfeits" in said


def test_a_gauntlet_has_one_hero(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    command = [
        "arena",
        "gauntlet",
        CHEAT,
        "random",
        FIRST,
        *QUICK,
        "--cycles",
        "1",
        "--journal",
        str(journal),
    ]
    assert main(command) == 0
    assert [result.scores for result in read_results(journal).values()] == [(0.0, 1.0)] * 4


def test_a_change_is_accepted_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    options = [*QUICK, "--elo1", "300"]
    assert main(["arena", "sprt", "random", CHEAT, *options]) == 0
    assert "accepted: H1 (Elo 300) against H0 (Elo 0)" in capsys.readouterr().out
    assert main(["arena", "sprt", CHEAT, "random", *options]) == 1
    assert "refused" in capsys.readouterr().out
    assert main(["arena", "sprt", "random", FIRST, *options, "--minutes", "0"]) == 3


def test_time_ends_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.md"
    ladder = ["arena", "ladder", "--board", "hex8", "--players", "3", "--level", "2", "--minutes", "0"]
    assert main([*ladder, "--out", str(out)]) == 3
    assert "hex8/3       2 over 1      0 games" in capsys.readouterr().out
    assert "1 not played" in out.read_text(encoding="utf-8")
    assert main(["arena", "bars", "--minutes", "0", "--out", str(out)]) == 3
    assert out.read_text(encoding="utf-8").count("played by nobody yet") == 5


def test_signatures_are_counted_compared_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "signature.json"
    command = ["arena", "signature", "--board", "square8"]
    assert main([*command, "--write", str(path)]) == 0
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert f"square8    {kept['square8']:,}\n" in capsys.readouterr().out
    assert main([*command, "--compare", str(path)]) == 0
    path.write_text(json.dumps({"square8": 1}), encoding="utf-8")
    assert main([*command, "--compare", str(path)]) == 1
    assert f"square8    {kept['square8']:,}  was 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["match", "random", "nobody"], "'nobody' is nobody we know"),
        (["match", "random"], "name its opponents"),
        (["match", "random", "4", "--players", "3"], "name one for each"),
        (["round-robin", "random", "random"], "named twice"),
        (["sprt", "random", "4", "--elo1", "-5"], "raise it"),
        (["report", "missing.jsonl"], "there is no file missing.jsonl"),
        (["signature", "--compare", "missing.json"], "there is no file missing.json"),
    ],
)
def test_what_makes_no_sense_is_refused_with_advice(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    assert advice in capsys.readouterr().err
