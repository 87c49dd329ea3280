"""Geometry of a board picture: cell centres, tiles, frame, labels. a1 is bottom left.

The unit is a hundredth of a cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from ringrift.drawing.look import load_look
from ringrift.drawing.outline import Point, rounded_path
from ringrift.drawing.symbols import CELL
from ringrift.rules.grid import BoardName, Cell, Grid, grid_named

_ROW: Final = CELL * math.sqrt(3) / 2  # rows of hexagons are closer together than columns
_CORNER: Final = CELL / math.sqrt(3)  # from a hexagon's centre to its corner


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one board."""

    grid: Grid
    pixels: float  # of a cell at natural size
    margin: float
    width: float
    height: float

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell's tile."""
        row, column = divmod(cell, self.grid.width)
        if not self.grid.hexagonal:
            return (
                self.margin + (column + 0.5) * CELL,
                self.margin + (self.grid.side - row - 0.5) * CELL,
            )
        x, y = column - self.grid.radius, row - self.grid.radius
        return self.width / 2 + (x + y / 2) * CELL, self.height / 2 - y * _ROW

    def tile_tone(self, cell: Cell) -> int:
        """Return the index of a cell's tone: neighbouring cells differ."""
        row, column = divmod(cell, self.grid.width)
        return (column - row) % 3 if self.grid.hexagonal else (column + row) % 2

    def tile_corners(self, inset: float = 0) -> list[Point]:
        """Return the corners of a tile around the origin, clockwise."""
        if not self.grid.hexagonal:
            half = CELL / 2 - inset
            return [(-half, -half), (half, -half), (half, half), (-half, half)]
        reach = _CORNER - inset * 2 / math.sqrt(3)
        turns = [math.pi / 3 * step for step in range(6)]
        return [(math.sin(turn) * reach, -math.cos(turn) * reach) for turn in turns]

    def slab_outline(self, inset: float) -> str:
        """Return the outline of the whole board as path data, moved inwards."""
        frame = load_look()["frame"]
        if not self.grid.hexagonal:
            right, bottom = self.width - inset, self.height - inset
            corners = [(inset, inset), (right, inset), (right, bottom), (inset, bottom)]
            return rounded_path(corners, frame["corner"] * CELL)
        reach = (self.height / 2 - inset) / (math.sqrt(3) / 2)
        turns = [math.pi / 3 * step for step in (-2, -1, 0, 1, 2, 3)]
        corners = [
            (self.width / 2 + math.cos(turn) * reach, self.height / 2 + math.sin(turn) * reach)
            for turn in turns
        ]
        return rounded_path(corners, frame["hexCorner"] * CELL)

    def labels(self) -> Iterator[tuple[str, Point]]:
        """Yield the letters and numbers at the edge, each in line with the cells it names.

        On a hexagon the cells of a letter run up to the right: letters are below, numbers on
        the right.
        """
        grid = self.grid
        away = CELL / 2 + self.margin * load_look()["label"]["away"]
        for at in range(grid.width - 1):
            row = [cell for cell in grid.cells if cell // grid.width == at]
            column = [cell for cell in grid.cells if cell % grid.width == at]
            letter, figure = chr(97 + at), str(at + 1)
            if grid.hexagonal:
                lowest = column[0] // grid.width == 0
                beyond = (-20.0, _CORNER + self.margin * 0.48) if lowest else (-50.0, 57.0)
                yield letter, self._beyond(column[0], *beyond)
                yield figure, self._beyond(row[-1], 65, 0)
            else:
                yield letter, self._beyond(column[0], 0, away)
                yield figure, self._beyond(row[0], -away, 0)

    def _beyond(self, cell: Cell, x: float, y: float) -> Point:
        at_x, at_y = self.centre(cell)
        return at_x + x, at_y + y


@cache
def board_layout(name: BoardName) -> Layout:
    """Return the layout of a board with the dimensions in `look.json`."""
    grid = grid_named(name)
    look = load_look()
    size = look.boards[name]
    margin = size["margin"] * CELL
    side = grid.width - 1
    if not grid.hexagonal:
        length = side * CELL + 2 * margin
        return Layout(grid, size["pixels"], margin, length, length)
    height = (side - 1) * _ROW + 2 * _CORNER + 2 * margin
    rounding = (2 / math.sqrt(3) - 1) * look["frame"]["hexCorner"] * CELL
    width = 2 * (height / math.sqrt(3) - rounding)
    return Layout(grid, size["pixels"], margin, width, height)
