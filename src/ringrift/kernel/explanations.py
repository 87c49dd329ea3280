"""Moves as questions to the kernel, and its explanations as refusals (native: explanation.hpp)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

from ringrift.kernel import state_fields
from ringrift.kernel._native import why_invalid
from ringrift.kernel.move_codec import KINDS, kind_number
from ringrift.kernel.state_codec import CONTEXTS, MODES, PHASES, REASONS, Fields, indices
from ringrift.rules.errors import Argument, InvalidStateError, Refusal
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import BOARD_NAMES, Grid, Position, grid_named
from ringrift.rules.messages import KERNEL_MESSAGES, arguments_of, refusal_at
from ringrift.rules.moves import (
    ChooseLineReward,
    EliminateRingsFromStack,
    Move,
    PlaceRing,
    Positions,
    ProcessTerritoryRegion,
    RecoverySlide,
)

Explanation = tuple[int, int, list[int], list[int]]  # message, rule, values, list

_ABSENT: Final = -1
_OFF_BOARD: Final = -2
_MAX_NUMBER: Final = 2**31 - 1


def to_query(move: Move, grid: Grid) -> list[int]:
    """Return the numbers of a move as somebody names it, legal or not (`MoveQuery`)."""
    cells = getattr(move, "line", None)
    if isinstance(move, ProcessTerritoryRegion):
        cells = move.region
    collapse = getattr(move, "collapse", None)
    mode = MODES.index(move.mode) + 1 if isinstance(move, RecoverySlide) else 0
    return [
        kind_number(move),
        move.player,
        _number_of(move),
        mode,
        *(_cell_or_absent(move, name, grid) for name in ("origin", "target", "to", "extraction")),
        _ABSENT if cells is None else len(cells),
        _ABSENT if collapse is None else len(collapse),
        *_indices(cells or (), grid),
        *_indices(collapse or (), grid),
    ]


def to_refusal(explanation: Explanation, grid: Grid, move: Move | None = None) -> Refusal:
    """Return the refusal of an explanation on a board, about a move or about a state."""
    message, _, values, items = explanation
    key = KERNEL_MESSAGES[message]
    types = arguments_of(key)
    remaining = iter(values)
    args: dict[str, Argument] = {}
    for name, kind in types.items():
        if kind == "board":
            args[name] = grid.name
        elif kind == "position":
            assert move is not None
            args[name] = str(list(positions_of(move))[next(remaining)])
        elif kind in ("cells", "lines", "moves"):
            args[name] = _list_argument(kind, items, grid)
        else:
            args[name] = _argument(kind, next(remaining), grid)
    return refusal_at(key, args, grid.rule if "board" in types.values() else None)


def first_invalid_state(states: Iterable[Fields], error: Exception) -> InvalidStateError:
    """Return why the kernel refuses states: what contradicts itself in them, else the error."""
    for fields in states:
        try:
            explanation = why_invalid(fields[state_fields.BOARD], fields)
        except (TypeError, ValueError):
            continue
        if explanation is not None:
            grid = grid_named(BOARD_NAMES[fields[state_fields.BOARD]])
            return InvalidStateError(to_refusal(explanation, grid))
    return InvalidStateError(Refusal("MALFORMED", None, f"The kernel cannot load it: {error}."))


def _argument(kind: str, value: int, grid: Grid) -> int | str:
    match kind:
        case "cell":
            return grid.cell_name(grid.cells[value])
        case "move":
            return KINDS[value].type
        case "phase":
            return PHASES[value].value
        case "context":
            return CONTEXTS[value - 1]
        case "reason":
            return REASONS[value - 1]
        case _:
            return value


def _list_argument(kind: str, items: Sequence[int], grid: Grid) -> tuple[str, ...]:
    if kind == "moves":
        return tuple(KINDS[item].type for item in items)
    names = [grid.cell_name(grid.cells[item]) for item in items]
    if kind == "cells":
        return tuple(names)
    return tuple(f"{first}..{last}" for first, last in zip(names[::2], names[1::2], strict=True))


def _number_of(move: Move) -> int:
    """Return the one number that a move has beside its cells."""
    match move:
        case PlaceRing(count=count):
            number = count if type(count) is int else 0
        case ChooseLineReward(option=option) | RecoverySlide(option=option):
            number = option or 0
        case ProcessTerritoryRegion(border=border):
            number = border or 0
        case EliminateRingsFromStack(context=context):
            number = CONTEXTS.index(context) + 1
        case _:
            number = 0
    return max(-_MAX_NUMBER, min(number, _MAX_NUMBER))


def _cell_or_absent(move: Move, name: str, grid: Grid) -> int:
    """Return the index of a named cell; of a move that has it only an extraction may be absent."""
    if not hasattr(move, name) or (name == "extraction" and getattr(move, name) is None):
        return _ABSENT
    return _indices((cast(Position, getattr(move, name)),), grid)[0]


def _indices(positions: Positions, grid: Grid) -> list[int]:
    index = indices(grid)
    return [
        index[grid.cell_of[position]] if position in grid.cell_of else _OFF_BOARD
        for position in positions
    ]
