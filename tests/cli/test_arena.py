"""`ringrift arena`: tournaments from the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ringrift.arena.acceptance import bars
from ringrift.arena.journal import read_results
from ringrift.arena.runner import play_fixture
from ringrift.cli.main import main
from ringrift.records import read_file

FIRST = "python:tests.arena.odd_players:First"
STUMBLER = "python:tests.arena.odd_players:Stumbler"
KILLER = "python:tests.arena.odd_players:Killer"
MUTE = "python:tests.arena.odd_players:Mute"
CHEAT = "python:tests.arena.odd_players:Cheat"
QUICK = ["--board", "hex8", "--unbalanced"]


def test_a_match_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, out, html = (tmp_path / name for name in ("games.jsonl", "match.md", "match.html"))
    command = [
        "arena",
        "match",
        "random",
        CHEAT,
        *QUICK,
        "--cycles",
        "2",
        "--journal",
        str(journal),
    ]
    assert main([*command, "--out", str(out), "--html", str(html)]) == 0
    said = capsys.readouterr().out
    assert f"random against {CHEAT}: 100.0% (" in said
    assert "4 games" in said
    assert f"- first forfeit of {CHEAT}: illegal: " in said
    assert out.read_text(encoding="utf-8") == said
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(list(read_file(journal))) == 4

    size = journal.stat().st_size
    assert main(command) == 0
    assert journal.stat().st_size == size
    assert main(["arena", "report", str(journal)]) == 0
    assert f"random against {CHEAT}: 100.0% (" in capsys.readouterr().out


def test_three_players_meet_in_a_round_robin(capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "arena",
        "round-robin",
        "random",
        FIRST,
        CHEAT,
        "--players",
        "3",
        *QUICK,
        "--cycles",
        "1",
    ]
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
    assert main(["arena", "sprt", "2", "random", *options]) == 0
    said = capsys.readouterr().out
    assert "accepted: H1 (Elo 300) against H0 (Elo 0)" in said
    assert "0 crashes, 0 forfeits, 0 overruns" in said
    assert main(["arena", "sprt", "random", "2", *options]) == 1
    assert "refused" in capsys.readouterr().out
    assert main(["arena", "sprt", "random", FIRST, *options, "--minutes", "0"]) == 3
    assert "%" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (STUMBLER, "forfeited (failed: ValueError: no idea what to do)"),
        (CHEAT, "forfeited (illegal: "),
        (MUTE, "forfeited (illegal: NoneType is no move; "),
        (KILLER, "a game crashed (the process ended with 7)"),
    ],
)
def test_a_change_is_not_judged_by_a_player_that_is_broken(
    broken: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for names in (["random", broken], [broken, "random"]):
        assert main(["arena", "sprt", *names, *QUICK, "--elo1", "300", "--pairs", "1"]) == 2
        said = capsys.readouterr()
        assert "no verdict, because" in said.err
        assert why in said.err
        assert "accepted" not in said.out
        assert "refused" not in said.out


def test_a_change_is_one_for_two_players() -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "sprt", "random", "1", "--players", "3"])


def test_a_module_is_found_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "from ringrift.players import chance\ndef bot(seed):\n    return chance.RandomPlayer(seed=seed)\n"
    (tmp_path / "own_bot_of_mine.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    command = ["arena", "match", "random", "python:own_bot_of_mine:bot", *QUICK, "--cycles", "1"]
    assert main([*command, "--journal", "games.jsonl"]) == 0
    results = read_results(tmp_path / "games.jsonl").values()
    assert [result.fault for result in results] == ["", ""]


@pytest.mark.parametrize(
    "names",
    [
        ["match", KILLER, "random"],
        ["round-robin", KILLER, "random"],
        ["gauntlet", "random", KILLER],
    ],
)
def test_a_tournament_in_which_every_game_crashed_has_no_score(
    names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *names, *QUICK, "--cycles", "1"]) == 2
    said = capsys.readouterr()
    assert "- no game counts: " in said.out
    assert "- first crash: the process ended with 7" in said.out
    assert "%" not in said.out
    assert "no game counts, because one of every cycle crashed; mend the player" in said.err


def test_time_ends_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.md"
    ladder = [
        "arena",
        "ladder",
        "--board",
        "hex8",
        "--players",
        "3",
        "--level",
        "2",
        "--minutes",
        "0",
    ]
    assert main([*ladder, "--out", str(out)]) == 3
    assert "hex8/3       2 over 1      0 games  not played\n" in capsys.readouterr().out
    assert "- verdicts: 108 not played\n" in out.read_text(encoding="utf-8")
    assert main(["arena", "bars", "--minutes", "0", "--out", str(out)]) == 3
    assert out.read_text(encoding="utf-8").count("played by nobody yet") == 5


def test_a_bar_is_open_while_games_are_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bar,) = (one for one in bars() if one.name == "level-1")
    journal, out = tmp_path / "bars.jsonl", tmp_path / "page.md"
    journal.write_text(play_fixture(bar.fixtures[0]), encoding="utf-8")
    command = ["arena", "bars", "--part", "level-1", "--minutes", "0", "--journal", str(journal)]
    assert main([*command, "--out", str(out)]) == 3
    assert (
        capsys.readouterr().out == "level-1: wins on square8: no whole cycle (bar: ≥ 98%; open)\n"
    )
    assert "| wins on square8 | ≥ 98% | no whole cycle | open |" in out.read_text(encoding="utf-8")


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
        (["signature", "--compare", __file__], "holds no counts of nodes"),
        (["signature", "--write", __file__], "holds no counts of nodes"),
        (["match", "random@0", "1"], "'0' is no time for a decision"),
        (
            ["match", "random", "1", "--journal", "no/folder/x.jsonl"],
            "there is no folder no/folder; make it",
        ),
        (["ladder", "--journal", "no/folder/x.jsonl"], "there is no folder no/folder; make it"),
        (["match", "random", "1", "--journal", "/"], "journal: / cannot be used"),
        (["match", "random", "1", "--journal", f"{__file__}/x"], "cannot be used: "),
        (["match", "random", "1", "--journal", __file__], "line 1 of"),
        (["match", "random", "engine:/no/such"], "'engine:/no/such' cannot take a seat ("),
        (["sprt", "random", "python:nomod:X"], "'python:nomod:X' cannot take a seat ("),
    ],
)
def test_what_makes_no_sense_is_refused_with_advice(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    assert advice in capsys.readouterr().err


def test_counts_that_cannot_be_written_are_not_counted(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "signature", "--write", str(tmp_path / "nowhere" / "x.json")])
