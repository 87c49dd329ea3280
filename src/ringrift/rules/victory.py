"""Victory conditions and the ranking [R170-R173], evaluated at the end of each turn."""

from __future__ import annotations

from dataclasses import replace

from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, RankedSeat, Rounds, SeatState, State, Turn

EXCLUSIVE_ROUNDS_TO_WIN = 2  # R172


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it is in progress."""
    return state.outcome


def ranking(state: State) -> tuple[RankedSeat, ...] | None:
    """Return the final ranking, by rank, then seat; None while the game is in progress."""
    return state.outcome.ranking if state.outcome else None


def ring_elimination_winner(state: State) -> Seat | None:
    """R170: return the seat with enough eliminated rings, or None."""
    threshold = state.ring_threshold
    return _preferred_winner(
        state, [n for n, seat in enumerate(state.seats, 1) if seat.eliminated >= threshold]
    )


def territory_winner(state: State) -> Seat | None:
    """R171: return the seat with enough territory, or None."""
    cells, held = len(state.board.grid), [cells.bit_count() for cells in state.board.collapsed[1:]]
    wins, total = state.edition.territory_wins, sum(held)
    return _preferred_winner(
        state,
        [seat for seat, own in enumerate(held, 1) if wins(own, total - own, cells, len(held))],
    )


def record_turn(rounds: Rounds, seat: Seat, turn: Turn) -> Rounds:
    """R172: return the current round after one more turn."""
    if not turn.had_real_action and not turn.took_real_action:
        return rounds
    had = (*rounds.had_action, seat) if turn.had_real_action else rounds.had_action
    took = (*rounds.took_action, seat) if turn.took_real_action else rounds.took_action
    return Rounds(had, took, rounds.partial, rounds.exclusive_seat, rounds.exclusive_rounds)


def end_round(rounds: Rounds) -> Rounds:
    """R172: return the record after a round, exclusive if one seat alone had and took an action."""
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
    """R172: return the seat with two exclusive rounds in a row, or None."""
    return rounds.exclusive_seat if rounds.exclusive_rounds >= EXCLUSIVE_ROUNDS_TO_WIN else None


def eliminate_hands(seats: tuple[SeatState, ...]) -> tuple[SeatState, ...]:
    """R173: turn rings in hand into eliminated rings of their owners, for a stalemate."""
    return tuple(replace(seat, hand=0, eliminated=seat.eliminated + seat.hand) for seat in seats)


def stalemate_winner(state: State) -> Seat:
    """R173: return the winner by territory, eliminated rings, markers, latest action, seat."""
    return max(state.board.seats, key=lambda seat: (*_tie_break_values(state, seat), -seat))


def rank_seats(state: State, winner: Seat) -> tuple[RankedSeat, ...]:
    """R170: rank the winner first, others by survival and standing; ties share a rank (1-2-2-4)."""
    others = [seat for seat in state.board.seats if seat != winner]
    keys = {seat: (_survival_turn(state, seat), *_tie_break_values(state, seat)) for seat in others}
    placings = [RankedSeat(winner, 1)]
    for seat in sorted(others, key=lambda seat: ([-part for part in keys[seat]], seat)):
        better = sum(keys[other] > keys[seat] for other in others)
        placings.append(RankedSeat(seat, 2 + better))
    return tuple(placings)


def _preferred_winner(state: State, qualified: list[Seat]) -> Seat | None:
    """Return the seat that just played if it qualifies, else the lowest."""
    if state.player in qualified:
        return state.player
    return qualified[0] if qualified else None


def _tie_break_values(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return territory, eliminated rings, markers and the turn of the latest action (0: never)."""
    board, own = state.board, state.seat(seat)
    return (
        board.territory(seat),
        own.eliminated,
        board.markers[seat].bit_count(),
        own.last_action_turn or 0,
    )


def _survival_turn(state: State, seat: Seat) -> int:
    """Return the turn of permanent elimination, or a later one for a surviving seat."""
    gone = state.seat(seat).eliminated_at_turn
    return state.turn_number + 1 if gone is None else gone
