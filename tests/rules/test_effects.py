"""What a move would do, as a list."""

from __future__ import annotations

import pytest

from ringrift.rules import (
    CellsCollapsed,
    ControlChanged,
    IllegalMoveError,
    MarkerPlaced,
    MarkersFlipped,
    MarkersRemoved,
    PlaceRing,
    RingCaptured,
    RingsEliminated,
    SkipPlacement,
    StackChanged,
    effects,
    new_game,
)
from ringrift.rules.notation import parse_move
from tests.rules.playing import position

BUSY = """
    phase: movement
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 11 *2 21 *1 *2 . . .
    """


def test_a_capture_lists_its_effects_in_order() -> None:
    """R102, R092."""
    state = position(BUSY)
    assert effects(state, parse_move(state, "a1xc1-e1")) == (
        StackChanged((0, 0), (1, 1), ()),
        MarkerPlaced((0, 0), 1),
        MarkersFlipped(((1, 0),), 1),
        CellsCollapsed(((3, 0),), 1),
        StackChanged((2, 0), (2, 1), (1,)),
        RingCaptured((2, 0), 2),
        MarkersRemoved(((4, 0),)),
        RingsEliminated((4, 0), (1,), 1),
        StackChanged((4, 0), (), (1, 2)),
        ControlChanged((0, 0), 1, None),
        ControlChanged((2, 0), 2, 1),
        ControlChanged((4, 0), None, 1),
    )


def test_a_placement_lists_the_stack_and_its_new_controller() -> None:
    """R081."""
    assert effects(new_game("square8", 2), PlaceRing(1, (3, 3), 2)) == (
        StackChanged((3, 3), (), (1, 1)),
        ControlChanged((3, 3), None, 1),
    )


def test_looking_changes_nothing_and_an_illegal_move_has_no_effects() -> None:
    state = new_game("square8", 2)
    with pytest.raises(IllegalMoveError):
        effects(state, SkipPlacement(1))
    assert state == new_game("square8", 2)


def test_a_bookkeeping_move_changes_no_piece() -> None:
    """R074."""
    state = position(BUSY.replace("movement", "territory_processing"))
    assert effects(state, parse_move(state, "-")) == ()
