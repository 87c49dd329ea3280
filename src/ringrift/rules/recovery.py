"""Recovery: a player without a stack slides a marker and pays with a buried ring [R110-R115]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.elimination import eliminate_top_rings, extract_ring
from ringrift.rules.grid import Cell, cell_set, cells_in
from ringrift.rules.lines import Line, find_lines_through, line_positions, line_segments
from ringrift.rules.moves import RecoverySlide
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

Step = tuple[Cell, Cell]  # a marker and a neighbouring cell


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
    steps = _steps(state.board, seat)
    return [*_line_slides(state, seat, steps)] or [*_slides_without_line(state.board, seat, steps)]


def slides_between(state: State, seat: Seat, origin: Cell, to: Cell) -> list[RecoverySlide]:
    """Return those of the `recovery_slides` that move a marker from one cell to another."""
    board = state.board
    if not (
        is_recovery_eligible(state, seat)
        and board.markers[seat] >> origin & 1
        and board.grid.neighbours[origin] >> to & 1
    ):
        return []
    step = ((origin, to),)
    found = [*_line_slides(state, seat, step)]
    if found or has_line_slide(state, seat):
        return found
    return [*_slides_without_line(board, seat, step)]


def has_recovery_slide(state: State, seat: Seat) -> bool:
    """Return whether there are `recovery_slides`, without listing them."""
    if not is_recovery_eligible(state, seat):
        return False
    # A step to an empty cell is at least a fallback slide; a buried ring always pays for it.
    board = state.board
    return any(
        board.empty >> to & 1 or next(_strikes(board, seat, ((origin, to),)), None) is not None
        for origin, to in _steps(board, seat)
    )


def has_line_slide(state: State, seat: Seat) -> bool:
    """R111: return whether a slide of the seat puts a marker into a line."""
    return next(_line_slides(state, seat, _steps(state.board, seat)), None) is not None


def count_recovery_slides(state: State, seat: Seat) -> int:
    """Return the number of `recovery_slides` without listing them."""
    if not is_recovery_eligible(state, seat):
        return 0
    board, length = state.board, state.line_length
    purses = frozenset(board.cells_with_buried_ring(seat))
    in_line = elsewhere = 0
    for origin, to in _steps(board, seat):
        if board.empty >> to & 1:
            markers = board.markers[seat] ^ (1 << origin) | 1 << to
            elsewhere += len(purses)
            for line in find_lines_through(markers, board.grid, to, length):
                segments = len(line) - length + 1 if len(line) > length else 0
                in_line += len(purses) + segments
        elif board.stacks >> to & 1:
            lost = to in purses and seat not in board.rings[to][2:]  # the strike takes that ring
            elsewhere += len(purses) - lost
    return in_line or elsewhere


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


def _steps(board: Board, seat: Seat) -> list[Step]:
    """Return the marker of the seat and the neighbouring cell of every step of a marker."""
    return [
        (origin, to)
        for origin in cells_in(board.markers[seat])
        for to in cells_in(board.grid.neighbours[origin])
    ]


def _line_slides(state: State, seat: Seat, steps: Iterable[Step]) -> Iterator[RecoverySlide]:
    """R111: yield the slides that put the marker into a line, with every option for the line."""
    board, length, grid = state.board, state.line_length, state.board.grid
    purses = board.cells_with_buried_ring(seat)
    for origin, to in steps:
        if board.empty >> to & 1:
            markers = board.markers[seat] ^ (1 << origin) | 1 << to
            for line in find_lines_through(markers, grid, to, length):
                yield from _line_slide_options(board, seat, origin, to, line, length, purses)


def _slides_without_line(
    board: Board, seat: Seat, steps: Sequence[Step]
) -> Iterator[RecoverySlide]:
    yield from _fallback_slides(board, seat, steps)
    yield from _strikes(board, seat, steps)


def _fallback_slides(board: Board, seat: Seat, steps: Iterable[Step]) -> Iterator[RecoverySlide]:
    """R114: yield the slides to an empty cell, for one extraction."""
    at, purses = board.grid.positions, board.cells_with_buried_ring(seat)
    for origin, to in steps:
        if board.empty >> to & 1:
            for purse in purses:
                yield RecoverySlide(seat, at[origin], at[to], "fallback", at[purse])


def _strikes(board: Board, seat: Seat, steps: Iterable[Step]) -> Iterator[RecoverySlide]:
    """R115: yield the slides onto a stack; a buried ring must remain to pay with."""
    at, purses = board.grid.positions, board.cells_with_buried_ring(seat)
    for origin, to in steps:
        if board.stacks >> to & 1:
            for purse in purses:
                if purse != to or seat in board.rings[to][2:]:
                    yield RecoverySlide(seat, at[origin], at[to], "stack_strike", at[purse])
