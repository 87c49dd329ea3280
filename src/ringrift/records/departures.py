"""The header `Left` of a record: who left, after how many moves, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, cast, get_args

from ringrift.records.errors import RecordSyntaxError
from ringrift.rules.stack import Seat

LeaveReason = Literal["resigned", "flag_fell", "abandoned"]
HEADER: Final = "Left"
_REASONS: Final[tuple[str, ...]] = get_args(LeaveReason)
_DEPARTURE: Final = re.compile(rf"([1-4])@(0|[1-9]\d{{0,6}}) ({'|'.join(_REASONS)})", re.ASCII)
_SEPARATOR: Final = "; "


class RecordedDeparture(NamedTuple):
    """The person in this seat left after so many moves; a substitute played on."""

    seat: Seat
    moves: int
    reason: LeaveReason


def format_departures(departures: Iterable[RecordedDeparture]) -> str:
    """Return the header's value, such as `2@37 resigned; 1@52 flag_fell`."""
    return _SEPARATOR.join(f"{seat}@{moves} {reason}" for seat, moves, reason in departures)


def parse_departures(text: str, players: int) -> tuple[RecordedDeparture, ...]:
    """Parse the header's value; the order is that of leaving."""
    found: list[RecordedDeparture] = []
    for part in text.split(_SEPARATOR):
        match = _DEPARTURE.fullmatch(part)
        if match is None or int(match[1]) > players:
            raise _malformed(f"{part[:40]!r} is not a departure of {players} players")
        departure = RecordedDeparture(int(match[1]), int(match[2]), cast(LeaveReason, match[3]))
        if any(departure.seat == earlier.seat for earlier in found):
            raise _malformed(f"seat {departure.seat} leaves twice")
        if found and departure.moves < found[-1].moves:
            raise _malformed(f"seat {departure.seat} is not in the order of leaving")
        found.append(departure)
    return tuple(found)


def _malformed(problem: str) -> RecordSyntaxError:
    advice = "Write the seat, the number of moves before and the reason: 2@37 resigned"
    return RecordSyntaxError("MALFORMED", f"{HEADER}: {problem}. {advice}.")
