"""R120-R122: lines and what they earn."""

from __future__ import annotations

from ringrift.rules import Phase
from tests.rules.playing import collapsed, due, markers, offered, play, position, stacks

FOUR = """
    phase: line_processing
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . 112 . . . .
    3 . . . . . . . 2
    2 . . . . . . . .
    1 *1 *1 *1 *1 . . . .
    """
FIVE = FOUR.replace("*1 *1 *1 *1 .", "*1 *1 *1 *1 *1")


def test_a_line_of_exactly_the_length_collapses_whole() -> None:
    """R120, R121."""
    state = position(FOUR)
    assert offered(state) == {"=a1..d1"}
    after = play(state, "=a1..d1")
    assert collapsed(after) == dict.fromkeys(("a1", "b1", "c1", "d1"), 1)
    assert markers(after) == {}


def test_a_line_costs_one_ring_in_the_standard_edition() -> None:
    """R122: nothing else is offered until it is paid."""
    due_now = play(position(FOUR), "=a1..d1")
    assert due_now.turn.pending == "line"
    assert offered(due_now) == {"^d4"}
    after = play(due_now, "^d4")
    assert stacks(after)["d4"] == (1, 2)
    assert after.seat(1).eliminated == 1
    assert after.phase is Phase.TERRITORY_PROCESSING


def test_a_line_costs_a_cap_in_the_classic_edition() -> None:
    """R122."""
    after = play(position("edition: classic\n" + FOUR), "=a1..d1", "^d4")
    assert stacks(after)["d4"] == (2,)
    assert after.seat(1).eliminated == 2


def test_a_longer_line_may_go_whole_for_a_ring_or_in_part_for_nothing() -> None:
    """R121."""
    state = position(FIVE)
    assert offered(state) == {"=a1..e1!all", "=a1..e1!a1..d1", "=a1..e1!b1..e1"}
    free = play(state, "=a1..e1!b1..e1")
    assert markers(free) == {"a1": 1}
    assert free.turn.pending is None
    assert free.phase is Phase.TERRITORY_PROCESSING
    assert play(state, "=a1..e1!all").turn.pending == "line"


def test_who_cannot_pay_takes_only_free_segments() -> None:
    """R121, R122: an unpayable line stays on the board."""
    poor = "hand: 17 15  eliminated: 1 0\n"
    state = position(poor + FIVE.replace("112", "22"))
    assert offered(state) == {"=a1..e1!a1..d1", "=a1..e1!b1..e1"}
    stuck = position(poor + FOUR.replace("112", "22"))
    assert offered(stuck) == set()
    assert due(stuck) == "no_line_action"


def test_lines_are_searched_again_after_each_one() -> None:
    """R121: two crossing lines share a cell; the first one taken breaks the other."""
    state = position(
        FOUR.replace("2 . . . . . . . .", "2 *1 . . . . . . .")
        .replace("3 . . . . . . . 2", "3 *1 . . . . . . 2")
        .replace("4 . . . 112", "4 *1 . . 112")
    )
    assert offered(state) == {"=a1..d1", "=a1..a4"}
    assert play(state, "=a1..d1", "^d4").phase is Phase.TERRITORY_PROCESSING


def test_two_lines_are_processed_one_after_the_other() -> None:
    """R121."""
    state = position(FOUR.replace("6 . . . .", "6 *1 *1 *1 *1"))
    after = play(state, "=a6..d6", "^d4")
    assert after.phase is Phase.LINE_PROCESSING
    assert offered(after) == {"=a1..d1"}


def test_a_free_segment_leaves_other_lines_to_process() -> None:
    """R121."""
    state = position(FIVE.replace("6 . . . .", "6 *1 *1 *1 *1"))
    after = play(state, "=a1..e1!a1..d1")
    assert offered(after) == {"=a6..d6"}


def test_three_in_a_row_are_a_line_for_three_players_on_a_small_board() -> None:
    """R120."""
    three = FOUR.replace("*1 *1 *1 *1", "*1 *1 *1 .").replace("112", "113")
    assert offered(position(three)) == {"=a1..c1"}
