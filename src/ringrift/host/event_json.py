"""Events to and from JSON objects. A field has one meaning in all events, so one mapping serves both ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Final, cast, get_args

from ringrift.host.clocks import TimeLeft
from ringrift.host.errors import RECORDED, InvalidEventError
from ringrift.host.events import EVENTS, Event, Problem, SubstitutionReason
from ringrift.host.json_fields import parse_number, parse_text, reject_unknown_fields
from ringrift.host.seat_occupants import dump_occupant, parse_occupant
from ringrift.rules.setup import MAX_PLAYERS
from ringrift.rules.state import RankedSeat, VictoryReason
from ringrift.rules.wire_fields import JsonField
from ringrift.rules.wire_moves import dump_move, read_move

_KINDS: Final = tuple(EVENTS)
_PROBLEMS: Final[tuple[str, ...]] = get_args(Problem)
_SUBSTITUTIONS: Final[tuple[str, ...]] = get_args(SubstitutionReason)
_VICTORIES: Final[tuple[str, ...]] = get_args(VictoryReason)
_MAX_MOVES: Final = 1_000_000


def dump_event(event: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    written: dict[str, Any] = {"kind": event.kind}
    for name in _names(event.kind):
        value = getattr(event, name)
        written[name] = _DUMPERS[name](value) if name in _DUMPERS and value is not None else value
    return written


def load_event(value: object) -> Event:
    """The event of a JSON object; whether it can follow the others is for `GameSession.restore` to say."""
    return parse_event(JsonField(value, InvalidEventError))


def parse_event(field: JsonField) -> Event:
    """The event that a field holds."""
    kind = EVENTS[field.get("kind", RECORDED).choice(_KINDS, RECORDED)]
    names = _names(kind.kind)
    reject_unknown_fields(field, RECORDED, ("kind", *names))
    make = cast(Callable[..., Event], kind)
    reads = _PARSERS | _SPECIAL_PARSERS.get(kind.kind, {})
    return make(**{name: reads[name](field.get(name, RECORDED)) for name in names})


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(field.name for field in fields(EVENTS[kind]))


def _seat(field: JsonField) -> int:
    return field.integer(RECORDED, 1, MAX_PLAYERS)


def _clock(field: JsonField) -> TimeLeft | None:
    if field.is_null:
        return None
    return tuple(
        None if left.is_null else parse_number(left, RECORDED)
        for left in field.elements(RECORDED, MAX_PLAYERS)
    )


def _ranking(field: JsonField) -> tuple[RankedSeat, ...]:
    return tuple(
        RankedSeat(_seat(placing.get("seat", RECORDED)), _seat(placing.get("rank", RECORDED)))
        for placing in field.elements(RECORDED, MAX_PLAYERS)
    )


def _line(field: JsonField) -> str:
    return parse_text(field, RECORDED)


_DUMPERS: Final[dict[str, Callable[[Any], Any]]] = {
    "move": dump_move,
    "seats": lambda seats: [dump_occupant(occupant) for occupant in seats],
    "occupant": dump_occupant,
    "clock": list,
    "ranking": lambda ranking: [
        {"seat": placing.seat, "rank": placing.rank} for placing in ranking
    ],
}
_PARSERS: Final[dict[str, Callable[[JsonField], Any]]] = {
    "sequence": lambda field: field.integer(RECORDED, 1),
    "at": lambda field: parse_number(field, RECORDED),
    "seat": _seat,
    "seats": lambda field: tuple(map(parse_occupant, field.elements(RECORDED, MAX_PLAYERS))),
    "occupant": parse_occupant,
    "move": read_move,
    "notation": _line,
    "hash": lambda field: None if field.is_null else _line(field),
    "bookkeeping": lambda field: field.boolean(RECORDED),
    "clock": _clock,
    "left": lambda field: parse_number(field, RECORDED),
    "keep": lambda field: field.integer(RECORDED, 0, _MAX_MOVES),
    "problem": lambda field: field.choice(_PROBLEMS, RECORDED),
    "message": _line,
    "reason": lambda field: field.choice(_SUBSTITUTIONS, RECORDED),
    "winner": _seat,
    "ranking": _ranking,
}
_SPECIAL_PARSERS: Final[dict[str, dict[str, Callable[[JsonField], Any]]]] = {
    "abandoned": {"seat": lambda field: None if field.is_null else _seat(field)},
    "ended": {"reason": lambda field: field.choice(_VICTORIES, RECORDED)},
}
