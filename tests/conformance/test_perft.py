from __future__ import annotations

from ringrift.conformance.perft import moves_to_play, perft, perft_by_move, perft_counts
from ringrift.rules import State, apply, new_game
from tests.rules.playing import play, position


def counted_one_by_one(state: State, depth: int) -> int:
    """Perft as the definition has it: every sequence is played to its end."""
    if depth == 0:
        return 1
    return sum(counted_one_by_one(apply(state, move), depth - 1) for move in moves_to_play(state))


def test_the_first_moves_of_a_game_are_counted_as_they_are_played() -> None:
    state = play(new_game("hex8", 2), "@e5", "e5-e6", "-")
    assert perft_counts(state, 3) == tuple(counted_one_by_one(state, depth) for depth in (1, 2, 3))


def test_there_is_one_sequence_of_no_moves() -> None:
    state = new_game("square8", 2)
    assert perft(state, 0) == 1
    assert perft_counts(state, 0) == ()


def test_a_bookkeeping_move_counts_as_one() -> None:
    state = play(new_game("square8", 2), "@d4", "d4-d5")
    assert [move.type for move in moves_to_play(state)] == ["no_line_action"]
    assert perft(state, 1) == 1


def test_a_finished_game_adds_nothing() -> None:
    lost = """
    hand: 0 0  eliminated: 17 18  phase: forced_elimination
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 1 . . . . . . .
    """
    state = position(lost)
    assert perft_counts(state, 3) == (1, 0, 0)


def test_the_parts_of_a_division_make_the_whole() -> None:
    state = new_game("square8", 2)
    parts = perft_by_move(state, 2)
    assert len(parts) == 192
    assert sum(parts.values()) == perft(state, 2) == 3192
