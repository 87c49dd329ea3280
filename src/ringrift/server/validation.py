"""Sentences for malformed input. Paths have the syntax of wire.md, such as `seats[0].kind`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ringrift.server.accounts.types import INVALID_NAME, STORABLE
from ringrift.server.errors import ApiError
from ringrift.server.games.types import PRINTABLE

HEX_ID: Final = r"^[0-9a-f]{32}$"
_PATTERNS: Final = {
    HEX_ID: "use an id of 32 hexadecimal digits",
    PRINTABLE: "use printable ASCII characters without spaces",
    STORABLE: "remove the NUL character",
}
_TYPES: Final = {  # what a value of the wrong type should have been
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "none_required": "null",
}
_SENTENCES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "missing": lambda _: "this field is required",
    "extra_forbidden": lambda _: "this field is unknown: remove it",
    "string_too_short": lambda c: f"use at least {_count(c['min_length'], 'character')}",
    "string_too_long": lambda c: f"use at most {_count(c['max_length'], 'character')}",
    "string_pattern_mismatch": lambda c: _PATTERNS.get(c["pattern"], f"match {c['pattern']}"),
    "string_unicode": lambda _: "use valid Unicode text",
    "too_short": lambda c: f"use at least {_count(c['min_length'], 'item')}",
    "too_long": lambda c: f"use at most {_count(c['max_length'], 'item')}",
    "greater_than": lambda c: f"use a number greater than {c['gt']:g}",
    "greater_than_equal": lambda c: f"use a number of at least {c['ge']}",
    "less_than": lambda c: f"use a number less than {c['lt']}",
    "less_than_equal": lambda c: f"use a number of at most {c['le']}",
    "finite_number": lambda _: "use a finite number",
    "literal_error": lambda c: f"use {c['expected']}",
    "union_tag_invalid": lambda c: f"there is no type {c['tag']!r}: use {c['expected_tags']}",
    "union_tag_not_found": lambda _: "this field is required",
    "json_invalid": lambda _: "send valid JSON",
    "json_type": lambda _: "send JSON text",
    INVALID_NAME: lambda c: c["reason"],
}
_UNION_MEMBER: Final = re.compile(r"(str|int|float|bool)$|(dict|list|nullable)\[")  # in a location
_TAG_ERRORS: Final = ("union_tag_invalid", "union_tag_not_found")


def malformed(errors: Sequence[Any], *, skip: int) -> ApiError:
    """Return the first error of pydantic as ours.

    `skip` is how many leading parts of pydantic's location are not part of the path: the part of
    the request, or the type of the message.
    """
    first = errors[0]
    code = first["type"]
    location = first["loc"][skip:]
    if code in _TAG_ERRORS:
        return ApiError(422, "MALFORMED", _sentence(first), path="type")
    if code.startswith("json_"):
        return ApiError(422, "MALFORMED", _sentence(first))
    if code in _TYPES:
        if not location or not _UNION_MEMBER.match(str(location[-1])):
            return ApiError(422, "MALFORMED", f"use {_TYPES[code]}", path=_path(location))
        field = first["loc"][:-1]
        members = [error for error in errors if error["loc"][:-1] == field]
        kinds = dict.fromkeys(_TYPES[error["type"]] for error in members if error["type"] in _TYPES)
        message = f"use {' or '.join(kinds)}"
        return ApiError(422, "MALFORMED", message, path=_path(location[:-1]))
    if code == "missing" and not location:
        return ApiError(422, "MALFORMED", "send a JSON object as the body")
    return ApiError(422, "MALFORMED", _sentence(first), path=_path(location))


def _sentence(error: Mapping[str, Any]) -> str:
    sentence = _SENTENCES.get(error["type"])
    return "this value is not valid" if sentence is None else sentence(error.get("ctx", {}))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _path(location: Sequence[str | int]) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return "".join(parts).removeprefix(".")
