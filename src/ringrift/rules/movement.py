"""Moving a stack along a ray [R090-R093]."""

from __future__ import annotations

from functools import cache

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.grid import Cell, CellSet, Grid, cells_in
from ringrift.rules.moves import MoveStack
from ringrift.rules.stack import Rings, Seat

MAX_CACHED_HEIGHT = 4  # heights whose `movable_cells` are cached with the board


def nearest_blockers(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """R091: return the nearest stack or collapsed cell by direction; -1 if there is none."""
    seen = board._nearest_blockers.get(cell)
    if seen is None:
        blocked, half = board.blocked, len(board.grid.axes)
        in_the_way = [ray & blocked for ray in board.grid.ray_masks[cell]]
        upwards = [(cells & -cells).bit_length() - 1 for cells in in_the_way[:half]]
        downwards = [cells.bit_length() - 1 for cells in in_the_way[half:]]
        seen = board._nearest_blockers[cell] = (*upwards, *downwards)
    return seen


def free_distance(board: Board, cell: Cell, direction: int) -> int:
    """R091: return how many steps a stack can take in a direction before it is blocked."""
    grid = board.grid
    step, cells = grid.steps[direction], grid.ray_masks[cell][direction] & board.blocked
    if not cells:
        return len(grid.rays[cell][direction])
    blocker = (cells & -cells if step > 0 else cells).bit_length() - 1
    return (blocker - cell) // step - 1


def moves_along(board: Board, seat: Seat, cell: Cell, direction: int) -> tuple[MoveStack, ...]:
    """R091: return the moves in one direction: at least the height, up to the first blocker."""
    journeys = _moves_on_empty_board(board.grid, seat, cell)[direction]
    return journeys[len(board.rings[cell]) - 1 : free_distance(board, cell, direction)]


def moves_from(board: Board, seat: Seat, cell: Cell) -> list[MoveStack]:
    """R090, R091: return the moves of the seat's stack on a cell, in all directions."""
    least, steps = len(board.rings[cell]) - 1, board.grid.steps
    found: list[MoveStack] = []
    for journeys, blocker, step in zip(
        _moves_on_empty_board(board.grid, seat, cell),
        nearest_blockers(board, cell),
        steps,
        strict=True,
    ):
        found += journeys[least:] if blocker < 0 else journeys[least : (blocker - cell) // step - 1]
    return found


def all_moves(board: Board, seat: Seat) -> list[MoveStack]:
    """R090: return the moves of every stack that the seat controls."""
    return [
        move for cell in cells_in(board.controlled[seat]) for move in moves_from(board, seat, cell)
    ]


def movable_cells(board: Board, height: int) -> CellSet:
    """R091: return the cells from which a stack of this height could move in some direction."""
    if height > MAX_CACHED_HEIGHT:
        return _find_movable_cells(board, height)[-1]
    if not board._movable_by_height:
        object.__setattr__(
            board, "_movable_by_height", _find_movable_cells(board, MAX_CACHED_HEIGHT)
        )
    return board._movable_by_height[height - 1]


def can_move(board: Board, cell: Cell, height: int) -> bool:
    """Return whether a stack of this height could move from the cell."""
    return movable_cells(board, height) >> cell & 1 == 1


def pass_markers(draft: BoardDraft, cells: CellSet, seat: Seat) -> None:
    """R092: collapse own markers on the way and flip opponents' markers."""
    own = draft.markers[seat] & cells
    draft.flip_markers(cells & ~own, seat)
    if own:
        draft.collapse(own, seat)


def land_stack(draft: BoardDraft, cell: Cell, rings: Rings, seat: Seat) -> None:
    """R092: land; a marker on the landing cell is removed and costs the stack's top ring."""
    if draft.remove_marker(cell):
        draft.eliminate(cell, rings[:1], seat)
        rings = rings[1:]
    draft.set_stack(cell, rings)


def perform_stack_move(draft: BoardDraft, move: MoveStack) -> None:
    """R092: leave a marker on the origin, pass markers on the way, and land."""
    grid, seat = draft.grid, move.player
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    direction = grid.direction(origin, to)
    assert direction is not None
    rings = draft.rings[origin]
    draft.set_stack(origin, ())
    draft.put_marker(origin, seat)
    pass_markers(draft, grid.cells_between(origin, to, direction), seat)
    land_stack(draft, to, rings, seat)


def _find_movable_cells(board: Board, highest: int) -> tuple[CellSet, ...]:
    """Return `movable_cells` for every cached height, computed by shifts of whole-board sets."""
    free = board.grid.mask & ~board.blocked
    rooms = [0] * highest
    for axis in board.grid.axes:
        ahead = behind = -1
        for at in range(highest):
            ahead &= free >> axis * (at + 1)
            behind &= free << axis * (at + 1)
            rooms[at] |= ahead | behind
    return tuple(rooms)


@cache
def _moves_on_empty_board(grid: Grid, seat: Seat, cell: Cell) -> tuple[tuple[MoveStack, ...], ...]:
    """Return all moves from a cell on an empty board, by direction; legal moves are slices."""
    at = grid.positions
    return tuple(tuple(MoveStack(seat, at[cell], at[to]) for to in ray) for ray in grid.rays[cell])
