"""Time controls and clocks. The caller supplies the time; nothing here reads a clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from ringrift.host.errors import NO_RULE
from ringrift.host.json_fields import parse_number, reject_unknown_fields
from ringrift.rules.stack import Seat
from ringrift.rules.wire_fields import JsonField

DAY: Final = 86_400.0
MAX_LAG_COMPENSATION: Final = 1.0  # seconds for one move
MAX_SECONDS: Final = 30 * DAY  # of a clock that is not correspondence
MAX_DAYS: Final = 365.0
MIN_FIRST_TURN_LIMIT: Final = 60.0  # seconds, unless the settings say otherwise

TimeLeft = tuple[float | None, ...]  # seconds by seat; None for a seat without a clock


@dataclass(frozen=True, slots=True)
class NoClock:
    """No time limit."""

    kind: ClassVar[str] = "none"


@dataclass(frozen=True, slots=True)
class PerMove:
    """A number of seconds for every choice: a placement, a step of a chain, a payment."""

    kind: ClassVar[str] = "per_move"
    seconds: float

    @property
    def initial(self) -> float:
        """The time for every choice, in seconds."""
        return self.seconds

    @property
    def warning(self) -> float:
        """The time left at which a seat is warned, in seconds."""
        return min(10.0, self.seconds / 3)

    @property
    def restart_time(self) -> float:
        """The time of a person who returns to a seat without a clock, in seconds."""
        return self.seconds


@dataclass(frozen=True, slots=True)
class Fischer:
    """An initial time for the game, with an increment after every turn."""

    kind: ClassVar[str] = "fischer"
    initial: float
    increment: float

    @property
    def warning(self) -> float:
        """The time left at which a seat is warned, in seconds."""
        return min(30.0, self.initial / 6)

    @property
    def restart_time(self) -> float:
        """The time of a person who returns to a seat without a clock, in seconds."""
        return max(self.increment, self.warning)


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A number of days for every turn."""

    kind: ClassVar[str] = "correspondence"
    days: float

    @property
    def initial(self) -> float:
        """The time for every turn, in seconds."""
        return self.days * DAY

    @property
    def warning(self) -> float:
        """The time left at which a seat is warned, in seconds."""
        return min(DAY / 4, self.initial / 4)

    @property
    def restart_time(self) -> float:
        """The time of a person who returns to a seat without a clock, in seconds."""
        return self.initial


Clock = NoClock | PerMove | Fischer | Correspondence
"""A time control."""

_Timed = PerMove | Fischer | Correspondence
_KINDS: Final = ("none", "per_move", "fischer", "correspondence")


def first_turn_limit(clock: Clock) -> float | None:
    """Return the seconds in which a person must make the first turn of a game; None: no limit.

    A minute, or more if the clock is slow. Without a clock nobody is in a hurry.
    """
    match clock:
        case PerMove(seconds):
            return max(MIN_FIRST_TURN_LIMIT, 2 * seconds)
        case Fischer(initial, _):
            return max(MIN_FIRST_TURN_LIMIT, initial / 10)
        case Correspondence():
            return max(MIN_FIRST_TURN_LIMIT, clock.initial)
        case NoClock():
            return None


def dump_clock(clock: Clock) -> dict[str, Any]:
    """Return the time control as a JSON object."""
    match clock:
        case PerMove(seconds):
            return {"kind": clock.kind, "seconds": seconds}
        case Fischer(initial, increment):
            return {"kind": clock.kind, "initial": initial, "increment": increment}
        case Correspondence(days):
            return {"kind": clock.kind, "days": days}
        case NoClock():
            return {"kind": clock.kind}


def parse_clock(field: JsonField) -> Clock:
    """Parse a time control."""
    match field.get("kind", NO_RULE).choice(_KINDS, NO_RULE):
        case "per_move":
            reject_unknown_fields(field, ("kind", "seconds"))
            return PerMove(parse_number(field.get("seconds", NO_RULE), 0.1, MAX_SECONDS))
        case "fischer":
            reject_unknown_fields(field, ("kind", "initial", "increment"))
            initial = parse_number(field.get("initial", NO_RULE), 0.1, MAX_SECONDS)
            return Fischer(initial, parse_number(field.get("increment", NO_RULE), 0, MAX_SECONDS))
        case "correspondence":
            reject_unknown_fields(field, ("kind", "days"))
            return Correspondence(parse_number(field.get("days", NO_RULE), 0.01, MAX_DAYS))
        case _:
            reject_unknown_fields(field, ("kind",))
            return NoClock()


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clocks of a game. The clock of `running` runs since `since`; None: all stand still."""

    clock: _Timed
    left: TimeLeft
    running: Seat | None
    since: float
    warned: frozenset[Seat] = frozenset()

    def time_left_at(self, now: float) -> TimeLeft:
        """Return the time left by seat at that time."""
        return tuple(self._left(seat, now) for seat in range(1, len(self.left) + 1))

    def _left(self, seat: Seat, now: float) -> float | None:
        left = self.left[seat - 1]
        if left is None or seat != self.running:
            return left
        return max(0.0, left - max(0.0, now - self.since))

    def flag_falls_at(self, lag: float = 0.0) -> float | None:
        """Return when the flag of the running seat falls, with compensation for this lag."""
        left = None if self.running is None else self.left[self.running - 1]
        return None if left is None else self.since + left + lag_compensation(lag)

    def warning_due_at(self) -> float | None:
        """Return when the running seat must be warned; None if it was."""
        falls = self.flag_falls_at()
        if falls is None or self.running in self.warned:
            return None
        return max(self.since, falls - self.clock.warning)

    def time_left_after_move(self, now: float, lag: float, *, turn_over: bool) -> TimeLeft:
        """Return the time left after a move, with lag compensation and increment."""
        seat = self.running
        if seat is None or (left := self.left[seat - 1]) is None:
            return self.left
        spent = max(0.0, now - self.since)
        left = max(0.0, left - spent + min(lag_compensation(lag), spent))
        match self.clock:
            case PerMove(seconds):
                left = seconds
            case Fischer(_, increment) if turn_over:
                left += increment
            case Correspondence() if turn_over:
                left = self.clock.initial
            case _:
                pass
        return replace_time_left(self.left, seat, left)

    def with_time_left(
        self, left: TimeLeft, running: Seat | None, now: float, warned: Iterable[Seat] = ()
    ) -> ClockState:
        """Return the clocks with the time left that an event states."""
        return replace(self, left=left, running=running, since=now, warned=frozenset(warned))


def lag_compensation(lag: float) -> float:
    """Return the time given back for a lag, within bounds."""
    return min(max(0.0, lag), MAX_LAG_COMPENSATION)


def replace_time_left(left: TimeLeft, seat: Seat, seconds: float | None) -> TimeLeft:
    """Return the times with that of one seat replaced."""
    return (*left[: seat - 1], seconds, *left[seat:])
