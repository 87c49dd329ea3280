"""The runner of vectors finds what is wrong, and says where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ringrift.conformance.vectors import read_vectors
from ringrift.conformance.verify import VectorResult, check_vector
from ringrift.drawing.diagram import parse_diagram
from ringrift.rules import state_hash
from tests.conformance.given import Row, given_row, written

NO_MOVE = {"type": "no_line_action", "player": 1}
SKIP = {"type": "skip_placement", "player": 1}


def scenario(name: str) -> Row:
    return given_row("scenarios.jsonl", name)


def first_game() -> Row:
    return given_row("games-square8.jsonl.gz")


def judged(folder: Path, row: Row) -> VectorResult:
    (vector,) = read_vectors(written(folder, row))
    return check_vector(vector)


def complaints(verdict: VectorResult) -> list[tuple[int | None, str]]:
    return [(failure.step, failure.what) for failure in verdict.failures]


def test_a_right_game_passes_and_its_moves_are_counted(tmp_path: Path) -> None:
    game = first_game()
    verdict = judged(tmp_path, game)
    assert verdict.passed
    assert verdict.moves == len(game["steps"])


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("legal", 17, "number of interactive moves"),
        ("legalDigest", "0" * 16, "digest of the interactive moves"),
        ("move", {"type": "skip_capture", "player": 1}, "the move is legal"),
        ("move", {"type": "fly", "player": 1}, "the move is read"),
    ],
)
def test_a_wrong_step_of_a_game_is_found(
    tmp_path: Path, field: str, value: object, what: str
) -> None:
    game = first_game()
    game["steps"][2][field] = value
    assert complaints(judged(tmp_path, game)) == [(2, what)]


def test_a_wrong_state_after_a_move_is_found_with_the_position(tmp_path: Path) -> None:
    game = first_game()
    game["steps"][1]["stateDigest"] = "0" * 16
    (failure,) = judged(tmp_path, game).failures
    assert failure.step == 1
    assert "digest of the state after" in failure.what
    report = str(failure)
    assert report.startswith("square8-2-standard-game-0, step 1: digest")
    assert "expected: 0000000000000000" in report
    assert state_hash(parse_diagram(failure.position)) == failure.found
    assert failure.position.splitlines()[-1] in report


def test_a_wrong_checkpoint_is_found_by_its_fields(tmp_path: Path) -> None:
    game = first_game()
    game["checkpoints"]["25"]["players"][1]["ringsInHand"] += 1
    verdict = judged(tmp_path, game)
    assert complaints(verdict) == [(24, "checkpoint, players[1].ringsInHand")]


def test_a_wrong_last_state_is_found_by_its_fields(tmp_path: Path) -> None:
    game = first_game()
    game["final"]["turnNumber"] = 1
    del game["final"]["winner"]
    assert complaints(judged(tmp_path, game)) == [
        (None, "last state, turnNumber"),
        (None, "last state, winner"),
    ]


def test_a_game_of_another_setup_than_it_says_is_found(tmp_path: Path) -> None:
    game = first_game() | {"board": "hex8", "players": 3, "edition": "classic"}
    found = {failure.what for failure in judged(tmp_path, game).failures}
    assert {"board", "players", "edition"} <= found


def test_a_first_state_that_is_refused_is_a_failure(tmp_path: Path) -> None:
    game = first_game()
    game["initial"]["currentPhase"] = "breakfast"
    assert complaints(judged(tmp_path, game)) == [(None, "the first state is loaded")]


@pytest.mark.parametrize("depth", [0, 1])
def test_a_wrong_perft_count_is_found(tmp_path: Path, depth: int) -> None:
    counts = [192, 3192]
    counts[depth] += 1
    row = {"board": "square8", "players": 2, "edition": "standard", "state": None, "perft": counts}
    verdict = judged(tmp_path, row)
    assert complaints(verdict) == [(None, f"sequences of {depth + 1} moves")]
    assert verdict.nodes == 192 + 3192


def test_a_wrong_first_digest_of_a_scenario_is_found(tmp_path: Path) -> None:
    row = scenario("swap-once") | {"initialDigest": "0" * 16}
    assert (None, "digest of the first state") in complaints(judged(tmp_path, row))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"notation": "@e4"}, "notation"),
        ({"notation": "@d4x"}, "move that is called @d4x"),
        ({"notation": "gibberish"}, "move that is called gibberish"),
        ({"move": {"type": "place_ring"}}, "the move is read"),
        ({"move": NO_MOVE, "notation": "-"}, "move that is called -"),
    ],
)
def test_a_wrong_move_of_a_scenario_is_found(
    tmp_path: Path, change: dict[str, Any], what: str
) -> None:
    row = scenario("placement-first-turn-standard")
    row["steps"][0] |= change
    assert (0, what) in complaints(judged(tmp_path, row))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"count": 0}, "number of interactive moves"),
        ({"types": {"place_ring": 1}}, "interactive moves by type"),
        ({"digest": "0" * 16}, "digest of the interactive moves"),
        ({"containing": [SKIP]}, "interactive moves"),
        (
            {
                "notContaining": [
                    {"type": "place_ring", "player": 1, "to": {"x": 0, "y": 0}, "placementCount": 1}
                ]
            },
            "interactive moves",
        ),
    ],
)
def test_wrong_legal_moves_of_a_scenario_are_found(
    tmp_path: Path, change: dict[str, Any], what: str
) -> None:
    row = scenario("placement-first-turn-standard")
    row["steps"][0]["legalBefore"] |= change
    assert complaints(judged(tmp_path, row)) == [(0, what)]
    row = scenario("import-minimal")
    row["finalLegal"] |= change
    if "containing" not in change and "notContaining" not in change:
        assert complaints(judged(tmp_path, row)) == [(None, what)]


@pytest.mark.parametrize(
    ("claim", "what"),
    [
        ({"stacks": {"d4": [2]}}, "stacks on d4"),
        ({"markers": {"a1": 1}}, "markers on a1"),
        ({"collapsed": {"a1": 1}}, "collapsed on a1"),
        ({"empty": ["d4"]}, "cell d4"),
        ({"empty": ["z99"]}, "cell z99"),
        ({"players": [{"playerNumber": 1, "ringsInHand": 18}]}, "player 1 ringsInHand"),
        ({"players": [{"playerNumber": 4}]}, "player 4 playerNumber"),
        ({"turn": {"mustMoveFrom": "a1"}}, "turn mustMoveFrom"),
        ({"lps": {"exclusiveRounds": 1}}, "lps exclusiveRounds"),
        ({"swap": {"used": True}}, "swap used"),
        ({"currentPhase": "capture"}, "currentPhase"),
        ({"winner": 2}, "winner"),
        ({"weather": "fine"}, "weather"),
    ],
)
def test_a_wrong_claim_about_the_state_after_is_found(
    tmp_path: Path, claim: dict[str, Any], what: str
) -> None:
    row = scenario("placement-first-turn-standard")
    row["steps"][0]["after"] = claim
    assert complaints(judged(tmp_path, row)) == [(0, f"after @d4x3, {what}")]


def test_a_wrong_end_of_a_scenario_is_found(tmp_path: Path) -> None:
    row = scenario("placement-flips-after-placing") | {"bookkeeping": None, "phases": ["movement"]}
    assert complaints(judged(tmp_path, row)) == [
        (None, "bookkeeping move"),
        (None, "phases visited"),
    ]


def test_accepting_what_must_be_refused_is_found(tmp_path: Path) -> None:
    row = scenario("import-refuse-wrong-cap")
    del row["initial"]["board"]["stacks"]["3,3"]["capHeight"]
    assert complaints(judged(tmp_path, row)) == [(None, "the first state is refused")]


def test_nothing_is_asked_behind_the_first_step_that_fails(tmp_path: Path) -> None:
    game = first_game()
    for step in game["steps"]:
        step["legal"] += 1
    assert complaints(judged(tmp_path, game)) == [(0, "number of interactive moves")]
