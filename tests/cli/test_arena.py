"""`ringrift arena`: tournaments from the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ringrift.arena.acceptance import acceptance_tests
from ringrift.arena.journal import read_results
from ringrift.arena.runner import play_scheduled_game
from ringrift.cli.main import main
from ringrift.records import read_file

FIRST = "python:tests.arena.misbehaving_players:FirstMove"
STUMBLER = "python:tests.arena.misbehaving_players:FailsAtThirdDecision"
KILLER = "python:tests.arena.misbehaving_players:KillsItsProcess"
MUTE = "python:tests.arena.misbehaving_players:ReturnsNothing"
CHEAT = "python:tests.arena.misbehaving_players:PlacesTooManyRings"
QUICK = ["--board", "hex8", "--unbalanced"]


def test_a_match_is_saved_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    output = capsys.readouterr().out
    assert f"random against {CHEAT}: 100.0% (" in output
    assert "4 games" in output
    assert f"- first forfeit of {CHEAT}: illegal: " in output
    assert out.read_text(encoding="utf-8") == output
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(list(read_file(journal))) == 4

    size = journal.stat().st_size
    assert main(command) == 0
    assert journal.stat().st_size == size
    assert main(["arena", "report", str(journal)]) == 0
    assert f"random against {CHEAT}: 100.0% (" in capsys.readouterr().out


def test_a_round_robin_is_for_three_players_unless_another_number_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = [
        "arena",
        "round-robin",
        "random",
        FIRST,
        CHEAT,
        *QUICK,
        "--cycles",
        "1",
    ]
    assert main(command) == 0
    output = capsys.readouterr().out
    assert "## hex8, 3 players, standard" in output
    assert "3 games" in output
    assert "3 forfeits" in output


def test_a_gauntlet_plays_the_first_player_against_the_others(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    command = [
        "arena",
        "gauntlet",
        CHEAT,
        "random",
        FIRST,
        "--players",
        "2",
        *QUICK,
        "--cycles",
        "1",
        "--journal",
        str(journal),
    ]
    assert main(command) == 0
    assert [result.scores for result in read_results(journal).values()] == [(0.0, 1.0)] * 4


def test_sprt_accepts_or_rejects_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    options = [*QUICK, "--elo1", "300"]
    assert main(["arena", "sprt", "2", "random", *options]) == 0
    output = capsys.readouterr().out
    assert "accepted: H1 (Elo 300) against H0 (Elo 0)" in output
    assert "0 crashes, 0 forfeits, 0 overruns" in output
    assert main(["arena", "sprt", "random", "2", *options]) == 1
    assert "rejected" in capsys.readouterr().out
    assert main(["arena", "sprt", "random", FIRST, *options, "--minutes", "0"]) == 3
    assert "%" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (STUMBLER, "forfeited (failed: ValueError: no idea what to do)"),
        (CHEAT, "forfeited (illegal: "),
        (MUTE, "forfeited (illegal: NoneType is not a move; "),
        (KILLER, "a game crashed (the process ended with 7)"),
    ],
)
def test_sprt_gives_no_verdict_after_a_fault(
    broken: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for names in (["random", broken], [broken, "random"]):
        assert main(["arena", "sprt", *names, *QUICK, "--elo1", "300", "--pairs", "1"]) == 2
        output = capsys.readouterr()
        assert "no verdict, because" in output.err
        assert why in output.err
        assert "accepted" not in output.out
        assert "rejected" not in output.out


def test_sprt_is_for_two_players() -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "sprt", "random", "1", "--players", "3"])


def test_a_python_player_is_imported_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "from ringrift.players.random_player import RandomPlayer\n"
        "def bot(seed):\n    return RandomPlayer(seed=seed)\n"
    )
    (tmp_path / "example_bot.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    command = ["arena", "match", "random", "python:example_bot:bot", *QUICK, "--cycles", "1"]
    assert main([*command, "--journal", "games.jsonl"]) == 0
    results = read_results(tmp_path / "games.jsonl").values()
    assert [result.fault for result in results] == ["", ""]


@pytest.mark.parametrize(
    "names",
    [
        ["match", KILLER, "random"],
        ["round-robin", KILLER, "random", "--players", "2"],
        ["gauntlet", "random", KILLER],
    ],
)
def test_a_tournament_without_a_counted_game_has_no_score(
    names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *names, *QUICK, "--cycles", "1"]) == 2
    output = capsys.readouterr()
    assert "- no game counts, because " in output.out
    assert "- first crash: the process ended with 7" in output.out
    assert "%" not in output.out
    assert "no game counts, because every cycle has a crash; fix the player" in output.err


def test_the_time_limit_ends_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
    assert "- verdicts: 120 not played\n" in out.read_text(encoding="utf-8")
    assert main(["arena", "acceptance", "--minutes", "0", "--out", str(out)]) == 3
    assert out.read_text(encoding="utf-8").count("not played yet") == 5


def test_an_acceptance_test_is_open_while_games_are_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (test,) = (one for one in acceptance_tests() if one.name == "level-1")
    journal, out = tmp_path / "games.jsonl", tmp_path / "page.md"
    journal.write_text(play_scheduled_game(test.games[0]), encoding="utf-8")
    command = ["arena", "acceptance", "--part", "level-1", "--minutes", "0"]
    command += ["--journal", str(journal)]
    assert main([*command, "--out", str(out)]) == 3
    assert (
        capsys.readouterr().out
        == "level-1: wins on square8: no complete cycle (required: ≥ 98%; open)\n"
    )
    page = out.read_text(encoding="utf-8")
    assert "| wins on square8 | ≥ 98% | no complete cycle | open |" in page


def test_node_counts_are_written_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "node_counts.json"
    command = ["arena", "node-count", "--board", "square8"]
    assert main([*command, "--write", str(path)]) == 0
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert f"square8    {kept['square8']:,}\n" in capsys.readouterr().out
    assert main([*command, "--compare", str(path)]) == 0
    path.write_text(json.dumps({"square8": 1}), encoding="utf-8")
    assert main([*command, "--compare", str(path)]) == 1
    assert f"square8    {kept['square8']:,}  expected 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["match", "random", "nobody"], "there is no player 'nobody'"),
        (["match", "random"], "add its opponents"),
        (["match", "random", "4", "--players", "3"], "give one per seat"),
        (["round-robin", "random", "random"], "appears twice"),
        (["sprt", "random", "4", "--elo1", "-5"], "raise it"),
        (["report", "missing.jsonl"], "there is no file missing.jsonl"),
        (["node-count", "--compare", "missing.json"], "there is no file missing.json"),
        (["node-count", "--compare", __file__], "contains no node counts"),
        (["node-count", "--write", __file__], "contains no node counts"),
        (["match", "random@0", "1"], "'0' is not a time limit"),
        (
            ["match", "random", "1", "--journal", "no/folder/x.jsonl"],
            "there is no folder no/folder; create it",
        ),
        (["ladder", "--journal", "no/folder/x.jsonl"], "there is no folder no/folder; create it"),
        (["match", "random", "1", "--journal", "/"], "journal: / cannot be used"),
        (["match", "random", "1", "--journal", f"{__file__}/x"], "cannot be used: "),
        (["match", "random", "1", "--journal", __file__], "line 1 of"),
        (["match", "random", "engine:/no/such"], "'engine:/no/such' cannot start ("),
        (["sprt", "random", "python:nomod:X"], "'python:nomod:X' cannot start ("),
    ],
)
def test_invalid_arguments_are_refused_with_advice(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    assert advice in capsys.readouterr().err


def test_an_unwritable_file_is_refused_before_counting(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "node-count", "--write", str(tmp_path / "nowhere" / "x.json")])
