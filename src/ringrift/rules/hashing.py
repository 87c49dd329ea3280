"""Digests by which engines compare states and offers (WIRE.md "State hash") [R190].

Equal states have equal hashes in every engine and language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from ringrift.rules.moves import Move
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history

DIGITS: Final = 16  # hexadecimal digits of a digest
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    """The digest of a JSON value: SHA-256 over its canonical text, shortened."""
    return sha256(_ENCODER.encode(value).encode()).hexdigest()[:DIGITS]


def state_hash(state: State) -> str:
    """The digest of the state's JSON object without its history."""
    return digest(dump_state_without_history(state))


def legal_digest(moves: Iterable[Move]) -> str:
    """The digest of a set of moves: that of the sorted list of their own JSON strings."""
    return digest(sorted(map(_text, moves)))


@lru_cache(maxsize=1 << 16)  # games offer the same moves again and again
def _text(move: Move) -> str:
    return _ENCODER.encode(dump_move(move))
