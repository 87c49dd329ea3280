"""OpenSpiel's own simulation tests on the registered game."""

from __future__ import annotations

import pyspiel
import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.learning import register_open_spiel
from ringrift.rules.setup import Setup

SMALL = [setup for setup in SETUPS if setup.board in ("square8", "hex8")]


@pytest.fixture(autouse=True)
def _registered() -> None:
    register_open_spiel()
    register_open_spiel()


def load(setup: Setup) -> pyspiel.Game:
    return pyspiel.load_game(
        "ringrift",
        {"board": setup.board, "players": setup.players, "edition": setup.edition},
    )


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_open_spiel_accepts_the_game(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_game_starts_on_every_setup(setup: Setup) -> None:
    game = load(setup)
    state = game.new_initial_state()
    assert game.num_players() == setup.players
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    assert not state.is_terminal()
    assert state.clone().legal_actions() == state.legal_actions()
    assert sum(state.returns()) == 0


def test_actions_have_the_notation_of_the_game() -> None:
    state = pyspiel.load_game("ringrift(board=square8,players=2)").new_initial_state()
    assert state.action_to_string(0, 0) == "@a1"
