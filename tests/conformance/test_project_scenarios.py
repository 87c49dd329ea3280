"""The project's own scenarios agree with the engine and cover what the given ones lack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringrift.conformance.vectors import Scenario, read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.rules.grid import BOARD_NAMES
from tests.conformance.given import VECTORS
from tools.project_scenarios import SOURCES, main, scenario_row


def read_scenarios(name: str) -> list[Scenario]:
    return [vector for vector in read_vectors(VECTORS / name) if isinstance(vector, Scenario)]


GIVEN = read_scenarios("scenarios.jsonl")
OWN = read_scenarios("project-scenarios.jsonl")


def test_the_committed_scenarios_are_up_to_date() -> None:
    assert main(["--check"]) == 0


@pytest.mark.parametrize("scenario", OWN, ids=lambda scenario: scenario.id)
def test_the_reference_engine_plays_the_scenario(scenario: Scenario) -> None:
    verdict = check_vector(scenario)
    assert verdict.passed, "\n".join(map(str, verdict.failures))


def test_a_line_and_then_a_region_are_shown_on_every_board_with_every_number_of_players() -> None:
    """R208: lines come before regions."""
    shown = {
        (scenario.setup.board, scenario.setup.players)
        for scenario in OWN
        if scenario.script is not None
        and {"line_processing", "territory_processing"} <= set(scenario.script.phases)
        and {"process_line", "process_territory_region"}
        <= {step.move["type"] for step in scenario.script.steps}
    }
    assert shown == {(board, players) for board in BOARD_NAMES for players in (2, 3, 4)}


def test_at_least_forty_scenarios_have_three_or_four_players() -> None:
    several = [scenario for scenario in (*GIVEN, *OWN) if scenario.setup.players > 2]
    assert len(several) >= 40
    assert len([scenario for scenario in OWN if scenario.setup.players > 2]) >= 30


def test_no_scenario_has_the_name_of_another() -> None:
    names = [scenario.id for scenario in (*GIVEN, *OWN)]
    assert len(set(names)) == len(names)


def test_a_claim_that_does_not_hold_is_refused() -> None:
    wrong = replace(SOURCES[0], claims={"currentPlayer": 1})
    with pytest.raises(ValueError, match="currentPlayer"):
        scenario_row(wrong)


def test_a_cell_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="z9"):
        scenario_row(replace(SOURCES[0], cells="z9:1"))
