"""Who has won, and the ranking [R170-R173]: what the phase machine asks at the end of a turn."""

from __future__ import annotations

from dataclasses import replace

from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, RankedSeat, Rounds, SeatState, State, Turn

EXCLUSIVE_ROUNDS_TO_WIN = 2  # R172


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    return state.outcome


def ranking(state: State) -> tuple[RankedSeat, ...] | None:
    """The final ranking, by rank, then seat; None while the game goes on."""
    return state.outcome.ranking if state.outcome else None


def ring_elimination_winner(state: State) -> Seat | None:
    """R170: a seat with enough eliminated rings."""
    threshold = state.ring_threshold
    return _preferred_winner(
        state, [n for n, seat in enumerate(state.seats, 1) if seat.eliminated >= threshold]
    )


def territory_winner(state: State) -> Seat | None:
    """R171: a seat with enough territory."""
    cells, held = len(state.board.grid), [cells.bit_count() for cells in state.board.collapsed[1:]]
    wins, total = state.edition.territory_wins, sum(held)
    return _preferred_winner(
        state,
        [seat for seat, own in enumerate(held, 1) if wins(own, total - own, cells, len(held))],
    )


def record_turn(rounds: Rounds, seat: Seat, turn: Turn) -> Rounds:
    """R172: the round under way after one more turn."""
    if not turn.had_real_action and not turn.took_real_action:
        return rounds
    had = (*rounds.had_action, seat) if turn.had_real_action else rounds.had_action
    took = (*rounds.took_action, seat) if turn.took_real_action else rounds.took_action
    return Rounds(had, took, rounds.partial, rounds.exclusive_seat, rounds.exclusive_rounds)


def end_round(rounds: Rounds) -> Rounds:
    """R172: the book after a round: exclusive if one seat alone had a real action and took one."""
    if (
        not rounds.partial
        and len(rounds.had_action) == 1
        and rounds.had_action[0] in rounds.took_action
    ):
        seat = rounds.had_action[0]
        count = rounds.exclusive_rounds + 1 if seat == rounds.exclusive_seat else 1
        return Rounds(exclusive_seat=seat, exclusive_rounds=count)
    return Rounds()


def last_player_standing(rounds: Rounds) -> Seat | None:
    """R172: the seat with two exclusive rounds in a row."""
    return rounds.exclusive_seat if rounds.exclusive_rounds >= EXCLUSIVE_ROUNDS_TO_WIN else None


def eliminate_hands(seats: tuple[SeatState, ...]) -> tuple[SeatState, ...]:
    """R173: in a stalemate rings in hand become eliminated rings of their owners."""
    return tuple(replace(seat, hand=0, eliminated=seat.eliminated + seat.hand) for seat in seats)


def stalemate_winner(state: State) -> Seat:
    """R173: territory, eliminated rings, markers, latest turn action, lowest seat."""
    return max(state.board.seats, key=lambda seat: (*_tie_break_values(state, seat), -seat))


def rank_seats(state: State, winner: Seat) -> tuple[RankedSeat, ...]:
    """R170: the winner, then the others by survival and standing; equals share a rank (1-2-2-4)."""
    others = [seat for seat in state.board.seats if seat != winner]
    keys = {seat: (_survival_turn(state, seat), *_tie_break_values(state, seat)) for seat in others}
    placings = [RankedSeat(winner, 1)]
    for seat in sorted(others, key=lambda seat: ([-part for part in keys[seat]], seat)):
        better = sum(keys[other] > keys[seat] for other in others)
        placings.append(RankedSeat(seat, 2 + better))
    return tuple(placings)


def _preferred_winner(state: State, qualified: list[Seat]) -> Seat | None:
    """Of several (only in an imported position): the seat that just played, else the lowest."""
    if state.player in qualified:
        return state.player
    return qualified[0] if qualified else None


def _tie_break_values(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Territory, eliminated rings, markers, latest turn action (never: earliest)."""
    board, own = state.board, state.seat(seat)
    return (
        board.territory(seat),
        own.eliminated,
        board.markers[seat].bit_count(),
        own.last_action_turn or 0,
    )


def _survival_turn(state: State, seat: Seat) -> int:
    """Never or later permanently eliminated is better."""
    gone = state.seat(seat).eliminated_at_turn
    return state.turn_number + 1 if gone is None else gone
