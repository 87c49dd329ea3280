"""Digests for comparing states and legal moves between engines (WIRE.md "State hash") [R190].

Equal states have equal hashes in every engine and language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from ringrift.rules.board import Board
from ringrift.rules.grid import Cell, Grid, cells_in
from ringrift.rules.moves import Move
from ringrift.rules.stack import Rings, Seat
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_with_board
from ringrift.rules.wire_board import cell_keys, dump_marker, dump_stack

DIGEST_LENGTH: Final = 16  # hexadecimal digits of a digest
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


_NO_BOARD: Final = '{"board":null,'  # prefix of a state encoded without its board


def json_digest(value: Any) -> str:
    """Return the digest of a JSON value: the truncated SHA-256 of its canonical text."""
    return _text_digest(_ENCODER.encode(value))


def _text_digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def state_hash(state: State) -> str:
    """Return the digest of the state's JSON object without its history.

    The text is assembled from cached parts, because states share most of their cells.
    """
    around = _ENCODER.encode(dump_state_with_board(state, None)).removeprefix(_NO_BOARD)
    board = _canonical_board(state.board, [seat.eliminated for seat in state.seats])
    return _text_digest(f'{{"board":{board},{around}')


def _canonical_board(board: Board, eliminated: list[int]) -> str:
    """Return the canonical text of the board; parts start with their keys, so they sort."""
    grid, seats = board.grid, board.seats
    stacks = sorted(
        [_canonical_stack(grid, cell, board.rings[cell]) for cell in cells_in(board.stacks)]
    )
    markers = sorted(
        [
            _canonical_marker(grid, cell, seat)
            for seat in seats
            for cell in cells_in(board.markers[seat])
        ]
    )
    collapsed = sorted(
        [
            f'"{cell_keys(grid)[cell]}":{seat}'
            for seat in seats
            for cell in cells_in(board.collapsed[seat])
        ]
    )
    credited = [f'"{seat}":{eliminated[seat - 1]}' for seat in seats]
    return (
        f'{{"collapsedSpaces":{{{",".join(collapsed)}}},"eliminatedRings":{{{",".join(credited)}}},'
        f'"markers":{{{",".join(markers)}}},"size":{grid.side},"stacks":{{{",".join(stacks)}}},'
        f'"type":"{grid.name}"}}'
    )


@lru_cache(maxsize=1 << 15)
def _canonical_stack(grid: Grid, cell: Cell, rings: Rings) -> str:
    return f'"{cell_keys(grid)[cell]}":{_ENCODER.encode(dump_stack(grid, cell, rings))}'


@lru_cache(maxsize=1 << 13)
def _canonical_marker(grid: Grid, cell: Cell, seat: Seat) -> str:
    return f'"{cell_keys(grid)[cell]}":{_ENCODER.encode(dump_marker(grid, cell, seat))}'


def legal_digest(moves: Iterable[Move]) -> str:
    """Return the digest of a set of moves: that of their sorted JSON strings."""
    return json_digest(sorted(map(_canonical_move, moves)))


@lru_cache(maxsize=1 << 16)  # games offer the same moves repeatedly
def _canonical_move(move: Move) -> str:
    return _ENCODER.encode(dump_move(move))
