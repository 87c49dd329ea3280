"""Invariant checks at run time are a setting: raise, log and count, or off."""

from __future__ import annotations

import dataclasses
import logging
from typing import Any, cast

import pytest

from ringrift.rules import (
    InvalidSetupError,
    InvariantChecks,
    InvariantError,
    PlaceRing,
    SeatState,
    State,
    find_violations,
    legal_moves,
    new_game,
)
from ringrift.rules.invariants import find_transition_violations
from tests.rules.playing import play, position
from tests.rules.test_capture import TWO_ON_A_ROW
from tests.rules.test_victory import QUIET

MOVE = PlaceRing(1, (3, 3), 1)


def broken() -> State:
    """A state with a ring too many."""
    state = new_game("square8", 2)
    return dataclasses.replace(state, seats=(SeatState(hand=19), SeatState(hand=18)))


def rules_broken(state: State) -> set[str]:
    return {violation.rule for violation in find_violations(state)}


def test_raising_checks_stop_at_a_broken_invariant() -> None:
    with pytest.raises(InvariantError, match="37 rings instead of 36") as stopped:
        InvariantChecks("raise").apply(broken(), MOVE)
    assert [violation.rule for violation in stopped.value.violations] == ["R020"]


def test_logging_checks_count_and_continue(caplog: pytest.LogCaptureFixture) -> None:
    checks = InvariantChecks("log")
    with caplog.at_level(logging.ERROR):
        checks.apply(broken(), MOVE)
    assert checks.counts == {"R020": 1}
    assert "37 rings" in caplog.text


def test_checks_that_are_off_count_nothing() -> None:
    checks = InvariantChecks("off")
    checks.apply(broken(), MOVE)
    assert not checks.counts


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidSetupError, match="Choose one of raise, log, off"):
        InvariantChecks(cast(Any, "rais"))


def test_a_sound_game_passes_the_checks() -> None:
    """R191."""
    state = new_game("square8", 2)
    after = InvariantChecks().apply(state, MOVE)
    assert not find_violations(after)


def test_every_broken_invariant_is_named() -> None:
    """R021, R022, R023, R191, R203."""
    state = position(TWO_ON_A_ROW)
    board = state.board
    one = 1 << board.grid.cells[0]
    two_things = dataclasses.replace(board, markers=(0, one, 0))
    assert "R021" in rules_broken(dataclasses.replace(state, board=two_things))
    outside = dataclasses.replace(board, markers=(0, 1 << 8, 0))
    assert "R001" in rules_broken(dataclasses.replace(state, board=outside))
    nobody = dataclasses.replace(board, controlled=(0, 0, 0))
    assert "R022" in rules_broken(dataclasses.replace(state, board=nobody))
    tower = dataclasses.replace(board, rings=((1,) * 9, *board.rings[1:]))
    assert "R023" in rules_broken(dataclasses.replace(state, board=tower))
    rich = dataclasses.replace(state, seats=(SeatState(0, eliminated=999), SeatState(0)))
    assert "R191" in rules_broken(rich)
    finished = play(position("eliminated: 18 0  hand: 0 16\n" + QUIET), "-")
    assert "R203" in rules_broken(dataclasses.replace(finished, outcome=None))


def test_a_game_that_is_over_and_goes_on_is_a_violation() -> None:
    """R203."""
    finished = play(position("eliminated: 18 0  hand: 0 16\n" + QUIET), "-")
    state = position(TWO_ON_A_ROW)
    assert rules_broken(dataclasses.replace(state, outcome=finished.outcome)) == {"R203"}


def test_a_monotone_sum_that_does_not_rise_is_a_violation() -> None:
    """R191."""
    state = position(TWO_ON_A_ROW)
    move = legal_moves(state)[0]
    assert find_transition_violations(state, move, state)
