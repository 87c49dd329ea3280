"""What happens at a session, one class each. The events of a game, in order, are the game.

`sequence` counts from 1 without a gap; `at` is the moment in the host's seconds. `clock`, where an event has
one, is what every seat has left then; None in a game without clocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from ringrift.host.clocks import TimeLeft
from ringrift.host.seat_occupants import Occupant
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import RankedSeat, VictoryReason

Problem = Literal["failed", "overran", "illegal"]
SubstitutionReason = Literal["timeout", "trouble", "left", "returned"]


@dataclass(frozen=True, slots=True)
class Event:
    """What every event has."""

    kind: ClassVar[str] = ""

    sequence: int
    at: float


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The game begins; these sit in its seats, the first in seat 1."""

    kind: ClassVar[str] = "started"

    seats: tuple[Occupant, ...]
    hash: str | None
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move, chosen by its seat or (`bookkeeping`) filled in because nothing could be chosen."""

    kind: ClassVar[str] = "move"

    seat: Seat
    move: Move
    notation: str
    hash: str | None  # of the state after it; None at a session that makes no hashes
    bookkeeping: bool
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class PeopleSwapped(Event):
    """R180: those in seats 1 and 2 have changed places, and their clocks with them; the pieces stay."""

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
class FlagFell(Event):
    """A seat's time is up."""

    kind: ClassVar[str] = "flag"

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBackOffered(Event):
    """A person asks to go back to where only the first `keep` moves were played."""

    kind: ClassVar[str] = "take_back_offered"

    seat: Seat
    keep: int


@dataclass(frozen=True, slots=True)
class TakeBackAgreed(Event):
    """One of the others agrees; it is done when all have."""

    kind: ClassVar[str] = "take_back_agreed"

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBackDeclined(Event):
    """No; or the one who asked, or another, plays on instead."""

    kind: ClassVar[str] = "take_back_declined"

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Only the first `keep` moves stand."""

    kind: ClassVar[str] = "taken_back"

    keep: int
    hash: str | None
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat gives up."""

    kind: ClassVar[str] = "resigned"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Abandoned(Event):
    """A seat has left for good; None: everybody has."""

    kind: ClassVar[str] = "abandoned"

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ComputerTrouble(Event):
    """A computer failed, took too long or chose what is not legal."""

    kind: ClassVar[str] = "computer_trouble"

    seat: Seat
    problem: Problem
    message: str


@dataclass(frozen=True, slots=True)
class Substituted(Event):
    """Somebody else takes the seat."""

    kind: ClassVar[str] = "substituted"

    seat: Seat
    occupant: Occupant
    reason: SubstitutionReason
    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clocks stand still."""

    kind: ClassVar[str] = "paused"

    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The clocks go on with what is left; the time while nobody was there to play with was nobody's."""

    kind: ClassVar[str] = "resumed"

    clock: TimeLeft | None


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    kind: ClassVar[str] = "ended"

    winner: Seat
    reason: VictoryReason
    ranking: tuple[RankedSeat, ...]


EVENTS: Final[dict[str, type[Event]]] = {
    kind.kind: kind
    for kind in (
        *(Started, Moved, PeopleSwapped, ClockWarned, FlagFell),
        *(TakeBackOffered, TakeBackAgreed, TakeBackDeclined, TakenBack),
        *(Resigned, Abandoned, ComputerTrouble, Substituted, Paused, Resumed, Ended),
    )
}
