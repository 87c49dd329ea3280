"""The reference engine with one thing broken, to test that a comparison finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ringrift.kernel.engines import ReferencePosition
from ringrift.rules import (
    ForcedElimination,
    IllegalMoveError,
    Move,
    MoveStack,
    NoTerritoryAction,
    OvertakingCapture,
    PlaceRing,
    SkipCapture,
    State,
)
from ringrift.rules.grid import Cell
from ringrift.rules.stack import cap_height


class OmitsSkipCapture(ReferencePosition):
    """R093 broken: omits skipping the capture after a move."""

    def legal_moves(self) -> Sequence[Move]:
        return [move for move in super().legal_moves() if not isinstance(move, SkipCapture)]


class SkipsTallCaptures(ReferencePosition):
    """R101 broken: captures no stack of three rings or more."""

    def legal_moves(self) -> Sequence[Move]:
        return [
            move
            for move in super().legal_moves()
            if not isinstance(move, OvertakingCapture) or self._height(move) < 3
        ]

    def _height(self, capture: OvertakingCapture) -> int:
        board = self.to_state().board
        return len(board.rings[board.grid.cell_of[capture.target]])


class PlacesFourRings(ReferencePosition):
    """R082 broken: allows placing four rings at once."""

    def legal_moves(self) -> Sequence[Move]:
        moves = super().legal_moves()
        return [
            *moves,
            *(replace(m, count=4) for m in moves if isinstance(m, PlaceRing) and m.count == 3),
        ]


class ListsFirstMoveTwice(ReferencePosition):
    """Lists its first move twice."""

    def legal_moves(self) -> Sequence[Move]:
        return [*super().legal_moves()[:1], *super().legal_moves()]


class OmitsTerritoryBookkeeping(ReferencePosition):
    """R075 broken: returns no bookkeeping move where no region can be taken."""

    def bookkeeping(self) -> Move | None:
        required = super().bookkeeping()
        return None if isinstance(required, NoTerritoryAction) else required


class CreditsOneRing(ReferencePosition):
    """R060 broken: a forced elimination counts one ring, however many the cap had."""

    def apply(self, move: Move, /) -> None:
        cap = _cap(self.to_state(), move)
        super().apply(move)
        if cap > 1:
            self._states[-1] = _with_eliminated(self.to_state(), move.player, 1 - cap)


class TurnNumberTooHigh(ReferencePosition):
    """Reports a turn number one too high after a placement."""

    def to_state(self) -> State:
        state = super().to_state()
        last = state.history.last()
        return (
            state.replace(turn_number=state.turn_number + 1)
            if isinstance(last, PlaceRing)
            else state
        )


class LosesAMarker(ReferencePosition):
    """Loses one marker after a stack has moved."""

    def to_state(self) -> State:
        state = super().to_state()
        if not isinstance(state.history.last(), MoveStack):
            return state
        markers = list(state.board.markers)
        markers[state.player] &= markers[state.player] - 1
        board = state.board
        return state.replace(
            board=type(board)(
                board.grid, board.rings, board.controlled, tuple(markers), board.collapsed
            )
        )


class IntegerForBoolean(ReferencePosition):
    """A flag as a number: equal in Python, not on the wire."""

    def to_state(self) -> State:
        state = super().to_state()
        number: Any = int(state.turn.acted)
        return state.replace(turn=replace(state.turn, acted=number))


class PlaysAnything(ReferencePosition):
    """Never refuses: an illegal move passes without an effect."""

    def apply(self, move: Move, /) -> None:
        try:
            super().apply(move)
        except IllegalMoveError:
            self._states.append(self.to_state())


class RefusesCaptures(ReferencePosition):
    """Lists captures and then refuses them."""

    def apply(self, move: Move, /) -> None:
        if isinstance(move, OvertakingCapture):
            super().apply(replace(move, to=move.origin))
        super().apply(move)


class UndoDoesNothing(ReferencePosition):
    """`undo` does nothing."""

    def undo(self) -> None:
        pass


class PathDependentHash(ReferencePosition):
    """The hash depends on how the state was reached, once five moves were played."""

    @property
    def hash(self) -> int:
        return super().hash + (len(self._states) > 5)


class HashIgnoresBoard(ReferencePosition):
    """The hash leaves the board out."""

    @property
    def hash(self) -> int:
        state = self.to_state()
        return hash((state.player, state.phase, state.turn, state.seats, state.turn_number))


class Crashes(ReferencePosition):
    """Crashes on a placement when the board has stacks."""

    def apply(self, move: Move, /) -> None:
        if isinstance(move, PlaceRing) and self.to_state().board.stacks:
            raise ZeroDivisionError("a fault for the test")
        super().apply(move)


def _cap(state: State, move: Move) -> int:
    if not isinstance(move, ForcedElimination):
        return 0
    cell: Cell = state.board.grid.cell_of[move.to]
    return cap_height(state.board.rings[cell])


def _with_eliminated(state: State, seat: int, more: int) -> State:
    own = state.seat(seat)
    changed = replace(own, eliminated=own.eliminated + more)
    return state.replace(seats=(*state.seats[: seat - 1], changed, *state.seats[seat:]))
