"""PettingZoo's own conformance tests, and what they do not cover."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ringrift import learning
from ringrift.conformance.positions import SETUPS
from ringrift.kernel import decode_observation
from ringrift.rules.setup import Setup


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_pettingzoo_accepts_the_environment(setup: Setup) -> None:
    with warnings.catch_warnings():
        # It prefers a Box to a Dict with a mask, which its own board games use, too.
        warnings.simplefilter("ignore")
        api_test(make(setup), num_cycles=30)
        seed_test(lambda: make(setup), num_cycles=5)


def make(setup: Setup) -> Any:
    return learning.env(board=setup.board, players=setup.players, edition=setup.edition)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_to_its_end(players: int) -> None:
    env = learning.env(board="square8", players=players)
    env.reset(seed=1)
    numbers = np.random.default_rng(players)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        assert not truncated
        if terminated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(numbers.choice(legal)))
    assert sum(totals.values()) == pytest.approx(0)
    assert max(totals.values()) == 1
    assert env.agents == []


def test_every_agent_sees_the_position_from_its_own_seat() -> None:
    env = learning.env(board="hex8", players=3)
    env.reset()
    for _ in range(20):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    for agent in env.agents:
        seen = env.observe(agent)
        state = decode_observation("hex8", seen["observation"], seen["scalars"])
        assert state == env.state_of_game
        assert seen["action_mask"].any() == (agent == env.agent_selection)


def test_a_position_is_rendered_as_text() -> None:
    env = learning.env(board="square8", players=2, render_mode="ansi")
    env.reset()
    assert "square8" in (env.render() or "")
    with pytest.raises(ValueError, match="render_mode"):
        learning.env(board="square8", render_mode="human")
