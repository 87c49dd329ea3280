"""Clocks: how much time a game gives, and how much of it is left. Time is handed in, never read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from ringrift.host.errors import SETUP
from ringrift.host.json_fields import parse_number, reject_unknown_fields
from ringrift.rules.stack import Seat
from ringrift.rules.wire_fields import JsonField

DAY: Final = 86_400.0
MAX_LAG_COMPENSATION: Final = 1.0  # seconds of lag that are given back for one move, at most
MAX_SECONDS: Final = 30 * DAY  # of a clock that is not for correspondence
MAX_DAYS: Final = 365.0

TimeLeft = tuple[float | None, ...]  # seconds by seat; None for a seat without a clock


@dataclass(frozen=True, slots=True)
class NoClock:
    """Think as long as you like."""

    kind: ClassVar[str] = "none"


@dataclass(frozen=True, slots=True)
class PerMove:
    """So many seconds for every choice: a placement, a step of a chain, a payment."""

    kind: ClassVar[str] = "per_move"
    seconds: float

    @property
    def initial(self) -> float:
        return self.seconds

    @property
    def warning(self) -> float:
        """With so much left a seat is warned."""
        return min(10.0, self.seconds / 3)

    @property
    def restart_time(self) -> float:
        """What somebody gets who comes back to a seat without a clock."""
        return self.seconds


@dataclass(frozen=True, slots=True)
class Fischer:
    """A stock of time for the game, with some more after every turn."""

    kind: ClassVar[str] = "fischer"
    initial: float
    increment: float

    @property
    def warning(self) -> float:
        return min(30.0, self.initial / 6)

    @property
    def restart_time(self) -> float:
        return max(self.increment, self.warning)


@dataclass(frozen=True, slots=True)
class Correspondence:
    """So many days for every turn."""

    kind: ClassVar[str] = "correspondence"
    days: float

    @property
    def initial(self) -> float:
        return self.days * DAY

    @property
    def warning(self) -> float:
        return min(DAY / 4, self.initial / 4)

    @property
    def restart_time(self) -> float:
        return self.initial


Clock = NoClock | PerMove | Fischer | Correspondence
_Timed = PerMove | Fischer | Correspondence
_KINDS: Final = ("none", "per_move", "fischer", "correspondence")


def dump_clock(clock: Clock) -> dict[str, Any]:
    """The clock as a JSON object."""
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
    """The clock that a field holds."""
    match field.get("kind", SETUP).choice(_KINDS, SETUP):
        case "per_move":
            reject_unknown_fields(field, SETUP, ("kind", "seconds"))
            return PerMove(parse_number(field.get("seconds", SETUP), SETUP, 0.1, MAX_SECONDS))
        case "fischer":
            reject_unknown_fields(field, SETUP, ("kind", "initial", "increment"))
            initial = parse_number(field.get("initial", SETUP), SETUP, 0.1, MAX_SECONDS)
            return Fischer(
                initial, parse_number(field.get("increment", SETUP), SETUP, 0, MAX_SECONDS)
            )
        case "correspondence":
            reject_unknown_fields(field, SETUP, ("kind", "days"))
            return Correspondence(parse_number(field.get("days", SETUP), SETUP, 0.01, MAX_DAYS))
        case _:
            reject_unknown_fields(field, SETUP, ("kind",))
            return NoClock()


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock_state of a game's clocks. `running` is the seat whose time runs since `since`; None: nobody's."""

    clock: _Timed
    left: TimeLeft
    running: Seat | None
    since: float
    warned: frozenset[Seat] = frozenset()

    def time_left_at(self, now: float) -> TimeLeft:
        """What every seat has left at that moment."""
        return tuple(self._left(seat, now) for seat in range(1, len(self.left) + 1))

    def _left(self, seat: Seat, now: float) -> float | None:
        left = self.left[seat - 1]
        if left is None or seat != self.running:
            return left
        return max(0.0, left - max(0.0, now - self.since))

    def flag_falls_at(self, lag: float = 0.0) -> float | None:
        """When the flag of the seat that runs falls, if it is given that much for its lag."""
        left = None if self.running is None else self.left[self.running - 1]
        return None if left is None else self.since + left + lag_compensation(lag)

    def warning_due_at(self) -> float | None:
        """When the seat that runs is to be warned; None once it was."""
        falls = self.flag_falls_at()
        if falls is None or self.running in self.warned:
            return None
        return max(self.since, falls - self.clock.warning)

    def time_left_after_move(self, now: float, lag: float, *, turn_over: bool) -> TimeLeft:
        """What is left when the seat that runs has chosen; it gets its lag back, and what is due to it."""
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
        """The clock_state as an event says they stand."""
        return replace(self, left=left, running=running, since=now, warned=frozenset(warned))


def lag_compensation(lag: float) -> float:
    """What is given back for a lag: what was measured, within bounds."""
    return min(max(0.0, lag), MAX_LAG_COMPENSATION)


def replace_time_left(left: TimeLeft, seat: Seat, seconds: float | None) -> TimeLeft:
    """The same with one seat's time changed."""
    return (*left[: seat - 1], seconds, *left[seat:])
