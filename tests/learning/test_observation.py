"""Observations show the whole state, from the view of any seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.vectors import (
    GameVector,
    Json,
    PerftVector,
    Scenario,
    Vector,
    read_vectors,
)
from ringrift.kernel import Batch, Position, decode_observation, observation_shape
from ringrift.rules import new_game
from ringrift.rules.errors import InvalidStateError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import load_state
from tests.conformance.given import VECTORS

GAMES: Final = 3
POSITIONS: Final = 12


def decoded(state: State, view: int | None = None) -> State:
    planes, scalars = Batch([state]).observations(view)
    return decode_observation(state.board.grid.name, planes[0], scalars[0])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_state_can_be_decoded_in_random_games(setup: Setup) -> None:
    for seed in range(GAMES):
        position = Position.from_state(setup.new_game())
        for number, move in enumerate(position.playout_moves(seed)):
            if number % 7 == seed:
                assert decoded(position.to_state()) == position.to_state()
            position.apply(move)
        assert decoded(position.to_state()) == position.to_state()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_state_can_be_decoded_from_the_view_of_every_seat(setup: Setup) -> None:
    rng = Random(str(setup))
    for _ in range(POSITIONS):
        state = random_position(setup, rng)
        for view in range(1, setup.players + 1):
            assert decoded(state, view) == state


def states_of(vector: Vector) -> Iterator[Json]:
    match vector:
        case PerftVector(state=state) if state is not None:
            yield state
        case GameVector():
            yield from (vector.initial, *vector.checkpoints.values(), vector.final)
        case Scenario(script=script) if script is not None:
            yield vector.initial


def test_the_states_of_the_vectors_can_be_decoded() -> None:
    checked = 0
    for path in sorted(VECTORS.glob("*.jsonl*")):
        for vector in read_vectors(path):
            for json in states_of(vector):
                state = load_state(json)
                assert decoded(state) == state
                checked += 1
    assert checked > 1000


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_planes_are_those_of_the_seat_that_looks(board: Any, players: int) -> None:
    """Turning the seats of the observation gives the view of another seat."""
    state = random_position(Setup(board, players), Random(players), "melee")
    first, _ = Batch([state]).observations(1)
    first = first[0].copy()
    for view in range(2, players + 1):
        turned, _ = Batch([state]).observations(view)
        for group in range(0, 16, 4):
            for turn in range(players):
                seat = (view - 1 + turn) % players
                np.testing.assert_array_equal(turned[0, group + turn], first[group + seat])
        np.testing.assert_array_equal(turned[0, 16:], first[16:])


def test_an_opponent_close_to_winning_is_seen() -> None:
    state = new_game("square8", 2)
    before, after = state.seats
    close = state.replace(
        seats=(before, type(after)(hand=1, eliminated=17)),
    )
    _, calm = Batch([state]).observations()
    calm = calm.copy()
    _, tense = Batch([close]).observations()
    assert not np.array_equal(calm, tense)


def test_an_array_of_another_shape_is_refused() -> None:
    planes, scalars = (np.zeros(shape, np.float32) for shape in observation_shape("hex8"))
    with pytest.raises(InvalidStateError, match="square8"):
        decode_observation("square8", planes, scalars)


def test_arrays_that_show_no_state_are_refused() -> None:
    planes, scalars = (np.ones(shape, np.float32) for shape in observation_shape("hex8"))
    with pytest.raises(InvalidStateError, match="no observation"):
        decode_observation("hex8", planes, scalars)
