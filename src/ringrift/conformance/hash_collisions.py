"""Detects hash errors: equal states with unequal hashes, unequal positions with equal hashes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ringrift.rules.board import Board
from ringrift.rules.state import State

MAX_STATES: Final = 1_000_000  # later states are only compared, not stored


class HashRegistry:
    """Maps states to hashes and hashes to positions, across all games of a run.

    Positions recur by transposition, mostly in openings and in move trees.
    """

    def __init__(self, most: int = MAX_STATES) -> None:
        self._most = most
        self._hashes: dict[int, int] = {}
        self._positions: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._hashes)

    def find_different_hash(self, state: State, found: int) -> int | None:
        """Return the hash that an equal state had before if it differs from `found`, else None."""
        key = hash((_board_key(state.board), state.replace(board=None)))
        if len(self) >= self._most:
            before = self._hashes.get(key, found)
        else:
            before = self._hashes.setdefault(key, found)
        return before if before != found else None

    def is_collision(self, state: State, found: int) -> bool:
        """Return whether a different position had this hash: the hash omits something."""
        key = (state.board.grid.name, len(state.seats), state.edition.name, found)
        position = hash(_position_key(state))
        if len(self._positions) >= self._most:
            return self._positions.get(key, position) != position
        return self._positions.setdefault(key, position) != position


def _position_key(state: State) -> Hashable:
    """Return the fields that determine the legal moves; a hash may omit turn numbers and rounds."""
    turn = state.turn
    rings = tuple((seat.hand, seat.eliminated) for seat in state.seats)
    due = (turn.must_move_from, turn.capture_from, turn.pending, turn.recovery_mode)
    return _board_key(state.board), rings, state.player, state.phase, due


def _board_key(board: Board) -> Hashable:
    """Return the pieces as text, because Python hashes large integers modulo 2^61 - 1."""
    return (
        board.grid.name,
        board.rings,
        tuple(map(hex, board.markers)),
        tuple(map(hex, board.collapsed)),
    )
