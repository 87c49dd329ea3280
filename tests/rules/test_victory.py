"""R100, R170-R173, R180, R201: forced elimination, the ends of a game, the rotation, the swap."""

from __future__ import annotations

from typing import Any, cast

import pytest

from ringrift.rules import (
    IllegalMoveError,
    Phase,
    RankedSeat,
    conclude,
    new_game,
    next_seat,
    outcome,
    ranking,
)
from tests.rules.playing import due, offered, play, position, stacks

SHUT_IN = """
    phase: territory_processing  acted: no  took-action: no  had-action: no
    8 . . . . . . . .
    7 . . . . . . . 2
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 #2 #2 . . . . . .
    1 112 #2 . . . . . .
    """
QUIET = """
    phase: territory_processing
    8 . . . . . . . .
    7 . . . . . . . 2
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 1 . . . . . . .
    """


def test_a_player_who_did_nothing_gives_up_a_cap() -> None:
    """R100, R072, R204, R205, R206."""
    state = play(position(SHUT_IN), "-")
    assert state.phase is Phase.FORCED_ELIMINATION
    assert offered(state) == {"^^a1"}
    after = play(state, "^^a1")
    assert stacks(after)["a1"] == (2,)
    assert after.seat(1).eliminated == 2
    assert after.player == 2


def test_a_player_who_declined_a_region_did_nothing_either() -> None:
    """R100, R144."""
    walled = SHUT_IN.replace("8 . . . . . . . .", "8 . *2 . . . . . .").replace(
        "7 . . .", "7 *2 . ."
    )
    state = position(walled)
    assert offered(state) == {"#a8/2", "skip"}
    assert play(state, "skip").phase is Phase.FORCED_ELIMINATION


def test_enough_eliminated_rings_win_at_the_end_of_the_turn() -> None:
    """R061, R170."""
    after = play(position("eliminated: 18 0  hand: 0 16\n" + QUIET), "-")
    result = outcome(after)
    assert result is not None
    assert (result.winner, result.reason) == (1, "ring_elimination")
    assert after.phase is Phase.GAME_OVER
    assert ranking(after) == (RankedSeat(1, 1), RankedSeat(2, 2))
    assert offered(after) == set()
    assert due(after) is None


def test_of_two_that_qualify_the_one_that_just_played_wins() -> None:
    """R170: else the lowest seat."""
    both = "players: 3  eliminated: 2 24 24  hand: 0 1 0\n" + QUIET.replace(
        "1 1 .", "1 3 ."
    ).replace("7 . . . . . . . 2", "7 . . . . . . 1 2")
    for mover, winner in ((2, 2), (3, 3), (1, 2)):
        end = outcome(play(position(f"player: {mover}\n" + both), "-"))
        assert end is not None
        assert end.winner == winner


def test_territory_wins() -> None:
    """R062, R171: thirty-three of sixty-four cells for one of two."""
    rows = "\n".join(f"{row} #1 #1 #1 #1 #1 #1 #1 #1" for row in (8, 7, 6, 5))
    board = f"{rows}\n4 #1 . . . . . . .\n3 . . . . . . . 2\n2 . . . . . . . .\n1 1 . . . . . . .\n"
    won = play(position("phase: territory_processing\n" + board), "-")
    result = outcome(won)
    assert result is not None
    assert result.reason == "territory_control"
    less = board.replace("4 #1", "4 . ")
    assert outcome(play(position("phase: territory_processing\n" + less), "-")) is None


def test_two_exclusive_rounds_win() -> None:
    """R172: and one round that is not exclusive wipes them out."""
    last = (
        "round-had:  round-took:  round-partial: no  "
        "acted: yes  had-action: yes  took-action: yes\n"
    )
    text = "player: 1  hand: 0 0  eliminated: 17 17  exclusive: 1 1\n" + last
    survivor = QUIET.replace("7 . . . . . . . 2", "7 . . . . . . . .").replace("1 1 .", "1 12 .")
    end = outcome(play(position(text + survivor), "-", "-", "-", "-", "-"))
    assert end is not None
    assert (end.winner, end.reason) == (1, "last_player_standing")


