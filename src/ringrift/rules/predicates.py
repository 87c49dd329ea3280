"""Predicates about a seat: material, real actions, rotation, blocked seats [R200-R203]."""

from __future__ import annotations

from ringrift.rules.board import Board
from ringrift.rules.placement import can_any_stack_act, can_place
from ringrift.rules.stack import Seat
from ringrift.rules.state import State


def has_real_action(state: State, seat: Seat) -> bool:
    """R172: a legal placement, or a move or capture with any stack that the seat controls."""
    board = state.board
    return can_place(board, seat, state.seat(seat).hand) or can_any_stack_act(board, seat)


def has_turn_material(state: State, seat: Seat) -> bool:
    """R201: rings to play with: in hand, or a stack under control."""
    return state.seat(seat).hand > 0 or state.board.controlled[seat] != 0


def has_any_ring(state: State, seat: Seat) -> bool:
    """R170, R201: a ring left anywhere, in hand or in any stack, buried ones included."""
    return state.seat(seat).hand > 0 or state.board.has_ring(seat)


def in_rotation(state: State, seat: Seat) -> bool:
    """R201: `classic` passes over no seat, `standard` those with no ring anywhere."""
    return has_any_ring(state, seat) or state.edition.empty_seats_play


def next_seat(state: State) -> Seat | None:
    """R201: the seat that plays after the one to move; None if nobody is left."""
    seats = len(state.seats)
    for distance in range(1, seats + 1):
        seat = (state.player - 1 + distance) % seats + 1
        if in_rotation(state, seat):
            return seat
    return None


def is_blocked(state: State, seat: Seat) -> bool:
    """R202: the seat has material, but nothing real that it could do with it."""
    return has_turn_material(state, seat) and not has_real_action(state, seat)


def owes_forced_elimination(state: State, seat: Seat) -> bool:
    """R100, R203, R204-R206: a turn without a turn action, and a stack to pay with."""
    state.seat(seat)
    return not state.turn.acted and state.board.controlled[seat] != 0


def nobody_can_play(state: State) -> bool:
    """R173, R200: no stack stands and no seat has a legal placement."""
    board: Board = state.board
    return not board.stacks and not any(
        can_place(board, seat, state.seat(seat).hand) for seat in board.seats
    )
