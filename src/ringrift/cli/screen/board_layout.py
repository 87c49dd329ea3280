"""Where the cells and labels of a board stand in a terminal, in columns and rows of characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from ringrift.drawing.diagram_parser import row_cells
from ringrift.rules import BoardName, Grid, grid_named
from ringrift.rules.grid import Cell

# Columns and rows of a cell, the largest first. Those of a hexagon are even, because each row is
# shifted by half a cell, except the smallest, which fits 120 columns on the largest board.
_SQUARE_SIZES: Final = ((9, 4), (7, 3), (5, 2), (4, 2), (4, 1), (3, 1))
_HEXAGON_SIZES: Final = ((8, 3), (6, 2), (4, 2), (6, 1), (4, 1), (3, 1))
_GUTTER: Final = 4  # columns beside the rows of a hexagon, for labels
_ROW_LABEL: Final = 3  # columns before the rows of a square board


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate at the edge of the board."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class BoardLayout:
    """The places of one board with one size of cells."""

    grid: Grid
    cell_width: int
    cell_height: int
    width: int
    height: int
    places: Mapping[Cell, tuple[int, int]]  # the row and column of the upper left character
    rows: tuple[tuple[Cell, ...], ...]  # from the far side to the near one
    labels: tuple[Label, ...]

    def cell_at(self, row: int, column: int) -> Cell | None:
        """Return the cell that has this character."""
        index, rest = divmod(row - self._top, self.cell_height)
        if rest < 0 or not 0 <= index < len(self.rows):
            return None
        for cell in self.rows[index]:
            left = self.places[cell][1]
            if left <= column < left + self.cell_width:
                return cell
        return None

    def row_of(self, row: int) -> tuple[int, tuple[Cell, ...]]:
        """Return the cells on a line of the terminal, and which of their lines it is."""
        index, line = divmod(row - self._top, self.cell_height)
        return (line, self.rows[index]) if 0 <= index < len(self.rows) else (0, ())

    def centre(self, cell: Cell) -> float:
        """Return the column of the middle of the cell."""
        return self.places[cell][1] + (self.cell_width - 1) / 2

    def step(self, cell: Cell, right: int, up: int, column: float) -> Cell:
        """Return the cell beside this one; above and below, that nearest to the column."""
        at = next(index for index, cells in enumerate(self.rows) if cell in cells)
        cells = self.rows[at]
        if right:
            place = cells.index(cell) + right
            return cells[min(max(place, 0), len(cells) - 1)]
        beyond = at - up
        if not 0 <= beyond < len(self.rows):
            return cell
        return min(self.rows[beyond], key=lambda other: abs(self.centre(other) - column))

    @property
    def _top(self) -> int:
        return 1 if self.grid.hexagonal else 0


def best_layout(board: BoardName, width: int, height: int) -> BoardLayout | None:
    """Return the layout with the largest cells that fits; None: none fits."""
    sizes = _HEXAGON_SIZES if grid_named(board).hexagonal else _SQUARE_SIZES
    layouts = (board_layout(board, *size) for size in sizes)
    return next((one for one in layouts if one.width <= width and one.height <= height), None)


def smallest_layout(board: BoardName) -> BoardLayout:
    """Return the layout with the smallest cells."""
    return board_layout(board, 3, 1)


@cache
def board_layout(board: BoardName, cell_width: int, cell_height: int) -> BoardLayout:
    """Return the layout of a board with cells of this size."""
    grid = grid_named(board)
    rows = tuple(row_cells(grid, row) for row in reversed(range(grid.width - 1)))
    gutter = _GUTTER if grid.hexagonal else _ROW_LABEL
    above = 1 if grid.hexagonal else 0
    places: dict[Cell, tuple[int, int]] = {}
    for index, cells in enumerate(rows):
        shift = abs(index - grid.radius) * cell_width // 2 if grid.hexagonal else 0
        for at, cell in enumerate(cells):
            places[cell] = above + index * cell_height, gutter + shift + at * cell_width
    across = max(map(len, rows)) * cell_width
    make_labels = _hexagon_labels if grid.hexagonal else _square_labels
    return BoardLayout(
        grid=grid,
        cell_width=cell_width,
        cell_height=cell_height,
        width=across + (2 * gutter if grid.hexagonal else gutter),
        height=len(rows) * cell_height + 1 + above,
        places=places,
        rows=rows,
        labels=tuple(make_labels(grid, rows, places, cell_width, cell_height)),
    )


def _square_labels(
    grid: Grid,
    rows: tuple[tuple[Cell, ...], ...],
    places: Mapping[Cell, tuple[int, int]],
    width: int,
    height: int,
) -> Iterator[Label]:
    for cells in rows:
        top, left = places[cells[0]]
        name = grid.cell_name(cells[0])[1:]
        yield Label(top + (height - 1) // 2, left - 1 - len(name), name)
    for cell in rows[-1]:
        top, left = places[cell]
        yield Label(top + height, left + width // 2, grid.cell_name(cell)[0])


def _hexagon_labels(
    grid: Grid,
    rows: tuple[tuple[Cell, ...], ...],
    places: Mapping[Cell, tuple[int, int]],
    width: int,
    height: int,
) -> Iterator[Label]:
    """Yield names at both ends of every row, and letters that continue the diagonal columns."""
    for cells in rows:
        first, last = grid.cell_name(cells[0]), grid.cell_name(cells[-1])
        top, left = places[cells[0]]
        middle = top + (height - 1) // 2
        yield Label(middle, left - 1 - len(first), first)
        yield Label(middle, places[cells[-1]][1] + width + 1, last)
    for edge, inner, row in (
        (rows[0], rows[1], 0),
        (rows[-1], rows[-2], 1 + len(rows) * height),
    ):
        below = {grid.cell_name(cell)[0]: places[cell][1] for cell in inner}
        columns = {grid.cell_name(cell)[0]: places[cell][1] for cell in edge}
        shift = next(columns[name] - below[name] for name in columns if name in below)
        for name, left in columns.items():
            yield Label(row, left + width // 2 + shift, name)
