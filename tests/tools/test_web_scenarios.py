"""The scenarios in the page's sandbox are the given ones and the project's own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ringrift.rules import apply
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import load_position
from tools.web_scenarios import SOURCES, TARGET, main

ROOT = Path(__file__).parents[2]


def test_the_committed_scenarios_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_every_scenario_of_the_page_can_be_played_through() -> None:
    scenarios = json.loads((ROOT / TARGET).read_text())
    assert len(scenarios) > 150
    for scenario in scenarios:
        state = load_position(scenario["position"])
        for move in scenario["moves"]:
            state = apply(state, parse_move(state, move))


def test_a_file_that_is_out_of_date_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for source in SOURCES:
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, tmp_path / source)
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert f"{TARGET} is out of date" in capsys.readouterr().err
    assert main(["--root", str(tmp_path)]) == 0
    assert main(["--check", "--root", str(tmp_path)]) == 0
