from __future__ import annotations
from ringrift.rules.errors import Refusal
from ringrift.rules.legal import is_legal
from ringrift.rules.moves import Move
from ringrift.rules.state import State

def why_illegal(state: State, move: Move) -> Refusal | None:
    return None if is_legal(state, move) else Refusal("ILLEGAL", "R074", "x")
