"""The state hash: equal states, equal hashes, in every engine [R190]."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly
from ringrift.rules import History, apply, legal_moves, new_game, state_hash
from ringrift.rules.hashing import json_digest, legal_digest
from ringrift.rules.setup import Setup
from ringrift.rules.wire import dump_state_without_history, load_move, load_state
from tests.rules.wire_examples import EXAMPLE, rows


def test_a_digest_is_that_of_the_canonical_text() -> None:
    """First 16 hex digits of SHA-256 over `{"a":[1,null],"b":2}`."""
    assert json_digest({"b": 2, "a": [1, None]}) == "9730e6516a38d2d8"


def test_the_digest_of_the_first_offer_is_that_of_the_vectors() -> None:
    """R190: whatever order the moves come in."""
    offered = legal_moves(new_game("square8", 2))
    assert legal_digest(offered) == legal_digest(reversed(offered)) == "8152caf45fe3e3aa"


def test_the_hash_of_each_state_of_a_game_is_that_of_the_vectors() -> None:
    row = next(rows("games-square8.jsonl.gz"))
    state = load_state(row["initial"])
    for step in row["steps"]:
        state = apply(state, load_move(step["move"]))
        assert state_hash(state) == step["stateDigest"]
    assert state.outcome is not None


def test_history_does_not_matter() -> None:
    """Two ways to one state."""
    state = load_state(EXAMPLE)
    told = replace(state, history=History(legal_moves(state)[:3]))
    assert told == state
    assert state_hash(told) == state_hash(state)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_the_hash_is_the_digest_of_the_state_as_it_is_dumped(setup: Setup, seed: int) -> None:
    """R190: the text is put together from parts, and must be the one that wire.md describes."""
    rng = Random(seed)
    start = random_position(setup, rng)
    for state in (start, *(step.after for step in play_randomly(start, rng, 6))):
        assert state_hash(state) == json_digest(dump_state_without_history(state))


def test_new_games_differ_by_board_players_and_edition() -> None:
    games = [setup.new_game() for setup in SETUPS]
    assert len({state_hash(game) for game in games}) == len(SETUPS)
    assert state_hash(new_game("square8", 2)) != state_hash(new_game("square8", 2, swap=False))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_states_are_equal_if_and_only_if_their_hashes_are(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    start = random_position(setup, rng)
    states = [start, *(step.after for step in play_randomly(start, rng, 12))]
    for one in states:
        for other in states:
            assert (one == other) is (state_hash(one) == state_hash(other))
