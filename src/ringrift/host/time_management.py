"""How long a computer may think about one choice, by the clock of its seat."""

from __future__ import annotations

from typing import Final

from ringrift.host.clocks import Fischer, PerMove
from ringrift.host.seat_occupants import LEVELS, Engine, Level, Occupant
from ringrift.host.session_view import SessionView
from ringrift.rules.stack import Seat

# The same shares as our own engine's, when it is told of a clock (ringrift.players.engine_protocol.engine).
DECISIONS_PER_CLOCK: Final = 60  # choices that the time left is shared among
DECISIONS_PER_TURN: Final = 4  # choices that an increment is shared among
MAX_CLOCK_SHARE: Final = 1 / 4
TRANSFER_RESERVE: Final = 0.05  # seconds of every choice that are kept for the way
_MIN_SECONDS: Final = 0.01


def thinking_time(session: SessionView, seat: Seat) -> float | None:
    """Seconds for the choice that the seat has now; None: no clock presses, so as long as it is its way."""
    left = session.clock()
    if left is None or (own := left[seat - 1]) is None:
        return None
    match session.settings.clock:
        case PerMove():
            share = own * 0.9
        case Fischer(_, increment):
            share = min(
                own * MAX_CLOCK_SHARE, own / DECISIONS_PER_CLOCK + increment / DECISIONS_PER_TURN
            )
        case _:
            return None
    usual = _default_seconds(session.seats[seat - 1])
    return max(
        _MIN_SECONDS,
        share - TRANSFER_RESERVE if usual is None else min(share - TRANSFER_RESERVE, usual),
    )


def _default_seconds(occupant: Occupant) -> float | None:
    """What it takes for a choice without a clock, where that is a time; with one it takes no more."""
    match occupant:
        case Level(number, _, None) if number == LEVELS[-1]:
            from ringrift.players.levels import DEFAULT_SECONDS

            return DEFAULT_SECONDS
        case Level(_, _, seconds) | Engine(_, seconds):
            return seconds
        case _:
            return None
