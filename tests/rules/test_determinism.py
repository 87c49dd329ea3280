"""R190: equal states and equal moves give equal states, in this process and in any other."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_random_game, play_randomly, prefer_rare_moves
from ringrift.rules import apply, bookkeeping, decision, legal_moves, state_hash
from ringrift.rules.setup import Setup
from ringrift.rules.wire import dump_state, load_state

setups = st.sampled_from(SETUPS)
seeds = st.integers(0, 2**32)

PLAY_A_GAME = """
from random import Random
from ringrift.conformance.random_play import play_random_game
from ringrift.rules.setup import Setup
from ringrift.rules import state_hash
for setup in (Setup("square8", 3, "standard"), Setup("hex8", 2, "classic")):
    for step in play_random_game(setup, Random(11), 10_000):
        print(step.move.type, state_hash(step.after))
"""


@settings(max_examples=60, deadline=None)
@given(setup=setups, seed=seeds)
def test_a_loaded_copy_of_a_state_goes_the_same_way(setup: Setup, seed: int) -> None:
    """R190: whether a state was played to or loaded, it offers the same and leads to the same."""
    start = random_position(setup, Random(seed))
    for step in play_randomly(start, Random(seed), 15, prefer_rare_moves):
        copy = load_state(dump_state(step.before))
        assert copy == step.before
        assert legal_moves(copy) == legal_moves(step.before)
        assert bookkeeping(copy) == bookkeeping(step.before)
        assert decision(copy) == decision(step.before)
        assert state_hash(apply(copy, step.move)) == state_hash(step.after)


@settings(max_examples=60, deadline=None)
@given(setup=setups, seed=seeds)
def test_asking_changes_nothing(setup: Setup, seed: int) -> None:
    """R190: a state stays the same value when its moves are listed and played."""
    state = random_position(setup, Random(seed))
    before = pickle.dumps(dump_state(state))
    for move in legal_moves(state)[:10]:
        first, second = apply(state, move), apply(state, move)
        assert first == second
        assert state_hash(first) == state_hash(second)
    assert pickle.dumps(dump_state(state)) == before


def test_another_process_with_another_hash_seed_plays_the_same_game() -> None:
    """R190: no set or dictionary order leaks into a list of moves."""
    heard = [
        subprocess.run(
            [sys.executable, "-c", PLAY_A_GAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert heard[0] == heard[1]
    assert heard[0].count("\n") > 100


def test_equal_dice_play_equal_games() -> None:
    """R190."""
    setup = Setup("hex8", 4, "standard")
    games = [[step.move for step in play_random_game(setup, Random(3), 10_000)] for _ in range(2)]
    assert games[0] == games[1]
