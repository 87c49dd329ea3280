"""The phase machine: the only place that changes phase, player or turn [R070-R076, R208, R209].

`TRANSITIONS` is the machine; the diagram in the documents is drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ringrift.rules.capture import can_capture
from ringrift.rules.errors import IllegalMoveError
from ringrift.rules.legal import processable_lines, processable_regions
from ringrift.rules.messages import refusal
from ringrift.rules.moves import (
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    EliminationContext,
    ForcedElimination,
    Move,
    MoveStack,
    NoLineAction,
    NoMovementAction,
    NoPlacementAction,
    NoTerritoryAction,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    SkipCapture,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    SwapSides,
)
from ringrift.rules.predicates import (
    has_any_ring,
    has_real_action,
    next_seat,
    nobody_can_play,
    owes_forced_elimination,
)
from ringrift.rules.stack import Seat, cap_height
from ringrift.rules.state import Outcome, Phase, SeatState, State, Turn, VictoryReason
from ringrift.rules.victory import (
    eliminate_hands,
    end_round,
    last_player_standing,
    rank_seats,
    record_turn,
    ring_elimination_winner,
    stalemate_winner,
    territory_winner,
)


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition on the state after the move's effects."""

    name: str
    holds: Callable[[State, Move], bool]


@dataclass(frozen=True, slots=True)
class Transition:
    """In `phase`, after `move`, the turn continues in `to` (None: it ends) if the guard holds."""

    phase: Phase
    move: type[Move]
    to: Phase | None
    guard: Guard | None = None


def _landed_can_capture(state: State, move: Move) -> bool:
    """R093, R103: return whether the landed stack exists, belongs to the player and can capture."""
    assert isinstance(move, MoveStack | OvertakingCapture | ContinueCaptureSegment)
    board = state.board
    cell = board.grid.cell_of[move.to]
    rings = board.rings[cell]
    return (
        rings != ()
        and rings[0] == move.player
        and can_capture(board, cell, len(rings), cap_height(rings))
    )


CAN_CAPTURE: Final = Guard("the landed stack can capture", _landed_can_capture)
COST_DUE: Final = Guard("a cost is due", lambda state, move: _cost_due(state, move) is not None)
LINES_LEFT: Final = Guard(
    "a line can be processed", lambda state, _: bool(processable_lines(state))
)
REGIONS_LEFT: Final = Guard(
    "a region can be taken", lambda state, _: bool(processable_regions(state))
)
DID_NOTHING: Final = Guard(
    "no turn action, and a stack to give up",
    lambda state, _: owes_forced_elimination(state, state.player),
)

_PLACEMENT, _MOVEMENT, _CAPTURE = Phase.RING_PLACEMENT, Phase.MOVEMENT, Phase.CAPTURE
_CHAIN, _LINES, _TERRITORY = Phase.CHAIN_CAPTURE, Phase.LINE_PROCESSING, Phase.TERRITORY_PROCESSING
_FORCED = Phase.FORCED_ELIMINATION

TRANSITIONS: Final[tuple[Transition, ...]] = (
    Transition(_PLACEMENT, PlaceRing, _MOVEMENT),
    Transition(_PLACEMENT, SkipPlacement, _MOVEMENT),
    Transition(_PLACEMENT, NoPlacementAction, _MOVEMENT),
    Transition(_PLACEMENT, SwapSides, _PLACEMENT),
    Transition(_MOVEMENT, MoveStack, _CAPTURE, CAN_CAPTURE),
    Transition(_MOVEMENT, MoveStack, _LINES),
    Transition(_MOVEMENT, OvertakingCapture, _CHAIN, CAN_CAPTURE),
    Transition(_MOVEMENT, OvertakingCapture, _LINES),
    Transition(_MOVEMENT, RecoverySlide, _LINES),
    Transition(_MOVEMENT, SkipRecovery, _LINES),
    Transition(_MOVEMENT, NoMovementAction, _LINES),
    Transition(_CAPTURE, OvertakingCapture, _CHAIN, CAN_CAPTURE),
    Transition(_CAPTURE, OvertakingCapture, _LINES),
    Transition(_CAPTURE, SkipCapture, _LINES),
    Transition(_CHAIN, ContinueCaptureSegment, _CHAIN, CAN_CAPTURE),
    Transition(_CHAIN, ContinueCaptureSegment, _LINES),
    Transition(_LINES, ProcessLine, _LINES, COST_DUE),
    Transition(_LINES, ChooseLineReward, _LINES, COST_DUE),
    Transition(_LINES, ChooseLineReward, _LINES, LINES_LEFT),
    Transition(_LINES, ChooseLineReward, _TERRITORY),
    Transition(_LINES, EliminateRingsFromStack, _LINES, LINES_LEFT),
    Transition(_LINES, EliminateRingsFromStack, _TERRITORY),
    Transition(_LINES, NoLineAction, _TERRITORY),
    Transition(_TERRITORY, ProcessTerritoryRegion, _TERRITORY, COST_DUE),
    Transition(_TERRITORY, EliminateRingsFromStack, _TERRITORY, REGIONS_LEFT),
    Transition(_TERRITORY, EliminateRingsFromStack, None),
    Transition(_TERRITORY, SkipTerritoryProcessing, _FORCED, DID_NOTHING),
    Transition(_TERRITORY, SkipTerritoryProcessing, None),
    Transition(_TERRITORY, NoTerritoryAction, _FORCED, DID_NOTHING),
    Transition(_TERRITORY, NoTerritoryAction, None),
    Transition(_FORCED, ForcedElimination, None),
)

