"""The hash chain over a record, and the signature over its tip.

Each link is SHA-256 over the link before it, a line feed, and a canonical JSON text; so a move that
was edited, dropped or moved elsewhere changes its own link and all that follow.
docs/reference/game-record.md gives the bytes. The chain guards against accident: anyone who edits a
record can make a new chain, but not a signature.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import lru_cache
from typing import Any, Final

from ringrift.records.errors import SignatureError
from ringrift.records.move_cache import MAX_ENTRIES
from ringrift.records.record import Heading, Link
from ringrift.rules.moves import Move
from ringrift.rules.state import Outcome
from ringrift.rules.wire import dump_move, dump_state_without_history, load_move
from ringrift.rules.wire_fields import describe_value

FORMAT: Final = "ringrift-record"
VERSION: Final = 1
ROOT: Final[Link] = "0" * 64  # stands before the first link
SCHEME: Final = "hmac-sha256:"
_SIGNED: Final = "ringrift-signature-1\n"
_SIGNATURE: Final = re.compile(SCHEME + "[0-9a-f]{64}")

encode_canonical = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode


def compute_link(previous: Link, text: str) -> Link:
    """The link after `previous` for a canonical JSON text."""
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def compute_heading_link(heading: Heading) -> Link:
    """The first link, over everything that is known before the first move."""
    return compute_link(ROOT, encode_canonical(heading_json(heading)))


@lru_cache(maxsize=MAX_ENTRIES)
def canonical_move(move: Move) -> str:
    """The canonical JSON of a move, without remarks."""
    return encode_canonical(dump_move(move))


@lru_cache(maxsize=MAX_ENTRIES)
def parse_canonical_move(text: str) -> Move:
    """The move of a JSON text; the inverse of `canonical_move`."""
    return load_move(json.loads(text))


def compute_outcome_link(previous: Link, outcome: Outcome) -> Link:
    """The link that closes a finished record."""
    return compute_link(previous, encode_canonical(outcome_json(outcome)))


def heading_json(heading: Heading) -> dict[str, Any]:
    """A heading as JSON: the top of a JSONL line."""
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
    """An outcome as JSON."""
    ranking = [{"playerNumber": placing.seat, "rank": placing.rank} for placing in outcome.ranking]
    return {"winner": outcome.winner, "reason": outcome.reason, "ranking": ranking}


def sign_tip(tip: Link, key: bytes) -> str:
    """The signature of a record with that tip."""
    if not key:
        raise SignatureError(
            "NO_KEY", "An empty key signs nothing. Give a secret of 16 bytes or more."
        )
    return SCHEME + hmac.new(key, (_SIGNED + tip).encode(), hashlib.sha256).hexdigest()


def has_signature_form(text: str | None) -> bool:
    """Return whether the text has the form of a signature."""
    return text is not None and _SIGNATURE.fullmatch(text) is not None


def check_signature_form(text: str | None) -> None:
    """Refuse what no key can have written."""
    if text is not None and not has_signature_form(text):
        found = describe_value(text)
        message = f"A signature is {SCHEME} and 64 hexadecimal digits, not {found}. Leave it out."
        raise SignatureError("MALFORMED", message)


def verify_signature(tip: Link, signature: str | None, key: bytes) -> bool:
    """Whether the owner of the key has signed the record with that tip."""
    return signature is not None and hmac.compare_digest(
        sign_tip(tip, key).encode(), signature.encode()
    )


def check_signature(tip: Link, signature: str | None, key: bytes) -> None:
    """Refuse a record that the owner of the key has not signed."""
    if signature is None:
        raise SignatureError(
            "NOT_SIGNED", "The record carries no signature, so it may come from anyone."
        )
    if not verify_signature(tip, signature, key):
        raise SignatureError(
            "BAD_SIGNATURE", "The signature is not of this key: changed or forged."
        )
