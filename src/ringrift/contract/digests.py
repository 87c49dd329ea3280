"""The digest of a set of moves, by which engines compare what they offer (docs/reference/vectors.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ringrift.rules.hashing import digest
from ringrift.rules.moves import Move
from ringrift.rules.wire import dump_move

_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def legal_digest(moves: Iterable[Move]) -> str:
    """The digest of the sorted list of the moves' own JSON strings."""
    return digest(sorted(map(_text, moves)))


@lru_cache(maxsize=1 << 16)  # games offer the same moves again and again
def _text(move: Move) -> str:
    return _ENCODER.encode(dump_move(move))
