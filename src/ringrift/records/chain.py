"""The hash chain of a record and the signature of its tip.

Each link is the SHA-256 of the previous link, a line feed and a canonical JSON text, so editing,
removing or reordering a move changes its link and all later ones. docs/reference/game-record.md
specifies the bytes. The chain detects accidental changes: anyone who edits a record can compute a
new chain, but not a signature.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import lru_cache
from typing import Any, Final

from ringrift.records.errors import SignatureError
from ringrift.records.move_cache import MAX_ENTRIES, MAX_KEY_LENGTH, PLAIN_MOVES
from ringrift.records.record import Heading, Link
from ringrift.rules.moves import Move
from ringrift.rules.state import Outcome
from ringrift.rules.wire import dump_move, dump_state_without_history, load_move
from ringrift.rules.wire_fields import describe_value

FORMAT: Final = "ringrift-record"
VERSION: Final = 1
ROOT: Final[Link] = "0" * 64  # precedes the first link
SCHEME: Final = "hmac-sha256:"
_SIGNED: Final = "ringrift-signature-1\n"
_SIGNATURE: Final = re.compile(SCHEME + "[0-9a-f]{64}")

encode_canonical = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode


def compute_link(previous: Link, text: str) -> Link:
    """Return the link after `previous` for a canonical JSON text."""
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def compute_heading_link(heading: Heading) -> Link:
    """Return the first link, over everything known before the first move."""
    return compute_link(ROOT, encode_canonical(heading_json(heading)))


def canonical_move(move: Move) -> str:
    """Return the canonical JSON of a move, without remarks."""
    return _canonical_cached(move) if isinstance(move, PLAIN_MOVES) else _canonical(move)


def parse_canonical_move(text: str) -> Move:
    """Parse a move from canonical JSON; the inverse of `canonical_move`."""
    return _parse_cached(text) if len(text) <= MAX_KEY_LENGTH else _parse(text)


def _canonical(move: Move) -> str:
    return encode_canonical(dump_move(move))


def _parse(text: str) -> Move:
    return load_move(json.loads(text))


_canonical_cached: Final = lru_cache(maxsize=MAX_ENTRIES)(_canonical)
_parse_cached: Final = lru_cache(maxsize=MAX_ENTRIES)(_parse)


def compute_outcome_link(previous: Link, outcome: Outcome) -> Link:
    """Return the last link of a finished record, over its outcome."""
    return compute_link(previous, encode_canonical(outcome_json(outcome)))


def heading_json(heading: Heading) -> dict[str, Any]:
    """Return a heading as JSON: the top level of a JSONL line."""
    position = heading.position
    return {
        "format": FORMAT,
        "version": VERSION,
        "board": heading.board,
        "players": heading.players,
        "edition": heading.edition,
        "swap": heading.swap,
        "initial": None if position is None else dump_state_without_history(position),
        "names": list(heading.names),
        "tags": dict(heading.tags),
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON."""
    ranking = [{"playerNumber": placing.seat, "rank": placing.rank} for placing in outcome.ranking]
    return {"winner": outcome.winner, "reason": outcome.reason, "ranking": ranking}


def sign_tip(tip: Link, key: bytes) -> str:
    """Return the signature of a record with that tip."""
    if not key:
        raise SignatureError(
            "NO_KEY", "An empty key cannot sign anything. Use a secret of at least 16 bytes."
        )
    return SCHEME + hmac.new(key, (_SIGNED + tip).encode(), hashlib.sha256).hexdigest()


def has_signature_form(text: str | None) -> bool:
    """Return whether the text has the form of a signature."""
    return text is not None and _SIGNATURE.fullmatch(text) is not None


def check_signature_form(text: str | None) -> None:
    """Raise an error for text that is not in the form of a signature."""
    if text is not None and not has_signature_form(text):
        found = describe_value(text)
        message = f"A signature is {SCHEME} and 64 hexadecimal digits, not {found}. Leave it out."
        raise SignatureError("MALFORMED", message)


def verify_signature(tip: Link, signature: str | None, key: bytes) -> bool:
    """Return whether the signature over the tip was made with the key."""
    return signature is not None and hmac.compare_digest(
        sign_tip(tip, key).encode(), signature.encode()
    )


def check_signature(tip: Link, signature: str | None, key: bytes) -> None:
    """Raise `SignatureError` unless the key signed the record."""
    if signature is None:
        raise SignatureError(
            "NOT_SIGNED", "The record has no signature, so it could come from anyone."
        )
    if not verify_signature(tip, signature, key):
        raise SignatureError(
            "BAD_SIGNATURE",
            "The signature was not made with this key: the record was changed or forged.",
        )
