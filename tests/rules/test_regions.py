"""R140-R145: regions."""

from __future__ import annotations

from ringrift.rules import Phase
from tests.rules.playing import collapsed, due, markers, offered, play, position, stacks

CORNER = """
    phase: territory_processing
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . 11 . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 *1 *1 . . . . . .
    2 2 . *1 . . . . .
    1 . . *1 . . . . 2
    """


def test_a_walled_corner_without_an_own_stack_can_be_taken() -> None:
    """R140, R141, R142, R145."""
    state = position(CORNER)
    assert offered(state) == {"#a1/1", "skip"}
    after = play(state, "#a1/1")
    assert collapsed(after) == dict.fromkeys(("a1", "b1", "a2", "b2", "a3", "b3", "c1", "c2"), 1)
    assert stacks(after) == {"e6": (1, 1), "h1": (2,)}
    assert after.seat(1).eliminated == 1
    assert after.turn.pending == "territory"


def test_a_region_costs_the_cap_of_a_stack() -> None:
    """R145, and then the phase ends if nothing is left."""
    after = play(position(CORNER), "#a1/1", "^e6")
    assert after.seat(1).eliminated == 3
    assert after.player == 2
    assert after.phase is Phase.RING_PLACEMENT


def test_a_region_may_be_declined() -> None:
    """R144."""
    after = play(position(CORNER), "skip")
    assert after.player == 2
    assert collapsed(after) == {}


def test_every_colour_inside_no_region() -> None:
    """R142: the players inside must be fewer than those on the board."""
    state = position(CORNER.replace("2 2 . *1", "2 2 1 *1"))
    assert due(state) == "no_territory_action"


def test_without_a_stack_outside_it_cannot_be_taken() -> None:
    """R143."""
    alone = CORNER.replace("11", " .").replace("2 2 . *1", "2 1 . *1")
    assert due(position(alone)) == "no_territory_action"
    assert offered(position("player: 2\n" + alone)) == {"#a1/1", "skip"}


def test_the_larger_part_is_never_a_region() -> None:
    """R141: seat 1 sits in the corner alone; the rest of the board is not cut off from it."""
    boxed = CORNER.replace("11", " .").replace("2 2 . *1", "2 1 . *1").replace(". 2\n", ". .\n")
    assert due(position(boxed)) == "no_territory_action"


def test_an_enclosed_marker_of_the_wall_colour_goes_with_the_region() -> None:
    """R145: a1 touches the region alone."""
    after = play(position(CORNER.replace("1 . . *1", "1 *1 . *1")), "#a1/1")
    assert markers(after) == {}
    assert len(collapsed(after)) == 8


def test_only_the_inner_wall_collapses() -> None:
    """R145: markers that do not stand beside the region stay."""
    after = play(position(CORNER.replace("3 *1 *1 .", "3 *1 *1 *1")), "#a1/1")
    assert markers(after) == {"c3": 1}


def test_collapsed_cells_alone_can_cut_off_and_then_there_is_no_border() -> None:
    """R141."""
    state = position(CORNER.replace("*1", "#1"))
    assert offered(state) == {"#a1/0", "skip"}
    after = play(state, "#a1/0", "^e6")
    assert len(collapsed(after)) == 8


def test_two_regions_are_taken_one_by_one() -> None:
    """R144, R145."""
    both = CORNER.replace("8 . . . . . . . .", "8 . *2 . . . . . .").replace(
        "7 . . . . . . . .", "7 *2 . . . . . . ."
    )
    state = position(both.replace("6 . . . . 11 . . .", "6 . . . . 1 1 . ."))
    assert offered(state) == {"#a1/1", "#a8/2", "skip"}
    after = play(state, "#a8/2", "^e6")
    assert after.phase is Phase.TERRITORY_PROCESSING
    assert offered(after) == {"#a1/1", "skip"}
    assert play(after, "#a1/1", "^f6").player == 2


def test_hexagons_adjoin_on_six_sides() -> None:
    """R003, R141: three markers shut the corner of a hexagon in, two do not."""
    hexagon = """
        phase: territory_processing
        9 . . . . .
        8 . . . . . .
        7 . . . . . . .
        6 . . . . . . . .
        5 . . . . 11 . . . .
        4 . . . . . . . .
        3 . . . . . . .
        2 *1 *1 . . . 2
        1 . *1 . . .
        """
    assert offered(position(hexagon)) == {"#e1/1", "skip"}
    assert due(position(hexagon.replace("1 . *1 .", "1 . . . "))) == "no_territory_action"
