from __future__ import annotations

from ringrift.conformance.hash_collisions import HashRegistry
from ringrift.rules import apply, legal_moves, new_game
from tests.rules.playing import play

START = new_game("square8", 2)


def test_an_equal_state_must_have_the_hash_that_it_had() -> None:
    book = HashRegistry()
    there = play(START, "@d4", "d4-d5")
    again = play(START, "@d4", "d4-d5")
    assert book.find_different_hash(there, 17) is None
    assert book.find_different_hash(again, 17) is None
    assert book.find_different_hash(again, 18) == 17


def test_two_positions_must_not_share_a_hash() -> None:
    book = HashRegistry()
    assert not book.is_collision(play(START, "@d4"), 17)
    assert not book.is_collision(play(START, "@d4"), 17)
    assert book.is_collision(play(START, "@d5"), 17)


def test_states_that_differ_in_their_turn_number_alone_may_share_a_hash() -> None:
    book = HashRegistry()
    assert not book.is_collision(START, 17)
    assert not book.is_collision(START.replace(turn_number=3), 17)


def test_games_of_other_boards_may_share_a_hash() -> None:
    book = HashRegistry()
    assert not book.is_collision(START, 17)
    assert not book.is_collision(new_game("hex8", 2), 17)
    assert not book.is_collision(new_game("square8", 3), 17)


def test_a_full_book_still_knows_what_it_holds() -> None:
    book = HashRegistry(most=1)
    first, second = START, play(START, "@d4")
    assert book.find_different_hash(first, 17) is None
    assert book.find_different_hash(second, 18) is None
    assert len(book) == 1
    assert book.find_different_hash(second, 19) is None
    assert book.find_different_hash(first, 19) == 17
    assert not book.is_collision(first, 17)
    assert not book.is_collision(second, 18)
    assert book.is_collision(second, 17)


def test_every_cell_makes_its_own_position() -> None:
    book = HashRegistry()
    for number, move in enumerate(legal_moves(START)):
        state = apply(START, move)
        assert not book.is_collision(state, number)
        assert book.find_different_hash(state, number) is None
    assert len(book) == 192
