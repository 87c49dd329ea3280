"""The shipped books: every entry is legal, fair in turns and unlike all others."""

from __future__ import annotations

import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.kernel.position import Position
from ringrift.rules import InvalidSetupError, state_hash
from ringrift.rules.grid import BIG_BOARDS
from ringrift.rules.moves import SwapSides
from ringrift.rules.setup import Setup
from ringrift.starts.book import (
    balanced_moves,
    balanced_state,
    default_start,
    first_state,
    format_entry,
    load_book,
    parse_start_name,
    replay_entry,
)
from ringrift.starts.symmetry import canonical_key, cell_symmetries

HEX8 = Setup("hex8", 2, "standard")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_book_has_enough_entries(setup: Setup) -> None:
    assert len(load_book(setup)) >= (16 if setup.board in BIG_BOARDS else 64)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_each_seat_has_made_the_same_number_of_turns(setup: Setup) -> None:
    for entry in load_book(setup):
        state = replay_entry(setup, entry)
        assert state.outcome is None
        assert state.player == 1
        assert not state.turn.acted
        turns = state.turn_number - 1
        assert turns > 0
        assert turns % setup.players == 0


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_no_entry_has_or_allows_a_swap(setup: Setup) -> None:
    for entry in load_book(setup):
        state = replay_entry(setup, entry)
        assert not state.swap_enabled
        assert not any(isinstance(move, SwapSides) for move in state.history)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_kernel_reaches_the_same_state(setup: Setup) -> None:
    for entry in load_book(setup):
        state = replay_entry(setup, entry)
        position = Position.from_state(first_state(setup))
        for move in state.history:
            position.apply(move)
        assert state_hash(position.to_state()) == state_hash(state)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_entries_differ_by_more_than_a_symmetry(setup: Setup) -> None:
    keys = {canonical_key(replay_entry(setup, entry)) for entry in load_book(setup)}
    assert len(keys) == len(load_book(setup))


def test_a_rotated_or_reflected_start_has_the_same_key() -> None:
    setup = Setup("square8", 2, "standard")
    starts = ("@a1 a1-a3 @h8 h8-e5", "@h1 h1-f1 @a8 a8-d5", "@h8 h8-h6 @a1 a1-d4")
    keys = {canonical_key(replay_entry(setup, start)) for start in starts}
    assert len(keys) == 1
    other = canonical_key(replay_entry(setup, "@a1 a1-a4 @h8 h8-e5"))
    assert other not in keys


@pytest.mark.parametrize(("board", "count"), [("square8", 8), ("hex8", 12), ("hexagonal", 12)])
def test_a_board_has_all_its_symmetries(board: str, count: int) -> None:
    symmetries = cell_symmetries(board)
    assert len(set(symmetries)) == count
    assert all(sorted(images) == sorted(symmetries[0]) for images in symmetries)


def test_the_seed_selects_the_entry() -> None:
    size = len(load_book(HEX8))
    assert balanced_moves(HEX8, 3) == tuple(balanced_state(HEX8, 3).history)
    assert balanced_moves(HEX8, 3) == balanced_moves(HEX8, 3 + size)
    assert balanced_moves(HEX8, 3) != balanced_moves(HEX8, 4)


def test_an_entry_is_written_as_it_is_read() -> None:
    for number, entry in enumerate(load_book(HEX8)):
        assert format_entry(HEX8, balanced_moves(HEX8, number)) == entry


def test_the_unfair_setup_starts_balanced_by_default() -> None:
    assert default_start("hex8", 2) == "balanced"
    assert {default_start(setup.board, setup.players) for setup in SETUPS} == {"balanced", "empty"}
    assert default_start("hex8", 3) == default_start("square8", 2) == "empty"


def test_a_setup_without_a_book_is_refused() -> None:
    with pytest.raises(InvalidSetupError, match="no book of balanced starts for hex8, 2 players"):
        load_book(Setup("hex8", 2, "club"))


def test_an_unknown_start_names_the_choices() -> None:
    with pytest.raises(InvalidSetupError, match="empty or balanced"):
        parse_start_name("fair")
