"""Disconnected regions [R140-R145]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringrift.rules.board import Board, BoardDraft
from ringrift.rules.grid import CellSet, Grid, cell_set, cells_in
from ringrift.rules.moves import ProcessTerritoryRegion
from ringrift.rules.stack import Seat


@dataclass(frozen=True, slots=True)
class Region:
    """A disconnected region of the board."""

    cells: CellSet
    border: Seat | None  # owner of the border markers; None: only the edge and collapsed cells


def find_regions(board: Board) -> list[Region]:
    """R141, R142: return every disconnected region, ordered by first cell, then border."""
    found: dict[CellSet, Seat | None] = {}
    everyone: frozenset[Seat] | None = None
    half = board.open.bit_count() / 2
    for border in (None, *(seat for seat in board.seats if board.markers[seat])):
        for cells in _split_by_markers(board, border):
            if cells.bit_count() > half:
                continue  # the larger part is the rest of the board, not a region
            everyone = everyone or frozenset(seat for seat in board.seats if board.has_ring(seat))
            inside = {seat for seat in board.seats if board.controlled[seat] & cells}
            if inside < everyone:
                # A region found for several colours has no marker border.
                found[cells] = None if cells in found else border
    return sorted(
        (Region(cells, border) for cells, border in found.items()),
        key=lambda region: (region.cells & -region.cells, region.border or 0),
    )


def region_moves(board: Board, seat: Seat, payers: CellSet) -> list[ProcessTerritoryRegion]:
    """R143: return the regions that the seat may process: a paying stack must be outside."""
    if not payers:
        return []
    return [
        ProcessTerritoryRegion(seat, board.grid.positions_in(region.cells), region.border)
        for region in find_regions(board)
        if payers & ~region.cells
    ]


def border_markers(board: Board, cells: CellSet, border: Seat | None) -> CellSet:
    """R145: return the inner border: the border's markers beside the region.

    Their groups also touch cells outside; a group that touches the region only belongs to it.
    """
    if border is None:
        return 0
    return board.grid.adjacent_cells(cells) & board.markers[border] & ~cells


def perform_region_collapse(draft: BoardDraft, board: Board, move: ProcessTerritoryRegion) -> None:
    """R145: eliminate every ring inside; collapse the region and its inner border."""
    seat, grid = move.player, draft.grid
    cells = cell_set(grid.cell_of[position] for position in move.region)
    for cell in cells_in(board.stacks & cells):
        rings = draft.rings[cell]
        draft.set_stack(cell, ())
        draft.eliminate(cell, rings, seat)
    draft.collapse(cells | border_markers(board, cells, move.border), seat)


def _split_by_markers(board: Board, border: Seat | None) -> Iterator[CellSet]:
    """R141: yield the parts into which markers of one colour divide the board, if several."""
    grid = board.grid
    walls = board.markers[border] if border else 0
    inside = board.open & ~walls
    middle = inside & grid.central_cells or inside  # the fewest flood-fill steps
    first = _flood_fill(grid, middle & -middle, inside)
    if first == inside:
        return
    parts = [first, *_connected_components(grid, inside & ~first)]
    enclosed = _enclosed_markers(grid, walls, parts)
    for part in parts:
        yield part | enclosed.get(part, 0)


def _enclosed_markers(grid: Grid, walls: CellSet, parts: list[CellSet]) -> dict[CellSet, CellSet]:
    """Return, by part, the groups of border markers that touch no other part: they belong to it."""
    enclosed: dict[CellSet, CellSet] = {}
    for group in _connected_components(grid, walls):
        beside = grid.adjacent_cells(group)
        touched = [part for part in parts if beside & part]
        if len(touched) == 1:
            enclosed[touched[0]] = enclosed.get(touched[0], 0) | group
    return enclosed


def _connected_components(grid: Grid, cells: CellSet) -> Iterator[CellSet]:
    """Yield the connected components of a set by territory adjacency."""
    while cells:
        part = _flood_fill(grid, cells & -cells, cells)
        cells &= ~part
        yield part


def _flood_fill(grid: Grid, seed: CellSet, cells: CellSet) -> CellSet:
    """Return the cells of the set that are connected to the seed."""
    grown, before = seed, 0
    while grown != before:
        before = grown
        for step in grid.adjacency:
            grown |= (grown << step | grown >> step) & cells
    return grown
