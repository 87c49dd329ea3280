"""How long a computer thinks about a choice, by the clock of its seat."""

from __future__ import annotations

from typing import Final

from ringrift.host.clocks import Clock, Fischer, PerMove
from ringrift.host.seat_occupants import LEVELS, Engine, Level, Occupant
from ringrift.host.session_view import SessionView
from ringrift.rules.stack import Seat

# The same shares as in ringrift.players.engine_protocol.engine.
DECISIONS_PER_CLOCK: Final = 60  # that share the time left
DECISIONS_PER_TURN: Final = 4  # that share an increment
MAX_CLOCK_SHARE: Final = 1 / 4
TRANSFER_RESERVE: Final = 0.05  # seconds of every choice, for the transfer of the move
_MIN_SECONDS: Final = 0.01


def thinking_time(session: SessionView, seat: Seat) -> float | None:
    """Return the seconds for the current choice of the seat; None without a clock."""
    left = session.clock()
    own = None if left is None else left[seat - 1]
    share = share_of_clock(session.settings.clock, own)
    if share is None:
        return None
    default = _default_seconds(session.seats[seat - 1])
    return max(_MIN_SECONDS, share if default is None else min(share, default))


def share_of_clock(clock: Clock, left: float | None) -> float | None:
    """Return the seconds for one choice of a seat with this time left; None without a limit."""
    if left is None:
        return None
    match clock:
        case PerMove():
            share = left * 0.9
        case Fischer(_, increment):
            share = min(
                left * MAX_CLOCK_SHARE, left / DECISIONS_PER_CLOCK + increment / DECISIONS_PER_TURN
            )
        case _:
            return None
    return share - TRANSFER_RESERVE


def _default_seconds(occupant: Occupant) -> float | None:
    """Return the time of a choice without a clock: an upper bound with one."""
    match occupant:
        case Level(number, _, None) if number == LEVELS[-1]:
            from ringrift.players.levels import DEFAULT_SECONDS

            return DEFAULT_SECONDS
        case Level(_, _, seconds) | Engine(_, seconds):
            return seconds
        case _:
            return None
