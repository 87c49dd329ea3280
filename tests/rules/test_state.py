"""States are immutable values, equal when the rules see no difference, and cheap to derive."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable

import pytest

from ringrift.rules import (
    MOVE_TYPES,
    History,
    PlaceRing,
    SkipPlacement,
    State,
    UnknownSeatError,
    apply,
    has_any_ring,
    has_real_action,
    has_turn_material,
    in_rotation,
    is_blocked,
    is_recovery_eligible,
    legal_moves,
    new_game,
    owes_forced_elimination,
    seat_captures,
    seat_moves,
    seat_placements,
)
from tests.rules.playing import play


def test_a_state_cannot_be_changed() -> None:
    state = new_game("square8", 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.player = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.board.markers = ()  # type: ignore[misc]


def test_what_all_states_share_cannot_be_changed_either() -> None:
    state = new_game("square8", 2)
    for table in (state.edition.rings_each, state.board.grid.cell_of, MOVE_TYPES):
        with pytest.raises(TypeError):
            table["square8"] = 1  # type: ignore[index]


def test_a_move_adds_to_the_history_without_copying_it() -> None:
    """R076: the cost of a move does not grow with the length of the game."""
    state = dataclasses.replace(new_game("square8", 2), history=History([SkipPlacement(1)] * 1000))
    after = apply(state, PlaceRing(1, (3, 3), 1))
    assert after.history._before is state.history
    assert len(after.history) == 1001


def test_a_seat_that_does_not_play_is_named() -> None:
    """R070."""
    state = new_game("square8", 2)
    questions: list[Callable[[State, int], object]] = [
        seat_placements, seat_moves, seat_captures, has_real_action, has_any_ring,
        has_turn_material, in_rotation,
        is_blocked, owes_forced_elimination, is_recovery_eligible, State.seat,
    ]  # fmt: skip
    for ask in questions:
        for seat in (0, 3, -1):
            with pytest.raises(UnknownSeatError, match="Choose a seat from 1 to 2"):
                ask(state, seat)


def test_applying_a_move_leaves_the_state_before_it_alone() -> None:
    """R190."""
    state = new_game("square8", 2)
    twin = new_game("square8", 2)
    apply(state, legal_moves(state)[0])
    assert state == twin


def test_states_are_equal_however_they_came_about() -> None:
    """R190: the history does not matter."""
    one = play(new_game("square8", 2), "@d4", "d4-d5", "-", "-")
    two = dataclasses.replace(one, history=History())
    assert one == two
    assert hash(one) == hash(two)


def test_a_history_keeps_every_move_in_order() -> None:
    """R076."""
    moves = [PlaceRing(1, (0, 0), 1), SkipPlacement(2), SkipPlacement(1)]
    history = History()
    for move in moves:
        history = history.then(move)
    assert list(history) == moves
    assert list(reversed(history)) == moves[::-1]
    assert (len(history), history[0], history[-1], history[1:]) == (
        3,
        moves[0],
        moves[2],
        tuple(moves[1:]),
    )
    assert history.last() == moves[-1]
    assert history == History(moves)
    assert hash(history) == hash(History(moves))
    assert history != moves
    assert pickle.loads(pickle.dumps(history)) == history  # noqa: S301 (our own bytes)
    assert repr(history) == "<History of 3 moves>"


def test_an_empty_history_has_no_last_move() -> None:
    assert History().last() is None
    assert list(History()) == []
    assert not History()


def test_a_very_long_history_is_let_go_without_trouble() -> None:
    history = History(SkipPlacement(1) for _ in range(200_000))
    assert len(history.then(SkipPlacement(2))) == 200_001
    del history
