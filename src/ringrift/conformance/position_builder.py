"""Builds random positions: place pieces on cells, and the rest is derived to satisfy the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from ringrift.rules.editions import edition_named
from ringrift.rules.grid import Cell, Grid, cells_in, grid_named
from ringrift.rules.setup import Setup
from ringrift.rules.stack import Rings, Seat
from ringrift.rules.state import Phase, State
from ringrift.rules.wire import load_state
from ringrift.rules.wire_board import cell_keys


class PositionBuilder:
    """Builds a mid-game position. Rings that are neither on a cell nor in hand are eliminated."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.setup = setup
        self.rng = rng
        self.grid: Grid = grid_named(setup.board)
        self.edition = edition_named(setup.edition)
        self.seats: range = range(1, setup.players + 1)
        self.rings_each = self.edition.rings_each[setup.board]
        self.line_length = self.grid.line_length(setup.players)
        self.ring_threshold = self.edition.ring_threshold(self.rings_each, setup.players)
        self.territory_threshold = self.edition.territory_threshold(len(self.grid), setup.players)
        self.mover: Seat = rng.choice(self.seats)
        self.stacks: dict[Cell, Rings] = {}
        self.markers: dict[Cell, Seat] = {}
        self.collapsed: dict[Cell, Seat] = {}
        self.hands: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.mover_eliminated: int | None = None  # None: distributed so that nobody is about to win

    @property
    def opponents(self) -> list[Seat]:
        return [seat for seat in self.seats if seat != self.mover]

    def free_cells(self) -> list[Cell]:
        """Return the empty cells."""
        return [cell for cell in self.grid.cells if self.is_free(cell)]

    def is_free(self, cell: Cell) -> bool:
        return cell not in self.stacks and cell not in self.markers and cell not in self.collapsed

    def pick_free_cell(self, among: Collection[Cell] | None = None) -> Cell | None:
        """Return a random free cell, or None if there is none."""
        cells = (
            self.free_cells() if among is None else [cell for cell in among if self.is_free(cell)]
        )
        return self.rng.choice(cells) if cells else None

    def rings_left(self, seat: Seat) -> int:
        """Return how many rings of this colour are not placed yet."""
        used = sum(rings.count(seat) for rings in self.stacks.values())
        return self.rings_each - used - self.hands[seat]

    def put_stack(self, cell: Cell | None, rings: Iterable[Seat]) -> None:
        """Put a stack on a free cell, limited by the rings left and the maximum height."""
        if cell is None or not self.is_free(cell):
            return
        stack: Rings = ()
        for ring in rings:
            if (
                stack.count(ring) < self.rings_left(ring)
                and len(stack) < self.grid.max_stack_height
            ):
                stack = (*stack, ring)
        if stack:
            self.stacks[cell] = stack

    def put_marker(self, cell: Cell | None, seat: Seat) -> None:
        if cell is not None and self.is_free(cell):
            self.markers[cell] = seat

    def put_markers(self, cells: Iterable[Cell], seat: Seat) -> None:
        for cell in cells:
            self.put_marker(cell, seat)

    def collapse(self, cells: Iterable[Cell], owners: Iterable[Seat] | None = None) -> None:
        """Collapse free cells evenly for these owners (default: all seats), so nobody wins."""
        wanted = [cell for cell in cells if self.is_free(cell)]
        self.rng.shuffle(wanted)
        sharing = list(owners) if owners is not None else list(self.seats)
        held = {seat: sum(owner == seat for owner in self.collapsed.values()) for seat in sharing}
        for cell in wanted:
            owner = min(sharing, key=lambda seat: held[seat])
            held[owner] += 1
            self.collapsed[cell] = owner

    def set_hand(self, seat: Seat, rings: int) -> None:
        self.hands[seat] += min(rings, self.rings_left(seat))

    def pick_connected_cells(self, size: int) -> list[Cell]:
        """Return a random connected patch of free cells."""
        start = self.pick_free_cell()
        if start is None:
            return []
        patch = [start]
        while len(patch) < size:
            rim = {
                n for cell in patch for n in cells_in(self.grid.neighbours[cell]) if self.is_free(n)
            }
            rim -= set(patch)
            if not rim:
                break
            patch.append(self.rng.choice(sorted(rim)))
        return patch

    def pick_straight_run(self, length: int) -> list[Cell]:
        """Return free cells in a straight row, or none if random trials find no room."""
        for _ in range(50):
            start = self.pick_free_cell()
            if start is None:
                break
            row = [start, *self.rng.choice(self.grid.rays[start])][:length]
            if len(row) == length and all(self.is_free(cell) for cell in row):
                return row
        return []

    def state(
        self, phase: Phase = Phase.RING_PLACEMENT, turn: dict[str, Any] | None = None
    ) -> State:
        """Return the position as a state; `turn` is a wire object, by default derived."""
        return load_state(self.to_wire(phase, turn))

    def to_wire(self, phase: Phase, turn: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the position as the wire object of an imported state."""
        eliminated, keys = self._assign_eliminated_rings(), cell_keys(self.grid)
        wire: dict[str, Any] = {
            "edition": self.setup.edition,
            "board": {
                "type": self.setup.board,
                "stacks": {
                    keys[cell]: {"rings": list(rings)} for cell, rings in self.stacks.items()
                },
                "markers": {keys[cell]: {"player": seat} for cell, seat in self.markers.items()},
                "collapsedSpaces": {keys[cell]: seat for cell, seat in self.collapsed.items()},
            },
            "players": [
                {
                    "playerNumber": seat,
                    "ringsInHand": self.hands[seat],
                    "eliminatedRings": eliminated[seat],
                }
                for seat in self.seats
            ],
            "currentPlayer": self.mover,
            "currentPhase": phase.value,
            "turnNumber": self.mover + len(self.seats) * self.rng.randint(2, 60),
        }
        if turn is not None:
            wire["turn"] = turn
        return wire

    def cell_key(self, cell: Cell) -> str:
        """Return the wire key of a cell."""
        return ",".join(map(str, self.grid.positions[cell]))

    def _assign_eliminated_rings(self) -> dict[Seat, int]:
        """Distribute the eliminated rings among the seats that may have eliminated them."""
        most = self.ring_threshold - 1
        self._limit_eliminated_rings(len(self.seats) * most)
        gone = sum(self.rings_left(seat) for seat in self.seats)
        credited = dict.fromkeys(self.seats, 0)
        if self.mover_eliminated is not None:
            credited[self.mover] = min(gone, self.mover_eliminated)
            gone -= credited[self.mover]
        sharing = [
            seat for seat in self.seats if self.mover_eliminated is None or seat != self.mover
        ]
        for index, seat in enumerate(sharing):
            credited[seat] = gone // len(sharing) + (index < gone % len(sharing))
        self._shift_credits(credited, sharing, most)
        return credited

    def _limit_eliminated_rings(self, most: int) -> None:
        """Keep enough rings in hand that nobody has won by ring elimination."""
        while sum(self.rings_left(seat) for seat in self.seats) > most:
            self.hands[max(self.seats, key=self.rings_left)] += 1

    def _shift_credits(self, credited: dict[Seat, int], sharing: list[Seat], most: int) -> None:
        """Make the shares uneven without making anybody the winner."""
        for _ in range(len(sharing)):
            giver, taker = self.rng.choice(sharing), self.rng.choice(sharing)
            amount = self.rng.randint(0, max(0, min(credited[giver], most - credited[taker])))
            if giver != taker:
                credited[giver] -= amount
                credited[taker] += amount
