"""Many games at once over NumPy arrays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event
from typing import Any, cast

import numpy as np
import pytest

from ringrift.conformance.positions import random_position
from ringrift.kernel import Batch, Position, choice_count, choices_of
from ringrift.rules import IllegalMoveError, InvalidMoveError, InvalidStateError, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.setup import Setup


def _generators(count: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_a_batch_plays_what_single_positions_play(board: BoardName) -> None:
    batch = Batch.of_new_games(6, board, 3, threads=2)
    positions = [Position.from_state(new_game(board, 3)) for _ in range(6)]
    generators = _generators(6)
    for _ in range(60):
        masks = batch.masks()
        choices = batch.random_choices(generators)
        for number, position in enumerate(positions):
            columns = {choices_of(board, action)[0] for action in position.actions()}
            assert set(np.flatnonzero(masks[number]).tolist()) == columns
            if choices[number] >= 0:
                position.apply(position.decode(int(choices[number])))
        batch.step(choices)
        for number, position in enumerate(positions):
            assert batch.state(number) == position.to_state()


def test_games_are_played_to_their_ends() -> None:
    batch = Batch.of_new_games(40, "square8", players=2, threads=2)
    generators = _generators(40)
    while not batch.status()[:, 2].all():
        batch.apply_bookkeeping()
        batch.step(batch.random_choices(generators))
    status = batch.status()
    for number in range(40):
        outcome = batch.state(number).outcome
        assert outcome is not None
        assert outcome.winner == status[number, 2]


def test_applying_bookkeeping_leaves_only_choices() -> None:
    batch = Batch.of_new_games(8, "hex8", players=2)
    generators = _generators(8)
    for _ in range(40):
        batch.apply_bookkeeping()
        for number in range(8):
            assert Position.from_state(batch.state(number)).bookkeeping() is None
        batch.step(batch.random_choices(generators))


@pytest.mark.parametrize("board", ["square8", "hex8"])
def test_a_sample_from_the_mask_is_always_legal(board: BoardName) -> None:
    """Also where recovery slides share their marker step."""
    rng, numbers = Random(5), np.random.default_rng(5)
    batch = Batch([random_position(Setup(board, 2), rng, "recovery") for _ in range(200)])
    settled = 0
    for _ in range(60):
        batch.apply_bookkeeping()
        masks = batch.masks()
        settled += sum(batch.has_step_to_settle(game) for game in range(200))
        scores = numbers.random(masks.shape) * masks
        choices = np.where(masks.any(axis=1), scores.argmax(axis=1), -1)
        batch.step(choices)
    assert settled > 100


@pytest.mark.parametrize("board", ["square8", "hex8", "square19"])
def test_every_legal_move_can_be_reached_through_the_masks(board: BoardName) -> None:
    rng = Random(6)
    for _ in range(20):
        state = random_position(Setup(board, 3), rng, "recovery")
        position = Position.from_state(state)
        if position.bookkeeping() is not None:
            continue
        offered = set(position.actions())
        reached = {action for action in offered if len(choices_of(board, action)) == 1}
        batch = Batch([state])
        for choice in np.flatnonzero(batch.masks()[0]).tolist():
            slides = [a for a in offered - reached if choices_of(board, a)[0] == choice]
            if not slides:
                continue
            batch.replace(0, state)
            batch.step(np.array([choice]))
            if len(slides) > 1:
                settlements = set(np.flatnonzero(batch.masks()[0]).tolist())
                assert settlements == {choices_of(board, action)[-1] for action in slides}
                batch.step(np.array([min(settlements)]))
            reached |= set(slides)
            assert not batch.has_step_to_settle(0)
            assert batch.state(0) != state
        assert reached == offered


def test_one_illegal_action_stops_the_whole_step() -> None:
    batch = Batch.of_new_games(3, "square8", players=2)
    before = [batch.state(number) for number in range(3)]
    with pytest.raises(IllegalMoveError, match="game 1"):
        batch.step(np.array([0, 192, 0]))
    assert [batch.state(number) for number in range(3)] == before
    batch.step(np.array([0, -1, 5]))
    assert batch.state(1) == before[1]


def test_observations_show_the_view_of_the_seat_to_move() -> None:
    state = new_game("square8", 2)
    position = Position.from_state(state)
    for move in position.playout_moves(4)[:40]:
        position.apply(move)
    state = position.to_state()
    planes = Batch([state]).observations()[0][0]
    grid, own, other = state.board.grid, state.player, 3 - state.player
    for cell in grid.cells:
        x, y = grid.positions[cell]
        assert planes[0, y, x] == (state.board.controlled[own] >> cell & 1)
        assert planes[1, y, x] == (state.board.controlled[other] >> cell & 1)
        assert planes[4, y, x] == (state.board.markers[own] >> cell & 1)
        assert planes[9, y, x] == (state.board.collapsed[other] >> cell & 1)
        assert planes[16, y, x] == pytest.approx(len(state.board.rings[cell]) / 8)
        assert planes[22, y, x] == 1


def test_arrays_are_written_in_place() -> None:
    batch = Batch.of_new_games(2, "hex8", players=2)
    assert batch.masks().base is batch.masks().base
    assert batch.observations()[0] is batch.observations()[0]
    assert batch.masks().shape == (2, choice_count("hex8"))


def test_a_finished_game_can_be_replaced() -> None:
    batch = Batch.of_new_games(2, "square8", players=2)
    batch.step(np.array([3, 3]))
    batch.replace(1, new_game("square8", 2))
    assert batch.state(1) == new_game("square8", 2)
    with pytest.raises(InvalidStateError):
        batch.replace(0, new_game("hex8", 2))
    with pytest.raises(IndexError):
        batch.replace(2, new_game("square8", 2))


@pytest.mark.parametrize("wrong", [np.zeros(3, np.int64), np.zeros((2, 2), np.int64)])
def test_arrays_of_another_shape_are_refused(
    wrong: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> None:
    with pytest.raises((TypeError, ValueError)):
        Batch.of_new_games(2, "square8", players=2).step(wrong)


def test_games_on_different_boards_are_refused() -> None:
    with pytest.raises(InvalidStateError):
        Batch([new_game("square8", 2), new_game("hex8", 2)])


def test_a_batch_may_be_shared_by_threads() -> None:
    batch = Batch.of_new_games(30, "square8", players=2)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: (batch.apply_bookkeeping(), batch.masks().sum()), range(40)))
    assert batch.state(0) == new_game("square8", 2)


@pytest.mark.parametrize("kind", [np.float64, np.uint64, np.bool_, np.complex128, np.str_, object])
def test_arrays_that_may_lose_actions_are_refused(kind: type) -> None:
    batch = Batch.of_new_games(2, "square8", players=2)
    with pytest.raises(InvalidMoveError, match="int64"):
        batch.step(cast("Any", np.array([0, 0]).astype(kind)))
    assert batch.state(0) == new_game("square8", 2)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint32])
def test_arrays_of_smaller_integers_are_played(kind: type) -> None:
    batch = Batch.of_new_games(2, "square8", players=2)
    batch.step(np.array([3, 3]).astype(kind))
    assert batch.state(0) != new_game("square8", 2)


def test_an_object_that_is_no_state_is_refused() -> None:
    batch = Batch.of_new_games(1, "square8", players=2)
    for wrong in (None, "square8", new_game("square8", 2).replace(board=None)):
        with pytest.raises(InvalidStateError):
            Batch([cast("Any", wrong)])
        with pytest.raises(InvalidStateError):
            batch.replace(0, cast("Any", wrong))


@pytest.mark.parametrize("threads", [0, -1, 2**70])
def test_an_invalid_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match="1 to 1024"):
        Batch.of_new_games(1, "square8", players=2, threads=threads)


def test_actions_may_be_overwritten_while_they_are_played() -> None:
    """A step plays what was found legal or refuses it, whatever another thread writes meanwhile."""
    batch = Batch.of_new_games(2000, "square8", players=2)
    actions = np.zeros(2000, np.int64)
    done = Event()

    def scribble() -> None:
        while not done.is_set():
            actions[:] = 10**9
            actions[:] = -1
            actions[:] = 0

    with ThreadPoolExecutor(1) as pool:
        scribbling = pool.submit(scribble)
        try:
            for _ in range(300):
                try:
                    batch.step(actions)
                except IllegalMoveError:
                    continue
        finally:
            done.set()
        scribbling.result()
    for game in range(0, 2000, 40):
        assert Position.from_state(batch.state(game)).is_consistent()
