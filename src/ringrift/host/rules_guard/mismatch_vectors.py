"""Write a mismatch as a test vector: one line of the scenario format (docs/reference/vectors.md).

The reference engine gives the expected values. `ringrift verify` reads the line, so it can be kept
as a regression test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ringrift.rules import apply, bookkeeping, legal_moves, state_hash
from ringrift.rules.hashing import legal_digest
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history


def move_vector(state: State, move: Move, title: str) -> dict[str, Any]:
    """Return the state after the move as a vector, or that the move is not legal."""
    if move != bookkeeping(state) and move not in legal_moves(state):
        return legal_moves_vector(state, title, illegal=(move,))
    after = apply(state, move)
    step = {
        "notation": format_move(state, move),
        "move": dump_move(move),
        "legalBefore": _legal_summary(state),
        "after": {},
        "stateDigest": state_hash(after),
    }
    return _scenario(state, title, [step], after) | {"finalLegal": _legal_summary(after)}


def legal_moves_vector(
    state: State, title: str, legal: Iterable[Move] = (), illegal: Iterable[Move] = ()
) -> dict[str, Any]:
    """Return the legal moves of the state as a vector, naming those on which the engines differ."""
    claims = {
        "containing": [dump_move(move) for move in legal],
        "notContaining": [dump_move(move) for move in illegal],
    }
    return _scenario(state, title, [], state) | {"finalLegal": _legal_summary(state) | claims}


def _scenario(state: State, title: str, steps: list[dict[str, Any]], last: State) -> dict[str, Any]:
    required = bookkeeping(last)
    phases = [state.phase.value, last.phase.value]
    return {
        "id": f"rules-mode-{state_hash(state)}",
        "rules": [],
        "faq": [],
        "title": title,
        "edition": state.edition.name,
        "board": state.board.grid.name,
        "numPlayers": len(state.seats),
        "tags": ["parity"],
        "initial": dump_state_without_history(state),
        "initialDigest": state_hash(state),
        "steps": steps,
        "bookkeeping": None if required is None else dump_move(required),
        "phases": phases if phases[0] != phases[1] else phases[:1],
    }


def _legal_summary(state: State) -> dict[str, Any]:
    moves = legal_moves(state)
    types = Counter(move.type for move in moves)
    return {
        "count": len(moves),
        "types": {name: types[name] for name in sorted(types)},
        "digest": legal_digest(moves),
    }
