"""Encode moves as the five numbers that the kernel takes, and decode them (native: move.hpp)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Final

from ringrift.kernel.state_codec import CONTEXTS, MODES, indices
from ringrift.rules.errors import InvalidMoveError
from ringrift.rules.grid import Grid, Position
from ringrift.rules.messages import refusal
from ringrift.rules.moves import (
    MOVE_TYPES,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    Positions,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
)
from ringrift.rules.stack import Seat

Numbers = tuple[int, int, int, int, int]  # kind, detail, and up to three cells by canonical index

KINDS: Final = tuple(MOVE_TYPES.values())  # in the order of the kernel's MoveKind
_MAX_DETAIL: Final = 0xFF
_NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}


def to_numbers(move: Move, grid: Grid) -> Numbers | None:
    """Return the numbers of a move, or None if it cannot be legal."""
    kind = kind_number(move)
    try:
        detail, a, b, c = map(index, _details(move, grid))
    except (IndexError, KeyError, TypeError, ValueError):
        return None
    return (kind, detail, a, b, c) if 0 <= detail <= _MAX_DETAIL else None


def kind_number(move: Move) -> int:
    """Return the number of the kind of a move; `InvalidMoveError` for anything else."""
    kind = _NUMBER.get(type(move))
    if kind is None:
        raise InvalidMoveError(refusal("MALFORMED.move_object", found=type(move).__name__))
    return kind


def _details(move: Move, grid: Grid) -> tuple[int, int, int, int]:
    at = _CellIndex(grid)
    match move:
        case PlaceRing(to=to, count=count):
            return count, at(to), 0, 0
        case MoveStack(origin=origin, to=to):
            return 0, at(origin), at(to), 0
        case OvertakingCapture(origin=origin, target=target, to=to):
            return 0, at(origin), at(target), at(to)
        case ContinueCaptureSegment(origin=origin, target=target, to=to):
            return 0, at(origin), at(target), at(to)
        case ProcessLine(line=line):
            return at.axis(line), at(line[0]), 0, 0
        case ChooseLineReward(line=line, option=option, collapse=collapse):
            return at.axis(line) + 4 * option, at(line[0]), at(collapse[0]), 0
        case ProcessTerritoryRegion(region=region, border=border):
            return border or 0, at(region[0]), 0, 0
        case EliminateRingsFromStack(to=to) | ForcedElimination(to=to):
            return 0, at(to), 0, 0
        case RecoverySlide():
            return _slide_details(move, at)
        case _:
            return 0, 0, 0, 0


def _slide_details(move: RecoverySlide, at: _CellIndex) -> tuple[int, int, int, int]:
    option, axis = move.option or 0, at.axis(move.line) if move.line else 0
    paid = move.extraction if move.extraction is not None else (move.collapse or ())[0]
    detail = 1 + MODES.index(move.mode) << 4 | option << 2 | axis
    return detail, at(move.origin), at(move.to), at(paid)


class _CellIndex:
    """Find canonical indices of positions."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.indices = indices(grid)

    def __call__(self, position: Position) -> int:
        return self.indices[self.grid.cell_of[position]]

    def axis(self, line: Positions) -> int:
        first, second = (self.grid.cell_of[position] for position in line[:2])
        return self.grid.axes.index(second - first)


def to_move(
    numbers: Numbers,
    seat: Seat,
    grid: Grid,
    length: int,
    pending: int,
    cells: Callable[[Numbers], Sequence[int]],
) -> Move:
    """Return the move of these numbers.

    `cells` returns the line or region of a move, `pending` is the cost that is due.
    """
    number, detail, a, b, c = numbers
    kind = KINDS[number]

    def at(index: int) -> Position:
        return grid.positions[grid.cells[index]]

    if kind is PlaceRing:
        return PlaceRing(seat, at(a), detail)
    if kind is MoveStack:
        return MoveStack(seat, at(a), at(b))
    if kind is OvertakingCapture or kind is ContinueCaptureSegment:
        return kind(seat, at(a), at(b), at(c))
    if kind is EliminateRingsFromStack:
        return EliminateRingsFromStack(seat, at(a), CONTEXTS[pending - 1])
    if kind is ForcedElimination:
        return ForcedElimination(seat, at(a))
    if kind in (ProcessTerritoryRegion, ProcessLine, ChooseLineReward):
        return _to_reward(numbers, seat, tuple(map(at, cells(numbers))), at(b), length)
    if kind is RecoverySlide:
        return _to_slide(numbers, seat, at, length, cells)
    return kind(seat)


def _to_reward(
    numbers: Numbers, seat: Seat, cells: Positions, first: Position, length: int
) -> Move:
    """Return a move about a line or a region; `first` starts the chosen segment."""
    number, detail, *_ = numbers
    if KINDS[number] is ProcessTerritoryRegion:
        return ProcessTerritoryRegion(seat, cells, detail or None)
    if KINDS[number] is ProcessLine:
        return ProcessLine(seat, cells)
    if detail >> 2 == 1:
        return ChooseLineReward(seat, cells, 1, cells)
    return ChooseLineReward(seat, cells, 2, _segment(cells, first, length))


def _to_slide(
    numbers: Numbers,
    seat: Seat,
    at: Callable[[int], Position],
    length: int,
    cells: Callable[[Numbers], Sequence[int]],
) -> RecoverySlide:
    _, detail, a, b, c = numbers
    mode, option = MODES[(detail >> 4) - 1], detail >> 2 & 3
    if mode != "line":
        return RecoverySlide(seat, at(a), at(b), mode, at(c))
    line = tuple(map(at, cells(numbers)))
    if option == 1:
        return RecoverySlide(seat, at(a), at(b), mode, at(c), line, 1, line)
    return RecoverySlide(seat, at(a), at(b), mode, None, line, 2, _segment(line, at(c), length))


def _segment(line: Positions, first: Position, length: int) -> Positions:
    start = line.index(first)
    return line[start : start + length]
