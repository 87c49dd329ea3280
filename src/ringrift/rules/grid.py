"""The four boards as grids of cells: names, rays, neighbours [R001-R003].

A cell is an integer, `row * width + column`, with one unused column at the end of every row. So
cell order is the canonical order (by y, then x), a step in a direction is a fixed difference, and a
set of cells is an integer with one bit per cell: a shift by a step moves the set without wrapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from ringrift.rules.data_files import load_data
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.messages import refusal, refusal_at

Cell = int
CellSet = int  # bit c is set if cell c is in the set
Position = tuple[int, ...]
"""The coordinates of a cell: (x, y), or (x, y, z) on a hexagon."""

_BOARDS: Final[Mapping[str, Mapping[str, Any]]] = {
    entry["name"]: entry for entry in load_data("boards.json")["boards"]
}
BOARD_NAMES: Final[tuple[str, ...]] = tuple(_BOARDS)
"""The names of the boards, by index."""
_MAX_SMALL_CELLS: Final = 128  # as `BIG` in native/include/ringrift/board.hpp


def _is_small(entry: Mapping[str, Any]) -> bool:
    side: int = entry["side"]
    cells = 3 * side * (side - 1) + 1 if entry["shape"] == "hex" else side**2
    return cells <= _MAX_SMALL_CELLS


SMALL_BOARDS: Final = tuple(name for name, entry in _BOARDS.items() if _is_small(entry))
BIG_BOARDS: Final = tuple(name for name in BOARD_NAMES if name not in SMALL_BOARDS)

if TYPE_CHECKING:
    BoardName = str
else:
    BoardName = Literal[BOARD_NAMES]  # for run-time annotations: schemas, the server
    """The name of a board, one of `BOARD_NAMES`."""

# One (dx, dy) per axis; the opposite direction is its negation.
_SQUARE_AXES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
_HEX_AXES: Final = ((1, 0), (0, 1), (-1, 1))
_TRUTH: Final = bytes.maketrans(b"01", b"\x00\x01")


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Geometry of one board; there is one instance per board (see `grid_named`)."""

    name: BoardName
    side: int  # squares 8, 19; hexagons 5, 13
    hexagonal: bool
    line_lengths: Mapping[int, int]  # R120, by number of seats
    rule: str  # the rule that describes it
    radius: int  # hexagons: side - 1; squares: 0
    width: int  # cell difference between rows
    cells: tuple[Cell, ...]  # canonical order
    mask: CellSet  # all cells
    central_cells: CellSet  # the cells around the centre
    positions: tuple[Position, ...]  # by cell
    cell_of: Mapping[Position, Cell]  # inverse of `positions`
    steps: tuple[int, ...]  # for moves, captures and lines: the axes, then their opposites
    axes: tuple[int, ...]  # the positive half of `steps`
    adjacency: tuple[int, ...]  # R040: steps between cells that are adjacent for territory
    rays: tuple[tuple[tuple[Cell, ...], ...], ...]  # rays[cell][direction], nearest first
    ray_masks: tuple[tuple[CellSet, ...], ...]
    neighbours: tuple[CellSet, ...]  # cells one step away in the moving directions
    max_stack_height: int  # longest ray + 1

    def line_length(self, seats: int) -> int:
        """R120: return how many markers in a row make a line."""
        return self.line_lengths[seats]

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell for people: letter and number, `d4`."""
        row, column = divmod(cell, self.width)
        return f"{chr(97 + column)}{row + 1}"

    def cell_named(self, name: str) -> Cell | None:
        """Return the cell with this name, or None."""
        if not (2 <= len(name) <= 3 and name[1:].isdecimal() and name.isascii()) or name[1] == "0":
            return None
        column, row = ord(name[0]) - 97, int(name[1:]) - 1
        cell = row * self.width + column
        return (
            cell
            if 0 <= column < self.width and row < self.width and self.mask >> cell & 1
            else None
        )

    def positions_in(self, cells: CellSet) -> tuple[Position, ...]:
        """Return the coordinates of a set's cells in canonical order."""
        positions = self.positions
        return tuple([positions[cell] for cell in cells_in(cells)])

    def direction(self, origin: Cell, to: Cell) -> int | None:
        """Return the direction of the ray from one cell to the other, or None."""
        for direction, ray in enumerate(self.ray_masks[origin]):
            if ray >> to & 1:
                return direction
        return None

    def cells_between(self, origin: Cell, to: Cell, direction: int) -> CellSet:
        """Return the cells strictly between two cells of a ray."""
        return self.ray_masks[origin][direction] & ~self.ray_masks[to][direction] & ~(1 << to)

    def adjacent_cells(self, cells: CellSet) -> CellSet:
        """Return the cells adjacent to the set for territory; it may include cells of the set."""
        around = 0
        for step in self.adjacency:
            around |= cells << step | cells >> step
        return around & self.mask

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Grid {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        return grid_named, (self.name,)


def _unknown_board(name: object) -> Refusal:
    from difflib import get_close_matches

    meant = get_close_matches(name, BOARD_NAMES, 1) if isinstance(name, str) else []
    if not meant:
        return refusal("INVALID_SETUP.board", name=repr(name), choices=BOARD_NAMES)
    return refusal("INVALID_SETUP.board_typo", name=repr(name), meant=meant[0], choices=BOARD_NAMES)


@cache
def grid_named(name: BoardName) -> Grid:
    """Return the grid of that board."""
    if name not in BOARD_NAMES:
        raise InvalidSetupError(_unknown_board(name))
    entry = _BOARDS[name]
    side, hexagonal = entry["side"], entry["shape"] == "hex"
    radius = side - 1 if hexagonal else 0
    rows = 2 * radius + 1 if hexagonal else side
    width = rows + 1
    half = _HEX_AXES if hexagonal else _SQUARE_AXES
    axes = tuple(dy * width + dx for dx, dy in half)
    steps = axes + tuple(-step for step in axes)
    cells = tuple(
        row * width + column
        for row in range(rows)
        for column in range(rows)
        if not hexagonal or abs(row + column - 2 * radius) <= radius
    )
    on_board = frozenset(cells)
    positions = tuple(
        _cell_coordinates(cell, width, radius, hexagonal) for cell in range(rows * width)
    )
    rays = tuple(
        tuple(_cells_along_ray(cell, step, on_board) for step in steps)
        for cell in range(rows * width)
    )
    return Grid(
        name=name,
        side=side,
        hexagonal=hexagonal,
        line_lengths=MappingProxyType(
            {int(seats): length for seats, length in entry["lineLength"].items()}
        ),
        rule=entry["rule"],
        radius=radius,
        width=width,
        cells=cells,
        mask=cell_set(cells),
        central_cells=cell_set(cell for cell in cells if _is_central_cell(cell, rows, width)),
        positions=positions,
        cell_of=MappingProxyType({positions[cell]: cell for cell in cells}),
        steps=steps,
        axes=axes,
        adjacency=axes if hexagonal else axes[:2],
        rays=rays,
        ray_masks=tuple(tuple(cell_set(ray) for ray in star) for star in rays),
        neighbours=tuple(cell_set(ray[0] for ray in star if ray) for star in rays),
        max_stack_height=1 + max(len(ray) for star in rays for ray in star),
    )


def _is_central_cell(cell: Cell, rows: int, width: int) -> bool:
    row, column = divmod(cell, width)
    return abs(2 * row - rows + 1) <= rows // 4 and abs(2 * column - rows + 1) <= rows // 4


def _cell_coordinates(cell: Cell, width: int, radius: int, hexagonal: bool) -> Position:
    y, x = divmod(cell, width)
    if not hexagonal:
        return x, y
    return x - radius, y - radius, 2 * radius - x - y


def _cells_along_ray(cell: Cell, step: int, on_board: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the cells from here in one direction to the edge of the board."""
    ray: list[Cell] = []
    while cell in on_board and cell + step in on_board:
        cell += step
        ray.append(cell)
    return tuple(ray)


def out_of_bounds(grid: Grid, position: object) -> Refusal:
    """Return the refusal of a position outside the board."""
    args = {"position": str(position), "board": grid.name}
    return refusal_at("OUT_OF_BOUNDS", args, grid.rule)


def cell_set(cells: Iterable[Cell]) -> CellSet:
    """Return the set of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cell_flags(cells: CellSet) -> bytes:
    """Return one byte per cell, 1 if it is in the set: a selector for `itertools.compress`."""
    return format(cells, "b")[::-1].encode().translate(_TRUTH)


def cells_in(cells: CellSet) -> list[Cell]:
    """Return the members of a set in canonical order."""
    members: list[Cell] = []
    while cells:
        low = cells & -cells
        members.append(low.bit_length() - 1)
        cells ^= low
    return members
