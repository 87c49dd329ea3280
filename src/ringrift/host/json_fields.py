"""Parse JSON fields that wire.md does not define: numbers, short texts, objects with a `kind`."""

from __future__ import annotations

from typing import Final

from ringrift.host.errors import NO_RULE
from ringrift.rules.wire_fields import JsonField, describe_value

MAX_TEXT_LENGTH: Final = 1000  # of a name, a word of a command or a message
MAX_SECONDS: Final = 1e12  # beyond any timestamp or duration


def parse_number(field: JsonField, low: float = 0.0, high: float = MAX_SECONDS) -> float:
    """Parse a finite number in this range."""
    value = field.value
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        span = f"of at least {low:g}" if high >= MAX_SECONDS else f"from {low:g} to {high:g}"
        field.malformed(NO_RULE, f"expected a number {span}, not {describe_value(value)}")
    return float(value)  # type: ignore[arg-type]


def parse_text(field: JsonField, *, empty: bool = True) -> str:
    """Parse one line of printable text."""
    value = field.value
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or not value.isprintable():
        field.malformed(
            NO_RULE, f"expected one line of at most {MAX_TEXT_LENGTH} printable characters"
        )
    if not (value or empty):
        field.malformed(NO_RULE, "the text is empty; write something")
    return value


def reject_unknown_fields(field: JsonField, names: tuple[str, ...]) -> None:
    """Refuse unknown members: a typo must not be ignored silently."""
    for name, member in field.members(NO_RULE):
        if name not in names:
            member.malformed(NO_RULE, f"there is no such field; the fields are {', '.join(names)}")
