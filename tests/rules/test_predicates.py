"""R172, R200-R203: what can be asked about any seat."""

from __future__ import annotations

from ringrift.rules import (
    bookkeeping,
    has_any_ring,
    has_real_action,
    has_turn_material,
    in_rotation,
    is_blocked,
    legal_moves,
    next_seat,
    nobody_can_play,
    owes_forced_elimination,
)
from tests.rules.playing import position
from tests.rules.test_victory import SHUT_IN

BURIED = """
    players: 3  hand: 0 0 0  eliminated: 17 17 17
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . 12 . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 3 . . . . . . .
    """


def test_a_buried_ring_keeps_a_seat_in_the_rotation_but_gives_it_no_material() -> None:
    """R201."""
    state = position(BURIED)
    assert has_any_ring(state, 2)
    assert in_rotation(state, 2)
    assert not has_turn_material(state, 2)
    assert not has_real_action(state, 2)
    assert not is_blocked(state, 2)
    assert next_seat(state) == 2


def test_a_seat_without_a_ring_leaves_the_rotation_in_the_standard_edition_alone() -> None:
    """R201."""
    gone = BURIED.replace("12", "11")
    state = position("out: - 1 -\n" + gone)
    assert not has_any_ring(state, 2)
    assert next_seat(state) == 3
    classic = position("edition: classic  out: - 1 -\n" + gone)
    assert next_seat(classic) == 2


def test_a_shut_in_stack_is_material_without_a_real_action() -> None:
    """R202, R204: its owner owes a forced elimination if it does nothing else."""
    state = position("hand: 0 16  eliminated: 15 1\n" + SHUT_IN)
    assert is_blocked(state, 1)
    assert owes_forced_elimination(state, 1)
    assert has_real_action(state, 2)


def test_a_state_without_a_choice_names_its_bookkeeping_move() -> None:
    """R200, R203."""
    state = position(SHUT_IN)
    assert not legal_moves(state)
    assert bookkeeping(state) is not None


def test_nobody_can_play_on_a_board_that_is_full_of_territory() -> None:
    """R173, R200."""
    rows = "\n".join(f"{row} #1 #1 #1 #1 #2 #2 #2 #2" for row in range(8, 1, -1))
    state = position(f"phase: territory_processing\n{rows}\n1 #1 #1 #1 #1 #2 #2 #2 .\n")
    assert nobody_can_play(state)
    assert not nobody_can_play(position(BURIED))
