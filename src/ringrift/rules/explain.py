"""Explains why a move is illegal: the reason, the rule and what to do instead.

The kernel gives the same reasons (native: move_explainer.hpp); lockstep compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from ringrift.rules.elimination import paying_stacks
from ringrift.rules.errors import Refusal
from ringrift.rules.grid import Cell, CellSet, Position, cells_in, out_of_bounds
from ringrift.rules.legal import bookkeeping, is_legal, legal_move_types
from ringrift.rules.lines import Line, find_lines, find_lines_through, line_positions
from ringrift.rules.messages import refusal
from ringrift.rules.moves import (
    MOVE_TYPES,
    Capture,
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
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
    SwapSides,
)
from ringrift.rules.phases import TRANSITIONS
from ringrift.rules.placement import MAX_RINGS_PER_PLACEMENT, can_place
from ringrift.rules.recovery import has_line_slide, is_recovery_eligible
from ringrift.rules.regions import find_regions
from ringrift.rules.stack import cap_height
from ringrift.rules.state import Phase, State

MOVES_OF_PHASE: Final[dict[Phase, frozenset[type[Move]]]] = {
    phase: frozenset(t.move for t in TRANSITIONS if t.phase is phase) for phase in Phase
}


def why_illegal(state: State, move: Move) -> Refusal | None:
    """Return why a move is illegal, or None if it is legal."""
    if is_legal(state, move):
        return None
    return _general_reason(state, move) or _reason_of_kind(state, move)


def positions_of(move: Move) -> Iterable[Position]:
    """Yield every position that a move names."""
    for part in fields(move):
        value, kind = getattr(move, part.name), str(part.type)
        if "Position" not in kind or (value is None and "None" in kind):
            continue
        yield from value if "Positions" in kind else (value,)


def _general_reason(state: State, move: Move) -> Refusal | None:
    """Return a reason that any kind of move can have: the game, seat, board or phase is wrong."""
    if state.outcome is not None:
        return refusal("GAME_OVER", winner=state.outcome.winner)
    if move.player != state.player:
        return refusal("NOT_YOUR_TURN", seat=state.player)
    grid = state.board.grid
    for position in positions_of(move):
        if position not in grid.cell_of:
            return out_of_bounds(grid, position)
    if isinstance(move, SwapSides):
        return refusal("SWAP_UNAVAILABLE", moves=_available_move_types(state))
    if type(move) not in MOVES_OF_PHASE[state.phase]:
        if state.phase is Phase.CHAIN_CAPTURE:
            return refusal("CHAIN_MUST_CONTINUE")
        return refusal(
            "WRONG_PHASE",
            move=move.type,
            phase=state.phase.value,
            moves=_available_move_types(state),
        )
    if move.bookkeeping:
        return refusal("ACTION_AVAILABLE", move=move.type, moves=_available_move_types(state))
    return None


def _reason_of_kind(state: State, move: Move) -> Refusal:
    """Return the reason for a move whose seat and phase are right."""
    if state.turn.pending and not isinstance(move, EliminateRingsFromStack):
        in_territory = state.phase is Phase.TERRITORY_PROCESSING
        return refusal("COST_DUE.region" if in_territory else "COST_DUE.line")
    return _REASONS[type(move)](state, move)


def _available_move_types(state: State) -> tuple[str, ...]:
    """Return the types of move that the state offers, in the order of the move table."""
    due = bookkeeping(state)
    offered = {due.type} if due else legal_move_types(state)
    return tuple(name for name in MOVE_TYPES if name in offered)


def _placement_reason(state: State, move: PlaceRing) -> Refusal:
    board, hand = state.board, state.seat(move.player).hand
    cell = board.grid.cell_of[move.to]
    height = len(board.rings[cell])
    if hand == 0:
        return refusal("NO_RINGS_IN_HAND")
    if move.count not in range(1, (1 if height else min(MAX_RINGS_PER_PLACEMENT, hand)) + 1):
        if height:
            return refusal("TOO_MANY_RINGS.stack")
        if hand == 1:
            return refusal("TOO_MANY_RINGS.last")
        return refusal("TOO_MANY_RINGS.empty", max=min(MAX_RINGS_PER_PLACEMENT, hand))
    if board.territory_owner(cell):
        return refusal("ON_COLLAPSED_SPACE", cell=_name(state, cell))
    if board.marker_owner(cell):
        return refusal("ON_MARKER", cell=_name(state, cell))
    key = "DEAD_PLACEMENT.stack" if height else "DEAD_PLACEMENT.empty"
    return refusal(key, height=height + move.count, cell=_name(state, cell))


def _skip_placement_reason(state: State, move: SkipPlacement) -> Refusal:
    possible = can_place(state.board, move.player, state.seat(move.player).hand)
    return refusal("PLACEMENT_MANDATORY" if possible else "NOTHING_TO_SKIP.placement")


def _movement_reason(state: State, move: MoveStack) -> Refusal:
    board, grid = state.board, state.board.grid
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    if reason := _wrong_stack_reason(state, origin, "move"):
        return reason
    direction = grid.direction(origin, to)
    if direction is None:
        return refusal("NOT_A_RAY.move", **{"from": _name(state, origin), "to": _name(state, to)})
    blockers = board.blocked & grid.cells_between(origin, to, direction)
    return _blocked_reason(state, blockers, origin, to, "move")


def _capture_reason(state: State, move: Capture) -> Refusal:
    board, grid = state.board, state.board.grid
    origin, target, to = grid.cell_of[move.origin], grid.cell_of[move.target], grid.cell_of[move.to]
    if reason := _wrong_stack_reason(state, origin, "capture") or _wrong_attacker_reason(
        state, origin
    ):
        return reason
    direction = grid.direction(origin, target)
    if direction is None or not grid.ray_masks[target][direction] >> to & 1:
        names = [_name(state, cell) for cell in (origin, target, to)]
        return refusal(
            "NOT_A_RAY.capture", **dict(zip(("from", "target", "to"), names, strict=True))
        )
    if not board.rings[target]:
        return refusal("NO_TARGET.capture", cell=_name(state, target))
    own, other = cap_height(board.rings[origin]), cap_height(board.rings[target])
    if own < other:
        return refusal("CAP_TOO_LOW", own=own, target=other)
    first, second = (
        grid.cells_between(origin, target, direction),
        grid.cells_between(target, to, direction),
    )
    return _blocked_reason(state, board.blocked & (first | second), origin, to, "capture")


def _wrong_stack_reason(state: State, cell: Cell, action: str) -> Refusal | None:
    """R081, R090: the player must control the stack, and a placed stack moves first."""
    if not state.board.controlled[state.player] >> cell & 1:
        return refusal(f"NOT_YOUR_STACK.{action}", cell=_name(state, cell))
    placed = state.turn.must_move_from
    if placed is not None and placed != cell:
        return refusal("MUST_MOVE_PLACED_STACK", cell=_name(state, placed))
    return None


def _wrong_attacker_reason(state: State, cell: Cell) -> Refusal | None:
    """R093, R103: after a move or a capture only the stack that made it can capture."""
    attacker = state.turn.capture_from
    if attacker is None or attacker == cell:
        return None
    in_chain = state.phase is Phase.CHAIN_CAPTURE
    key = "CHAIN_MUST_CONTINUE.stack" if in_chain else "MUST_CAPTURE_WITH_MOVED_STACK"
    return refusal(key, cell=_name(state, attacker))


def _blocked_reason(
    state: State, blockers: CellSet, origin: Cell, to: Cell, action: str
) -> Refusal:
    """R091, R101: return the reason: a blocked path, a blocked landing cell or a short move."""
    if blockers:
        return refusal(f"PATH_BLOCKED.{action}", cells=_names(state, cells_in(blockers)))
    if state.board.blocked >> to & 1:
        return refusal(f"LANDING_BLOCKED.{action}", cell=_name(state, to))
    return refusal("TOO_SHORT", height=len(state.board.rings[origin]))


def _recovery_reason(state: State, move: RecoverySlide) -> Refusal:
    board, grid = state.board, state.board.grid
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    if not is_recovery_eligible(state, move.player):
        return refusal("NOT_RECOVERY_ELIGIBLE")
    if not board.markers[move.player] >> origin & 1:
        return refusal("NOT_YOUR_MARKER", cell=_name(state, origin))
    if not grid.neighbours[origin] >> to & 1:
        return refusal("NOT_ADJACENT", cell=_name(state, origin))
    if move.mode == "stack_strike" and not board.stacks >> to & 1:
        return refusal("NO_TARGET.strike", cell=_name(state, to))
    if move.mode != "stack_strike" and not board.empty >> to & 1:
        return refusal("LANDING_BLOCKED.slide", cell=_name(state, to))
    if move.mode == "line":
        return _line_slide_reason(state, move, origin, to)
    if has_line_slide(state, move.player):
        return refusal("LINE_SLIDE_EXISTS")
    if (move.line, move.option, move.collapse) != (None, None, None):
        return refusal("NOT_A_LINE.mode")
    return refusal("NO_BURIED_RING.slide")


def _line_slide_reason(state: State, move: RecoverySlide, origin: Cell, to: Cell) -> Refusal:
    markers = state.board.markers[move.player] ^ (1 << origin) | 1 << to
    grid = state.board.grid
    made = find_lines_through(markers, grid, to, state.line_length)
    if not made:
        return refusal("NOT_A_LINE.no_slide")
    if move.line not in [line_positions(grid, line) for line in made]:
        return refusal("NOT_A_LINE.slide", lines=_line_names(state, made))
    return refusal("BAD_SETTLEMENT", length=state.line_length)


def _skip_recovery_reason(state: State, move: SkipRecovery) -> Refusal:
    eligible = is_recovery_eligible(state, move.player)
    return refusal("NOTHING_TO_SKIP.recovery" if eligible else "NOT_RECOVERY_ELIGIBLE")


def _line_reason(state: State, move: ProcessLine | ChooseLineReward) -> Refusal:
    length, grid = state.line_length, state.board.grid
    own = find_lines(state.board, move.player, length)
    if not own:
        return refusal("NOT_A_LINE.none")
    if move.line not in [line_positions(grid, line) for line in own]:
        return refusal("NOT_A_LINE.own", lines=_line_names(state, own))
    if state.turn.recovery_mode in ("fallback", "stack_strike"):
        return refusal("NO_LINES_NOW")
    if isinstance(move, ProcessLine):
        if len(move.line) > length:
            return refusal("REWARD_TO_CHOOSE", length=length)
        return refusal("CANNOT_PAY.line")
    if len(move.line) == length:
        return refusal("NO_REWARD_TO_CHOOSE", length=length)
    if move.option == 2 or move.collapse != move.line:
        return refusal("BAD_SEGMENT", length=length)
    return refusal("CANNOT_PAY.reward")


def _region_reason(state: State, move: ProcessTerritoryRegion) -> Refusal:
    grid = state.board.grid
    for region in find_regions(state.board):
        if (grid.positions_in(region.cells), region.border) == (move.region, move.border):
            return refusal("NO_STACK_OUTSIDE")
    return refusal("NOT_A_REGION")


def _payment_reason(state: State, move: EliminateRingsFromStack) -> Refusal:
    due = state.turn.pending
    if due is None:
        return refusal("NO_COST_DUE")
    if move.context != due:
        return refusal("WRONG_CONTEXT", context=due)
    key = "NO_BURIED_RING.payment" if due == "recovery" else "NOT_YOUR_STACK.payment"
    return refusal(key, cells=_names(state, cells_in(paying_stacks(state, move.player))))


def _forced_elimination_reason(state: State, move: ForcedElimination) -> Refusal:
    own = cells_in(state.board.controlled[move.player])
    return refusal("NOT_YOUR_STACK.forced_elimination", cells=_names(state, own))


def _skip_territory_reason(_state: State, _move: SkipTerritoryProcessing) -> Refusal:
    return refusal("NOTHING_TO_SKIP.region")


def _name(state: State, cell: Cell) -> str:
    return state.board.grid.cell_name(cell)


def _names(state: State, cells: Iterable[Cell]) -> tuple[str, ...]:
    return tuple(_name(state, cell) for cell in cells)


def _line_names(state: State, found: Sequence[Line]) -> tuple[str, ...]:
    return tuple(f"{_name(state, line[0])}..{_name(state, line[-1])}" for line in found)


_REASONS: Final[dict[type[Move], Callable[[State, Any], Refusal]]] = {
    PlaceRing: _placement_reason,
    SkipPlacement: _skip_placement_reason,
    MoveStack: _movement_reason,
    OvertakingCapture: _capture_reason,
    ContinueCaptureSegment: _capture_reason,
    RecoverySlide: _recovery_reason,
    SkipRecovery: _skip_recovery_reason,
    SkipTerritoryProcessing: _skip_territory_reason,
    ProcessLine: _line_reason,
    ChooseLineReward: _line_reason,
    ProcessTerritoryRegion: _region_reason,
    EliminateRingsFromStack: _payment_reason,
    ForcedElimination: _forced_elimination_reason,
}
