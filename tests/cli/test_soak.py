"""`ringrift soak` reports games, lengths, reasons and move types."""

from __future__ import annotations

import re

import pytest

from ringrift.cli.main import main
from ringrift.cli.soak import print_report
from ringrift.conformance.soak import GameOrigin, SoakFailure, SoakReport, run_soak_game
from ringrift.rules import InvariantChecks
from ringrift.rules.setup import Setup


def test_a_soak_reports_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--games", "6", "--seed", "3", "--board", "hex8", "--players", "2"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^games +6$", said, re.MULTILINE)
    assert re.search(r"^lengths +\d+ shortest, [\d.]+ median, \d+ longest$", said, re.MULTILINE)
    assert re.search(r"^move types .*move_stack \d+", said, re.MULTILINE)
    assert re.search(r"^failures +0$", said, re.MULTILINE)


def test_time_can_end_a_soak(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--games", "1000000", "--seconds", "0", "--board", "hex8"]) == 0
    assert re.search(r"^games +1$", capsys.readouterr().out, re.MULTILINE)


def test_the_command_of_a_game_plays_that_game_again(capsys: pytest.CaptureFixture[str]) -> None:
    origin = GameOrigin(Setup("hex8", 3, "classic"), 12, "mid-game")
    program, *arguments = origin.command.split()
    assert program == "ringrift"
    assert main(arguments) == 0
    said = capsys.readouterr().out
    game = run_soak_game(origin)
    assert re.search(rf"^moves +{game.length} ", said, re.MULTILINE)
    assert re.search(rf"^reasons +{game.reason} 1$", said, re.MULTILINE)


def test_failures_are_printed_with_the_way_back_to_them(capsys: pytest.CaptureFixture[str]) -> None:
    origin = GameOrigin(Setup("square8", 2, "standard"), 5)
    trouble = SoakFailure(origin, "POSITION", 3, "[R020] a ring too many")
    checks = InvariantChecks("log")
    checks.counts["R020"] = 40
    print_report(SoakReport([3] * 30, failures=[trouble] * 30), checks, 1.0)
    said = capsys.readouterr().out
    assert "violations  R020 40" in said
    assert said.count("  from:  POSITION") == 20
    assert origin.command in said
    assert "... and 10 more" in said
    assert "failures    30" in said


@pytest.mark.parametrize("mode", ["raise", "off"])
def test_checks_are_a_setting(capsys: pytest.CaptureFixture[str], mode: str) -> None:
    assert (
        main(["soak", "--games", "2", "--board", "hex8", "--players", "2", "--checks", mode]) == 0
    )
    assert ("without checks" in capsys.readouterr().out) == (mode == "off")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "many"],
        ["--players", "5"],
        ["--start", "late"],
        ["--checks", "on"],
        ["--seconds", "-1"],
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "soon"],
    ],
)
def test_senseless_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["soak", *arguments])
    assert ended.value.code == 2
