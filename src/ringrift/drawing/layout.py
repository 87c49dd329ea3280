"""Geometry of a board picture: cell centres, tile outlines, label positions. a1 is bottom left."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from ringrift.drawing.look import load_look
from ringrift.drawing.markup import path_data, polyline
from ringrift.rules.grid import BoardName, Cell, Grid, grid_named

Point = tuple[float, float]

_ROW_OF_PITCH: Final = (
    math.sqrt(3) / 2
)  # pointy-top hexagons: rows are closer together than columns
_CORNER_OF_PITCH: Final = 1 / math.sqrt(3)  # from a hexagon's centre to its corner


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one board on its page, in pixels."""

    grid: Grid
    pitch: float  # distance between neighbouring cells in a row
    piece: float  # cell size for drawing pieces
    margin: float
    width: float
    height: float

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell's tile."""
        row, column = divmod(cell, self.grid.width)
        if not self.grid.hexagonal:
            side = self.grid.side
            return self.margin + (column + 0.5) * self.pitch, self.margin + (
                side - row - 0.5
            ) * self.pitch
        x, y = column - self.grid.radius, row - self.grid.radius
        return self.width / 2 + (
            x + y / 2
        ) * self.pitch, self.height / 2 - y * self.pitch * _ROW_OF_PITCH

    def tile_tone(self, cell: Cell) -> int:
        """Return the index of a cell's background tone: neighbouring cells differ."""
        row, column = divmod(cell, self.grid.width)
        return (column - row) % 3 if self.grid.hexagonal else (column + row + 1) % 2

    def tile_outline(self, inset: float) -> str:
        """Return the outline of a tile around the origin, as path data."""
        if self.grid.hexagonal:
            reach = self.pitch * _CORNER_OF_PITCH - inset / _ROW_OF_PITCH
            turns = [math.pi / 3 * step for step in range(6)]
            return (
                polyline([(math.sin(turn) * reach, math.cos(turn) * reach) for turn in turns]) + "Z"
            )
        r = load_look().tile["corner"] * self.pitch
        half = self.pitch / 2 - inset
        edge = 2 * (half - r)
        arc = ("a", r, r, 0, 0, 1)
        return path_data(
            *("M", r - half, -half, "h", edge, *arc, r, r, "v", edge, *arc, -r, r),
            *("h", -edge, *arc, -r, -r, "v", -edge, *arc, r, -r, "Z"),
        )

    def labels(self) -> Iterator[tuple[str, Point]]:
        """Yield the letters and numbers at the edge, each in line with the cells it names.

        On a hexagon the cells of a letter run up to the right: letters are below, numbers on
        the right.
        """
        grid = self.grid
        for at in range(grid.width - 1):
            row = [cell for cell in grid.cells if cell // grid.width == at]
            column = [cell for cell in grid.cells if cell % grid.width == at]
            letter, figure = chr(97 + at), str(at + 1)
            if grid.hexagonal:
                yield letter, self._point_beyond_rim(column[0], -0.5, _ROW_OF_PITCH)
                yield figure, self._point_beyond_rim(row[-1], 1, 0)
            else:
                yield letter, self._point_beyond_rim(column[0], 0, 1)
                yield figure, self._point_beyond_rim(row[0], -1, 0)

    def _point_beyond_rim(self, cell: Cell, x: float, y: float) -> Point:
        """Return a point outside the edge, from this cell in the given direction."""
        at_x, at_y = self.centre(cell)
        reach = self.pitch / 2 + self.margin * load_look().label["away"]
        return at_x + x * reach, at_y + y * reach


@cache
def board_layout(name: BoardName) -> Layout:
    """Return the layout of a board with the dimensions in `look.json`."""
    grid = grid_named(name)
    size = load_look().boards[name]
    pitch, margin = size["pitch"], size["margin"]
    side = grid.width - 1
    width = height = side * pitch + 2 * margin
    if grid.hexagonal:
        height = ((side - 1) * _ROW_OF_PITCH + 2 * _CORNER_OF_PITCH) * pitch + 2 * margin
    return Layout(grid, pitch, size["piece"], margin, width, height)
