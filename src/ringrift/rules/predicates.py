"""Predicates about a seat: material, real actions, rotation, blocked seats [R200-R203]."""

from __future__ import annotations

from ringrift.rules.board import Board
from ringrift.rules.placement import can_any_stack_act, can_place
from ringrift.rules.stack import Seat
from ringrift.rules.state import State


def has_real_action(state: State, seat: Seat) -> bool:
    """R172: return whether the seat has a legal placement, or a move or capture with any stack."""
    board = state.board
    return can_place(board, seat, state.seat(seat).hand) or can_any_stack_act(board, seat)


def has_turn_material(state: State, seat: Seat) -> bool:
    """R201: return whether the seat has rings in hand or controls a stack."""
    return state.seat(seat).hand > 0 or state.board.controlled[seat] != 0


def has_any_ring(state: State, seat: Seat) -> bool:
    """R170, R201: return whether the seat has a ring in hand or, even buried, in a stack."""
    return state.seat(seat).hand > 0 or state.board.has_ring(seat)


def in_rotation(state: State, seat: Seat) -> bool:
    """R201: return whether the seat takes turns: `standard` skips seats without a ring."""
    return has_any_ring(state, seat) or state.edition.empty_seats_play


def next_seat(state: State) -> Seat | None:
    """R201: return the seat that plays next; None if there is none."""
    seats = len(state.seats)
    for distance in range(1, seats + 1):
        seat = (state.player - 1 + distance) % seats + 1
        if in_rotation(state, seat):
            return seat
    return None


def is_blocked(state: State, seat: Seat) -> bool:
    """R202: return whether the seat has material but no real action."""
    return has_turn_material(state, seat) and not has_real_action(state, seat)


def owes_forced_elimination(state: State, seat: Seat) -> bool:
    """R100, R203, R204-R206: return whether the turn had no turn action and a stack can pay."""
    state.seat(seat)
    return not state.turn.acted and state.board.controlled[seat] != 0


def nobody_can_play(state: State) -> bool:
    """R173, R200: return whether there is no stack and no seat has a legal placement."""
    board: Board = state.board
    return not board.stacks and not any(
        can_place(board, seat, state.seat(seat).hand) for seat in board.seats
    )
