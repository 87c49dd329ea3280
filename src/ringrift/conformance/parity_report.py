"""Reports a difference as a text diagram and as a vector that fails until the engine is fixed."""

from __future__ import annotations

from typing import Any

from ringrift.conformance.lockstep import Difference
from ringrift.conformance.vector_generator import make_scenario
from ringrift.drawing.diagram import format_diagram
from ringrift.rules import apply, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move


def format_difference(difference: Difference) -> str:
    """Format a difference: the start as a diagram, the moves in notation, both answers."""
    start = difference.start
    moves = " ".join(_format_moves(start, difference.moves)) or "none"
    lines = [
        f"The engines differ in {difference.what}.",
        "",
        *format_diagram(start).splitlines(),
        "",
        f"moves from there: {moves}",
        f"reference: {difference.expected}",
        f"kernel:    {difference.found}",
    ]
    return "\n".join(lines)


def make_regression_row(difference: Difference) -> dict[str, Any]:
    """Return a scenario with the reference engine's answers; add rules and a title by hand."""
    name = f"parity-{difference.kind.replace(' ', '-')}-{state_hash(difference.start)}"
    row = make_scenario(
        name,
        difference.start,
        difference.moves,
        f"Reference engine and kernel agree: {difference.what}.",
    )
    row["tags"] = ["parity"]
    row["finalLegal"] |= {
        "containing": [dump_move(move) for move in difference.missing],
        "notContaining": [dump_move(move) for move in difference.invented],
    }
    return row


def _format_moves(state: State, moves: tuple[Move, ...]) -> list[str]:
    texts = []
    for move in moves:
        texts.append(format_move(state, move))
        state = apply(state, move)
    return texts
