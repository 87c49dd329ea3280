"""Placing rings from the hand [R080-R082]."""

from __future__ import annotations

from functools import cache
from itertools import compress

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.capture import can_capture
from ringrift.rules.grid import Cell, CellSet, Grid, cell_flags, cells_in
from ringrift.rules.movement import can_move, movable_cells
from ringrift.rules.moves import PlaceRing
from ringrift.rules.stack import Seat, cap_height

MAX_RINGS_PER_PLACEMENT = 3  # R081: rings on an empty cell in one placement


def stack_can_act(board: Board, cell: Cell, height: int, cap: int) -> bool:
    """Return whether a stack of this height and cap on the cell would have a move or a capture."""
    return can_move(board, cell, height) or can_capture(board, cell, height, cap)


def can_any_stack_act(board: Board, seat: Seat) -> bool:
    """Return whether the seat controls a stack that has a move or a capture."""
    rings = board.rings
    return any(
        stack_can_act(board, cell, len(rings[cell]), cap_height(rings[cell]))
        for cell in cells_in(board.controlled[seat])
    )


def all_placements(board: Board, seat: Seat, hand: int) -> list[PlaceRing]:
    """R080: return every placement of a seat with this many rings in hand, by count, then cell."""
    found: list[PlaceRing] = []
    for count in range(1, min(hand, MAX_RINGS_PER_PLACEMENT) + 1):
        found += compress(
            _placements_on_every_cell(board.grid, seat, count),
            cell_flags(placeable_cells(board, seat, count)),
        )
    return found


def can_place(board: Board, seat: Seat, hand: int) -> bool:
    """R080: return whether any placement is legal."""
    if board.empty & movable_cells(board, 1) and hand:
        return True  # common case, without checking captures
    return any(
        placeable_cells(board, seat, count)
        for count in range(1, min(hand, MAX_RINGS_PER_PLACEMENT) + 1)
    )


def placeable_cells(board: Board, seat: Seat, count: int) -> CellSet:
    """R081, R082: return where the seat may place `count` rings: empty cells, stacks for one ring.

    Never a dead placement: the resulting stack must have a move or a capture.
    """
    empty = board.empty
    cells = empty & movable_cells(board, count)
    for cell in cells_in(empty & ~cells):
        if can_capture(board, cell, count, count):
            cells |= 1 << cell
    if count == 1:
        for cell in cells_in(board.stacks):
            if _can_place_on_stack(board, seat, cell):
                cells |= 1 << cell
    return cells


def can_place_on(board: Board, seat: Seat, cell: Cell, count: int) -> bool:
    """R081, R082: return whether the seat may place `count` rings on the cell."""
    if board.stacks >> cell & 1:
        return count == 1 and _can_place_on_stack(board, seat, cell)
    return board.empty >> cell & 1 == 1 and stack_can_act(board, cell, count, count)


def _can_place_on_stack(board: Board, seat: Seat, cell: Cell) -> bool:
    """R082: return whether a ring of the seat may go on the stack there."""
    rings = board.rings[cell]
    cap = cap_height(rings) + 1 if rings[0] == seat else 1
    return stack_can_act(board, cell, len(rings) + 1, cap)


def perform_placement(draft: BoardDraft, move: PlaceRing) -> None:
    """R081: put the rings on top; the seat now controls the stack."""
    cell = draft.grid.cell_of[move.to]
    draft.set_stack(cell, (move.player,) * move.count + draft.rings[cell])


@cache
def _placements_on_every_cell(grid: Grid, seat: Seat, count: int) -> tuple[PlaceRing, ...]:
    """Return the placements of `count` rings on every cell; legal placements are a selection."""
    return tuple(PlaceRing(seat, position, count) for position in grid.positions)
