"""Symmetries of the boards, to find starts that are the same but for a rotation or reflection."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Final

from ringrift.rules.grid import Cell, Grid, Position, cells_in, grid_named
from ringrift.rules.state import State

_Transformation = Callable[[Position], Position]
_PositionKey = tuple[object, ...]


def canonical_key(state: State) -> _PositionKey:
    """Return a value that is equal for states that differ only by a symmetry of the board."""
    return canonical_form(state)[0]


def canonical_form(state: State) -> tuple[_PositionKey, int]:
    """Return the key, and the number of a symmetry that turns the board into the one of the key.

    Cell number n of that board is the cell `cell_symmetries(board)[number][n]` of the state.
    """
    contents = _cell_contents(state)
    board, number = min(
        (tuple(contents[cell] for cell in images), number)
        for number, images in enumerate(cell_symmetries(state.board.grid.name))
    )
    seats = tuple((seat.hand, seat.eliminated) for seat in state.seats)
    return (state.board.grid.name, state.edition.name, state.player, seats, board), number


@cache
def cell_symmetries(board: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the symmetries of a board, each as the cell that replaces every cell, in order."""
    grid = grid_named(board)
    moves = _HEXAGONAL if grid.hexagonal else _square_transformations(grid)
    return tuple(
        tuple(grid.cell_of[move(grid.positions[cell])] for cell in grid.cells) for move in moves
    )


def _cell_contents(state: State) -> dict[Cell, str]:
    """Return what each cell holds, as text."""
    board = state.board
    contents = dict.fromkeys(board.grid.cells, "")
    for seat in board.seats:
        for cell in cells_in(board.markers[seat]):
            contents[cell] = f"marker {seat}"
        for cell in cells_in(board.collapsed[seat]):
            contents[cell] = f"collapsed {seat}"
    for cell in cells_in(board.stacks):
        contents[cell] = f"stack {board.rings[cell]}"
    return contents


def _square_transformations(grid: Grid) -> tuple[_Transformation, ...]:
    last = grid.side - 1
    return (
        lambda at: (at[0], at[1]),
        lambda at: (last - at[0], at[1]),
        lambda at: (at[0], last - at[1]),
        lambda at: (last - at[0], last - at[1]),
        lambda at: (at[1], at[0]),
        lambda at: (last - at[1], at[0]),
        lambda at: (at[1], last - at[0]),
        lambda at: (last - at[1], last - at[0]),
    )


def _hexagonal_transformation(order: tuple[int, ...], sign: int) -> _Transformation:
    return lambda at: tuple(sign * at[axis] for axis in order)


# All orders of the three cube coordinates, each with both signs: 12 symmetries.
_HEXAGONAL: Final = tuple(
    _hexagonal_transformation(order, sign) for order in permutations(range(3)) for sign in (1, -1)
)
