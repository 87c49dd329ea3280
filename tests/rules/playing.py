"""How the tests of the rules speak: positions as diagrams, moves as notation."""

from __future__ import annotations

from textwrap import dedent

from ringrift.drawing.diagram import parse_diagram
from ringrift.rules import State, apply, bookkeeping, legal_moves
from ringrift.rules.notation import format_move, parse_move


def position(text: str) -> State:
    """The state that a diagram shows."""
    return parse_diagram(dedent(text))


def play(state: State, *moves: str) -> State:
    """The state after these moves, each in notation."""
    for text in moves:
        state = apply(state, parse_move(state, text))
    return state


def offered(state: State) -> set[str]:
    """The interactive moves in notation."""
    return {format_move(state, move) for move in legal_moves(state)}


def due(state: State) -> str | None:
    """The type of the bookkeeping move that must be applied."""
    move = bookkeeping(state)
    return move.type if move else None


def stacks(state: State) -> dict[str, tuple[int, ...]]:
    grid = state.board.grid
    return {grid.cell_name(cell): rings for cell, rings in enumerate(state.board.rings) if rings}


def markers(state: State) -> dict[str, int]:
    return _owned(state, state.board.markers)


def collapsed(state: State) -> dict[str, int]:
    return _owned(state, state.board.collapsed)


def _owned(state: State, sets: tuple[int, ...]) -> dict[str, int]:
    grid = state.board.grid
    return {
        grid.cell_name(cell): seat
        for seat in state.board.seats
        for cell in grid.cells
        if sets[seat] >> cell & 1
    }
