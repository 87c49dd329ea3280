"""Playing a move: effects on the board first, then the phase machine."""

from __future__ import annotations

from dataclasses import replace

from ringrift.rules.board import Draft
from ringrift.rules.capture import perform_capture
from ringrift.rules.effects import ControlChanged, Effect
from ringrift.rules.elimination import perform_payment, take_cap
from ringrift.rules.errors import IllegalMoveError, InvalidMoveError, Refusal
from ringrift.rules.explain import why_illegal
from ringrift.rules.lines import perform_line
from ringrift.rules.movement import perform_move
from ringrift.rules.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
)
from ringrift.rules.phases import advance
from ringrift.rules.placement import perform_placement
from ringrift.rules.recovery import perform_slide
from ringrift.rules.regions import perform_region
from ringrift.rules.state import State


def apply(state: State, move: Move) -> State:
    """The state after the move. A move that the state does not offer raises `IllegalMoveError`."""
    _refuse_illegal(state, move)
    return advance(_performed(state, move), move)


def effects(state: State, move: Move) -> tuple[Effect, ...]:
    """What the move would do to the board, in order; changes of control last."""
    _refuse_illegal(state, move)
    log: list[Effect] = []
    after = _performed(state, move, log).board.rings
    at = state.board.grid.positions
    for cell, rings in enumerate(state.board.rings):
        before_top = rings[0] if rings else None
        after_top = after[cell][0] if after[cell] else None
        if before_top != after_top:
            log.append(ControlChanged(at[cell], before_top, after_top))
    return tuple(log)


def _refuse_illegal(state: State, move: Move) -> None:
    if not isinstance(move, Move):
        raise InvalidMoveError(
            Refusal(
                "MALFORMED",
                "R074",
                f"{type(move).__name__} is no Move; wire.load_move and notation.parse make one",
            )
        )
    if refusal := why_illegal(state, move):
        raise IllegalMoveError(refusal)


def _performed(state: State, move: Move, log: list[Effect] | None = None) -> State:
    """The state with the move's effects on board and rings, the phase as it was."""
    if not move.turn_action:
        return state  # skips, bookkeeping and the swap change no piece [R074]
    draft = Draft(state.board, log)
    match move:
        case PlaceRing():
            perform_placement(draft, move)
        case MoveStack():
            perform_move(draft, move)
        case OvertakingCapture() | ContinueCaptureSegment():
            perform_capture(draft, move)
        case ProcessLine() | ChooseLineReward():
            perform_line(draft, move)
        case ProcessTerritoryRegion():
            perform_region(draft, state.board, move)
        case EliminateRingsFromStack():
            perform_payment(draft, state, move)
        case RecoverySlide():
            perform_slide(draft, move)
        case _:
            assert isinstance(move, ForcedElimination)
            take_cap(draft, draft.grid.cell_of[move.to], move.player)
    own = state.seat(move.player)
    placed = move.count if isinstance(move, PlaceRing) else 0
    seats = state.seats
    if placed or draft.eliminated:
        own = replace(own, hand=own.hand - placed, eliminated=own.eliminated + draft.eliminated)
        seats = (*seats[: move.player - 1], own, *seats[move.player :])
    return state.but(board=draft.board(), seats=seats)
