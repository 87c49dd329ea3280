"""The state hash: equal states, equal hashes, in every engine and language (WIRE.md "State hash") [R190]."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final

from ringrift.rules.state import State
from ringrift.rules.wire import dump_state_without_history

DIGITS: Final = 16  # hexadecimal digits of a digest


def digest(value: Any) -> str:
    """The digest of a JSON value: SHA-256 over its canonical text, shortened."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGITS]


def state_hash(state: State) -> str:
    """The digest of the state's JSON object without its history."""
    return digest(dump_state_without_history(state))
