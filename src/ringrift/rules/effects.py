"""The effects of a move on the board, as typed values for hosts, animations and analysis."""

from __future__ import annotations

from dataclasses import dataclass

from ringrift.rules.grid import Position
from ringrift.rules.moves import Positions
from ringrift.rules.stack import Rings, Seat


@dataclass(frozen=True, slots=True)
class StackChanged:
    """The stack on a cell changed; without rings it is gone."""

    cell: Position
    before: Rings
    after: Rings


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A marker of this seat on the cell that its ring or stack left."""

    cell: Position
    seat: Seat


@dataclass(frozen=True, slots=True)
class MarkersRemoved:
    """Markers that left the board without collapsing."""

    cells: Positions


@dataclass(frozen=True, slots=True)
class MarkersFlipped:
    """Opponents' markers flipped to the acting seat."""

    cells: Positions
    seat: Seat


@dataclass(frozen=True, slots=True)
class CellsCollapsed:
    """Cells that became the seat's territory."""

    cells: Positions
    seat: Seat


@dataclass(frozen=True, slots=True)
class RingsEliminated:
    """Rings that left the game, credited to the acting seat [R060]."""

    cell: Position
    rings: Rings
    credited: Seat


@dataclass(frozen=True, slots=True)
class RingCaptured:
    """The top ring of the target moved to the bottom of the attacker."""

    target: Position
    ring: Seat


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """The controller of a cell's stack changed; None: no stack."""

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
"""What a move changed on the board; `effects` returns a move's effects in order."""