HOST_REASONS: Final = ("resignation", "timeout", "abandonment")

_TRANSITIONS_BY_MOVE: Final[dict[tuple[Phase, type[Move]], list[Transition]]] = {}
for _transition in TRANSITIONS:
    _TRANSITIONS_BY_MOVE.setdefault((_transition.phase, _transition.move), []).append(_transition)


def advance_phase(state: State, move: Move) -> State:
    """Return the state after a performed move: the next phase, or the end of turn and victory."""
    ways = _TRANSITIONS_BY_MOVE[state.phase, type(move)]
    if len(ways) > 1:
        ways = [way for way in ways if way.guard is None or way.guard.holds(state, move)]
    transition = ways[0]
    after = state.replace(
        phase=transition.to or state.phase,
        turn=_turn_after(state, move, transition),
        seats=_seats_after(state, move),
        swap_used=state.swap_used or isinstance(move, SwapSides),
        history=state.history.then(move),
    )
    return after if transition.to else _end_turn(after)


def conclude(state: State, winner: Seat, reason: VictoryReason) -> State:
    """R170: end a game as its host: by `resignation`, `timeout` or `abandonment`."""
    if state.outcome is not None:
        raise IllegalMoveError(refusal("GAME_OVER.result"))
    if winner not in state.board.seats or reason not in HOST_REASONS:
        raise IllegalMoveError(
            refusal("INVALID_RESULT", seat=repr(winner), reason=repr(reason), choices=HOST_REASONS)
        )
    return _end_with_winner(state, winner, reason)


def _end_with_winner(state: State, winner: Seat, reason: VictoryReason) -> State:
    return state.replace(
        phase=Phase.GAME_OVER, outcome=Outcome(winner, reason, rank_seats(state, winner))
    )


def _cost_due(state: State, move: Move) -> EliminationContext | None:
    """R122, R145, R113: return the cost that a move makes due."""
    match move:
        case ProcessTerritoryRegion():
            context: EliminationContext = "territory"
        case ProcessLine() | ChooseLineReward(option=1):
            context = "line"
        case _:
            return None
    return "recovery" if state.turn.recovery_mode else context


def _turn_after(state: State, move: Move, transition: Transition) -> Turn:
    before, cell_of = state.turn, state.board.grid.cell_of
    if not move.turn_action and before.capture_from is None:
        return before
    must_move_from = capture_from = None
    recovery_mode = before.recovery_mode
    match move:
        case PlaceRing(to=to):
            must_move_from = cell_of[to]
        case MoveStack(to=to) | OvertakingCapture(to=to) | ContinueCaptureSegment(to=to):
            capture_from = cell_of[to] if transition.guard is CAN_CAPTURE else None
        case RecoverySlide(mode=mode):
            recovery_mode = mode
    return Turn(
        must_move_from,
        capture_from,
        _cost_due(state, move),
        recovery_mode,
        before.acted or move.turn_action,
        before.had_real_action,
        before.took_real_action or move.real_action,
    )


def _seats_after(state: State, move: Move) -> tuple[SeatState, ...]:
    """Return the seats after a move: a turn action is recorded with the turn number."""
    own = state.seat(move.player)
    if not move.turn_action or own.last_action_turn == state.turn_number:
        return state.seats
    acted = SeatState(own.hand, own.eliminated, state.turn_number, own.eliminated_at_turn)
    return state.replace_seat(move.player, acted)


def _end_turn(state: State) -> State:
    """rules-exact.md §9: record eliminated seats, check the victory conditions, pass the turn."""
    upcoming = next_seat(state)
    state = state.replace(
        seats=_record_eliminated_seats(state),
        rounds=record_turn(state.rounds, state.player, state.turn),
    )
    if winner := ring_elimination_winner(state):
        return _end_with_winner(state, winner, "ring_elimination")
    if winner := territory_winner(state):
        return _end_with_winner(state, winner, "territory_control")
    if upcoming is None or upcoming <= state.player:
        state = state.replace(rounds=end_round(state.rounds))
        if winner := last_player_standing(state.rounds):
            return _end_with_winner(state, winner, "last_player_standing")
    if nobody_can_play(state):
        state = state.replace(seats=eliminate_hands(state.seats))
        return _end_with_winner(state, stalemate_winner(state), "stalemate")
    assert upcoming is not None  # if no seat had a ring, the game ended in a stalemate above
    return state.replace(
        player=upcoming,
        phase=Phase.RING_PLACEMENT,
        turn_number=state.turn_number + 1,
        turn=Turn(had_real_action=has_real_action(state, upcoming)),
    )


def _record_eliminated_seats(state: State) -> tuple[SeatState, ...]:
    """R170: record the turn in which a seat lost its last ring."""
    return tuple(
        [
            replace(seat, eliminated_at_turn=state.turn_number)
            if seat.eliminated_at_turn is None and not has_any_ring(state, number)
            else seat
            for number, seat in enumerate(state.seats, start=1)
        ]
    )
