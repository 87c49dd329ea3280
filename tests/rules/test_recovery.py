"""R110-R115: recovery."""

from __future__ import annotations

from random import Random

import pytest

from ringrift.conformance.positions import random_position
from ringrift.rules import Phase, is_recovery_eligible
from ringrift.rules.recovery import count_recovery_slides, recovery_slides
from ringrift.rules.setup import Setup
from tests.rules.costly_positions import state_with_slides
from tests.rules.playing import collapsed, due, markers, offered, play, position, stacks

LINE = """
    phase: movement  hand: 0 15  eliminated: 17 2
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . 21
    2 . . . *1 . . . .
    1 *1 *1 *1 . . . . .
    """
ALONE = LINE.replace("1 *1 *1 *1", "1 . . .")


def test_a_player_without_a_stack_slides_a_marker_into_a_line() -> None:
    """R110, R111, R112, R113."""
    state = position(LINE)
    assert is_recovery_eligible(state, 1)
    assert offered(state) == {"~d2-d1=a1..d1!all^h3", "skip"}
    after = play(state, "~d2-d1=a1..d1!all^h3")
    assert stacks(after) == {"h3": (2,)}
    assert set(collapsed(after)) == {"a1", "b1", "c1", "d1"}
    assert after.seat(1).eliminated == 18
    assert after.turn.recovery_mode == "line"
    assert after.phase is Phase.LINE_PROCESSING


def test_recovery_may_be_declined() -> None:
    """R112."""
    after = play(position(LINE), "skip")
    assert after.phase is Phase.LINE_PROCESSING
    assert not after.turn.acted


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("edition: standard", "edition: classic"), "the classic edition has none"),
        (("21", "22"), "nothing is buried"),
        (("2 . . . *1", "2 . . . 1"), "a stack is controlled"),
    ],
)
def test_nobody_else_recovers(change: tuple[str, str], why: str) -> None:
    """R110."""
    text = "edition: standard\n" + LINE.replace("hand: 0 15  eliminated: 17 2", "")
    assert not is_recovery_eligible(position(text.replace(*change)), 1), why


def test_a_player_without_a_marker_cannot_recover() -> None:
    """R110."""
    state = position(ALONE.replace("*1", "."))
    assert not is_recovery_eligible(state, 1)
    assert due(state) == "no_movement_action"


def test_without_a_line_to_make_a_marker_steps_aside_or_strikes() -> None:
    """R114, R115."""
    state = position(
        ALONE.replace("2 . . . *1 .", "2 . . . *1 21").replace(
            "15  eliminated: 17", "14  eliminated: 16"
        )
    )
    slides = offered(state) - {"skip"}
    assert {move.split("^")[0] for move in slides} == {
        "~d2-c1", "~d2-d1", "~d2-e1", "~d2-c2", "~d2-e2", "~d2-c3", "~d2-d3", "~d2-e3",
    }  # fmt: skip
    assert "~d2-d1^e2" in slides
    assert "~d2-e2^h3" in slides
    assert "~d2-e2^e2" not in slides, "the strike itself uncovers the ring on e2"


def test_a_fallback_step_costs_an_extraction_and_leaves_lines_alone() -> None:
    """R113, R114."""
    state = position(ALONE)
    after = play(state, "~d2-d3^h3")
    assert markers(after) == {"d3": 1}
    assert stacks(after) == {"h3": (2,)}
    assert after.turn.recovery_mode == "fallback"
    assert due(after) == "no_line_action"


def test_a_strike_takes_the_top_ring_and_the_marker() -> None:
    """R115."""
    state = position(
        ALONE.replace("2 . . . *1 .", "2 . . . *1 22").replace(
            "15  eliminated: 17", "13  eliminated: 17"
        )
    )
    after = play(state, "~d2-e2^h3")
    assert markers(after) == {}
    assert stacks(after) == {"e2": (2,), "h3": (2,)}
    assert after.seat(1).eliminated == 19


def test_a_strike_on_the_paying_stack_needs_a_second_buried_ring() -> None:
    """R115."""
    deep = ALONE.replace("2 . . . *1 .", "2 . . . *1 211").replace("21\n", ".\n")
    state = position(deep.replace("hand: 0 15  eliminated: 17 2", "hand: 0 15  eliminated: 16 2"))
    assert "~d2-e2^e2" in offered(state)
    assert stacks(play(state, "~d2-e2^e2")) == {"e2": (1,)}


def test_a_longer_line_settles_in_part_for_nothing() -> None:
    """R112."""
    longer = LINE.replace("1 *1 *1 *1 . .", "1 *1 *1 *1 . *1")
    assert offered(position(longer)) - {"skip"} == {
        "~d2-d1=a1..e1!all^h3",
        "~d2-d1=a1..e1!a1..d1",
        "~d2-d1=a1..e1!b1..e1",
        "~e1-d1=a1..d1!all^h3",
    }
    after = play(position(longer), "~d2-d1=a1..e1!a1..d1")
    assert markers(after) == {"e1": 1}
    assert after.seat(1).eliminated == 17


def test_after_a_line_slide_other_lines_cost_a_buried_ring() -> None:
    """R113."""
    second = LINE.replace("8 . . . . . . . .", "8 *1 *1 *1 *1 . . . 21").replace(
        "hand: 0 15  eliminated: 17 2", "hand: 0 14  eliminated: 16 2"
    )
    state = play(position(second), "~d2-d1=a1..d1!all^h3", "=a8..d8")
    assert state.turn.pending == "recovery"
    assert offered(state) == {"^h8"}
    after = play(state, "^h8")
    assert stacks(after) == {"h8": (2,), "h3": (2,)}
    assert after.phase is Phase.TERRITORY_PROCESSING


def test_a_marker_that_is_shut_in_cannot_slide() -> None:
    """R110: eligible, yet without a slide: bookkeeping."""
    state = position(
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
        """
    )
    assert is_recovery_eligible(state, 1)
    assert due(state) == "no_movement_action"


@pytest.mark.parametrize("spacing", [2, 4, 7])
def test_slides_are_counted_without_listing_them(spacing: int) -> None:
    state = state_with_slides(stacks=12, spacing=spacing)
    assert count_recovery_slides(state, 1) == len(recovery_slides(state, 1)) > 0
    assert count_recovery_slides(state, 2) == 0


def test_the_slides_of_random_positions_are_counted() -> None:
    counted = 0
    for seed in range(30):
        state = random_position(Setup("hex8", 2, "standard"), Random(seed), "recovery")
        for seat in state.board.seats:
            slides = recovery_slides(state, seat)
            assert count_recovery_slides(state, seat) == len(slides)
            counted += bool(slides)
    assert counted > 5
