"""R101-R103: overtaking captures and chains."""

from __future__ import annotations

import dataclasses

from ringrift.rules import History, Phase, SkipPlacement, chains_from, current_chain, seat_captures
from tests.rules.playing import collapsed, markers, offered, play, position, stacks

TWO_ON_A_ROW = """
    phase: movement
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 1 . 21 . . 2 . .
    """


def captures_of(state_text: str, start: str = "a1x") -> set[str]:
    return {move for move in offered(position(state_text)) if move.startswith(start)}


def test_a_capture_jumps_the_first_stack_on_its_ray() -> None:
    """R101: not the second one, and it lands before that."""
    assert captures_of(TWO_ON_A_ROW) == {"a1xc1-d1", "a1xc1-e1"}


def test_a_cap_that_is_too_low_captures_nothing() -> None:
    """R101, R022: the cap counts, not the height."""
    assert captures_of(TWO_ON_A_ROW.replace("1 1 . 21", "1 1 . 22")) == set()
    assert captures_of(TWO_ON_A_ROW.replace("1 1 . 21", "1 11 . 22")) == {"a1xc1-d1", "a1xc1-e1"}
    assert captures_of(TWO_ON_A_ROW.replace("1 1 . 21", "1 12 . 22")) == set()


def test_a_capture_lands_at_least_as_far_as_the_attacker_is_high() -> None:
    """R101."""
    assert captures_of(TWO_ON_A_ROW.replace("1 1 . 21", "1 1222 . 21")) == {"a1xc1-e1"}


def test_nothing_behind_the_target_no_capture() -> None:
    """R101: a collapsed cell is no landing."""
    assert captures_of(TWO_ON_A_ROW.replace("21 . .", "21 #1 .")) == set()


def test_own_stacks_can_be_captured() -> None:
    """R101."""
    assert captures_of(TWO_ON_A_ROW.replace("1 1 . 21", "1 1 . 12")) == {"a1xc1-d1", "a1xc1-e1"}


def test_the_top_ring_of_the_target_goes_to_the_bottom_of_the_attacker() -> None:
    """R102."""
    after = play(position(TWO_ON_A_ROW), "a1xc1-d1")
    assert stacks(after) == {"d1": (1, 2), "c1": (1,), "f1": (2,)}
    assert markers(after) == {"a1": 1}


def test_an_emptied_target_disappears() -> None:
    """R102."""
    after = play(position(TWO_ON_A_ROW.replace("1 1 . 21", "1 1 . 2 ")), "a1xc1-e1")
    assert stacks(after) == {"e1": (1, 2), "f1": (2,)}


def test_markers_on_both_ways_are_passed_and_the_landing_marker_costs_a_ring() -> None:
    """R102, R092."""
    state = position(TWO_ON_A_ROW.replace("1 . 21 . .", "11 *2 21 *1 *2"))
    after = play(state, "a1xc1-e1")
    assert markers(after) == {"a1": 1, "b1": 1}
    assert collapsed(after) == {"d1": 1}
    assert stacks(after)["e1"] == (1, 2)
    assert after.seat(1).eliminated == 1


def test_a_chain_must_go_on_while_a_capture_is_left() -> None:
    """R103."""
    state = play(position(TWO_ON_A_ROW), "a1xc1-d1")
    assert state.phase is Phase.CHAIN_CAPTURE
    assert offered(state) == {">d1xf1-g1", ">d1xf1-h1", ">d1xc1-b1", ">d1xc1-a1"}
    assert [move.to for move in current_chain(state)] == [(3, 0)]
    ended = play(state, ">d1xc1-a1")  # the landing on a marker costs the cap, and with it the stack
    assert ended.phase is Phase.LINE_PROCESSING
    assert current_chain(ended) == ()


def test_a_chain_may_turn_back_over_the_same_target() -> None:
    """R103."""
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
        1 11 . 2121 . . . . .
        """
    )
    state = play(state, "a1xc1-f1", ">f1xc1-b1")
    assert stacks(state) == {"b1": (1, 1, 2, 1), "c1": (2, 1)}
    assert [move.to for move in current_chain(state)] == [(5, 0), (1, 0)]
    assert state.phase is Phase.CHAIN_CAPTURE


def test_an_imported_chain_knows_only_the_part_that_was_seen() -> None:
    state = position(
        """
        phase: chain_capture  capture-from: a1  acted: yes  took-action: yes
        8 . . . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 1 2 . 2 . 2 . .
        """
    )
    assert current_chain(state) == ()
    assert len(current_chain(play(state, ">a1xb1-c1"))) == 1


def test_the_moves_before_a_chain_do_not_belong_to_it() -> None:
    state = play(position(TWO_ON_A_ROW), "a1xc1-d1")
    opened = state.history[-1]
    imported = dataclasses.replace(state, history=History([SkipPlacement(1)]))
    assert current_chain(imported) == ()
    assert current_chain(
        dataclasses.replace(state, history=History([SkipPlacement(1), opened]))
    ) == (opened,)


def test_all_chains_of_a_stack_are_found() -> None:
    """R103: and cut off at a bound; a visited set leaves the returns out."""
    state = position(TWO_ON_A_ROW)
    found = chains_from(state, (0, 0))
    assert found.complete
    played = {tuple(capture.to for capture in chain) for chain in found.chains}
    assert {((3, 0), (0, 0)), ((3, 0), (7, 0), (1, 0))} <= played
    assert all(chain[0].type == "overtaking_capture" for chain in found.chains)
    cut = chains_from(state, (0, 0), limit=1)
    assert not cut.complete
    assert cut.chains == found.chains[:1]
    once = chains_from(state, (0, 0), visit_once=True)
    assert set(once.chains) <= set(found.chains) | {chain[:1] for chain in found.chains}
    assert chains_from(state, (7, 7)).chains == ()


def test_a_chain_under_way_is_searched_from_where_it_stands() -> None:
    """R103."""
    state = play(position(TWO_ON_A_ROW), "a1xc1-d1")
    found = chains_from(state, (3, 0))
    assert {chain[0].type for chain in found.chains} == {"continue_capture_segment"}
    ends = {chain[0] for chain in found.chains}
    assert len(ends) == len(offered(state))


def test_visiting_once_leaves_out_the_way_back() -> None:
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
        1 11 . 2121 . . . . .
        """
    )
    every = chains_from(state, (0, 0))
    once = chains_from(state, (0, 0), visit_once=True)
    assert len(once.chains) < len(every.chains)
    for chain in once.chains:
        landings = [capture.to for capture in chain]
        assert len({(0, 0), *landings}) == len(landings) + 1


def test_any_seat_can_be_asked_for_its_captures() -> None:
    """R101."""
    assert {move.target for move in seat_captures(position(TWO_ON_A_ROW), 2)} == {(5, 0), (2, 0)}
