"""R080-R082: placing rings."""

from __future__ import annotations

from ringrift.rules import Phase, new_game, seat_placements
from tests.rules.playing import due, offered, play, position, stacks


def test_on_an_empty_board_one_two_or_three_rings_go_anywhere() -> None:
    """R080, R081."""
    state = new_game("square8", 2)
    assert len(offered(state)) == 3 * 64
    assert {"@a1", "@a1x2", "@d4x3"} <= offered(state)


def test_a_hand_of_two_places_no_three() -> None:
    """R081."""
    state = position(
        """
        hand: 2 17  eliminated: 15 1
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . 1 . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . . . . .
        """
    )
    assert "@a1x2" in offered(state)
    assert "@a1x3" not in offered(state)


def test_a_single_ring_goes_on_any_stack_and_takes_it_over() -> None:
    """R082."""
    state = position(
        """
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . 22 . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . . . . .
        """
    )
    assert {"@d4"} == {move for move in offered(state) if move.startswith("@d4")}
    after = play(state, "@d4")
    assert stacks(after) == {"d4": (1, 2, 2)}
    assert after.phase is Phase.MOVEMENT
    assert after.seat(1).hand == state.seat(1).hand - 1


def test_markers_and_collapsed_cells_take_no_ring() -> None:
    """R081."""
    state = position(
        """
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . *1 #2 . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . . . . .
        """
    )
    assert not {"@d4", "@e4"} & offered(state)


def test_no_placement_is_dead() -> None:
    """R081: in the walled corner one ring can move, two cannot."""
    state = position(
        """
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 #1 #1 #1 . . . . .
        2 . . #1 . . . . .
        1 #1 #1 #1 . . . . .
        """
    )
    assert "@a2" in offered(state)
    assert not {"@a2x2", "@a2x3"} & offered(state)


def test_a_placement_that_can_only_capture_is_alive() -> None:
    """R081: a3 is shut in but for the stack on b3, behind which it lands."""
    state = position(
        """
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 #1 #1 . . . . . .
        3 . 2 . . . . . .
        2 #1 #1 . . . . . .
        1 . . . . . . . .
        """
    )
    assert {"@a3", "@a3x2", "@a3x3"} <= offered(state)


def test_the_placed_stack_must_move() -> None:
    """R081."""
    state = play(new_game("square8", 2), "@d4", "d4-d5", "-", "-", "@h8")
    assert state.turn.must_move_from == state.board.grid.cell_named("h8")
    assert all(move.startswith("h8") for move in offered(state))


def test_placing_may_be_declined_only_if_something_else_can_be_done() -> None:
    """R080."""
    blocked = """
        hand: 5 17  eliminated: 12 1
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . #2 #2 #2 . . .
        4 . . #2 1 #2 . . .
        3 . . #2 #2 #2 . . .
        2 . . . . . . . .
        1 . . . . . . . .
        """
    assert "skip" not in offered(position(blocked))
    assert "skip" in offered(position(blocked.replace("#2 #2 #2 . . .", "#2 . #2 . . .")))


def test_with_an_empty_hand_the_phase_passes_by_bookkeeping() -> None:
    """R075, R080."""
    state = position(
        """
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
    )
    assert offered(state) == set()
    assert due(state) == "no_placement_action"


def test_any_seat_can_be_asked_for_its_placements() -> None:
    state = new_game("hex8", 3)
    assert len(seat_placements(state, 3)) == 183
    assert {move.player for move in seat_placements(state, 3)} == {3}
