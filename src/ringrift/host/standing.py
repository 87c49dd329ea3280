"""Who left a game, and the standing of the people at its end [§9 Leaving]."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ringrift.host.seat_occupants import Occupant, Person, Remote
from ringrift.records.departures import LeaveReason
from ringrift.rules.stack import Seat
from ringrift.rules.state import RankedSeat


@dataclass(frozen=True, slots=True)
class Departure:
    """Someone who left: their seat, why, when, and how many moves had been played."""

    seat: Seat
    occupant: Occupant
    reason: LeaveReason
    at: float
    moves: int


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A person's place among the people of a game; `departure` is None if they stayed."""

    seat: Seat
    person: Person | Remote
    rank: int
    departure: Departure | None


def rank_leavers_last(
    ranking: Sequence[RankedSeat], left: Sequence[Seat]
) -> tuple[RankedSeat, ...]:
    """Return the ranking with the seats that were left behind the others, the first one last."""
    ranks = rank_people({placing.seat: placing.rank for placing in ranking}, left)
    return tuple(
        RankedSeat(seat, ranks[seat])
        for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat))
    )


def rank_people(
    ranks: Mapping[Seat, int], left: Sequence[Seat], people: Collection[Seat] | None = None
) -> dict[Seat, int]:
    """Rank the people by the ranks of their seats; leavers come last, the first one to leave last.

    `left` has the seats in the order of leaving. By default all seats are ranked. Equal ranks stay
    equal, and the next rank is skipped.
    """
    among = ranks.keys() if people is None else set(people)
    leavers = [seat for seat in left if seat in among]
    stayed = [seat for seat in ranks if seat in among and seat not in leavers]
    standing = {
        seat: 1 + sum(ranks[other] < ranks[seat] for other in stayed) for seat in sorted(stayed)
    }
    return standing | {seat: len(among) - place for place, seat in enumerate(leavers)}


def best_person(
    ranks: Mapping[Seat, int], left: Collection[Seat], people: Collection[Seat]
) -> Seat | None:
    """Return the best ranked person who stayed, of equal ones the lowest seat; None: all left."""
    stayed = [seat for seat in people if seat not in left]
    return min(stayed, key=lambda seat: (ranks[seat], seat), default=None)
