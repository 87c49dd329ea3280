"""Overtaking captures and their chains [R101-R103]. All captures are enumerated here."""

from __future__ import annotations

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.grid import Cell, cells_in
from ringrift.rules.movement import free_distance, land_stack, nearest_blockers, pass_markers
from ringrift.rules.moves import Capture, ContinueCaptureSegment, OvertakingCapture
from ringrift.rules.stack import Seat, cap_height


def capture_landings(
    board: Board, cell: Cell, height: int, cap: int, direction: int, target: Cell
) -> tuple[Cell, ...]:
    """R101: return the landing cells of a stack of this height and cap in one direction.

    Only the first stack on a ray can be the target, and only one whose cap is not higher.
    """
    rings = board.rings[target]
    if not rings or cap_height(rings) > cap:
        return ()
    grid = board.grid
    nearest = max(1, height - (target - cell) // grid.steps[direction])  # distance from the target
    return grid.rays[target][direction][nearest - 1 : free_distance(board, target, direction)]


def captures_from(
    board: Board, seat: Seat, cell: Cell, kind: type[Capture] = OvertakingCapture
) -> list[OvertakingCapture | ContinueCaptureSegment]:
    """R101: return the captures of the seat's stack on a cell."""
    rings, at = board.rings[cell], board.grid.positions
    height, cap = len(rings), cap_height(rings)
    return [
        kind(seat, at[cell], at[target], at[to])
        for direction, target in enumerate(nearest_blockers(board, cell))
        if target >= 0
        for to in capture_landings(board, cell, height, cap, direction, target)
    ]


def all_captures(board: Board, seat: Seat) -> list[OvertakingCapture | ContinueCaptureSegment]:
    """R101: return the captures of every stack that the seat controls."""
    return [
        c for cell in cells_in(board.controlled[seat]) for c in captures_from(board, seat, cell)
    ]


def can_capture(board: Board, cell: Cell, height: int, cap: int) -> bool:
    """Return whether a stack of this height and cap could capture from the cell."""
    for direction, target in enumerate(nearest_blockers(board, cell)):
        if target >= 0 and capture_landings(board, cell, height, cap, direction, target):
            return True
    return False


def perform_capture(draft: BoardDraft, move: Capture) -> None:
    """R102: leave a marker, pass markers, move the target's top ring to the bottom, land."""
    grid, seat = draft.grid, move.player
    origin, target, to = grid.cell_of[move.origin], grid.cell_of[move.target], grid.cell_of[move.to]
    direction = grid.direction(origin, to)
    assert direction is not None
    rings = draft.rings[origin]
    draft.set_stack(origin, ())
    draft.put_marker(origin, seat)
    pass_markers(draft, grid.cells_between(origin, to, direction) & ~(1 << target), seat)
    land_stack(draft, to, (*rings, draft.capture(target)), seat)
