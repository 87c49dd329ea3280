"""Enumerators for any seat, whoever is to move: for hosts, players and analysts."""

from __future__ import annotations

from ringrift.rules.capture import all_captures
from ringrift.rules.movement import all_moves
from ringrift.rules.moves import Capture, MoveStack, PlaceRing
from ringrift.rules.placement import placements as _placements
from ringrift.rules.stack import Seat
from ringrift.rules.state import State


def placements(state: State, seat: Seat) -> tuple[PlaceRing, ...]:
    """R080: the placements that the seat would have in its `ring_placement`."""
    return tuple(_placements(state.board, seat, state.seat(seat).hand))


def moves(state: State, seat: Seat) -> tuple[MoveStack, ...]:
    """R090: the moves of every stack that the seat controls."""
    state.seat(seat)
    return tuple(all_moves(state.board, seat))


def captures(state: State, seat: Seat) -> tuple[Capture, ...]:
    """R101: the captures of every stack that the seat controls."""
    state.seat(seat)
    return tuple(all_captures(state.board, seat))
