"""Strict reading of JSON values: each value knows its path and how to reject itself.

All input passes through a `JsonField`: the result is a typed value, or an error with the path of
the field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NoReturn, TypeVar

from ringrift.rules.errors import Argument, InvalidStateError, Refusal, RingRiftError
from ringrift.rules.messages import refusal, refusal_at

MALFORMED: Final = "MALFORMED"  # not the shape that wire.md specifies
CONTRADICTION: Final = "CONTRADICTION"  # well-formed, but inconsistent with other fields
MAX_SAFE_INTEGER: Final = 2**53 - 1  # the largest integer that every JSON parser represents exactly
MAX_TEXT_LENGTH: Final = 32 * 1024 * 1024
MAX_QUOTED_LENGTH: Final = 40  # characters of an invalid value quoted in a message

Choice = TypeVar("Choice", bound=str)


class JsonField:
    """A JSON value together with its path in the input."""

    __slots__ = ("error", "path", "value")

    def __init__(self, value: object, error: type[RingRiftError], path: str = "") -> None:
        self.value = value
        self.error = error
        self.path = path

    def refuse(self, key: str, rule: str | None = None, /, **args: Argument) -> NoReturn:
        """Reject the value with a message of the catalogue."""
        raise self.error(refusal_at(key, args, rule, self.path))

    def malformed(self, rule: str | None, message: str) -> NoReturn:
        """Reject the value for its shape."""
        raise self.error(Refusal(MALFORMED, rule, message, self.path))

    def contradiction(self, rule: str | None, message: str) -> NoReturn:
        """Reject the value because it contradicts others."""
        raise self.error(Refusal(CONTRADICTION, rule, message, self.path))

    def at(self, name: str) -> str:
        """Return the path of a member."""
        return f"{self.path}.{name}" if self.path else name

    @property
    def is_null(self) -> bool:
        return self.value is None

    def mapping(self, rule: str | None) -> dict[object, object]:
        """Return the value as a JSON object."""
        if not isinstance(self.value, dict):
            self.refuse("MALFORMED.object", rule, found=describe_value(self.value))
        return self.value

    def get(self, name: str, rule: str | None) -> JsonField:
        """Return a required member."""
        members = self.mapping(rule)
        field = JsonField(members.get(name), self.error, self.at(name))
        if name not in members:
            field.refuse("MALFORMED.missing", rule, name=name)
        return field

    def find(self, name: str, rule: str | None) -> JsonField | None:
        """Return an optional member, or None."""
        members = self.mapping(rule)
        return JsonField(members[name], self.error, self.at(name)) if name in members else None

    def members(self, rule: str | None) -> Iterator[tuple[str, JsonField]]:
        """Yield the members of an object with arbitrary keys (cells, seats)."""
        for key, value in self.mapping(rule).items():
            name = (
                key
                if isinstance(key, str) and len(key) <= MAX_QUOTED_LENGTH and key.isprintable()
                else describe_value(key)
            )
            member = JsonField(value, self.error, self.at(name))
            if not isinstance(key, str):
                member.refuse("MALFORMED.name", rule, found=describe_value(key))
            yield key, member

    def elements(self, rule: str | None, most: int) -> list[JsonField]:
        """Return the elements of a list."""
        if not isinstance(self.value, list):
            self.refuse("MALFORMED.list", rule, found=describe_value(self.value))
        if len(self.value) > most:
            self.refuse("MALFORMED.list_length", rule, count=len(self.value), max=most)
        return [
            JsonField(value, self.error, f"{self.path}[{at}]")
            for at, value in enumerate(self.value)
        ]

    def integer(self, rule: str | None, low: int = 0, high: int = MAX_SAFE_INTEGER) -> int:
        """Return a whole number in this range."""
        if type(self.value) is not int or not low <= self.value <= high:
            found = describe_value(self.value)
            if high == MAX_SAFE_INTEGER:
                self.refuse("MALFORMED.minimum", rule, min=low, found=found)
            self.refuse("MALFORMED.integer", rule, min=low, max=high, found=found)
        return self.value

    def integer_or_null(
        self, rule: str | None, low: int = 0, high: int = MAX_SAFE_INTEGER
    ) -> int | None:
        return None if self.is_null else self.integer(rule, low, high)

    def boolean(self, rule: str | None) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.refuse("MALFORMED.boolean", rule, found=describe_value(self.value))
        return self.value

    def choice(self, choices: tuple[Choice, ...], rule: str | None) -> Choice:
        """Return one of a few strings."""
        if not isinstance(self.value, str) or self.value not in choices:
            found = describe_value(self.value)
            self.refuse("MALFORMED.choice", rule, choices=choices, found=found)
        return self.value

    def choice_or_null(self, choices: tuple[Choice, ...], rule: str | None) -> Choice | None:
        return None if self.is_null else self.choice(choices, rule)

    def must_be(self, value: int | str | bool, rule: str | None) -> None:
        """Reject the value unless it equals the derived one."""
        expected, found = describe_value(value), describe_value(self.value)
        if type(self.value) is not type(value):
            self.refuse("MALFORMED.type", rule, expected=expected, found=found)
        if self.value != value:
            self.refuse("CONTRADICTION.derived", rule, expected=expected, found=found)


def describe_value(value: object) -> str:
    """Return an external value for a message: short and printable, whatever it is."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) <= MAX_SAFE_INTEGER else "a number beyond all bounds"
        case float():
            return repr(value)
        case str():
            return repr(
                value if len(value) <= MAX_QUOTED_LENGTH else value[:MAX_QUOTED_LENGTH] + "…"
            )
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


def load_json(text: str | bytes, error: type[RingRiftError] = InvalidStateError) -> Any:
    """Parse JSON text; reject text that is too long, too deep, malformed or ambiguous."""
    if len(text) > MAX_TEXT_LENGTH:
        raise error(refusal("MALFORMED.text_length", max=MAX_TEXT_LENGTH))
    try:
        return json.loads(
            text, object_pairs_hook=_object_without_duplicates, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as broken:
        problem = refusal(
            "MALFORMED.json", problem=broken.msg, line=broken.lineno, column=broken.colno
        )
    except RecursionError:
        problem = refusal("MALFORMED.json_depth")
    except UnicodeDecodeError as broken:
        problem = refusal("MALFORMED.utf8", at=broken.start)
    except ValueError as broken:
        problem = refusal("MALFORMED.json_value", problem=str(broken)[:200])
    raise error(problem)


def _object_without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"the field {describe_value(name)} is given twice in one object")
        members[name] = value
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
