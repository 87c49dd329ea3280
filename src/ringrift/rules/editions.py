"""The two dated editions of the rules and what separates them (RULES.md §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

EditionName = Literal["classic", "standard"]


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """A game carries its edition for life."""

    name: EditionName
    rings_each: Mapping[str, int]  # R020, by board
    line_costs_cap: bool  # R122: the whole cap of a stack, or its top ring alone
    recovery: bool  # R110
    empty_seats_play: bool  # R201: seats with no ring anywhere keep taking (empty) turns

    def ring_threshold(self, rings_each: int, seats: int) -> int:
        """R061: this many eliminated rings win."""
        if self.name == "classic":
            return rings_each * seats // 2 + 1
        return rings_each * (seats + 1) // 3

    def territory_threshold(self, cells: int, seats: int) -> int:
        """R062: the least number of own cells that can win."""
        return cells // (2 if self.name == "classic" else seats) + 1

    def territory_wins(self, own: int, others: int, cells: int, seats: int) -> bool:
        """R062: `standard` also asks for more than all opponents hold together."""
        enough = own >= self.territory_threshold(cells, seats)
        return enough and (self.name == "classic" or own > others)

    def __reduce__(self) -> tuple[object, ...]:
        return edition_named, (self.name,)


CLASSIC: Final = Edition(
    name="classic",
    rings_each=MappingProxyType({"square8": 18, "hex8": 18, "square19": 36, "hexagonal": 48}),
    line_costs_cap=True,
    recovery=False,
    empty_seats_play=True,
)
STANDARD: Final = Edition(
    name="standard",
    rings_each=MappingProxyType({"square8": 18, "hex8": 18, "square19": 72, "hexagonal": 96}),
    line_costs_cap=False,
    recovery=True,
    empty_seats_play=False,
)
EDITION_NAMES: Final[tuple[EditionName, ...]] = get_args(EditionName)
_EDITIONS: Final[Mapping[str, Edition]] = {"classic": CLASSIC, "standard": STANDARD}


def edition_named(name: EditionName) -> Edition:
    """The edition of that name."""
    return _EDITIONS[name]
