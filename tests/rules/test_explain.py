"""Why a move is illegal: one reason each, with its rule and advice."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from ringrift.rules import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveStack,
    NoLineAction,
    NoPlacementAction,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    SkipCapture,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    State,
    SwapSides,
    apply,
    chains_from,
    conclude,
    is_legal,
    new_game,
    why_illegal,
)
from ringrift.rules.wire import dump_state
from tests.rules.playing import play, position
from tests.rules.test_capture import TWO_ON_A_ROW
from tests.rules.test_lines import FIVE, FOUR
from tests.rules.test_messages import CATALOGUE
from tests.rules.test_recovery import ALONE, LINE
from tests.rules.test_regions import CORNER
from tests.rules.test_victory import SHUT_IN

START = new_game("square8", 2)
PLACED = play(START, "@d4x2")
PLACED_ELSEWHERE = play(START, "@d4", "d4-d5", "-", "-", "@h8", "h8-h7", "-", "-", "@a1")
CROWDED_TEXT = """
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . 2
    3 #1 #1 #1 . . . . .
    2 . . #1 . *1 . . .
    1 #1 #1 #1 . . . . .
    """
CROWDED = position(CROWDED_TEXT)
EMPTY_HANDED_TEXT = """
    hand: 0 17  eliminated: 17 1
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . 1 . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 . . . . . . . .
    """
EMPTY_HANDED = position(EMPTY_HANDED_TEXT)
MOVING = position(
    """
    phase: movement
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 #2 . . . . . . .
    2 . . . . . . . .
    1 12 . 22 . 1 . . .
    """
)
AFTER_FALLBACK = position(
    """
    phase: line_processing  recovery: fallback  acted: yes  hand: 0 15  eliminated: 17 2
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . 21
    2 . . . . . . . .
    1 *1 *1 *1 *1 . . . .
    """
)
ROW = tuple((x, 0) for x in range(5))
CHAIN = play(position(TWO_ON_A_ROW), "a1xc1-d1")
CANNOT_PAY = position("hand: 17 15  eliminated: 1 0\n" + FIVE.replace("112", "22"))
CORNER_CELLS = ((0, 0), (1, 0), (0, 1), (1, 1))

CASES: list[tuple[str, str, State, Move]] = [
    ("GAME_OVER", "R170", conclude(START, 1, "timeout"), PlaceRing(1, (0, 0), 1)),
    ("NOT_YOUR_TURN", "R070", START, PlaceRing(2, (0, 0), 1)),
    ("OUT_OF_BOUNDS", "R001", START, PlaceRing(1, (8, 0), 1)),
    ("OUT_OF_BOUNDS", "R001", START, PlaceRing(1, (0, 0, 0), 1)),
    ("OUT_OF_BOUNDS", "R001", position(FOUR), ProcessLine(1, ((0, 0), (9, 9)))),
    ("SWAP_UNAVAILABLE", "R180", START, SwapSides(1)),
    ("WRONG_PHASE", "R070", START, MoveStack(1, (0, 0), (1, 1))),
    ("ACTION_AVAILABLE", "R075", START, NoPlacementAction(1)),
    ("WRONG_PHASE", "R070", START, NoLineAction(1)),
    ("TOO_MANY_RINGS", "R081", START, PlaceRing(1, (0, 0), 4)),
    ("TOO_MANY_RINGS", "R081", START, PlaceRing(1, (0, 0), 0)),
    ("TOO_MANY_RINGS", "R081", START, PlaceRing(1, (0, 0), cast(Any, "3"))),
    ("TOO_MANY_RINGS", "R082", CROWDED, PlaceRing(1, (7, 3), 2)),
    ("NO_RINGS_IN_HAND", "R080", EMPTY_HANDED, PlaceRing(1, (0, 0), 1)),
    ("ON_COLLAPSED_SPACE", "R081", CROWDED, PlaceRing(1, (0, 0), 1)),
    ("ON_MARKER", "R081", CROWDED, PlaceRing(1, (4, 1), 1)),
    ("DEAD_PLACEMENT", "R081", CROWDED, PlaceRing(1, (0, 1), 2)),
    ("DEAD_PLACEMENT", "R082", position(CROWDED_TEXT.replace("2 . .", "2 22 .")),
     PlaceRing(1, (0, 1), 1)),
    ("TOO_MANY_RINGS", "R081",
     position(EMPTY_HANDED_TEXT.replace("hand: 0", "hand: 1").replace("17 1", "16 1")),
     PlaceRing(1, (0, 0), 2)),
    ("PLACEMENT_MANDATORY", "R080", START, SkipPlacement(1)),
    ("NOTHING_TO_SKIP", "R075", EMPTY_HANDED, SkipPlacement(1)),
    ("NOT_YOUR_STACK", "R090", MOVING, MoveStack(1, (2, 0), (2, 3))),
    ("NOT_YOUR_STACK", "R090", MOVING, MoveStack(1, (7, 7), (7, 6))),
    ("MUST_MOVE_PLACED_STACK", "R081", PLACED_ELSEWHERE,
     MoveStack(1, (3, 4), (3, 5))),
    ("NOT_A_RAY", "R091", PLACED, MoveStack(1, (3, 3), (4, 5))),
    ("NOT_A_RAY", "R091", PLACED, MoveStack(1, (3, 3), (3, 3))),
    ("TOO_SHORT", "R091", PLACED, MoveStack(1, (3, 3), (3, 4))),
    ("PATH_BLOCKED", "R091", MOVING, MoveStack(1, (0, 0), (3, 0))),
    ("LANDING_BLOCKED", "R091", MOVING, MoveStack(1, (0, 0), (0, 2))),
    ("NOT_YOUR_STACK", "R101", MOVING, OvertakingCapture(1, (2, 0), (4, 0), (5, 0))),
    ("MUST_MOVE_PLACED_STACK", "R081", PLACED_ELSEWHERE,
     OvertakingCapture(1, (3, 4), (3, 5), (3, 6))),
    ("NOT_A_RAY", "R101", MOVING, OvertakingCapture(1, (0, 0), (2, 0), (2, 3))),
    ("NOT_A_RAY", "R101", MOVING, OvertakingCapture(1, (0, 0), (2, 1), (4, 2))),
    ("NO_TARGET", "R101", MOVING, OvertakingCapture(1, (0, 0), (1, 0), (3, 0))),
    ("CAP_TOO_LOW", "R101", MOVING, OvertakingCapture(1, (0, 0), (2, 0), (3, 0))),
    ("PATH_BLOCKED", "R101", MOVING, OvertakingCapture(1, (0, 0), (4, 0), (6, 0))),
    ("LANDING_BLOCKED", "R101", position(TWO_ON_A_ROW),
     OvertakingCapture(1, (0, 0), (2, 0), (5, 0))),
    ("TOO_SHORT", "R091", position(TWO_ON_A_ROW.replace("1 1 . 21", "1 1222 . 21")),
     OvertakingCapture(1, (0, 0), (2, 0), (3, 0))),
    ("CHAIN_MUST_CONTINUE", "R103", CHAIN, SkipCapture(1)),
    ("CHAIN_MUST_CONTINUE", "R103", CHAIN, ContinueCaptureSegment(1, (2, 0), (3, 0), (4, 0))),
    ("MUST_CAPTURE_WITH_MOVED_STACK", "R103",
     play(position(TWO_ON_A_ROW.replace("21", "2 ").replace("8 .", "8 1")), "a1-b1"),
     OvertakingCapture(1, (0, 7), (1, 7), (2, 7))),
    ("NOT_A_LINE", "R120", position(FOUR), ProcessLine(1, ((0, 0), (1, 0)))),
    ("NOT_A_LINE", "R120", play(START, "@d4", "d4-d5"), ProcessLine(1, ROW[:4])),
    ("NO_LINES_NOW", "R115", AFTER_FALLBACK, ProcessLine(1, ROW[:4])),
    ("REWARD_TO_CHOOSE", "R121", position(FIVE), ProcessLine(1, ROW)),
    ("NO_REWARD_TO_CHOOSE", "R121", position(FOUR), ChooseLineReward(1, ROW[:4], 1, ROW[:4])),
    ("BAD_SEGMENT", "R121", position(FIVE), ChooseLineReward(1, ROW, 2, ROW[:3])),
    ("BAD_SEGMENT", "R121", position(FIVE), ChooseLineReward(1, ROW, 1, ROW[:4])),
    ("CANNOT_PAY", "R122", CANNOT_PAY, ChooseLineReward(1, ROW, 1, ROW)),
    ("CANNOT_PAY", "R122", position("hand: 17 15  eliminated: 1 0\n" + FOUR.replace("112", "22")),
     ProcessLine(1, ROW[:4])),
    ("COST_DUE", "R122", play(position(FIVE), "=a1..e1!all"), ProcessLine(1, ROW)),
    ("COST_DUE", "R145", play(position(CORNER), "#a1/1"), SkipTerritoryProcessing(1)),
    ("NO_COST_DUE", "R122", position(FOUR), EliminateRingsFromStack(1, (3, 3), "line")),
    ("WRONG_CONTEXT", "R122", play(position(FOUR), "=a1..d1"),
     EliminateRingsFromStack(1, (3, 3), "territory")),
    ("NOT_YOUR_STACK", "R122", play(position(FOUR), "=a1..d1"),
     EliminateRingsFromStack(1, (7, 2), "line")),
    ("NO_BURIED_RING", "R113",
     play(position(LINE.replace("8 . . . . . . . .", "8 *1 *1 *1 *1 . . . 21").replace(
         "hand: 0 15  eliminated: 17 2", "hand: 0 14  eliminated: 16 2")),
         "~d2-d1=a1..d1!all^h3", "=a8..d8"),
     EliminateRingsFromStack(1, (7, 2), "recovery")),
    ("NOT_A_REGION", "R141", position(CORNER), ProcessTerritoryRegion(1, CORNER_CELLS, 2)),
    ("NO_STACK_OUTSIDE", "R143",
     position(CORNER.replace("11", " .").replace("2 2 . *1", "2 1 . *1")),
     ProcessTerritoryRegion(1, CORNER_CELLS, 1)),
    ("NOTHING_TO_SKIP", "R075", position(SHUT_IN), SkipTerritoryProcessing(1)),
    ("NOT_YOUR_STACK", "R100", play(position(SHUT_IN), "-"), ForcedElimination(1, (7, 6))),
    ("NOT_RECOVERY_ELIGIBLE", "R110", MOVING, RecoverySlide(1, (0, 0), (1, 1), "fallback", (2, 0))),
    ("NOT_RECOVERY_ELIGIBLE", "R110", MOVING, SkipRecovery(1)),
    ("NOTHING_TO_SKIP", "R075", position(
        """
        phase: movement  hand: 0 16  eliminated: 17 1
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . 21
        2 #2 #2 . . . . . .
        1 *1 #2 . . . . . .
        """), SkipRecovery(1)),
    ("NOT_YOUR_MARKER", "R110", position(LINE),
     RecoverySlide(1, (7, 7), (6, 7), "fallback", (7, 2))),
    ("NOT_ADJACENT", "R110", position(LINE),
     RecoverySlide(1, (3, 1), (5, 1), "fallback", (7, 2))),
    ("NO_TARGET", "R115", position(LINE),
     RecoverySlide(1, (3, 1), (3, 0), "stack_strike", (7, 2))),
    ("LANDING_BLOCKED", "R111", position(LINE),
     RecoverySlide(1, (3, 1), (2, 0), "fallback", (7, 2))),
    ("LINE_SLIDE_EXISTS", "R114", position(LINE),
     RecoverySlide(1, (3, 1), (3, 2), "fallback", (7, 2))),
    ("NOT_A_LINE", "R111", position(LINE),
     RecoverySlide(1, (3, 1), (3, 2), "line", (7, 2), ROW[:4], 1, ROW[:4])),
    ("NOT_A_LINE", "R111", position(LINE),
     RecoverySlide(1, (3, 1), (3, 0), "line", (7, 2), ROW, 1, ROW)),
    ("BAD_SETTLEMENT", "R112", position(LINE),
     RecoverySlide(1, (3, 1), (3, 0), "line", None, ROW[:4], 1, ROW[:4])),
    ("NOT_A_LINE", "R111", position(ALONE),
     RecoverySlide(1, (3, 1), (3, 2), "fallback", (7, 2), ROW[:4])),
    ("NO_BURIED_RING", "R113", position(ALONE),
     RecoverySlide(1, (3, 1), (3, 2), "fallback", (0, 0))),
    ("NO_BURIED_RING", "R113", position(ALONE), RecoverySlide(1, (3, 1), (3, 2), "fallback")),
    ("NO_BURIED_RING", "R113", position(ALONE.replace("*1 .", "*1 22").replace("0 15", "0 13")),
     RecoverySlide(1, (3, 1), (4, 1), "stack_strike", (0, 0))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "rule", "state", "move"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)]
)
def test_an_illegal_move_is_refused_with_its_reason(
    code: str, rule: str, state: State, move: Move
) -> None:
    assert not is_legal(state, move)
    refusal = why_illegal(state, move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule), refusal.message
    before = dump_state(state)
    with pytest.raises(IllegalMoveError) as refused:
        apply(state, move)
    assert refused.value.refusal == refusal
    assert dump_state(state) == before


def test_where_nothing_can_be_chosen_the_advice_is_the_bookkeeping_move() -> None:
    """R075."""
    refusal = why_illegal(position(SHUT_IN), MoveStack(1, (0, 0), (3, 0)))
    assert refusal is not None
    assert refusal.args["moves"] == ("no_territory_action",)
    assert refusal.message.endswith("(no_territory_action).")


def test_a_legal_move_has_no_reason_against_it() -> None:
    assert why_illegal(START, PlaceRing(1, (0, 0), 3)) is None


@pytest.mark.parametrize("nowhere", ["d4", (), (0.5, 1), None, (99, 99), (0, 0, 0)])
def test_what_is_no_cell_is_out_of_bounds(nowhere: Any) -> None:
    """R001: for whatever a caller takes for a cell."""
    for move in (PlaceRing(1, nowhere, 1), PlaceRing(1, nowhere, 9)):
        with pytest.raises(IllegalMoveError) as refused:
            apply(START, move)
        assert refused.value.code == "OUT_OF_BOUNDS"
    with pytest.raises(InvalidMoveError, match="OUT_OF_BOUNDS"):
        chains_from(START, nowhere)


def test_what_is_no_move_is_refused_as_malformed() -> None:
    with pytest.raises(InvalidMoveError, match="load_move"):
        apply(START, cast(Any, {"type": "place_ring"}))


ADVICE = re.compile(
    r"Start|Wait|Choose|You can|Capture|Pay|Move|Place|Play|must|Jump|Land|Slide|Name|Collapse|Take"
    r"|Leave|Process|cannot pass|Only the target"
)


@pytest.mark.parametrize("key", CATALOGUE["illegalMoves"])
def test_every_message_says_what_to_do(key: str) -> None:
    assert ADVICE.search(CATALOGUE["illegalMoves"][key]["text"])


def test_the_cases_reach_every_message_about_illegal_moves() -> None:
    reasons = [why_illegal(state, move) for _, _, state, move in CASES]
    assert {reason.key for reason in reasons if reason} == set(CATALOGUE["illegalMoves"])
