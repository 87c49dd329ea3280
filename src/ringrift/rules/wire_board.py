"""Converts the board to and from the JSON objects of wire.md [R021, R022, R052]."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from ringrift.rules.board import Board, empty_board
from ringrift.rules.grid import Cell, CellSet, Grid, cells_in
from ringrift.rules.stack import Rings, Seat, cap_height
from ringrift.rules.wire_fields import MAX_SAFE_INTEGER, JsonField
from ringrift.rules.wire_moves import dump_coordinates, read_coordinates

if TYPE_CHECKING:
    from ringrift.rules.wire_types import BoardObject, MarkerObject, StackObject


@cache
def cell_keys(grid: Grid) -> Mapping[Cell, str]:
    """Return the key of each cell: its coordinates with commas, `3,4`."""
    return {cell: ",".join(map(str, grid.positions[cell])) for cell in grid.cells}


@cache
def cells_by_key(grid: Grid) -> Mapping[str, Cell]:
    """Return the inverse of `cell_keys`."""
    return {key: cell for cell, key in cell_keys(grid).items()}


def dump_board(board: Board, eliminated: list[int]) -> BoardObject:
    """Return the board as a JSON object; `eliminated` holds the credited rings by seat."""
    grid, keys = board.grid, cell_keys(board.grid)
    return {
        "type": grid.name,
        "size": grid.side,
        "stacks": {
            keys[cell]: dump_stack(grid, cell, board.rings[cell]) for cell in cells_in(board.stacks)
        },
        "markers": {
            keys[cell]: dump_marker(grid, cell, seat)
            for seat in board.seats
            for cell in cells_in(board.markers[seat])
        },
        "collapsedSpaces": {
            keys[cell]: seat for seat in board.seats for cell in cells_in(board.collapsed[seat])
        },
        "eliminatedRings": {str(seat): eliminated[seat - 1] for seat in board.seats},
    }


def dump_stack(grid: Grid, cell: Cell, rings: Rings) -> StackObject:
    """Return a stack as a JSON object."""
    return {
        "position": dump_coordinates(grid.positions[cell]),
        "rings": list(rings),
        "stackHeight": len(rings),
        "capHeight": cap_height(rings),
        "controllingPlayer": rings[0],
    }


def dump_marker(grid: Grid, cell: Cell, seat: Seat) -> MarkerObject:
    """Return a marker as a JSON object."""
    return {"player": seat, "position": dump_coordinates(grid.positions[cell]), "type": "regular"}


def read_cell(found: JsonField, grid: Grid) -> Cell:
    """Return the cell whose key a field holds."""
    cell = cells_by_key(grid).get(found.value) if isinstance(found.value, str) else None
    if cell is None:
        _refuse_cell(found, grid)
    return cell


def read_board(source: JsonField, grid: Grid, seats: int) -> Board:
    """Return the board of a JSON object, with each cell in one state only."""
    size = source.find("size", "R001")
    if size is not None:
        size.must_be(grid.side, grid.rule)
    return _BoardReader(grid, seats).read(source)


class _BoardReader:
    """Builds a board while it is read, and rejects cells with two contents."""

    def __init__(self, grid: Grid, seats: int) -> None:
        self.grid = grid
        self.seats = seats
        self.rings = list(empty_board(grid, seats).rings)
        self.controlled = [0] * (seats + 1)
        self.markers = [0] * (seats + 1)
        self.collapsed = [0] * (seats + 1)
        self.taken: CellSet = 0

    def read(self, source: JsonField) -> Board:
        for key, field in source.get("stacks", "R021").members("R021"):
            cell = self._claim_cell(key, field)
            rings = self._read_stack(field, cell)
            self.rings[cell] = rings
            self.controlled[rings[0]] |= 1 << cell
        for key, field in source.get("markers", "R021").members("R021"):
            cell = self._claim_cell(key, field)
            self.markers[self._read_marker(field, cell)] |= 1 << cell
        for key, field in source.get("collapsedSpaces", "R021").members("R021"):
            cell = self._claim_cell(key, field)
            self.collapsed[field.integer("R021", 1, self.seats)] |= 1 << cell
        return Board(
            self.grid,
            tuple(self.rings),
            tuple(self.controlled),
            tuple(self.markers),
            tuple(self.collapsed),
        )

    def _claim_cell(self, key: str, field: JsonField) -> Cell:
        cell = cells_by_key(self.grid).get(key)
        if cell is None:
            _refuse_cell(field, self.grid)
        if self.taken >> cell & 1:
            field.refuse("CONTRADICTION.cell_taken")
        self.taken |= 1 << cell
        return cell

    def _read_stack(self, field: JsonField, cell: Cell) -> Rings:
        self._check_position(field, cell)
        listed = field.get("rings", "R021")
        rings = tuple(
            ring.integer("R021", 1, self.seats)
            for ring in listed.elements("R021", MAX_SAFE_INTEGER)
        )
        if not rings:
            listed.refuse("MALFORMED.stack_empty")
        if len(rings) > self.grid.max_stack_height:
            limit = self.grid.max_stack_height
            listed.refuse("CONTRADICTION.stack_height", board=self.grid.name, max=limit)
        for name, value in (
            ("stackHeight", len(rings)),
            ("capHeight", cap_height(rings)),
            ("controllingPlayer", rings[0]),
        ):
            found = field.find(name, "R022")
            if found is not None:
                found.must_be(value, "R022")
        return rings

    def _read_marker(self, field: JsonField, cell: Cell) -> Seat:
        self._check_position(field, cell)
        kind = field.find("type", "R021")
        if kind is not None:
            kind.must_be("regular", "R021")
        return field.get("player", "R021").integer("R021", 1, self.seats)

    def _check_position(self, field: JsonField, cell: Cell) -> None:
        found = field.find("position", "R021")
        if found is not None and read_coordinates(found, "R021") != self.grid.positions[cell]:
            found.refuse("CONTRADICTION.position")


def _refuse_cell(field: JsonField, grid: Grid) -> NoReturn:
    """Reject a key that is not a cell of the board."""
    keys = cell_keys(grid)
    first, last = keys[grid.cells[0]], keys[grid.cells[-1]]
    field.refuse("MALFORMED.cell", grid.rule, board=grid.name, first=first, last=last)
