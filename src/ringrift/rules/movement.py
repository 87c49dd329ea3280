"""Moving a stack along a ray [R090-R093]."""

from __future__ import annotations

from functools import cache

from ringrift.rules.board import Board, Draft
from ringrift.rules.grid import Cell, CellSet, Grid, cells_in
from ringrift.rules.moves import MoveStack
from ringrift.rules.stack import Rings, Seat

MOST_ROOMS = 4  # heights whose `movable` cells are kept with the board


def first_blocker(board: Board, cell: Cell, direction: int) -> Cell | None:
    """R091: the nearest cell of a ray that holds a stack or is collapsed; None: open to the edge."""
    grid = board.grid
    blockers = grid.ray_masks[cell][direction] & board.blocked
    if not blockers:
        return None
    if grid.steps[direction] > 0:
        return (blockers & -blockers).bit_length() - 1
    return blockers.bit_length() - 1


def reach(board: Board, cell: Cell, direction: int) -> int:
    """R091: how many steps a stack can go in a direction before something stops it."""
    blocker = first_blocker(board, cell, direction)
    if blocker is None:
        return len(board.grid.rays[cell][direction])
    return (blocker - cell) // board.grid.steps[direction] - 1


def moves_from(board: Board, seat: Seat, cell: Cell) -> list[MoveStack]:
    """R091: the moves of the seat's stack on a cell: at least as far as it is high, as far as it is free."""
    height = len(board.rings[cell])
    found: list[MoveStack] = []
    for direction, journeys in enumerate(_journeys(board.grid, seat, cell)):
        found += journeys[height - 1 : reach(board, cell, direction)]
    return found


def all_moves(board: Board, seat: Seat) -> list[MoveStack]:
    """R090: the moves of every stack that the seat controls."""
    return [move for cell in cells_in(board.controlled[seat]) for move in moves_from(board, seat, cell)]


def movable(board: Board, height: int) -> CellSet:
    """R091: the cells from which a stack of this height could move: somewhere that many cells are free."""
    rooms = board.rooms
    if len(rooms) < MOST_ROOMS:
        rooms += _rooms(board, MOST_ROOMS)
    return rooms[height - 1] if height <= MOST_ROOMS else _rooms(board, height)[-1]


def can_move(board: Board, cell: Cell, height: int) -> bool:
    """Whether a stack of this height could move from the cell."""
    return movable(board, height) >> cell & 1 == 1


def pass_over(draft: Draft, cells: CellSet, seat: Seat) -> None:
    """R092: on the way an own marker collapses and an opponent's marker is flipped."""
    own = draft.markers[seat] & cells
    draft.flip(cells & ~own, seat)
    if own:
        draft.collapse(own, seat)


def land(draft: Draft, cell: Cell, rings: Rings, seat: Seat) -> None:
    """R092: a marker on the landing cell is removed and costs the top ring of the landed stack."""
    if draft.remove_marker(cell):
        draft.eliminate(cell, rings[:1], seat)
        rings = rings[1:]
    draft.set_stack(cell, rings)


def perform_move(draft: Draft, move: MoveStack) -> None:
    """R092: marker on the origin, markers on the way, landing."""
    grid, seat = draft.grid, move.player
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    direction = grid.direction(origin, to)
    assert direction is not None
    rings = draft.rings[origin]
    draft.set_stack(origin, ())
    draft.put_marker(origin, seat)
    pass_over(draft, grid.between(origin, to, direction), seat)
    land(draft, to, rings, seat)


def _rooms(board: Board, highest: int) -> list[CellSet]:
    """`movable` for every height up to the highest: whole-board sets, a shift for each further step."""
    free = board.grid.mask & ~board.blocked
    rooms = [0] * highest
    for axis in board.grid.axes:
        ahead = behind = -1
        for at in range(highest):
            ahead &= free >> axis * (at + 1)
            behind &= free << axis * (at + 1)
            rooms[at] |= ahead | behind
    return rooms


@cache
def _journeys(grid: Grid, seat: Seat, cell: Cell) -> tuple[tuple[MoveStack, ...], ...]:
    """Every move from a cell on an empty board, by direction, nearest first: legal moves are slices of it."""
    at = grid.positions
    return tuple(tuple(MoveStack(seat, at[cell], at[to]) for to in ray) for ray in grid.rays[cell])
