"""What `show` points at: where a stack may go, what it may capture, which cells a move names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ringrift.cli.messages import example_cell, parse_move_or_number
from ringrift.rules import (
    Decision,
    DecisionKind,
    Move,
    PlaceRing,
    Position,
    State,
    apply,
    is_legal,
    legal_moves,
)
from ringrift.rules.explain import positions_of
from ringrift.rules.grid import Cell
from ringrift.rules.notation import format_move

FROM: Final = ">"
TO: Final = "o"
OVER: Final = "x"


@dataclass(slots=True)
class Highlight:
    """Marks for cells of the board, and a sentence about them."""

    sentence: str
    marks: dict[Cell, str] = field(default_factory=dict)


def highlight(state: State, due: Decision, about: str) -> Highlight:
    """Mark what a cell, a move or its number refers to; without one, everything that can act."""
    cell = state.board.grid.cell_named(about)
    if not about:
        return _everything(state, due)
    if cell is not None:
        return _from_cell(state, due, cell, about)
    move = parse_move_or_number(state, due, about)
    shown = Highlight(f"{format_move(state, move)} involves the cells marked on the board.")
    _mark(state, shown, [move])
    return shown


def _everything(state: State, due: Decision) -> Highlight:
    if due.kind is DecisionKind.PLACEMENT:
        cell = example_cell(state.board.grid)
        shown = Highlight(
            f"{TO}: you can place rings here. show {cell} shows where they could then go."
        )
        _mark(state, shown, due.moves)
        return shown
    starts = [move for move in due.moves if _origin(move) is not None]
    if starts:
        cells = {_cell(state, _origin(move)) for move in starts}
        what = (
            "markers that can slide" if due.kind is DecisionKind.RECOVERY else "stacks that can act"
        )
        name = state.board.grid.cell_name(min(cells))
        return Highlight(
            f"{FROM}: the {what}. show {name} shows where it can go.", dict.fromkeys(cells, FROM)
        )
    shown = Highlight(
        f"{TO}: the cells that your choices involve. show 1 shows those of the first choice."
    )
    _mark(state, shown, due.moves)
    return shown


def _from_cell(state: State, due: Decision, cell: Cell, name: str) -> Highlight:
    at = state.board.grid.positions[cell]
    moves = [move for move in due.moves if _origin(move) == at]
    if moves:
        shown = Highlight(_sentence(f"From {name}", moves))
        _mark(state, shown, moves)
        return shown
    placed = PlaceRing(due.seat, at, 1)
    if due.kind is DecisionKind.PLACEMENT and is_legal(state, placed):
        after = apply(state, placed)
        follow = [move for move in legal_moves(after) if _origin(move) == at]
        shown = Highlight(_sentence(f"After @{name}, from {name}", follow))
        _mark(after, shown, follow)
        return shown
    named = [move for move in due.moves if at in set(positions_of(move))]
    if named:
        shown = Highlight(f"{len(named)} of your choices involve {name}; moves {name} lists them.")
        _mark(state, shown, named)
        return shown
    return Highlight(f"No legal move starts at {name} now.")


def _sentence(where: str, moves: list[Move]) -> str:
    landings = {move.to for move in moves if hasattr(move, "to")}
    captured = {move.target for move in moves if hasattr(move, "target")}
    goes = (
        f"{where}, it can go to {TO} ({len(landings)} {'cell' if len(landings) == 1 else 'cells'})"
    )
    return f"{goes}, capturing {OVER}." if captured else f"{goes}."


def _mark(state: State, shown: Highlight, moves: Iterable[Move]) -> None:
    """Prefer the moving stack and the captured one where a cell has several roles."""
    captures: set[Cell] = set()
    origins: set[Cell] = set()
    for move in moves:
        origin, target = _origin(move), getattr(move, "target", None)
        for position in positions_of(move):
            shown.marks[_cell(state, position)] = TO
        if target is not None:
            captures.add(_cell(state, target))
        if origin is not None:
            origins.add(_cell(state, origin))
    shown.marks.update(dict.fromkeys(captures, OVER))
    shown.marks.update(dict.fromkeys(origins, FROM))


def _origin(move: Move) -> Position | None:
    origin: Position | None = getattr(move, "origin", None)
    return origin


def _cell(state: State, position: Position | None) -> Cell:
    assert position is not None
    return state.board.grid.cell_of[position]
