"""What lies on the cells: stacks, markers, collapsed cells [R021, R052]. Immutable; a `Draft` makes the next one."""

from __future__ import annotations

from dataclasses import dataclass, field

from ringrift.rules.grid import Cell, CellSet, Grid
from ringrift.rules.stack import Rings, Seat


@dataclass(frozen=True, slots=True)
class Board:
    """Contents of the cells. The tuples by seat have an unused entry 0, so that seats index them."""

    grid: Grid
    rings: tuple[Rings, ...]  # by cell; () where no stack stands
    controlled: tuple[CellSet, ...]  # by seat: its stacks
    markers: tuple[CellSet, ...]  # by seat
    collapsed: tuple[CellSet, ...]  # by seat: its territory

    stacks: CellSet = field(init=False, compare=False, repr=False)  # all of them
    marked: CellSet = field(init=False, compare=False, repr=False)  # all markers
    open: CellSet = field(init=False, compare=False, repr=False)  # cells that are not collapsed
    blocked: CellSet = field(init=False, compare=False, repr=False)  # stacks and collapsed cells: no way through

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

    @property
    def seats(self) -> range:
        """The seats of the game, in turn order."""
        return range(1, len(self.markers))

    @property
    def empty(self) -> CellSet:
        """Cells that hold nothing."""
        return self.grid.mask & ~(self.blocked | self.marked)

    def marker_at(self, cell: Cell) -> Seat | None:
        """Whose marker lies there."""
        return next((seat for seat in self.seats if self.markers[seat] >> cell & 1), None)

    def collapsed_for(self, cell: Cell) -> Seat | None:
        """Whose territory the cell is."""
        return next((seat for seat in self.seats if self.collapsed[seat] >> cell & 1), None)

    def controls_a_stack(self, seat: Seat) -> bool:
        return self.controlled[seat] != 0

    def territory(self, seat: Seat) -> int:
        """R041: the number of the seat's collapsed cells."""
        return self.collapsed[seat].bit_count()

    def draft(self) -> Draft:
        """A changeable copy."""
        return Draft(self)


def empty_board(grid: Grid, seats: int) -> Board:
    """A board with nothing on it."""
    none = (0,) * (seats + 1)
    return Board(grid, ((),) * (grid.width * grid.width), none, none, none)


class Draft:
    """A board while one move changes it. Each method is one of the changes that the rules know [R023]."""

    __slots__ = ("collapsed", "controlled", "grid", "markers", "rings")

    def __init__(self, board: Board) -> None:
        self.grid = board.grid
        self.rings = list(board.rings)
        self.controlled = list(board.controlled)
        self.markers = list(board.markers)
        self.collapsed = list(board.collapsed)

    def set_stack(self, cell: Cell, rings: Rings) -> None:
        """Put a stack on a cell in place of what stack was there; no rings: nothing is left."""
        bit = 1 << cell
        before = self.rings[cell]
        if before:
            self.controlled[before[0]] &= ~bit
        if rings:
            self.controlled[rings[0]] |= bit
        self.rings[cell] = rings

    def put_marker(self, cell: Cell, seat: Seat) -> None:
        self.markers[seat] |= 1 << cell

    def take_markers(self, cells: CellSet) -> None:
        """Remove whatever markers lie on these cells."""
        keep = ~cells
        self.markers = [markers & keep for markers in self.markers]

    def collapse(self, cells: CellSet, seat: Seat) -> None:
        """R041: these cells become the seat's territory; markers on them are gone."""
        self.take_markers(cells)
        self.collapsed[seat] |= cells

    def board(self) -> Board:
        """The board as it is now."""
        return Board(
            self.grid, tuple(self.rings), tuple(self.controlled), tuple(self.markers), tuple(self.collapsed)
        )
