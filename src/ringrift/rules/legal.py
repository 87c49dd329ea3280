"""The legal moves of each phase, or the bookkeeping move (rules-exact.md §11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ringrift.rules.capture import all_captures, can_capture, captures_from
from ringrift.rules.elimination import forced_elimination_moves, paying_stacks, payment_moves
from ringrift.rules.grid import cells_in
from ringrift.rules.lines import line_moves
from ringrift.rules.movement import all_moves, can_move, moves_along, moves_from
from ringrift.rules.moves import (
    Capture,
    ContinueCaptureSegment,
    Move,
    MoveStack,
    NoLineAction,
    NoMovementAction,
    NoPlacementAction,
    NoTerritoryAction,
    OvertakingCapture,
    PlaceRing,
    ProcessTerritoryRegion,
    RecoverySlide,
    SkipCapture,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    SwapSides,
)
from ringrift.rules.placement import (
    MAX_RINGS_PER_PLACEMENT,
    all_placements,
    can_any_stack_act,
    can_place,
    can_place_on,
    stack_can_act,
)
from ringrift.rules.recovery import (
    has_recovery_slide,
    is_recovery_eligible,
    recovery_slides,
    slides_between,
)
from ringrift.rules.regions import region_moves
from ringrift.rules.stack import Seat, cap_height
from ringrift.rules.state import Phase, State

MoveList = list[Move]


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the interactive moves; none if a bookkeeping move is due or the game is over."""
    offered = state._legal_moves
    if offered is None:
        offered = tuple(_MOVES_BY_PHASE[state.phase](state))
        object.__setattr__(state, "_legal_moves", offered)
    return offered


def bookkeeping(state: State) -> Move | None:
    """R075: return the one move that must be applied when there is no choice, else None."""
    due = _BOOKKEEPING.get(state.phase)
    return None if due is None or has_legal_move(state) else due[state.player - 1]


def has_legal_move(state: State) -> bool:
    """Return whether there is an interactive move, without listing placements, moves or slides."""
    if state._legal_moves is None:
        board, seat, placed = state.board, state.player, state.turn.must_move_from
        if state.phase is Phase.RING_PLACEMENT:
            return can_place(board, seat, state.seat(seat).hand) or is_swap_available(state)
        if state.phase is Phase.MOVEMENT and placed is not None:
            rings = board.rings[placed]
            return stack_can_act(board, placed, len(rings), cap_height(rings))
        if state.phase is Phase.MOVEMENT and board.controlled[seat]:
            return can_any_stack_act(board, seat)
        if state.phase is Phase.MOVEMENT:
            return has_recovery_slide(state, seat)
    return legal_moves(state) != ()


def seat_placements(state: State, seat: Seat) -> tuple[PlaceRing, ...]:
    """R080: return the placements of any seat, as if it were in its `ring_placement` phase."""
    return tuple(all_placements(state.board, seat, state.seat(seat).hand))


def seat_moves(state: State, seat: Seat) -> tuple[MoveStack, ...]:
    """R090: return the moves of every stack that a seat controls."""
    state.seat(seat)
    return tuple(all_moves(state.board, seat))


def seat_captures(state: State, seat: Seat) -> tuple[Capture, ...]:
    """R101: return the captures of every stack that a seat controls."""
    state.seat(seat)
    return tuple(all_captures(state.board, seat))


def is_legal(state: State, move: Move) -> bool:
    """Return whether the state offers this move, interactive or bookkeeping.

    In the phases with many moves only those with the same cells are listed.
    """
    if move.player != state.player:
        return False
    if move.bookkeeping:
        return move == bookkeeping(state)
    match state.phase:
        case Phase.RING_PLACEMENT:
            return _is_legal_in_placement_phase(state, move)
        case Phase.MOVEMENT:
            return move in moves_between(state, move)
        case _:
            return move in legal_moves(state)


def moves_between(state: State, move: Move) -> Sequence[Move]:
    """Return the legal moves of the movement phase that may equal `move`: those with its cells."""
    match move:
        case MoveStack() | OvertakingCapture():
            return _moves_on_same_ray(state, move)
        case RecoverySlide():
            return _slides_between(state, move)
        case SkipRecovery():
            return (move,) if _can_recover(state) else ()
        case _:
            return ()


def legal_move_types(state: State) -> frozenset[str]:
    """Return the types of the interactive moves; placements, moves and slides are not listed."""
    board, seat = state.board, state.player
    if state.phase is Phase.RING_PLACEMENT:
        placements = {PlaceRing.type} if can_place(board, seat, state.seat(seat).hand) else set()
        others = (kind for kind in (SkipPlacement, SwapSides) if is_legal(state, kind(seat)))
        return frozenset(placements | {kind.type for kind in others})
    if state.phase is not Phase.MOVEMENT:
        return frozenset(move.type for move in legal_moves(state))
    if _can_recover(state):
        return frozenset({RecoverySlide.type, SkipRecovery.type})
    placed = state.turn.must_move_from
    cells = cells_in(board.controlled[seat]) if placed is None else [placed]
    stacks = [(cell, board.rings[cell]) for cell in cells]
    moves = any(can_move(board, cell, len(rings)) for cell, rings in stacks)
    captures = any(
        can_capture(board, cell, len(rings), cap_height(rings)) for cell, rings in stacks
    )
    return frozenset(
        kind.type for kind, exists in ((MoveStack, moves), (OvertakingCapture, captures)) if exists
    )


def processable_lines(state: State) -> MoveList:
    """R121, R115: return the line moves; none after a fallback slide or a strike."""
    if state.turn.recovery_mode in ("fallback", "stack_strike"):
        return []
    payable = paying_stacks(state, state.player) != 0
    return [*line_moves(state.board, state.player, state.line_length, payable=payable)]


