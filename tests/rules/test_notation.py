"""Move notation: printing and parsing are inverse, and a text that is no legal move says why."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.rules import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveStack,
    NoLineAction,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    RingRiftError,
    SkipPlacement,
    State,
    apply,
    bookkeeping,
    legal_moves,
    new_game,
)
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.setup import Setup
from ringrift.rules.wire import load_move, load_state
from tests.rules.wire_examples import SPARSE, Json, changed, scenarios

REFERENCE = Path(__file__).parent.parent.parent / "docs" / "reference"
NEW = new_game("square8", 2)
MOVEMENT = changed(SPARSE, {"currentPhase": "movement"})
CHAIN = changed(SPARSE, {"currentPhase": "chain_capture", "turn.captureFrom": "3,3"})
LONG_LINE = changed(
    SPARSE,
    {
        "currentPhase": "line_processing",
        "board.markers": {f"{x},0": {"player": 1} for x in range(6)},
        "board.collapsedSpaces": {},
    },
)
LINE = changed(LONG_LINE, {"board.markers": {f"{x},0": {"player": 1} for x in range(4)}})
TERRITORY = changed(
    SPARSE,
    {
        "currentPhase": "territory_processing",
        "board.markers": {"1,0": {"player": 2}, "1,1": {"player": 2}, "0,1": {"player": 2}},
    },
)
# Seat 1 has no stack; its ring lies buried in two.
BURIED = changed(
    SPARSE,
    {
        "currentPhase": "movement",
        "board.stacks": {"7,7": {"rings": [2, 1]}, "7,5": {"rings": [2, 1]}},
        "board.collapsedSpaces": {},
        "board.markers": {"0,0": {"player": 1}},
        "players[0].ringsInHand": 0,
        "players[0].eliminatedRings": 13,
    },
)


def illegal(state: State, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        parse_move(state, text)
    return caught.value.code


@pytest.mark.parametrize(
    "row", [row for row in scenarios() if row.get("steps")], ids=lambda row: row["id"]
)
def test_scenarios_are_written_and_read_as_given(row: Json) -> None:
    state = load_state(row["initial"])
    for step in row["steps"]:
        move = load_move(step["move"])
        assert format_move(state, move) == step["notation"]
        assert parse_move(state, step["notation"]) == move
        state = apply(state, move)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_every_legal_move_is_named_by_its_own_notation_alone(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for step in play_randomly(random_position(setup, rng), rng, 12, prefer_rare_moves):
        offered = legal_moves(step.before) or (step.move,)
        names = [format_move(step.before, move) for move in offered]
        assert len(set(names)) == len(names)
        for at in rng.sample(range(len(offered)), min(25, len(offered))):
            assert parse_move(step.before, names[at]) == offered[at]


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=12)
    | st.from_regex(r"\A[@~>=#^]{0,2}[a-i][1-9](x[a-i][1-9])?([-.x/!^]{1,2}[a-i]?[0-9]){0,3}\Z")
)
def test_any_text_is_a_move_or_one_of_our_errors(text: str) -> None:
    for state in map(load_state, (SPARSE, LONG_LINE, TERRITORY, BURIED)):
        try:
            move = parse_move(state, text)
        except RingRiftError:
            continue
        assert format_move(state, move).startswith(text)


def test_bookkeeping_moves_have_one_sign() -> None:
    """R075."""
    state = load_state(changed(LINE, {"board.markers": {}}))
    assert bookkeeping(state) == parse_move(state, "-") == NoLineAction(1)
    assert format_move(state, NoLineAction(1)) == "-"


@pytest.mark.parametrize(
    "text",
    ["", "d4", "@d4x", "@d4x0", "@d4x1", "@D4", "@d4 ", "d4-", "d4xd5", ">d4-d5", "=a1", "=a1..d1!",
     "pass",
     "#a1/5", "^^^a1", "~a1", "@a01", "@a0", "@a\u0661", "--", "~a1-a2=a1..a4^c3", "d" * 9999],
)  # fmt: skip
def test_an_error_for_text_that_is_no_notation_lists_the_forms(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_move(NEW, text)
    assert caught.value.code == "MALFORMED"
    assert "d4xd6-d7 capture" in caught.value.message
    assert len(caught.value.message) < 500


def test_what_is_no_text_is_no_notation() -> None:
    text: object = 4
    with pytest.raises(InvalidMoveError):
        parse_move(NEW, text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["@i1", "a1-a9", "a1xb2-z3", "=a1..i1", "#j1/0", "^a9", "^^a9", "~a1-a9^a1"]
)
def test_a_cell_that_is_not_on_the_board_is_named(text: str) -> None:
    """R001."""
    with pytest.raises(InvalidMoveError, match="is not a cell on square8") as caught:
        parse_move(NEW, text)
    assert caught.value.code == "OUT_OF_BOUNDS"


@pytest.mark.parametrize("text", ["=d1..a1", "=a1..a1", "=a1..f1!d1..a1"])
def test_a_line_is_named_from_its_first_cell(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="from its first cell"):
        parse_move(load_state(LONG_LINE), text)


@pytest.mark.parametrize(
    ("wire", "text", "code"),
    [
        (SPARSE, "@c4", "ON_COLLAPSED_SPACE"),
        (SPARSE, "@e4", "ON_MARKER"),
        (SPARSE, "@a1x9", "TOO_MANY_RINGS"),
        (SPARSE, "d4-d5", "WRONG_PHASE"),
        (SPARSE, "swap", "SWAP_UNAVAILABLE"),
        (SPARSE, "-", "ACTION_AVAILABLE"),
        (SPARSE, "^d4", "WRONG_PHASE"),
        (MOVEMENT, "d4-d5", "TOO_SHORT"),
        (MOVEMENT, "d4xd5-d7", "NO_TARGET"),
        (MOVEMENT, "skip", "NOT_RECOVERY_ELIGIBLE"),
        (
            changed(SPARSE, {"currentPhase": "capture", "turn.captureFrom": "3,3"}),
            "-",
            "WRONG_PHASE",
        ),
        (CHAIN, "skip", "CHAIN_MUST_CONTINUE"),
        (CHAIN, ">d4xd6-d5", "NOT_A_RAY"),
        (LINE, "=a1..c1", "NOT_A_LINE"),
        (LINE, "=a1..b4", "NOT_A_LINE"),
        (LINE, "=a1..d1!all", "NO_REWARD_TO_CHOOSE"),
        (LONG_LINE, "=a1..f1!a1..c1", "BAD_SEGMENT"),
        (TERRITORY, "#b1/2", "NOT_A_REGION"),
        (TERRITORY, "#a1/0", "NOT_A_REGION"),
        (changed(SPARSE, {"currentPhase": "forced_elimination"}), "^^d6", "NOT_YOUR_STACK"),
        (BURIED, "~a1-b2^a1", "NO_BURIED_RING"),
        (BURIED, "~a1-c3^h8", "NOT_ADJACENT"),
        (BURIED, "~a1-h8^h8", "NOT_ADJACENT"),
        (BURIED, "~a1-b2=a2..d2!all^h8", "NOT_A_LINE"),
    ],
)  # fmt: skip
def test_notation_of_an_illegal_move_gets_the_reason(wire: Json, text: str, code: str) -> None:
    assert illegal(load_state(wire), text) == code


def test_a_line_that_is_longer_offers_several_rewards() -> None:
    """R121: a text may stop where only one legal move goes on, not before."""
    state = load_state(LONG_LINE)
    with pytest.raises(AmbiguousMoveError) as caught:
        parse_move(state, "=a1..f1")
    assert caught.value.code == "AMBIGUOUS"
    assert "=a1..f1!all, =a1..f1!a1..d1" in caught.value.message


def test_a_region_may_go_without_its_border_when_there_is_no_other() -> None:
    """R141."""
    state = load_state(TERRITORY)
    assert (
        parse_move(state, "#a1")
        == parse_move(state, "#a1/2")
        == ProcessTerritoryRegion(1, ((0, 0),), 2)
    )


def test_a_recovery_needs_its_extraction_when_there_are_two() -> None:
    """R113."""
    state = load_state(BURIED)
    with pytest.raises(AmbiguousMoveError, match=r"matches 2 legal moves\. Write one of"):
        parse_move(state, "~a1-b2")
    alone = load_state(
        changed(BURIED, {"board.stacks.7,5.rings": [2], "players[0].eliminatedRings": 14})
    )
    assert parse_move(alone, "~a1-b2") == RecoverySlide(1, (0, 0), (1, 1), "fallback", (7, 7))


def test_of_many_moves_that_fit_some_are_listed() -> None:
    """R113: a ring of the player lies in more stacks than a message names."""
    stacks = {f"{x},{y}": {"rings": [2, 1]} for x in range(4, 8) for y in range(1, 8)}
    crowd = changed(
        BURIED,
        {
            "board.type": "square19",
            "board.stacks": stacks,
            "players[0].eliminatedRings": 61,
            "players[1].ringsInHand": 18,
            "players[1].eliminatedRings": 9,
        },
    )
    with pytest.raises(AmbiguousMoveError, match=r"matches 28 legal moves.* or one of 4 others"):
        parse_move(load_state(crowd), "~a1-b2")


def test_a_move_of_another_board_cannot_be_written() -> None:
    """R001."""
    for move in (PlaceRing(1, (9, 9), 1), MoveStack(1, (0, 0, 0), (1, 0, -1))):
        with pytest.raises(InvalidMoveError, match="not a cell on square8"):
            format_move(NEW, move)


@pytest.mark.parametrize("move", [ProcessLine(1, ()), ProcessTerritoryRegion(1, (), None)])
def test_a_line_or_region_without_cells_cannot_be_written(move: Move) -> None:
    with pytest.raises(InvalidMoveError, match="has no cells"):
        format_move(NEW, move)


def test_the_sign_of_a_capture_and_a_column_named_x_do_not_mix() -> None:
    """R003: the wide hexagon has columns up to y."""
    state = new_game("hexagonal", 2)
    at = state.board.grid.positions
    cells = [state.board.grid.cell_named(name) for name in ("x3", "x5", "x9")]
    origin, target, to = (at[cell] for cell in cells if cell is not None)
    move = OvertakingCapture(1, origin, target, to)
    assert format_move(state, move) == "x3xx5-x9"
    assert illegal(state, "x3xx5-x9") == "WRONG_PHASE"
    assert format_move(state, PlaceRing(1, to, 3)) == "@x9x3"
    assert parse_move(state, "@x9x3") == PlaceRing(1, to, 3)


def test_skip_is_the_skip_of_the_phase() -> None:
    """R080."""
    assert parse_move(load_state(SPARSE), "skip") == SkipPlacement(1)


def test_the_examples_of_the_reference_run() -> None:
    failed, tried = doctest.testfile(str(REFERENCE / "notation.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)
