"""Events to and from JSON objects. A field has the same type in all events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Final, cast, get_args

from ringrift.host.clocks import TimeLeft
from ringrift.host.errors import NO_RULE, InvalidEventError
from ringrift.host.events import (
    EVENTS,
    AbortReason,
    Event,
    Problem,
    SubstitutionReason,
)
from ringrift.host.json_fields import parse_number, parse_text, reject_unknown_fields
from ringrift.host.seat_occupants import dump_occupant, parse_occupant
from ringrift.records.departures import LeaveReason
from ringrift.rules.setup import MAX_PLAYERS
from ringrift.rules.state import RankedSeat, VictoryReason
from ringrift.rules.wire_fields import JsonField
from ringrift.rules.wire_moves import dump_move, read_move

_KINDS: Final = tuple(EVENTS)
_PROBLEMS: Final[tuple[str, ...]] = get_args(Problem)
_DEPARTURES: Final[tuple[str, ...]] = get_args(LeaveReason)
_ABORTS: Final[tuple[str, ...]] = get_args(AbortReason)
_SUBSTITUTIONS: Final[tuple[str, ...]] = get_args(SubstitutionReason)
_VICTORIES: Final[tuple[str, ...]] = get_args(VictoryReason)
_MAX_MOVES: Final = 1_000_000
_OPTIONAL: Final = ("start_moves",)  # written unless 0; version 0.1 did not know them


def dump_event(event: Event) -> dict[str, Any]:
    """Return the event as a JSON object."""
    body: dict[str, Any] = {"kind": event.kind}
    for name in _names(event.kind):
        value = getattr(event, name)
        if name in _OPTIONAL and not value:
            continue
        body[name] = _DUMPERS[name](value) if name in _DUMPERS and value is not None else value
    return body


def load_event(value: object) -> Event:
    """Load an event from a JSON object. `GameSession.restore` checks its place in the game."""
    return parse_event(JsonField(value, InvalidEventError))


def parse_event(field: JsonField) -> Event:
    """Parse an event."""
    kind = EVENTS[field.get("kind", NO_RULE).choice(_KINDS, NO_RULE)]
    names = _names(kind.kind)
    reject_unknown_fields(field, ("kind", *names))
    create = cast(Callable[..., Event], kind)
    parsers = _PARSERS | _SPECIAL_PARSERS.get(kind.kind, {})
    return create(
        **{
            name: parsers[name](field.get(name, NO_RULE))
            for name in names
            if name not in _OPTIONAL or field.find(name, NO_RULE)
        }
    )


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(field.name for field in fields(EVENTS[kind]))


def _seat(field: JsonField) -> int:
    return field.integer(NO_RULE, 1, MAX_PLAYERS)


def _clock(field: JsonField) -> TimeLeft | None:
    if field.is_null:
        return None
    return tuple(
        None if left.is_null else parse_number(left)
        for left in field.elements(NO_RULE, MAX_PLAYERS)
    )


def _ranking(field: JsonField) -> tuple[RankedSeat, ...]:
    return tuple(
        RankedSeat(_seat(placing.get("seat", NO_RULE)), _seat(placing.get("rank", NO_RULE)))
        for placing in field.elements(NO_RULE, MAX_PLAYERS)
    )


def _text_line(field: JsonField) -> str:
    return parse_text(field)


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
    "sequence": lambda field: field.integer(NO_RULE, 1),
    "at": parse_number,
    "seat": _seat,
    "seats": lambda field: tuple(map(parse_occupant, field.elements(NO_RULE, MAX_PLAYERS))),
    "occupant": parse_occupant,
    "move": read_move,
    "notation": _text_line,
    "hash": lambda field: None if field.is_null else _text_line(field),
    "bookkeeping": lambda field: field.boolean(NO_RULE),
    "clock": _clock,
    "left": parse_number,
    "keep": lambda field: field.integer(NO_RULE, 0, _MAX_MOVES),
    "start_moves": lambda field: field.integer(NO_RULE, 0, _MAX_MOVES),
    "problem": lambda field: field.choice(_PROBLEMS, NO_RULE),
    "message": _text_line,
    "reason": lambda field: field.choice(_SUBSTITUTIONS, NO_RULE),
    "winner": _seat,
    "ranking": _ranking,
}
_SPECIAL_PARSERS: Final[dict[str, dict[str, Callable[[JsonField], Any]]]] = {
    "left": {"reason": lambda field: field.choice(_DEPARTURES, NO_RULE)},
    "aborted": {"reason": lambda field: field.choice(_ABORTS, NO_RULE)},
    "ended": {"reason": lambda field: field.choice(_VICTORIES, NO_RULE)},
}
