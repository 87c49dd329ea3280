"""Applies a move: effects on the board first, then the phase machine."""

from __future__ import annotations

from ringrift.rules.board import BoardDraft
from ringrift.rules.capture import perform_capture
from ringrift.rules.effects import ControlChanged, Effect
from ringrift.rules.elimination import eliminate_cap, perform_payment
from ringrift.rules.errors import IllegalMoveError, InvalidMoveError
from ringrift.rules.explain import why_illegal
from ringrift.rules.lines import perform_line_collapse
from ringrift.rules.messages import refusal
from ringrift.rules.movement import perform_stack_move
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
from ringrift.rules.phases import advance_phase
from ringrift.rules.placement import perform_placement
from ringrift.rules.recovery import perform_slide
from ringrift.rules.regions import perform_region_collapse
from ringrift.rules.state import SeatState, State


def apply(state: State, move: Move) -> State:
    """Return the state after the move; raise `IllegalMoveError` if the state does not offer it."""
    _raise_if_illegal(state, move)
    return advance_phase(_perform(state, move), move)


def effects(state: State, move: Move) -> tuple[Effect, ...]:
    """Return the effects of a move on the board, in order; changes of control come last."""
    _raise_if_illegal(state, move)
    log: list[Effect] = []
    after = _perform(state, move, log).board.rings
    at = state.board.grid.positions
    for cell, rings in enumerate(state.board.rings):
        before_top = rings[0] if rings else None
        after_top = after[cell][0] if after[cell] else None
        if before_top != after_top:
            log.append(ControlChanged(at[cell], before_top, after_top))
    return tuple(log)


def _raise_if_illegal(state: State, move: Move) -> None:
    if not isinstance(move, Move):
        raise InvalidMoveError(refusal("MALFORMED.move_object", found=type(move).__name__))
    if reason := why_illegal(state, move):
        raise IllegalMoveError(reason)


def _perform(state: State, move: Move, log: list[Effect] | None = None) -> State:
    """Return the state with the move's effects on board and rings, in the same phase."""
    if not move.turn_action:
        return state  # skips, bookkeeping and the swap change no piece [R074]
    draft = BoardDraft(state.board, log)
    match move:
        case PlaceRing():
            perform_placement(draft, move)
        case MoveStack():
            perform_stack_move(draft, move)
        case OvertakingCapture() | ContinueCaptureSegment():
            perform_capture(draft, move)
        case ProcessLine() | ChooseLineReward():
            perform_line_collapse(draft, move)
        case ProcessTerritoryRegion():
            perform_region_collapse(draft, state.board, move)
        case EliminateRingsFromStack():
            perform_payment(draft, state, move)
        case RecoverySlide():
            perform_slide(draft, move)
        case _:
            assert isinstance(move, ForcedElimination)
            eliminate_cap(draft, draft.grid.cell_of[move.to], move.player)
    placed = move.count if isinstance(move, PlaceRing) else 0
    seats = state.seats
    if placed or draft.eliminated:
        own = state.seat(move.player)
        hand, eliminated = own.hand - placed, own.eliminated + draft.eliminated
        changed = SeatState(hand, eliminated, own.last_action_turn, own.eliminated_at_turn)
        seats = state.replace_seat(move.player, changed)
    return state.replace(board=draft.board(), seats=seats)
