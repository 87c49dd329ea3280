"""`ringrift soak` reports games, lengths, reasons and move types."""

from __future__ import annotations

import re

import pytest

from ringrift.cli.main import main


def test_a_soak_reports_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--games", "6", "--seed", "3", "--board", "hex8", "--players", "2"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^games +6$", said, re.MULTILINE)
    assert re.search(r"^lengths +\d+ shortest, [\d.]+ median, \d+ longest$", said, re.MULTILINE)
    assert re.search(r"^move types .*move_stack \d+", said, re.MULTILINE)
    assert re.search(r"^troubles +0$", said, re.MULTILINE)


def test_time_can_end_a_soak(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--games", "1000000", "--seconds", "0", "--board", "hex8"]) == 0
    assert re.search(r"^games +1$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--games", "many"], ["--players", "5"]])
def test_senseless_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["soak", *arguments])
    assert ended.value.code == 2
