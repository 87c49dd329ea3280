"""The events of a session, one class each. In order, they are the game.

`sequence` counts from 1 without gaps; `at` is the time in seconds of the host's clock. `clock` is
the time left by seat; None in a game without clocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from ringrift.host.clocks import TimeLeft
from ringrift.host.seat_occupants import Occupant, renamed
from ringrift.records.departures import LeaveReason
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import RankedSeat, VictoryReason

Problem = Literal["failed", "overran", "illegal"]
AbortReason = Literal["request", "first_turn", "absence", "operator"]
SubstitutionReason = Literal["timeout", "trouble", "left", "returned"]


@dataclass(frozen=True, slots=True)
class Event:
    """The fields of every event."""

    kind: ClassVar[str] = ""

    sequence: int
    at: float


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The game starts with these occupants, seat 1 first.

    The next `start_moves` moves are the balanced start: nobody chose them, and they stay.
    """

    kind: ClassVar[str] = "started"

    seats: tuple[Occupant, ...]
    hash: str | None
    clock: TimeLeft | None
    start_moves: int = 0


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move, chosen by its seat or, with `bookkeeping`, played because there was no choice."""

    kind: ClassVar[str] = "move"

    seat: Seat
    move: Move
    notation: str
    hash: str | None  # of the state after it; None in a session without hashes
    bookkeeping: bool
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class PeopleSwapped(Event):
    """R180: the occupants of seats 1 and 2 exchange seats and clocks; the pieces stay."""

    kind: ClassVar[str] = "people_swapped"

    seats: tuple[Occupant, ...]
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class ClockWarned(Event):
    """A seat has little time left."""

    kind: ClassVar[str] = "clock_warning"

    seat: Seat
    left: float


@dataclass(frozen=True, slots=True)
class TakeBackOffered(Event):
    """A person asks to take back all but the first `keep` moves."""

    kind: ClassVar[str] = "take_back_offered"

    seat: Seat
    keep: int


@dataclass(frozen=True, slots=True)
class TakeBackAgreed(Event):
    """A person agrees; the take-back happens when all have."""

    kind: ClassVar[str] = "take_back_agreed"

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBackDeclined(Event):
    """A person declines or withdraws the take-back, or plays on instead."""

    kind: ClassVar[str] = "take_back_declined"

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """All but the first `keep` moves are taken back."""

    kind: ClassVar[str] = "taken_back"

    keep: int
    hash: str | None
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A person leaves. `Substituted` follows if the seat plays on, `Ended` otherwise."""

    kind: ClassVar[str] = "left"

    seat: Seat
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class Aborted(Event):
    """The game ends without a result, before a person has completed a turn.

    `seat` asked for it (`request`), did not make its first turn in time (`first_turn`), or has been
    absent for too long (`absence`). The operator of a server closes a game at any time
    (`operator`); `seat` was to move.
    """

    kind: ClassVar[str] = "aborted"

    seat: Seat
    reason: AbortReason


@dataclass(frozen=True, slots=True)
class ComputerTrouble(Event):
    """A computer failed, took too long or chose an illegal move."""

    kind: ClassVar[str] = "computer_trouble"

    seat: Seat
    problem: Problem
    message: str


@dataclass(frozen=True, slots=True)
class Substituted(Event):
    """Another occupant takes the seat."""

    kind: ClassVar[str] = "substituted"

    seat: Seat
    occupant: Occupant
    reason: SubstitutionReason
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clocks are stopped."""

    kind: ClassVar[str] = "paused"

    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The clocks start again with this time left; the time in between is charged to nobody."""

    kind: ClassVar[str] = "resumed"

    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over. If the host ended it, the seats that were left rank behind the others."""

    kind: ClassVar[str] = "ended"

    winner: Seat
    reason: VictoryReason
    ranking: tuple[RankedSeat, ...]


def rename_in_event(event: Event, person: str, name: str) -> Event:
    """Return the event with another name of the person with this id."""
    match event:
        case Started(seats=seats) | PeopleSwapped(seats=seats):
            return replace(event, seats=tuple(renamed(who, person, name) for who in seats))
        case Substituted(occupant=occupant):
            return replace(event, occupant=renamed(occupant, person, name))
        case _:
            return event


EVENTS: Final[dict[str, type[Event]]] = {
    kind.kind: kind
    for kind in (
        *(Started, Moved, PeopleSwapped, ClockWarned),
        *(TakeBackOffered, TakeBackAgreed, TakeBackDeclined, TakenBack),
        *(Left, Aborted, ComputerTrouble, Substituted, Paused, Resumed, Ended),
    )
}
