"""A difference as a test vector: one line of the scenario format (docs/reference/vectors.md).

What is right is what the law says. `ringrift verify` reads the line, so that it can be kept as a regression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ringrift.rules import apply, bookkeeping, legal_moves, state_hash
from ringrift.rules.hashing import legal_digest
from ringrift.rules.moves import Move
from ringrift.rules.notation import notation
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history


def vector_of_move(state: State, move: Move, title: str) -> dict[str, Any]:
    """What the law makes of the move: the state after it, or that it is not offered."""
    if move != bookkeeping(state) and move not in legal_moves(state):
        return vector_of_offer(state, title, not_offered=(move,))
    after = apply(state, move)
    step = {
        "notation": notation(state, move),
        "move": dump_move(move),
        "legalBefore": _offer(state),
        "after": {},
        "stateDigest": state_hash(after),
    }
    return _scenario(state, title, [step], after) | {"finalLegal": _offer(after)}


def vector_of_offer(
    state: State, title: str, offered: Iterable[Move] = (), not_offered: Iterable[Move] = ()
) -> dict[str, Any]:
    """What the law offers in the state, and the moves that the engines do not agree about."""
    claims = {
        "containing": [dump_move(move) for move in offered],
        "notContaining": [dump_move(move) for move in not_offered],
    }
    return _scenario(state, title, [], state) | {"finalLegal": _offer(state) | claims}


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


def _offer(state: State) -> dict[str, Any]:
    moves = legal_moves(state)
    types = Counter(move.type for move in moves)
    return {
        "count": len(moves),
        "types": {name: types[name] for name in sorted(types)},
        "digest": legal_digest(moves),
    }
