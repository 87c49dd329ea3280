"""Positions in the kernel: conversion, undo, copies, and refusals."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.kernel import Position
from ringrift.kernel import state_fields as field
from ringrift.rules import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidStateError,
    MoveStack,
    NoLineAction,
    PlaceRing,
    State,
    SwapSides,
    apply,
    new_game,
    why_illegal,
)
from ringrift.rules.editions import edition_named
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.state import Phase, Rounds, SeatState, Turn


def _middle(board: str, players: int, seed: int, plies: int = 60) -> tuple[State, Position]:
    """A state of a random game, and its position."""
    position = Position.from_state(new_game(board, players))
    state = position.to_state()
    for move in position.playout_moves(seed)[:plies]:
        position.apply(move)
        state = apply(state, move)
    return state, position


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_a_state_survives_the_round_trip(board: str) -> None:
    state, position = _middle(board, 3, 1)
    assert Position.from_state(state).to_state() == state
    assert position.to_state().history == state.history


def test_moves_are_undone_one_by_one() -> None:
    position = Position.from_state(new_game("hex8", 2))
    seen = [(position.hash, position.to_state())]
    for move in position.playout_moves(3):
        position.apply(move)
        seen.append((position.hash, position.to_state()))
    for before, state in reversed(seen[:-1]):
        position.undo()
        assert position.hash == before
        assert position.to_state() == state
    with pytest.raises(IndexError):
        position.undo()


def test_an_illegal_move_is_refused_with_the_reason_of_the_reference_engine() -> None:
    state = new_game("square8", 2)
    position = Position.from_state(state)
    for move in (
        PlaceRing(2, (0, 0), 1),
        PlaceRing(1, (0, 0), 4),
        PlaceRing(1, (0, 0), -1),
        PlaceRing(1, (0, 0), 10**30),
        PlaceRing(1, (8, 0), 1),
        MoveStack(1, (0, 0), (0, 1)),
        NoLineAction(1),
        SwapSides(1),
    ):
        before = position.hash
        with pytest.raises(IllegalMoveError) as refused:
            position.apply(move)
        assert refused.value.refusal == why_illegal(state, move)
        assert position.hash == before


def test_an_object_that_is_no_move_is_refused() -> None:
    with pytest.raises(InvalidMoveError):
        Position.from_state(new_game("square8", 2)).apply(cast("Any", "place_ring"))


def test_a_copy_is_independent() -> None:
    _, position = _middle("square8", 2, 5)
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        assert other.hash == position.hash
        other.undo()
        assert other.hash != position.hash


def test_a_pickled_position_equals_the_original() -> None:
    state, position = _middle("square19", 4, 2)
    restored = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own bytes
    assert restored.to_state() == state
    assert restored.hash == position.hash
    assert restored.to_state().history == state.history


@pytest.mark.parametrize(
    "broken",
    [
        cast("Any", None),
        cast("Any", {"board": "square8"}),
        new_game("square8", 2).replace(player=3),
        new_game("square8", 2).replace(player="1"),
        new_game("square8", 2).replace(turn_number=2**60),
        new_game("square8", 2).replace(turn_number=0),
        new_game("square8", 2).replace(turn_number=1.5),
        new_game("square8", 2).replace(phase=Phase.CHAIN_CAPTURE),
        new_game("square8", 2).replace(phase=Phase.CHAIN_CAPTURE, turn=Turn(capture_from=0)),
        new_game("square8", 2).replace(phase=Phase.MOVEMENT, turn=Turn(must_move_from=9999)),
        new_game("square8", 2).replace(phase=Phase.FORCED_ELIMINATION),
        new_game("square8", 2).replace(phase=Phase.LINE_PROCESSING, turn=Turn(pending="line")),
        new_game("square8", 2).replace(phase=Phase.GAME_OVER),
        new_game("square8", 2).replace(seats=(SeatState(18),)),
        new_game("square8", 2).replace(seats=(SeatState(10**30), SeatState(18))),
        new_game("square8", 2).replace(seats=(SeatState(-1), SeatState(37))),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, markers=(0, -1, 0))
        ),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, markers=(0, 1 << 8, 0))
        ),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, markers=(0, 1, 1))
        ),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, rings=((1,) * 30,))
        ),
        new_game("square8", 2).replace(board=replace(new_game("square8", 2).board, rings=((3,),))),
        new_game("square8", 2).replace(board=None),
        new_game("square8", 2).replace(rounds=Rounds(had_action=(2**70,))),
        new_game("square8", 2).replace(rounds=Rounds(had_action=(10**9,))),
        new_game("square8", 2).replace(rounds=Rounds(took_action=(0,))),
        new_game("square8", 2).replace(rounds=Rounds(took_action=(3,))),
        new_game("square8", 2).replace(
            edition=replace(edition_named("standard"), name=cast("Any", "golden"))
        ),
        new_game("square8", 2).replace(edition=replace(edition_named("standard"), recovery=False)),
        new_game("square8", 2).replace(board=replace(new_game("square8", 2).board, rings=())),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, controlled=(0, 0, 0, 0))
        ),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, collapsed=(0, 0, 0, 0))
        ),
        new_game("square8", 2).replace(
            board=replace(new_game("square8", 2).board, controlled=(0, 1, 0))
        ),
        new_game("square8", 2).replace(board=new_game("square8", 3).board),
    ],
)
def test_an_inconsistent_state_is_refused(broken: State) -> None:
    with pytest.raises(InvalidStateError):
        Position.from_state(broken)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), board=st.sampled_from(BOARD_NAMES), seed=st.integers(0, 2**64 - 1))
def test_arbitrary_numbers_do_not_harm_the_kernel(
    data: st.DataObject, board: str, seed: int
) -> None:
    """Fields changed at will are refused or make a game that ends."""
    from ringrift.kernel._native import Game

    position = Position.from_state(new_game(board, data.draw(st.integers(2, 4))))
    dice = random.Random(seed)
    for move in position.playout_moves(seed)[: dice.randrange(150)]:
        position.apply(move)
    fields = position._game.fields()
    for _ in range(dice.randrange(1, 4)):
        at = dice.choice([dice.randrange(42), dice.randrange(len(fields))])
        fields[at] = data.draw(st.integers(-2, 12) | st.integers(-(2**63), 2**63 - 1))
    try:
        game = Game(fields[field.BOARD], fields)
    except (TypeError, ValueError):
        return
    assert game.is_consistent()
    plies, _, winner, *_ = game.playout(seed)
    assert winner > 0 or plies == 0
    with pytest.raises(ValueError, match="not legal"):
        game.apply((data.draw(st.integers(19, 999)), 0, 0, 0, 0))


def test_threads_can_use_positions_concurrently() -> None:
    position = Position.from_state(new_game("hex8", 3))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: position.playout(seed % 4), range(32)))
    assert found == [position.playout(seed % 4) for seed in range(32)]


def test_a_negative_hand_is_out_of_range() -> None:
    with pytest.raises(InvalidStateError, match="is out of range"):
        Position.from_state(new_game("square8", 2).replace(seats=(SeatState(-1), SeatState(18))))


def test_a_stack_belongs_to_the_seat_of_its_top_ring() -> None:
    state = apply(new_game("square8", 2), PlaceRing(1, (0, 0), 2))
    swapped = (0, *reversed(state.board.controlled[1:]))
    with pytest.raises(InvalidStateError, match="top ring"):
        Position.from_state(state.replace(board=replace(state.board, controlled=swapped)))


def test_the_cache_of_stacks_is_bounded() -> None:
    from ringrift.kernel import state_codec

    for remembered in (state_codec._stack_code, state_codec._stack):
        assert remembered.cache_info().maxsize is not None


def test_threads_that_apply_and_undo_leave_a_consistent_position() -> None:
    start = new_game("square8", 2)
    position = Position.from_state(start)

    def play(seed: int) -> None:
        dice = random.Random(seed)
        for _ in range(150):
            try:
                if dice.random() < 0.4:
                    position.undo()
                else:
                    position.apply(position.decode(dice.choice(position.actions())))
            except (IllegalMoveError, InvalidMoveError, IndexError):
                continue  # another thread was faster
            state = position.to_state()
            assert Position.from_state(state).to_state() == state

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(play, range(4)))
    finally:
        sys.setswitchinterval(usual)
    state = start
    for move in position.to_state().history:
        state = apply(state, move)
    assert position.to_state() == state
    for _ in state.history:
        position.undo()
    assert position.to_state() == start
