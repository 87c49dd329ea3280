"""A tournament as values: its entrants and the matches played. No storage and no clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["arena", "swiss", "tables"]
Status = Literal["upcoming", "running", "over", "cancelled"]
EntrantStatus = Literal["in", "paused", "withdrawn"]
MatchStatus = Literal["playing", "over", "void"]

TABLE_SIZES: Final = (3, 4)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the tournament, known by a number in order of joining."""

    number: int
    rating: float
    status: EntrantStatus = "in"


@dataclass(frozen=True, slots=True)
class Match:
    """A game of the tournament, or a bye: one entrant and no game.

    `seats` are entrants in seat order, `ranks` their places in the same order once it is over.
    """

    round: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    status: MatchStatus = "playing"

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def counts(self) -> bool:
        """Whether it has a result that counts."""
        return self.status == "over" and self.ranks is not None

    def rank_of(self, number: int) -> int:
        assert self.ranks is not None
        return self.ranks[self.seats.index(number)]

    def opponents_of(self, number: int) -> tuple[int, ...]:
        return tuple(other for other in self.seats if other != number)


def bye(round_: int, number: int) -> Match:
    """Return a round without a game."""
    return Match(round_, (number,), (1,), "over")


@dataclass(frozen=True, slots=True)
class Tournament:
    """The facts on which the next transition depends."""

    format: Format
    status: Status
    players: int  # of a game; of tables, the preferred number
    starts_at: float
    entrants: tuple[Entrant, ...] = ()
    matches: tuple[Match, ...] = ()  # in order
    rounds: int = 0  # of Swiss and tables
    round: int = 0  # the current one; 0 before the first
    seconds: float = 0.0  # of an arena
    started_at: float | None = None
    break_seconds: float = 0.0  # between two rounds
    next_at: float | None = None  # when the next transition is due
    apart: frozenset[frozenset[int]] = frozenset()  # entrants who block each other

    @property
    def active(self) -> tuple[Entrant, ...]:
        """The entrants to pair."""
        return tuple(one for one in self.entrants if one.status == "in")

    @property
    def playing(self) -> frozenset[int]:
        """The entrants whose game is not over."""
        return frozenset(
            number for match in self.matches if match.status == "playing" for number in match.seats
        )

    @property
    def min_entrants(self) -> int:
        return TABLE_SIZES[0] if self.format == "tables" else 2


def meetings(matches: Iterable[Match]) -> dict[frozenset[int], int]:
    """Return how often each pair of entrants sat at one board."""
    met: dict[frozenset[int], int] = {}
    for match in matches:
        for number in match.seats:
            for other in match.seats:
                if number < other:
                    pair = frozenset((number, other))
                    met[pair] = met.get(pair, 0) + 1
    return met


def byes(matches: Iterable[Match]) -> frozenset[int]:
    """Return the entrants who had a bye."""
    return frozenset(match.seats[0] for match in matches if match.is_bye)
