"""WebSocket frames: valid messages, mutated ones, and garbage."""

from __future__ import annotations

import json
from typing import Any, Final

from hypothesis import strategies as st

from tests.server.fuzz_values import mutated
from tools.live_protocol_schema import live_schema

Frame = tuple[bytes, bool]  # the payload, and whether it is a text frame
_SCHEMA: Final = live_schema()
_NOTATIONS: Final = ("@d4", "@d4x3", "d4-d6", "skip", "swap", "*d4", "d4xd6-d8", "@z99", "")
_NUMBERS: Final = (0, 1, 2, 3, 5, 100, 2**31 - 1)


def _values(schema: dict[str, Any], games: list[str]) -> st.SearchStrategy[Any]:
    """Return values that a schema allows; supports what the protocol uses of JSON Schema."""
    if "$ref" in schema:
        return _values(_SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], games)
    if "const" in schema:
        return st.just(schema["const"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([_values(part, games) for part in schema[several]])
    if schema["type"] == "object":
        return _objects(schema, games)
    if schema["type"] == "string":
        return _strings(schema, games)
    plain = {
        "integer": st.sampled_from(_NUMBERS),
        "number": st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return plain[schema["type"]]  # extend this when the protocol uses more


def _strings(schema: dict[str, Any], games: list[str]) -> st.SearchStrategy[str]:
    if schema.get("title") == "Game":
        return st.sampled_from([*games, "0" * 32])
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True).map(lambda text: text[:64])
    longest, shortest = schema.get("maxLength", 600), schema.get("minLength", 0)
    return st.sampled_from(_NOTATIONS) | st.text(min_size=shortest, max_size=longest)


def _objects(schema: dict[str, Any], games: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    if "properties" not in schema:
        place = {"type": "place_ring", "player": 1, "to": {"x": 3, "y": 3}}
        return st.just(place).flatmap(mutated)
    required = set(schema.get("required", ()))
    parts = {name: _values(part, games) for name, part in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: part for name, part in parts.items() if name in required},
        optional={name: part for name, part in parts.items() if name not in required},
    )


def messages(games: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Return valid messages about these games."""
    return _values(_SCHEMA["$defs"]["received"], games)


def _text(value: Any) -> Frame:
    return json.dumps(value).encode(), True


def frames(games: list[str], most_bytes: int) -> st.SearchStrategy[Frame]:
    """Return valid messages, mutated ones, broken JSON and garbage."""
    right = messages(games)
    cut = st.tuples(right.map(_text), st.floats(0, 1)).map(
        lambda pair: (pair[0][0][: int(len(pair[0][0]) * pair[1])], True)
    )
    odd = [
        b"[" * 8000,
        b'{"a":' * 2000 + b"1" + b"}" * 2000,
        b"",
        b"null",
        b'"' + b"x" * (most_bytes - 2) + b'"',
        b'{"type":"ping","t":NaN}',
        b'{"type":"ping","t":1e999}',
        b'{"type":"ping","t":0,"t":1}',
        b'\xef\xbb\xbf{"type":"lobby.watch"}',
        b'{"type":"chat","game":"' + games[0].encode() + b'","text":"\\ud800"}',
        b'{"type":"chat","game":"' + games[0].encode() + b'","text":"\\u0000"}',
        b"9" * 5000,
    ]
    return st.one_of(
        right.map(_text),
        right.flatmap(mutated).map(_text),
        cut,
        st.sampled_from(odd).map(lambda sent: (sent, True)),
        st.binary(max_size=200).map(lambda sent: (sent, False)),
        right.map(lambda message: (json.dumps(message).encode(), False)),
    )


def last_frames(most_bytes: int) -> list[Frame]:
    """Return frames that close a connection: invalid UTF-8 and oversized text."""
    return [
        (b"\xff\xfe\xfd", True),
        (b'{"type":"\xc3\x28"}', True),
        (b" " * (most_bytes + 1), True),
    ]