def processable_regions(state: State) -> list[ProcessTerritoryRegion]:
    """R143: return the regions that the player may process."""
    return region_moves(state.board, state.player, paying_stacks(state, state.player))


def _placement_phase_moves(state: State) -> MoveList:
    """R080, R180: return placements, the skip and the swap."""
    seat = state.player
    offer: MoveList = [*all_placements(state.board, seat, state.seat(seat).hand)]
    if offer and (can_any_stack_act(state.board, seat) or is_recovery_eligible(state, seat)):
        offer.append(SkipPlacement(seat))
    if is_swap_available(state):
        offer.append(SwapSides(seat))
    return offer


def is_swap_available(state: State) -> bool:
    """R180: return whether seat 2 may swap: once, at its first placement."""
    return state.swap_enabled and not state.swap_used and state.turn_number == state.player == 2


def _movement_phase_moves(state: State) -> MoveList:
    """R090, R101: return moves and captures; R110: recovery for a player without a stack."""
    board, seat, placed = state.board, state.player, state.turn.must_move_from
    if placed is not None:
        return [*moves_from(board, seat, placed), *captures_from(board, seat, placed)]
    if not board.controlled[seat]:
        slides = recovery_slides(state, seat)
        return [*slides, SkipRecovery(seat)] if slides else []
    return [*all_moves(board, seat), *all_captures(board, seat)]


def _capture_phase_moves(state: State) -> MoveList:
    """R093: return captures by the stack that moved, and the skip."""
    assert state.turn.capture_from is not None
    return [
        *captures_from(state.board, state.player, state.turn.capture_from),
        SkipCapture(state.player),
    ]


def _chain_phase_moves(state: State) -> MoveList:
    """R103: return the captures that continue the chain."""
    assert state.turn.capture_from is not None
    return [
        *captures_from(state.board, state.player, state.turn.capture_from, ContinueCaptureSegment)
    ]


def _line_phase_moves(state: State) -> MoveList:
    """R121: return the line moves; R122: only payments while a cost is due."""
    return [*payment_moves(state)] if state.turn.pending else processable_lines(state)


def _territory_phase_moves(state: State) -> MoveList:
    """R144: return the regions, which are optional; R145: only payments while a cost is due."""
    if state.turn.pending:
        return [*payment_moves(state)]
    regions = processable_regions(state)
    return [*regions, SkipTerritoryProcessing(state.player)] if regions else []


def _is_legal_in_placement_phase(state: State, move: Move) -> bool:
    seat = state.player
    match move:
        case PlaceRing():
            return _is_legal_placement(state, move)
        case SkipPlacement():
            return can_place(state.board, seat, state.seat(seat).hand) and (
                can_any_stack_act(state.board, seat) or is_recovery_eligible(state, seat)
            )
        case SwapSides():
            return is_swap_available(state)
        case _:
            return False


def _can_recover(state: State) -> bool:
    """R110: return whether the player may slide a marker now."""
    return state.turn.must_move_from is None and has_recovery_slide(state, state.player)


def _slides_between(state: State, move: RecoverySlide) -> Sequence[Move]:
    cell_of = state.board.grid.cell_of
    origin, to = cell_of.get(move.origin), cell_of.get(move.to)
    if origin is None or to is None or state.turn.must_move_from is not None:
        return ()
    return slides_between(state, state.player, origin, to)


def _is_legal_placement(state: State, move: PlaceRing) -> bool:
    cell = state.board.grid.cell_of.get(move.to)
    enough = move.count in range(1, min(MAX_RINGS_PER_PLACEMENT, state.seat(move.player).hand) + 1)
    return cell is not None and enough and can_place_on(state.board, move.player, cell, move.count)


def _moves_on_same_ray(state: State, move: MoveStack | OvertakingCapture) -> Sequence[Move]:
    """Return the moves from the same cell in the same direction, or the captures from that cell."""
    board, cell_of = state.board, state.board.grid.cell_of
    cell, to, placed = cell_of.get(move.origin), cell_of.get(move.to), state.turn.must_move_from
    if cell is None or to is None or placed not in (None, cell):
        return ()
    direction = board.grid.direction(cell, to)
    if direction is None or not board.controlled[state.player] >> cell & 1:
        return ()
    if isinstance(move, MoveStack):
        return moves_along(board, state.player, cell, direction)
    return captures_from(board, state.player, cell)


_MOVES_BY_PHASE: Final[dict[Phase, Callable[[State], MoveList]]] = {
    Phase.RING_PLACEMENT: _placement_phase_moves,
    Phase.MOVEMENT: _movement_phase_moves,
    Phase.CAPTURE: _capture_phase_moves,
    Phase.CHAIN_CAPTURE: _chain_phase_moves,
    Phase.LINE_PROCESSING: _line_phase_moves,
    Phase.TERRITORY_PROCESSING: _territory_phase_moves,
    Phase.FORCED_ELIMINATION: lambda state: [*forced_elimination_moves(state)],
    Phase.GAME_OVER: lambda _: [],
}
_BOOKKEEPING: Final[dict[Phase, tuple[Move, ...]]] = {
    phase: tuple(kind(seat) for seat in (1, 2, 3, 4))
    for phase, kind in (
        (Phase.RING_PLACEMENT, NoPlacementAction),
        (Phase.MOVEMENT, NoMovementAction),
        (Phase.LINE_PROCESSING, NoLineAction),
        (Phase.TERRITORY_PROCESSING, NoTerritoryAction),
    )
}
