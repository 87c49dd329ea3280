from __future__ import annotations

from ringrift.conformance.hash_collisions import HashBook
from ringrift.rules import apply, legal_moves, new_game
from tests.rules.playing import play

START = new_game("square8", 2)


def test_an_equal_state_must_have_the_hash_that_it_had() -> None:
    book = HashBook()
    there = play(START, "@d4", "d4-d5")
    again = play(START, "@d4", "d4-d5")
    assert book.other_hash(there, 17) is None
    assert book.other_hash(again, 17) is None
    assert book.other_hash(again, 18) == 17


def test_two_positions_must_not_share_a_hash() -> None:
    book = HashBook()
    assert not book.is_shared(play(START, "@d4"), 17)
    assert not book.is_shared(play(START, "@d4"), 17)
    assert book.is_shared(play(START, "@d5"), 17)


def test_states_that_differ_in_their_turn_number_alone_may_share_a_hash() -> None:
    book = HashBook()
    assert not book.is_shared(START, 17)
    assert not book.is_shared(START.replace(turn_number=3), 17)


def test_games_of_other_boards_may_share_a_hash() -> None:
    book = HashBook()
    assert not book.is_shared(START, 17)
    assert not book.is_shared(new_game("hex8", 2), 17)
    assert not book.is_shared(new_game("square8", 3), 17)


def test_a_full_book_still_knows_what_it_holds() -> None:
    book = HashBook(most=1)
    first, second = START, play(START, "@d4")
    assert book.other_hash(first, 17) is None
    assert book.other_hash(second, 18) is None
    assert len(book) == 1
    assert book.other_hash(second, 19) is None
    assert book.other_hash(first, 19) == 17
    assert not book.is_shared(first, 17)
    assert not book.is_shared(second, 18)
    assert book.is_shared(second, 17)


def test_every_cell_makes_its_own_position() -> None:
    book = HashBook()
    for number, move in enumerate(legal_moves(START)):
        state = apply(START, move)
        assert not book.is_shared(state, number)
        assert book.other_hash(state, number) is None
    assert len(book) == 192
