"""Who wins a game that its host ends: one rule for resignation, time-out and abandonment [R170]."""

from __future__ import annotations

from ringrift.rules.stack import Seat
from ringrift.rules.state import State
from ringrift.rules.victory import rank_seats, stalemate_winner


def best_opponent(state: State, seat: Seat) -> Seat:
    """When a seat gives up: the opponent; of several the one that stands best, as in the ranking."""
    return rank_seats(state, seat)[1].seat


def best_seat(state: State) -> Seat:
    """When everybody has left: whoever stands best, as in a stalemate [R173]."""
    return stalemate_winner(state)
