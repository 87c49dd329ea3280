"""The dated editions of the rules, from `data/editions.json` (rules-exact.md §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ringrift.rules.data_files import load_data


class RingThreshold(NamedTuple):
    """R061: `rings * (seat_factor * seats + seat_offset) // divisor + extra` rings win."""

    seat_factor: int
    seat_offset: int
    divisor: int
    extra: int


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """An edition of the rules. A game keeps its edition throughout."""

    name: EditionName
    rings_each: Mapping[str, int]  # R020, by board
    ring_threshold_formula: RingThreshold  # R061
    territory_divisor: int | None  # R062; None: the number of players
    territory_majority: bool  # R062: own cells must outnumber those of all opponents together
    line_costs_cap: bool  # R122: the whole cap of a stack, or only its top ring
    recovery: bool  # R110
    empty_seats_play: bool  # R201: seats without any ring keep taking (empty) turns

    def ring_threshold(self, rings_each: int, seats: int) -> int:
        """R061: return the number of eliminated rings that wins."""
        factor, offset, divisor, extra = self.ring_threshold_formula
        return rings_each * (factor * seats + offset) // divisor + extra

    def territory_threshold(self, cells: int, seats: int) -> int:
        """R062: return the smallest number of own cells that can win."""
        return cells // (self.territory_divisor or seats) + 1

    def territory_wins(self, own: int, others: int, cells: int, seats: int) -> bool:
        """R062: return whether `own` cells win against the `others` of all opponents together."""
        enough = own >= self.territory_threshold(cells, seats)
        return enough and (own > others or not self.territory_majority)

    def __reduce__(self) -> tuple[object, ...]:
        return edition_named, (self.name,)


def _edition(entry: Mapping[str, Any]) -> Edition:
    formula, divisor = entry["ringThreshold"], entry["territoryDivisor"]
    return Edition(
        name=entry["name"],
        rings_each=MappingProxyType(entry["ringsPerPlayer"]),
        ring_threshold_formula=RingThreshold(
            formula["seatFactor"], formula["seatOffset"], formula["divisor"], formula["extra"]
        ),
        territory_divisor=None if divisor == "players" else divisor,
        territory_majority=entry["territoryMajority"],
        line_costs_cap=entry["lineCost"] == "cap",
        recovery=entry["recovery"],
        empty_seats_play=entry["emptySeatsPlay"],
    )


_DATA: Final = load_data("editions.json")
_EDITIONS: Final[Mapping[str, Edition]] = {
    entry["name"]: _edition(entry) for entry in _DATA["editions"]
}
EDITION_NAMES: Final[tuple[str, ...]] = tuple(_EDITIONS)
"""The names of the editions, by index."""
DEFAULT_EDITION: Final[str] = _DATA["default"]

if TYPE_CHECKING:
    EditionName = str
else:
    EditionName = Literal[EDITION_NAMES]  # for run-time annotations: schemas, the server
    """The name of an edition, one of `EDITION_NAMES`."""


def edition_named(name: EditionName) -> Edition:
    """Return the edition with that name."""
    return _EDITIONS[name]
