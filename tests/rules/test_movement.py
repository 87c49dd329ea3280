"""R090-R093: moving stacks."""

from __future__ import annotations

from ringrift.rules import Phase, seat_moves
from tests.rules.playing import collapsed, due, markers, offered, play, position, stacks


def test_a_stack_moves_at_least_as_far_as_it_is_high() -> None:
    """R091."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 121 . . . . . . 2
        """
    )
    to = {move.removeprefix("a1-") for move in offered(state)}
    assert to == {
        "d1",
        "e1",
        "f1",
        "g1",
        "a4",
        "a5",
        "a6",
        "a7",
        "a8",
        "d4",
        "e5",
        "f6",
        "g7",
        "h8",
    }


def test_stacks_and_collapsed_cells_stop_a_move_and_markers_do_not() -> None:
    """R091."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 #2 . . . . . . .
        3 . . . . . . . .
        2 . *2 . . . . . .
        1 1 . . 22 . . . .
        """
    )
    to = {move.removeprefix("a1-") for move in offered(state)}
    assert to == {"b1", "c1", "a2", "a3", "b2", "c3", "d4", "e5", "f6", "g7", "h8"}


def test_passing_flips_the_markers_of_others_and_collapses_own_ones() -> None:
    """R092, R041: a cell collapsed on the way is territory at once."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . 2
        1 1 *2 *1 *2 . . . .
        """
    )
    after = play(state, "a1-e1")
    assert markers(after) == {"a1": 1, "b1": 1, "d1": 1}
    assert collapsed(after) == {"c1": 1}
    assert after.board.territory(1) == 1


def test_landing_on_a_marker_costs_the_top_ring() -> None:
    """R092, R060: credited to the player who acts, whosever the ring and the marker are."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . 2
        1 12 . . *1 . . . .
        """
    )
    after = play(state, "a1-d1")
    assert stacks(after) == {"d1": (2,), "h2": (2,)}
    assert markers(after) == {"a1": 1}
    assert after.seat(1).eliminated == 1


def test_a_lone_ring_that_lands_on_a_marker_is_gone() -> None:
    """R092."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . 2
        1 1 *2 . . . . . .
        """
    )
    after = play(state, "a1-b1")
    assert stacks(after) == {"h2": (2,)}
    assert after.phase is Phase.LINE_PROCESSING


def test_after_a_move_the_same_stack_may_capture() -> None:
    """R093."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . 1 . . . . . .
        2 . . . . . . . .
        1 1 . . 2 . . . .
        """
    )
    after = play(state, "a1-b1")
    assert after.phase is Phase.CAPTURE
    assert offered(after) == {
        "b1xd1-e1",
        "b1xd1-f1",
        "b1xd1-g1",
        "b1xd1-h1",
        "skip",
        "b1xb3-b4",
    } | {f"b1xb3-b{row}" for row in range(5, 9)}
    assert play(after, "skip").phase is Phase.LINE_PROCESSING


def test_a_player_who_cannot_move_passes_by_bookkeeping() -> None:
    """R075, R090."""
    state = position(
        """
        phase: movement
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 #2 #2 . . . . . .
        1 1 #2 . . . . . 2
        """
    )
    assert offered(state) == set()
    assert due(state) == "no_movement_action"


def test_any_seat_can_be_asked_for_its_moves() -> None:
    """R090."""
    state = position(
        """
        player: 1
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 1 . . . . . . 22222222
        """
    )
    assert len(seat_moves(state, 1)) == 6 + 7 + 7
    assert seat_moves(state, 2) == ()
