"""The measure that makes every game end [R191]."""

from __future__ import annotations

from ringrift.rules.state import State


def progress(state: State) -> int:
    """S = markers + collapsed cells + eliminated rings. It never falls."""
    board = state.board
    collapsed = len(board.grid) - board.open.bit_count()
    return board.marked.bit_count() + collapsed + sum(seat.eliminated for seat in state.seats)


def most_progress(state: State) -> int:
    """R191: S never exceeds this."""
    return 2 * len(state.board.grid) + state.total_rings
