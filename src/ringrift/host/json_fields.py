"""Reading what came as JSON and is no part of WIRE.md: numbers, short texts, objects with a `kind`."""

from __future__ import annotations

from typing import Final

from ringrift.rules.wire_fields import JsonField, describe_value

MAX_TEXT_LENGTH: Final = 1000  # characters of a name, a word of a command or a message
MAX_SECONDS: Final = 1e12  # beyond every moment and every span that a host is given


def parse_number(field: JsonField, rule: str, low: float = 0.0, high: float = MAX_SECONDS) -> float:
    """A finite number in this range."""
    value = field.value
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        span = f"of at least {low:g}" if high >= MAX_SECONDS else f"from {low:g} to {high:g}"
        field.malformed(rule, f"expected a number {span}, not {describe_value(value)}")
    return float(value)  # type: ignore[arg-type]


def parse_text(field: JsonField, rule: str, *, empty: bool = True) -> str:
    """One line of printable text."""
    value = field.value
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or not value.isprintable():
        field.malformed(
            rule, f"expected one line of at most {MAX_TEXT_LENGTH} printable characters"
        )
    if not (value or empty):
        field.malformed(rule, "nothing is written here; give a text")
    return value


def reject_unknown_fields(field: JsonField, rule: str, names: tuple[str, ...]) -> None:
    """Refuse members that mean nothing: a slip of the pen must not be passed over."""
    for name, member in field.members(rule):
        if name not in names:
            member.malformed(rule, f"there is no such field; the fields are {', '.join(names)}")
