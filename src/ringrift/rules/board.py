"""The contents of the cells: stacks, markers, collapsed cells [R021, R052]."""

from __future__ import annotations

from dataclasses import dataclass, field

from ringrift.rules.effects import (
    CellsCollapsed,
    Effect,
    MarkerPlaced,
    MarkersFlipped,
    MarkersRemoved,
    RingCaptured,
    RingsEliminated,
    StackChanged,
)
from ringrift.rules.grid import Cell, CellSet, Grid, cells_in
from ringrift.rules.stack import Rings, Seat


@dataclass(frozen=True, slots=True)
class Board:
    """The contents of the cells. Tuples by seat have an unused entry 0: the seat is the index."""

    grid: Grid
    rings: tuple[Rings, ...]  # by cell; () without a stack
    controlled: tuple[CellSet, ...]  # stacks by controlling seat
    markers: tuple[CellSet, ...]  # by seat
    collapsed: tuple[CellSet, ...]  # territory by seat

    stacks: CellSet = field(init=False, compare=False, repr=False)  # all stacks
    marked: CellSet = field(init=False, compare=False, repr=False)  # all markers
    open: CellSet = field(init=False, compare=False, repr=False)  # cells that are not collapsed
    blocked: CellSet = field(init=False, compare=False, repr=False)  # stacks, collapsed cells
    empty: CellSet = field(init=False, compare=False, repr=False)  # cells that hold nothing

    # Computed by `movement` and `hashing` on first use: a board is immutable.
    _movable_by_height: tuple[CellSet, ...] = field(init=False, compare=False, repr=False)
    _nearest_blockers: dict[Cell, tuple[Cell, ...]] = field(init=False, compare=False, repr=False)
    _canonical: tuple[str, str] | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        stacks = marked = gone = 0
        for seat in range(1, len(self.markers)):
            stacks |= self.controlled[seat]
            marked |= self.markers[seat]
            gone |= self.collapsed[seat]
        put = object.__setattr__
        put(self, "stacks", stacks)
        put(self, "marked", marked)
        put(self, "open", self.grid.mask & ~gone)
        put(self, "blocked", stacks | gone)
        put(self, "empty", self.grid.mask & ~(stacks | gone | marked))
        put(self, "_movable_by_height", ())
        put(self, "_nearest_blockers", {})
        put(self, "_canonical", None)

    @property
    def seats(self) -> range:
        """Return the seats of the game, in turn order."""
        return range(1, len(self.markers))

    def marker_owner(self, cell: Cell) -> Seat | None:
        """Return the owner of the marker on a cell."""
        return next((seat for seat in self.seats if self.markers[seat] >> cell & 1), None)

    def territory_owner(self, cell: Cell) -> Seat | None:
        """Return the owner of a collapsed cell."""
        return next((seat for seat in self.seats if self.collapsed[seat] >> cell & 1), None)

    def controls_stack(self, seat: Seat) -> bool:
        """Whether the seat controls at least one stack."""
        return self.controlled[seat] != 0

    def territory(self, seat: Seat) -> int:
        """R041: return the number of the seat's collapsed cells."""
        return self.collapsed[seat].bit_count()

    def has_ring(self, seat: Seat) -> bool:
        """Return whether a ring of the seat is in any stack, buried ones included."""
        return self.controlled[seat] != 0 or any(seat in rings for rings in self.rings)

    def cells_with_buried_ring(self, seat: Seat) -> list[Cell]:
        """Return the stacks that hold a buried ring of the seat [R110], in canonical order."""
        rings = self.rings
        return [cell for cell in cells_in(self.stacks) if seat in rings[cell][1:]]


def empty_board(grid: Grid, seats: int) -> Board:
    """Return a board with nothing on it."""
    none = (0,) * (seats + 1)
    return Board(grid, ((),) * (grid.width * grid.width), none, none, none)


class BoardDraft:
    """A mutable board while a move is performed. Each method is one change of the rules [R023]."""

    __slots__ = ("collapsed", "controlled", "eliminated", "grid", "log", "markers", "rings")

    def __init__(self, board: Board, log: list[Effect] | None = None) -> None:
        self.grid = board.grid
        self.rings = list(board.rings)
        self.controlled = list(board.controlled)
        self.markers = list(board.markers)
        self.collapsed = list(board.collapsed)
        self.eliminated = 0  # rings eliminated in this move
        self.log = log

    def set_stack(self, cell: Cell, rings: Rings) -> None:
        """Replace the stack on a cell; no rings remove it."""
        bit = 1 << cell
        before = self.rings[cell]
        if before:
            self.controlled[before[0]] ^= bit
        if rings:
            self.controlled[rings[0]] |= bit
        self.rings[cell] = rings
        if self.log is not None:
            self.log.append(StackChanged(self.grid.positions[cell], before, rings))

    def eliminate(self, cell: Cell, rings: Rings, seat: Seat) -> None:
        """R060: eliminate rings just taken from the cell, credited to the acting seat."""
        self.eliminated += len(rings)
        if self.log is not None:
            self.log.append(RingsEliminated(self.grid.positions[cell], rings, seat))

    def put_marker(self, cell: Cell, seat: Seat) -> None:
        self.markers[seat] |= 1 << cell
        if self.log is not None:
            self.log.append(MarkerPlaced(self.grid.positions[cell], seat))

    def remove_marker(self, cell: Cell) -> bool:
        """Remove any seat's marker from a cell; return False if there was none."""
        bit = 1 << cell
        for seat, markers in enumerate(self.markers):
            if markers & bit:
                self.markers[seat] = markers ^ bit
                if self.log is not None:
                    self.log.append(MarkersRemoved((self.grid.positions[cell],)))
                return True
        return False

    def flip_markers(self, cells: CellSet, seat: Seat) -> None:
        """Flip opponents' markers on these cells to the seat."""
        flipped = 0
        for other, markers in enumerate(self.markers):
            if other != seat and markers & cells:
                flipped |= markers & cells
                self.markers[other] = markers & ~cells
        self.markers[seat] |= flipped
        if flipped and self.log is not None:
            self.log.append(MarkersFlipped(self.grid.positions_in(flipped), seat))

    def collapse(self, cells: CellSet, seat: Seat) -> None:
        """R041: make these cells the seat's territory; markers on them are removed."""
        for owner, markers in enumerate(self.markers):
            self.markers[owner] = markers & ~cells
        self.collapsed[seat] |= cells
        if cells and self.log is not None:
            self.log.append(CellsCollapsed(self.grid.positions_in(cells), seat))

    def capture(self, target: Cell) -> Seat:
        """R102: capture the top ring of the target; an emptied target disappears."""
        ring = self.rings[target][0]
        self.set_stack(target, self.rings[target][1:])
        if self.log is not None:
            self.log.append(RingCaptured(self.grid.positions[target], ring))
        return ring

    def board(self) -> Board:
        """Return the current board."""
        return Board(
            self.grid,
            tuple(self.rings),
            tuple(self.controlled),
            tuple(self.markers),
            tuple(self.collapsed),
        )