def test_nobody_can_play_is_a_stalemate() -> None:
    """R173: rings in hand count as eliminated; territory decides before them."""
    full = "\n".join(f"{row} " + " ".join(["#1", "#2"] * 4) for row in range(8, 1, -1))
    board = f"{full}\n1 #1 *2 #1 #2 #1 #2 #1 1\n"
    head = "phase: forced_elimination  hand: 3 5  eliminated: 13 14\n"
    end_state = play(position(head + board), "^^h1")
    end = outcome(end_state)
    assert end is not None
    assert (end.winner, end.reason) == (1, "stalemate")
    assert [seat.hand for seat in end_state.seats] == [0, 0]
    assert [seat.eliminated for seat in end_state.seats] == [17, 19]


def test_when_the_last_ring_of_all_is_gone_the_game_ends_in_stalemate() -> None:
    """R172, R173: no seat is left to play, so the round ends too."""
    text = "players: 3  hand: 0 0 0  eliminated: 17 18 18  out: - 5 6  turn: 9\n"
    state = play(position(text + LAST_RING), "-", "^^a1")
    end = outcome(state)
    assert end is not None
    assert (end.winner, end.reason) == (2, "stalemate")
    assert next_seat(state) is None


LAST_RING = SHUT_IN.replace("112", "1").replace("7 . . . . . . . 2", "7 . . . . . . . .")


def test_seats_out_of_the_game_rank_behind_and_equals_share_a_rank() -> None:
    """R170."""
    text = "players: 4  hand: 0 1 0 0  eliminated: 30 39 0 0  out: - - 3 3\n" + QUIET
    end = outcome(play(position(text), "-"))
    assert end is not None
    assert [(placing.seat, placing.rank) for placing in end.ranking] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 3),
    ]


def test_a_seat_that_loses_its_last_ring_is_noted_and_passed_over() -> None:
    """R170, R201: in the classic edition it goes on taking empty turns."""
    for edition, upcoming in (("standard", 3), ("classic", 2)):
        text = f"players: 3  edition: {edition}  hand: 10 0 10  eliminated: 16 16 0\n"
        after = play(position(text + QUIET.replace("7 . . . . . . . 2", "7 . . . . . . . 3")), "-")
        assert after.player == upcoming
        assert after.seat(2).eliminated_at_turn == after.turn_number - 1


def test_seat_two_may_swap_sides_once() -> None:
    """R180: the board and the player to move stay."""
    state = play(new_game("square8", 2), "@d4", "d4-d5", "-", "-")
    assert "swap" in offered(state)
    after = play(state, "swap")
    assert (after.player, after.board) == (2, state.board)
    assert "swap" not in offered(after)
    without = play(new_game("square8", 2, swap=False), "@d4", "d4-d5", "-", "-")
    assert "swap" not in offered(without)


def test_a_host_can_end_a_game() -> None:
    """R170: by resignation, time-out or abandonment."""
    over = conclude(new_game("hex8", 2), 2, "resignation")
    end = outcome(over)
    assert end is not None
    assert (end.winner, end.reason) == (2, "resignation")
    with pytest.raises(IllegalMoveError, match="GAME_OVER"):
        conclude(over, 1, "timeout")


@pytest.mark.parametrize(
    ("winner", "reason"), [(3, "timeout"), (0, "timeout"), (1, "stalemate"), (1, "luck")]
)
def test_a_host_cannot_make_up_a_result(winner: int, reason: str) -> None:
    """R170."""
    with pytest.raises(IllegalMoveError, match="INVALID_RESULT"):
        conclude(new_game("hex8", 2), winner, cast(Any, reason))


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome(new_game("hex8", 2)) is None
    assert ranking(new_game("hex8", 2)) is None
