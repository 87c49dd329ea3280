"""Recovery: a player without a stack slides a marker and pays with a buried ring [R110-R115]."""

from __future__ import annotations

from collections.abc import Iterator

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.elimination import eliminate_top_rings, extract_ring
from ringrift.rules.grid import Cell, cell_set, cells_in
from ringrift.rules.lines import Line, find_lines_through, line_positions, line_segments
from ringrift.rules.moves import RecoverySlide
from ringrift.rules.stack import Seat
from ringrift.rules.state import State


def is_recovery_eligible(state: State, seat: Seat) -> bool:
    """R110: return whether the seat controls no stack but has a marker and a buried ring."""
    state.seat(seat)
    board = state.board
    return (
        state.edition.recovery
        and not board.controlled[seat]
        and board.markers[seat] != 0
        and board.has_ring(seat)
    )


def recovery_slides(state: State, seat: Seat) -> list[RecoverySlide]:
    """R110-R113: return the slides of an eligible seat; others only if none makes a line."""
    if not is_recovery_eligible(state, seat):
        return []
    return line_slides(state, seat) or [
        *_fallback_slides(state.board, seat),
        *_stack_strikes(state.board, seat),
    ]


def line_slides(state: State, seat: Seat) -> list[RecoverySlide]:
    """R111: return the slides that put the marker into a line, with every option for the line."""
    board, length, grid = state.board, state.line_length, state.board.grid
    purses = board.cells_with_buried_ring(seat)
    found: list[RecoverySlide] = []
    for origin in cells_in(board.markers[seat]):
        left = board.markers[seat] ^ (1 << origin)
        for to in cells_in(grid.neighbours[origin] & board.empty):
            for line in find_lines_through(left | 1 << to, grid, to, length):
                found += _line_slide_options(board, seat, origin, to, line, length, purses)
    return found


def perform_slide(draft: BoardDraft, move: RecoverySlide) -> None:
    """R111-R115: slide the marker or strike, then collapse the line and pay the cost."""
    grid, seat = draft.grid, move.player
    to = grid.cell_of[move.to]
    draft.remove_marker(grid.cell_of[move.origin])
    if move.mode == "stack_strike":
        eliminate_top_rings(draft, to, 1, seat)
    else:
        draft.put_marker(to, seat)
    if move.collapse is not None:
        draft.collapse(cell_set(grid.cell_of[position] for position in move.collapse), seat)
    if move.extraction is not None:
        extract_ring(draft, grid.cell_of[move.extraction], seat)


def _line_slide_options(
    board: Board, seat: Seat, origin: Cell, to: Cell, line: Line, length: int, purses: list[Cell]
) -> Iterator[RecoverySlide]:
    """R112: yield the whole line for one extraction and, if longer, each segment for free."""
    at = board.grid.positions
    cells = line_positions(board.grid, line)
    for purse in purses:
        yield RecoverySlide(seat, at[origin], at[to], "line", at[purse], cells, 1, cells)
    if len(line) > length:
        for part in line_segments(line, length):
            yield RecoverySlide(
                seat, at[origin], at[to], "line", None, cells, 2, line_positions(board.grid, part)
            )


def _fallback_slides(board: Board, seat: Seat) -> Iterator[RecoverySlide]:
    """R114: yield the slides to an empty cell, for one extraction."""
    at, purses = board.grid.positions, board.cells_with_buried_ring(seat)
    for origin in cells_in(board.markers[seat]):
        for to in cells_in(board.grid.neighbours[origin] & board.empty):
            for purse in purses:
                yield RecoverySlide(seat, at[origin], at[to], "fallback", at[purse])


def _stack_strikes(board: Board, seat: Seat) -> Iterator[RecoverySlide]:
    """R115: yield the slides onto a stack; a buried ring must remain to pay with."""
    at, purses = board.grid.positions, board.cells_with_buried_ring(seat)
    for origin in cells_in(board.markers[seat]):
        for to in cells_in(board.grid.neighbours[origin] & board.stacks):
            for purse in purses:
                if purse != to or seat in board.rings[to][2:]:
                    yield RecoverySlide(seat, at[origin], at[to], "stack_strike", at[purse])
