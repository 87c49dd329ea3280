"""Random illegal moves, most of them nearly legal, that reach every reason for illegality."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, cast, get_args

from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.rules import apply, conclude, is_legal, legal_moves
from ringrift.rules.explain import MOVES_OF_PHASE
from ringrift.rules.grid import Cell, Position, cells_in
from ringrift.rules.lines import find_lines, find_lines_through, line_positions, line_segments
from ringrift.rules.moves import (
    MOVE_TYPES,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    EliminationContext,
    ForcedElimination,
    Move,
    MoveStack,
    Option,
    OvertakingCapture,
    PlaceRing,
    Positions,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoveryMode,
    RecoverySlide,
)
from ringrift.rules.regions import find_regions
from ringrift.rules.state import Phase, State

_KINDS: Final = tuple(MOVE_TYPES.values())


def illegal_moves(state: State, rng: Random, count: int) -> Iterator[Move]:
    """Yield at most `count` illegal moves in a state."""
    generator = _RandomMoveGenerator(state, rng)
    for _ in range(count):
        move = generator.make()
        if not is_legal(state, move):
            yield move


def unusual_state(state: State, rng: Random) -> State:
    """Return the state, or occasionally a variant that random play seldom reaches."""
    turn = state.turn
    if rng.random() < 0.02 and state.outcome is None:
        return conclude(state, rng.choice(state.board.seats), "timeout")
    if rng.random() < 0.4 and (offered := legal_moves(state)):
        return apply(state, prefer_rare_moves(rng, offered))
    after_recovery = (
        state.edition.recovery
        and state.phase in (Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING)
        and turn.pending is None
    )
    if after_recovery and rng.random() < 0.3:
        mode = rng.choice(get_args(RecoveryMode))
        return state.replace(
            turn=replace(turn, recovery_mode=mode, acted=True, took_real_action=False)
        )
    return state


class _RandomMoveGenerator:
    """Generates random moves for one state."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state = state
        self.rng = rng
        self.board = state.board
        self.grid = state.board.grid
        self.seat = state.player
        self.kinds = sorted(MOVES_OF_PHASE[state.phase], key=_KINDS.index) or _KINDS
        board = self.board
        self.cell_groups: tuple[Sequence[Cell], ...] = tuple(
            cells
            for cells in (
                cells_in(board.controlled[self.seat]),
                cells_in(board.stacks),
                cells_in(board.markers[self.seat]),
                cells_in(board.open & ~board.stacks & ~board.empty),
                cells_in(self.grid.mask & ~board.open),
                board.cells_with_buried_ring(self.seat),
                self.grid.cells,
            )
            if cells
        )

    def make(self) -> Move:
        """Return a move of any kind, most often one of the current phase."""
        dice = self.rng.random()
        if dice < 0.15 and (offered := legal_moves(self.state)):
            return self._alter_legal_move(self.rng.choice(offered))
        kind = self.rng.choice(_KINDS if dice < 0.3 else self.kinds)
        move = self._random_move(kind)
        if self.rng.random() < 0.02:
            return replace(move, player=self.rng.randint(1, 4))
        return move

    def _alter_legal_move(self, move: Move) -> Move:
        """Return a legal move with cells or numbers taken from another move of its kind."""
        other = self._random_move(type(move))
        names = [name for name in type(move).__slots__ if name != "player"]
        if not names:
            return other
        name = self.rng.choice(names)
        return replace(move, **cast(Any, {name: getattr(other, name)}))

    def _random_move(self, kind: type[Move]) -> Move:
        rng, seat = self.rng, self.seat
        if kind is PlaceRing:
            return PlaceRing(seat, self._random_position(), rng.randint(0, 4))
        if kind is MoveStack:
            return self._random_movement()
        if kind is OvertakingCapture or kind is ContinueCaptureSegment:
            return self._random_capture(kind)
        if kind is RecoverySlide:
            return self._random_slide()
        if kind is ProcessLine:
            return ProcessLine(seat, self._random_line())
        if kind is ChooseLineReward:
            line = self._random_line()
            return ChooseLineReward(seat, line, rng.choice((1, 2)), self._random_segment(line))
        if kind is ProcessTerritoryRegion:
            return self._random_region_move()
        if kind is EliminateRingsFromStack:
            contexts = get_args(EliminationContext)
            due = self.state.turn.pending
            context = due if due and rng.random() < 0.7 else rng.choice(contexts)
            return EliminateRingsFromStack(seat, self._random_position(), context)
        if kind is ForcedElimination:
            return ForcedElimination(seat, self._random_position())
        return kind(seat)

    def _random_cell(self) -> Cell:
        return self.rng.choice(self.rng.choice(self.cell_groups))

    def _random_position(self) -> Position:
        """Return a cell with particular contents, or occasionally one off the board."""
        if self.rng.random() < 0.02:
            return tuple(self.rng.randint(-30, 30) for _ in range(self.rng.choice((2, 3))))
        return self.grid.positions[self._random_cell()]

    def _random_mover(self) -> Cell:
        own = cells_in(self.board.controlled[self.seat])
        turn = self.state.turn
        first = turn.must_move_from if turn.capture_from is None else turn.capture_from
        if first is not None and self.rng.random() < 0.7:
            return first
        return self.rng.choice(own) if own and self.rng.random() < 0.8 else self._random_cell()

    def _random_movement(self) -> Move:
        origin = self._random_mover()
        ray = self.rng.choice(self.grid.rays[origin])
        to = self.rng.choice(ray) if ray and self.rng.random() < 0.9 else self._random_cell()
        at = self.grid.positions
        return MoveStack(self.seat, at[origin], at[to])

    def _random_capture(self, kind: type[OvertakingCapture | ContinueCaptureSegment]) -> Move:
        origin, at, rng = self._random_mover(), self.grid.positions, self.rng
        rays = [ray for ray in self.grid.rays[origin] if len(ray) > 1]
        if not rays or rng.random() < 0.1:
            return kind(
                self.seat, self._random_position(), self._random_position(), self._random_position()
            )
        ray = rng.choice(rays)
        stacks = [place for place in range(len(ray) - 1) if self.board.stacks >> ray[place] & 1]
        target = (
            rng.choice(stacks) if stacks and rng.random() < 0.8 else rng.randrange(len(ray) - 1)
        )
        to = ray[rng.randrange(target + 1, len(ray))]
        return kind(self.seat, at[origin], at[ray[target]], at[to])

    def _random_slide(self) -> Move:
        rng, grid, at = self.rng, self.grid, self.grid.positions
        markers = self.board.markers[self.seat]
        own = cells_in(markers)
        origin = rng.choice(own) if own and rng.random() < 0.9 else self._random_cell()
        near = cells_in(grid.neighbours[origin])
        to = rng.choice(near) if near and rng.random() < 0.9 else self._random_cell()
        mode = rng.choice(get_args(RecoveryMode))
        buried = self.board.cells_with_buried_ring(self.seat)
        extraction = (
            at[rng.choice(buried)] if buried and rng.random() < 0.8 else self._random_position()
        )
        if mode != "line" and rng.random() < 0.8:
            return RecoverySlide(self.seat, at[origin], at[to], mode, extraction)
        after = markers & ~(1 << origin) | 1 << to
        made = find_lines_through(after, grid, to, self.state.line_length)
        line = (
            line_positions(grid, rng.choice(made))
            if made and rng.random() < 0.8
            else self._random_line()
        )
        option: Option = rng.choice((1, 2))
        paid = extraction if (option == 1) is (rng.random() < 0.8) else None
        return RecoverySlide(
            self.seat, at[origin], at[to], mode, paid, line, option, self._random_segment(line)
        )

    def _random_line(self) -> Positions:
        """Return a line of the player's markers, or cells that resemble one."""
        found = find_lines(self.board, self.seat, self.state.line_length)
        if found and self.rng.random() < 0.8:
            return line_positions(self.grid, self.rng.choice(found))
        cell = self._random_cell()
        ray = self.rng.choice(self.grid.rays[cell])
        cells = sorted((cell, *ray[: self.rng.randint(1, 5)]))
        return tuple(self.grid.positions[cell] for cell in cells)

    def _random_segment(self, line: Positions) -> Positions:
        length = self.state.line_length
        if self.rng.random() < 0.4 or len(line) < length:
            return line
        parts = line_segments(cast(Any, line), self.rng.choice((length, length, length - 1)))
        return cast(Positions, self.rng.choice(parts))

    def _random_region_move(self) -> Move:
        found = find_regions(self.board)
        if not found or self.rng.random() < 0.3:
            return ProcessTerritoryRegion(
                self.seat, self._random_line(), self.rng.choice((None, 1, 2))
            )
        region = self.rng.choice(found)
        cells = self.grid.positions_in(region.cells)
        if self.rng.random() < 0.1:
            return ProcessTerritoryRegion(self.seat, cells[1:] or cells, region.border)
        seats = (None, *self.board.seats)
        border = region.border if self.rng.random() < 0.6 else self.rng.choice(seats)
        return ProcessTerritoryRegion(self.seat, cells, border)
