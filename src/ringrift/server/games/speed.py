"""How fast a game is, by its time control."""

from __future__ import annotations

from typing import Any, Final, assert_never

from ringrift.host.clocks import Clock, Correspondence, Fischer, NoClock, PerMove, parse_clock
from ringrift.host.errors import InvalidSettingsError
from ringrift.rules.wire_fields import JsonField
from ringrift.server.games.types import Speed

_TURNS: Final = 40  # of a player in a long game
_LIMITS: Final[tuple[tuple[float, Speed], ...]] = (
    (180.0, "bullet"),
    (480.0, "blitz"),
    (1500.0, "rapid"),
)  # seconds of a player for a whole game


def speed_of(clock: Clock) -> Speed:
    """Return the speed of games with this time control.

    >>> speed_of(Fischer(600, 10)), speed_of(Correspondence(3))
    ('rapid', 'correspondence')
    """
    match clock:
        case NoClock():
            return "untimed"
        case Correspondence():
            return "correspondence"
        case Fischer(initial, increment):
            seconds = initial + _TURNS * increment
        case PerMove(per_choice):
            seconds = _TURNS * per_choice
        case _:
            assert_never(clock)
    return next((speed for limit, speed in _LIMITS if seconds < limit), "classical")


def stored_speed(settings: dict[str, Any]) -> Speed:
    """Return the speed of a game with these settings; by default there is no clock."""
    clock = settings.get("clock", {"kind": NoClock.kind})
    return speed_of(parse_clock(JsonField(clock, InvalidSettingsError)))
