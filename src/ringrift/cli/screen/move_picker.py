"""Turns chosen cells into a move: first where it starts, then where it goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ringrift.cli.highlights import FROM, OVER, TO
from ringrift.rules import (
    ChooseLineReward,
    ContinueCaptureSegment,
    Decision,
    DecisionKind,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    Position,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    Refusal,
    SkipPlacement,
    State,
    why_illegal,
)
from ringrift.rules.grid import Cell

Step = frozenset[Cell]  # the cells that choose it


@dataclass(frozen=True, slots=True)
class Choice:
    """One move of a list; `then` is the stack to select for the next choice."""

    move: Move
    then: Cell | None = None


class MovePicker:
    """Collects the cells that a person has chosen for one decision."""

    def __init__(self, state: State, due: Decision) -> None:
        self.state = state
        self.due = due
        self.picked: tuple[Cell, ...] = ()
        self._steps = {move: steps_of(state, move) for move in due.moves}
        self._forced = self._only_origin()
        self.reset()

    @property
    def can_reset(self) -> bool:
        """Whether there is a chosen cell to forget."""
        return self.picked != self._forced

    def reset(self) -> None:
        """Forget the chosen cells."""
        self.picked = self._forced

    def pick(self, cell: Cell) -> tuple[Choice, ...]:
        """Choose a cell. Returns the moves that it chooses, or nothing while more is to choose."""
        choices = self.choices_at(cell)
        if choices:
            return choices
        if self._narrows(cell, self.picked):
            self.picked += (cell,)
        elif self.can_reset:
            again = self.picked[-1] == cell
            self.reset()
            return () if again else self.pick(cell)
        return ()

    def choices_at(self, cell: Cell) -> tuple[Choice, ...]:
        """Return the moves that this cell would choose now."""
        depth = len(self.picked)
        moves = [
            move
            for move, steps in self._steps.items()
            if len(steps) == depth + 1 and self._fits(steps, (*self.picked, cell))
        ]
        if not moves:
            return ()
        choices = [Choice(move) for move in moves]
        skip = next((move for move in self.due.moves if isinstance(move, SkipPlacement)), None)
        board = self.state.board
        if skip is not None and board.controlled[self.due.seat] >> cell & 1:
            choices.insert(0, Choice(skip, cell))  # most people who choose their stack move it
        return tuple(choices)

    def can_choose(self, cell: Cell) -> bool:
        """Return whether the cell is a target now."""
        return cell in self.targets()

    def targets(self) -> dict[Cell, str]:
        """Return the cells that can be chosen now, with their marks."""
        depth = len(self.picked)
        found: dict[Cell, str] = {}
        for move, steps in self._steps.items():
            if len(steps) <= depth or not self._fits(steps, self.picked):
                continue
            starts = len(steps) > depth + 1
            for cell in steps[depth]:
                mark = FROM if starts else OVER if self._is_captured(move, cell) else TO
                found[cell] = OVER if found.get(cell) == OVER else mark
        return found

    def moves_without_cells(self) -> tuple[Move, ...]:
        """Return the moves that no cell chooses, such as skip and swap."""
        return tuple(move for move, steps in self._steps.items() if not steps)

    def why_not(self, cell: Cell) -> Refusal | None:
        """Return why the cell cannot be chosen, if a rule says so."""
        position = self.state.board.grid.positions[cell]
        seat = self.due.seat
        if self.picked:
            origin = self.state.board.grid.positions[self.picked[-1]]
            return why_illegal(self.state, MoveStack(seat, origin, position))
        if self.due.kind is DecisionKind.PLACEMENT:
            return why_illegal(self.state, PlaceRing(seat, position, 1))
        return None

    def _only_origin(self) -> tuple[Cell, ...]:
        """Return the origin of all moves if there is only one: it need not be chosen."""
        starts = {steps[0] for steps in self._steps.values() if len(steps) == 2}
        others = any(len(steps) == 1 for steps in self._steps.values())
        return tuple(next(iter(starts))) if len(starts) == 1 and not others else ()

    def _narrows(self, cell: Cell, picked: tuple[Cell, ...]) -> bool:
        chosen = (*picked, cell)
        return any(
            len(steps) > len(chosen) and self._fits(steps, chosen) for steps in self._steps.values()
        )

    @staticmethod
    def _fits(steps: tuple[Step, ...], picked: tuple[Cell, ...]) -> bool:
        return len(steps) >= len(picked) and all(
            cell in step for cell, step in zip(picked, steps, strict=False)
        )

    def _is_captured(self, move: Move, cell: Cell) -> bool:
        target: Position | None = getattr(move, "target", None)
        return target is not None and self.state.board.grid.cell_of[target] == cell


def steps_of(state: State, move: Move) -> tuple[Step, ...]:
    """Return the cells that choose a move, step by step; a capture's target stands for it too."""

    def cells(positions: Iterable[Position]) -> Step:
        return frozenset(state.board.grid.cell_of[position] for position in positions)

    match move:
        case MoveStack(origin=origin, to=to) | RecoverySlide(origin=origin, to=to):
            return cells([origin]), cells([to])
        case (
            OvertakingCapture(origin=origin, target=target, to=to)
            | ContinueCaptureSegment(origin=origin, target=target, to=to)
        ):
            return cells([origin]), cells([target, to])
        case PlaceRing(to=to) | EliminateRingsFromStack(to=to) | ForcedElimination(to=to):
            return (cells([to]),)
        case ProcessLine(line=line) | ChooseLineReward(line=line):
            return (cells(line),)
        case ProcessTerritoryRegion(region=region):
            return (cells(region),)
        case _:
            return ()
