"""Keys of positions and turns that are equal for symmetric boards. Seats are not merged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from typing import Any, Final

from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.grid import BoardName, Cell, Grid, grid_named
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.state import State
from ringrift.starts.symmetry import canonical_form, cell_symmetries

_KEY_LENGTH: Final = 16  # hexadecimal digits
_SETS_OF_CELLS: Final = "=#~"  # begins the notation of lines, regions and recovery slides
_CELL: Final = re.compile("(?<![0-9])[a-y][1-9][0-9]?")  # not the number of rings in @d4x2


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a game: the positions around it, and its moves on the board of the first key."""

    position: str
    next: str
    moves: str


def position_key(state: State) -> tuple[str, int]:
    """Return the key of a position, and the symmetry that leads to the board of the key."""
    form, symmetry = canonical_form(state)
    text = repr((form, state.swap_enabled, state.swap_used))
    return sha256(text.encode()).hexdigest()[:_KEY_LENGTH], symmetry


def played_turns(state: State, moves: Sequence[Move], most: int) -> Iterator[PlayedTurn]:
    """Yield the first turns of a game. A swap is a turn of its own: the other person plays on."""
    key, symmetry = position_key(state)
    turn: list[str] = []
    count = 0
    for move in moves:
        if not move.bookkeeping:
            turn.append(notation_on(state, move, symmetry))
        after = apply(state, move)
        ended = after.turn_number != state.turn_number or after.outcome is not None
        state = after
        if ended or isinstance(move, SwapSides):
            following, next_symmetry = position_key(state)
            yield PlayedTurn(key, following, " ".join(turn))
            key, symmetry, turn = following, next_symmetry, []
            count += 1
            if count == most or state.outcome is not None:
                return


def notation_on(state: State, move: Move, symmetry: int) -> str:
    """Return the notation of a move on the board that the symmetry leads to."""
    grid = state.board.grid
    return format_move(state, _turned(grid, move, _cell_map(grid.name, symmetry)))


def needs_rules(turn: str) -> bool:
    """Return whether a turn names the first cell of a set, which differs on another board."""
    return any(word[0] in _SETS_OF_CELLS for word in turn.split())


def turn_on_own_board(state: State, turn: str, symmetry: int) -> list[str]:
    """Return the moves of a turn that is written for the key's board, for the state's own board."""
    grid = state.board.grid
    own = _own_cells(grid.name, symmetry)

    def image(found: re.Match[str]) -> str:
        cell = grid.cell_named(found[0])
        return found[0] if cell is None else grid.cell_name(own[cell])

    words = turn.split()
    if not needs_rules(turn):
        return [_CELL.sub(image, word) for word in words]
    found = []
    for word in words:
        while (due := bookkeeping(state)) is not None:
            state = apply(state, due)
        if word[0] in _SETS_OF_CELLS:
            moves = legal_moves(state)
            move = next(one for one in moves if notation_on(state, one, symmetry) == word)
        else:
            move = parse_move(state, _CELL.sub(image, word))
        found.append(format_move(state, move))
        state = apply(state, move)
    return found


@cache
def _cell_map(board: BoardName, symmetry: int) -> dict[Cell, Cell]:
    """Return where each cell of a state's board is on the key's board."""
    images = cell_symmetries(board)[symmetry]
    return dict(zip(images, grid_named(board).cells, strict=True))


@cache
def _own_cells(board: BoardName, symmetry: int) -> dict[Cell, Cell]:
    """Return where each cell of the key's board is on a state's board."""
    return {key: cell for cell, key in _cell_map(board, symmetry).items()}


def _turned(grid: Grid, move: Move, images: dict[Cell, Cell]) -> Move:
    changes: dict[str, Any] = {}
    for field in fields(move):
        value = getattr(move, field.name)
        if not isinstance(value, tuple):
            continue
        if value in grid.cell_of:
            changes[field.name] = grid.positions[images[grid.cell_of[value]]]
        else:
            cells = sorted(images[grid.cell_of[position]] for position in value)
            changes[field.name] = tuple(grid.positions[cell] for cell in cells)
    return replace(move, **changes)
