"""How long a computer may think about one choice, by the clock of its seat."""

from __future__ import annotations

from typing import Final

from ringrift.host.clocks import Fischer, PerMove
from ringrift.host.seat_occupants import LEVELS, Engine, Level, Occupant
from ringrift.host.session_view import SessionView
from ringrift.rules.stack import Seat

# The same shares as our own engine's, when it is told of a clock (ringrift.players.engine_protocol.engine).
OF_A_CLOCK: Final = 60  # choices that the time left is shared among
OF_A_TURN: Final = 4  # choices that an increment is shared among
MOST_OF_A_CLOCK: Final = 1 / 4
RESERVE: Final = 0.05  # seconds of every choice that are kept for the way
_LEAST: Final = 0.01


def thinking_time(session: SessionView, seat: Seat) -> float | None:
    """Seconds for the choice that the seat has now; None: no clock presses, so as long as it is its way."""
    left = session.clock()
    if left is None or (own := left[seat - 1]) is None:
        return None
    match session.settings.clock:
        case PerMove():
            share = own * 0.9
        case Fischer(_, increment):
            share = min(own * MOST_OF_A_CLOCK, own / OF_A_CLOCK + increment / OF_A_TURN)
        case _:
            return None
    usual = _usual(session.seats[seat - 1])
    return max(_LEAST, share - RESERVE if usual is None else min(share - RESERVE, usual))


def _usual(occupant: Occupant) -> float | None:
    """What it takes for a choice without a clock, where that is a time; with one it takes no more."""
    match occupant:
        case Level(number, _, None) if number == LEVELS[-1]:
            from ringrift.players.levels import USUAL_SECONDS

            return USUAL_SECONDS
        case Level(_, _, seconds) | Engine(_, seconds):
            return seconds
        case _:
            return None
