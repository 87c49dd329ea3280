"""Many games at once: masks, rewards, restarts and arrays without copies."""

from __future__ import annotations

import numpy as np
import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.kernel import Position, decode_observation
from ringrift.learning import VectorEnv
from ringrift.rules import IllegalMoveError, InvalidMoveError, new_game
from ringrift.rules.setup import Setup


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_samples_of_the_mask_are_legal_on_every_setup(setup: Setup) -> None:
    env = VectorEnv(board=setup.board, players=setup.players, edition=setup.edition, games=16)
    numbers = np.random.default_rng(1)
    for _ in range(40):
        mask = env.action_mask()
        assert mask.any(axis=1).all()
        env.step((numbers.random(mask.shape) * mask).argmax(axis=1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_follow_the_final_ranking(players: int) -> None:
    env = VectorEnv(board="square8", players=players, games=32, threads=2, seed=3)
    ended = 0
    while ended < 64:
        step = env.step(env.sample())
        for game in np.flatnonzero(step.terminated).tolist():
            ranks, rewards = step.info["rank"][game], step.reward[game]
            assert rewards[ranks.argmin()] == 1
            assert rewards.sum() == pytest.approx(0, abs=1e-6)
            assert (np.argsort(ranks) == np.argsort(-rewards)).all()
            assert step.info["length"][game] > 10
            ended += 1
        going = ~step.terminated
        assert not step.reward[going].any()
        assert not step.info["rank"][going].any()


def test_a_game_that_ends_restarts_in_the_same_step() -> None:
    env = VectorEnv(board="hex8", players=2, games=8, seed=4)
    step = env.reset()
    while not step.terminated.any():
        step = env.step(env.sample())
    game = int(step.terminated.argmax())
    assert env.state(game) == new_game("hex8", 2)
    assert step.info["seat"][game] == 1
    planes, scalars = step.observation["planes"], step.observation["scalars"]
    assert decode_observation("hex8", planes[game], scalars[game]) == new_game("hex8", 2)


def test_the_environment_leaves_only_choices() -> None:
    env = VectorEnv(board="square8", players=3, games=8, seed=5)
    for _ in range(60):
        env.step(env.sample())
        for game in range(8):
            assert Position.from_state(env.state(game)).bookkeeping() is None


def test_the_same_seed_gives_the_same_games() -> None:
    def play(threads: int) -> list[int]:
        env = VectorEnv(board="square8", players=2, games=8, threads=threads, seed=7)
        return [int(action) for _ in range(50) for action in env.step(env.sample()).info["seat"]]

    assert play(1) == play(2)
    first = VectorEnv(board="square8", players=2, games=8, seed=7)
    before = first.sample().tolist()
    first.reset(seed=7)
    assert first.sample().tolist() == before
    first.reset(seed=8)
    assert first.sample().tolist() != before


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv(board="square8", players=2, games=2)
    with pytest.raises(IllegalMoveError, match="game 1"):
        env.step(np.array([0, 3_000]))
    assert env.state(0) == new_game("square8", 2)
    with pytest.raises(InvalidMoveError, match="int64"):
        env.step(np.zeros(2))
    with pytest.raises(ValueError, match="shape"):
        env.step(np.zeros(3, np.int64))


def test_arrays_are_shared_and_exported_without_a_copy() -> None:
    env = VectorEnv(board="square8", players=2, games=4)
    step = env.reset()
    planes = step.observation["planes"]
    imported = np.from_dlpack(planes)
    env.step(env.sample())
    assert imported.ctypes.data == planes.ctypes.data
    assert env.action_mask().base is env.action_mask().base


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_an_impossible_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(ValueError, match="games"):
        VectorEnv(board="square8", players=2, games=games)
