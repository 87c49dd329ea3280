"""What a move does to the board, as typed effects: for hosts, animations and analysis."""

from __future__ import annotations

from dataclasses import dataclass

from ringrift.rules.grid import Position
from ringrift.rules.moves import Positions
from ringrift.rules.stack import Rings, Seat


@dataclass(frozen=True, slots=True)
class StackChanged:
    """The stack on a cell is now this (no rings: it is gone)."""

    cell: Position
    before: Rings
    after: Rings


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    cell: Position
    seat: Seat


@dataclass(frozen=True, slots=True)
class MarkersRemoved:
    """Markers that left the board without collapsing."""

    cells: Positions


@dataclass(frozen=True, slots=True)
class MarkersFlipped:
    """Markers of opponents that became the acting seat's."""

    cells: Positions
    seat: Seat


@dataclass(frozen=True, slots=True)
class CellsCollapsed:
    """Cells that became the seat's territory."""

    cells: Positions
    seat: Seat


@dataclass(frozen=True, slots=True)
class RingsEliminated:
    """Rings that left the game, credited to the seat that acted [R060]."""

    cell: Position
    rings: Rings
    credited: Seat


@dataclass(frozen=True, slots=True)
class RingCaptured:
    """The top ring of the target went to the bottom of the attacker."""

    target: Position
    ring: Seat


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """A cell's stack has another controller than before the move; None: no stack."""

    cell: Position
    before: Seat | None
    after: Seat | None


Effect = (
    StackChanged
    | MarkerPlaced
    | MarkersRemoved
    | MarkersFlipped
    | CellsCollapsed
    | RingsEliminated
    | RingCaptured
    | ControlChanged
)
