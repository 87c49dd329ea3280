"""One generator: offers, legality, reasons and decisions agree in every state of a random game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly
from ringrift.rules import (
    BOARD_NAMES,
    EDITION_NAMES,
    Move,
    RecoverySlide,
    State,
    apply,
    bookkeeping,
    decision,
    is_legal,
    legal_moves,
    new_game,
    why_illegal,
)
from ringrift.rules.errors import RingRiftError
from ringrift.rules.legal import has_legal_move, legal_move_types
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.setup import Setup
from tests.rules.costly_positions import state_with_slides


def offers(state: State) -> set[Move]:
    due = bookkeeping(state)
    return {*legal_moves(state), *([due] if due else [])}


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_move_is_legal_exactly_when_it_is_offered(board: str, edition: str, players: int) -> None:
    """R074: also moves of other states of the same game are judged as the offer says."""
    rng = random.Random(f"{board} {edition} {players}")
    state = new_game(board, players, edition)
    seen: list[Move] = []
    for _ in range(150):
        offered = offers(state)
        asked = decision(state)
        assert asked is not None
        assert set(asked.moves) == offered
        sample = rng.sample(sorted(offered, key=repr), min(10, len(offered)))
        for move in (*sample, *rng.sample(seen, min(15, len(seen)))):
            assert is_legal(state, move) == (move in offered)
            assert (why_illegal(state, move) is None) == (move in offered)
        seen += sample
        state = apply(state, rng.choice(sorted(offered, key=repr)))
        if state.outcome is not None:
            break


def test_no_move_is_offered_twice() -> None:
    """R074."""
    rng = random.Random(7)
    for players in (2, 3, 4):
        state = new_game("hex8", players)
        while state.outcome is None:
            moves = legal_moves(state)
            assert len(set(moves)) == len(moves)
            state = apply(state, rng.choice(moves) if moves else next(iter(offers(state))))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_whether_a_move_exists_is_known_without_the_list(setup: Setup, seed: int) -> None:
    """R075: bookkeeping is due exactly when the list is empty."""
    rng = random.Random(seed)
    start = random_position(setup, rng)
    for state in (start, *(step.after for step in play_randomly(start, rng, 6))):
        unlisted = replace(state)
        assert has_legal_move(unlisted) is (legal_moves(state) != ())


def fresh(state: State) -> State:
    """Return an equal state that has not listed its moves."""
    return load_position(dump_position(state))


@given(st.integers(0, 2**32 - 1), st.sampled_from(SETUPS))
@settings(max_examples=100, deadline=None)
def test_legality_is_judged_without_listing_the_moves(seed: int, setup: Setup) -> None:
    """Moves of another position of the same setup are judged too, and the types of all moves."""
    rng = random.Random(seed)
    state, other = random_position(setup, rng), random_position(setup, rng)
    offered = offers(state)
    elsewhere = [replace(move, player=state.player) for move in legal_moves(other)]
    for move in (*rng.sample(sorted(offered, key=repr), min(20, len(offered))), *elsewhere[:20]):
        assert is_legal(fresh(state), move) == (move in offered)
    assert legal_move_types(fresh(state)) == {move.type for move in legal_moves(state)}
    assert has_legal_move(fresh(state)) == bool(legal_moves(state))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("~m14-m13", "LANDING_BLOCKED"),
        ("~m1-n1^m1", "NOT_YOUR_MARKER"),
        ("~i16-i17^m1", "LINE_SLIDE_EXISTS"),
        ("~i16-i17", "AMBIGUOUS"),
        ("m12-m13", "NOT_YOUR_STACK"),
        ("@m12", "WRONG_PHASE"),
        ("#m12", "WRONG_PHASE"),
        ("=m12..p12", "WRONG_PHASE"),
        ("swap", "SWAP_UNAVAILABLE"),
        ("-", "ACTION_AVAILABLE"),
    ],
)
def test_a_refusal_lists_none_of_a_hundred_thousand_slides(text: str, code: str) -> None:
    """R110: a server answers it on its event loop."""
    state = state_with_slides()
    with pytest.raises(RingRiftError) as refused:
        apply(state, parse_move(state, text))
    assert refused.value.code == code
    assert state._legal_moves is None


def test_a_slide_and_a_skip_are_played_without_listing_the_others() -> None:
    state = state_with_slides()
    slide = next(move for move in legal_moves(state_with_slides()))
    for text in (format_move(state, slide), "skip"):
        apply(state, parse_move(state, text))
    assert state._legal_moves is None


def test_a_slide_beyond_the_board_is_illegal() -> None:
    state = state_with_slides()
    slide = RecoverySlide(1, (99, 0, -99), (99, 1, -100), "fallback", (0, 0, 0))
    reason = why_illegal(state, slide)
    assert reason is not None
    assert reason.code == "OUT_OF_BOUNDS"
