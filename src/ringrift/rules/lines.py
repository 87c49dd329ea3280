"""Lines of markers and their rewards [R120-R122]."""

from __future__ import annotations

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.grid import Cell, CellSet, Grid, cell_set, cells_in
from ringrift.rules.moves import ChooseLineReward, Positions, ProcessLine
from ringrift.rules.stack import Seat

Line = tuple[Cell, ...]  # along its axis, which is also canonical order


def find_lines(board: Board, seat: Seat, length: int) -> list[Line]:
    """R120: return the seat's lines: maximal runs of its markers that are long enough."""
    markers = board.markers[seat]
    return [
        _run_from(markers, start, axis)
        for axis in board.grid.axes
        for start in cells_in(_line_starts(markers, axis, length))
    ]


def find_lines_through(board_markers: CellSet, grid: Grid, cell: Cell, length: int) -> list[Line]:
    """R120: return the lines through a marker on the cell, given the markers of its colour."""
    found = []
    for axis in grid.axes:
        start = cell
        while start >= axis and board_markers >> (start - axis) & 1:
            start -= axis
        run = _run_from(board_markers, start, axis)
        if len(run) >= length:
            found.append(run)
    return found


def line_segments(line: Line, length: int) -> list[Line]:
    """R121: return the contiguous segments of exactly the line length."""
    return [line[at : at + length] for at in range(len(line) - length + 1)]


def line_moves(
    board: Board, seat: Seat, length: int, *, payable: bool
) -> list[ProcessLine | ChooseLineReward]:
    """R121, R122: return the line moves; those with a cost only if the seat can pay."""
    grid = board.grid
    found: list[ProcessLine | ChooseLineReward] = []
    for line in find_lines(board, seat, length):
        cells = line_positions(grid, line)
        if len(line) == length:
            if payable:
                found.append(ProcessLine(seat, cells))
            continue
        if payable:
            found.append(ChooseLineReward(seat, cells, 1, cells))
        found += [
            ChooseLineReward(seat, cells, 2, line_positions(grid, part))
            for part in line_segments(line, length)
        ]
    return found


def perform_line_collapse(draft: BoardDraft, move: ProcessLine | ChooseLineReward) -> None:
    """R121: collapse the line, or the chosen segment of it."""
    cells = move.line if isinstance(move, ProcessLine) else move.collapse
    draft.collapse(cell_set(draft.grid.cell_of[position] for position in cells), move.player)


def line_positions(grid: Grid, line: Line) -> Positions:
    """Return the coordinates of a line's cells."""
    return tuple(grid.positions[cell] for cell in line)


def _line_starts(markers: CellSet, axis: int, length: int) -> CellSet:
    """Return the first cells of maximal runs that are long enough."""
    long_enough = markers
    for distance in range(axis, axis * length, axis):
        long_enough &= markers >> distance
    return long_enough & ~(markers << axis)


def _run_from(markers: CellSet, start: Cell, axis: int) -> Line:
    run = [start]
    while markers >> (run[-1] + axis) & 1:
        run.append(run[-1] + axis)
    return tuple(run)
