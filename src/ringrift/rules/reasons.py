"""The reasons that each kind of move can have to be illegal, when seat and phase are right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ringrift.rules.elimination import payers
from ringrift.rules.errors import Refusal
from ringrift.rules.grid import Cell, Grid, cells_in
from ringrift.rules.lines import lines, lines_through, named
from ringrift.rules.moves import (
    Capture,
    ChooseLineReward,
    ContinueCaptureSegment,
    EliminateRingsFromStack,
    ForcedElimination,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    Positions,
    ProcessLine,
    ProcessTerritoryRegion,
    RecoverySlide,
    SkipPlacement,
    SkipRecovery,
    SkipTerritoryProcessing,
)
from ringrift.rules.placement import MOST_AT_ONCE, can_place
from ringrift.rules.recovery import line_slides, recovery_eligible
from ringrift.rules.regions import regions
from ringrift.rules.stack import cap_height
from ringrift.rules.state import Phase, State


def _placement(state: State, move: PlaceRing) -> Refusal:
    board, hand = state.board, state.seat(move.player).hand
    cell = board.grid.cell_of[move.to]
    if hand == 0:
        return Refusal("NO_RINGS_IN_HAND", "R080", "you have no ring in hand; move a stack")
    rule = "R082" if board.rings[cell] else "R081"  # on a stack, on an empty cell
    most = 1 if board.rings[cell] else min(MOST_AT_ONCE, hand)
    if move.count not in range(1, most + 1):
        where = "on a stack" if board.rings[cell] else "on an empty cell"
        return Refusal(
            "TOO_MANY_RINGS", rule, f"{where} you can place {_up_to(most)}, not {move.count!r}"
        )
    if board.collapsed_for(cell):
        return Refusal(
            "ON_COLLAPSED_SPACE", "R081", f"{_name(state, cell)} is collapsed; choose an empty cell"
        )
    if board.marker_at(cell):
        return Refusal(
            "ON_MARKER",
            "R081",
            f"{_name(state, cell)} holds a marker; choose an empty cell or a stack",
        )
    return Refusal(
        "DEAD_PLACEMENT",
        rule,
        f"a stack of {len(board.rings[cell]) + move.count} on {_name(state, cell)} could neither move "
        "nor capture; place fewer rings or elsewhere",
    )


def _skip_placement(state: State, move: SkipPlacement) -> Refusal:
    if not can_place(state.board, move.player, state.seat(move.player).hand):
        return _nothing_to_skip("no ring can be placed", "no_placement_action")
    return Refusal(
        "PLACEMENT_MANDATORY",
        "R080",
        f"seat {move.player} has no stack that could act instead; place a ring",
    )


def _movement(state: State, move: MoveStack) -> Refusal:
    grid = state.board.grid
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    if refusal := _not_own_stack(state, origin, "R090"):
        return refusal
    if refusal := _not_the_placed_stack(state, origin):
        return refusal
    if grid.direction(origin, to) is None:
        return Refusal(
            "NOT_A_RAY", "R091", f"{_pair(state, origin, to)} is no straight line; move along a ray"
        )
    return _blocked_way(state, origin, to) or _too_short(state, origin)


def _capture(state: State, move: Capture) -> Refusal:
    board, grid = state.board, state.board.grid
    origin, target, to = grid.cell_of[move.origin], grid.cell_of[move.target], grid.cell_of[move.to]
    if refusal := _not_own_stack(state, origin, "R101"):
        return refusal
    if refusal := _not_the_placed_stack(state, origin):
        return refusal
    attacker = state.turn.capture_from
    if attacker is not None and origin != attacker:
        code = (
            "CHAIN_MUST_CONTINUE"
            if state.phase is Phase.CHAIN_CAPTURE
            else "MUST_CAPTURE_WITH_MOVED_STACK"
        )
        return Refusal(
            code, "R103", f"the stack on {_name(state, attacker)} captures now, no other"
        )
    direction = grid.direction(origin, target)
    if direction is None or not grid.ray_masks[target][direction] >> to & 1:
        return Refusal(
            "NOT_A_RAY",
            "R101",
            f"{_pair(state, origin, target)}-{_name(state, to)} is no straight way; choose cells of one ray",
        )
    if not board.rings[target]:
        return Refusal(
            "NO_TARGET", "R101", f"{_name(state, target)} holds no stack; capture over a stack"
        )
    if cap_height(board.rings[origin]) < cap_height(board.rings[target]):
        return Refusal(
            "CAP_TOO_LOW",
            "R101",
            f"a cap of {cap_height(board.rings[origin])} cannot take a ring from a cap of "
            f"{cap_height(board.rings[target])}; choose a target with a cap no higher than yours",
        )
    first, second = grid.between(origin, target, direction), grid.between(target, to, direction)
    if board.blocked & (first | second):
        return _path_blocked(state, board.blocked & (first | second), "R101")
    return _landing_blocked(state, to, "R101") or _too_short(state, origin)


def _recovery(state: State, move: RecoverySlide) -> Refusal:
    board, grid = state.board, state.board.grid
    origin, to = grid.cell_of[move.origin], grid.cell_of[move.to]
    if not recovery_eligible(state, move.player):
        return _not_eligible()
    if not board.markers[move.player] >> origin & 1:
        return Refusal(
            "NOT_YOUR_MARKER",
            "R110",
            f"{_name(state, origin)} holds no marker of yours; slide one of yours",
        )
    if not grid.neighbours[origin] >> to & 1:
        return Refusal(
            "NOT_ADJACENT",
            "R110",
            f"a marker slides one step; choose a neighbour of {_name(state, origin)}",
        )
    if move.mode == "stack_strike":
        if not board.stacks >> to & 1:
            return Refusal(
                "NO_TARGET",
                "R115",
                f"{_name(state, to)} holds no stack to strike; choose a stack beside the marker",
            )
    elif not board.empty >> to & 1:
        return Refusal(
            "LANDING_BLOCKED", "R111", f"{_name(state, to)} is not empty; slide to an empty cell"
        )
    if move.mode == "line":
        return _line_slide(state, move, origin, to)
    if line_slides(state, move.player):
        return Refusal(
            "LINE_SLIDE_EXISTS",
            "R114",
            "a slide that makes a line is possible; choose one of those",
        )
    if (move.line, move.option, move.collapse) != (None, None, None):
        return Refusal(
            "NOT_A_LINE",
            "R111",
            f"a {move.mode} settles no line; leave line, option and collapse out",
        )
    return Refusal(
        "NO_BURIED_RING",
        "R113",
        "the extraction needs a stack that still hides a ring of yours; name such a stack",
    )


def _line_slide(state: State, move: RecoverySlide, origin: Cell, to: Cell) -> Refusal:
    markers = state.board.markers[move.player] ^ (1 << origin) | 1 << to
    grid = state.board.grid
    made = [named(grid, line) for line in lines_through(markers, grid, to, state.line_length)]
    if move.line not in made:
        return Refusal(
            "NOT_A_LINE",
            "R111",
            f"this slide makes {_listed(made, grid) or 'no line'}; slide to make a line",
        )
    return Refusal(
        "BAD_SETTLEMENT",
        "R112",
        "collapse the whole line (option 1) and name a stack that hides a ring of yours, or of a longer line "
        f"{state.line_length} cells in a row (option 2) for nothing",
    )


def _skip_recovery(state: State, move: SkipRecovery) -> Refusal:
    if recovery_eligible(state, move.player):
        return _nothing_to_skip("no marker can slide", "no_movement_action")
    return _not_eligible()


def _line(state: State, move: ProcessLine | ChooseLineReward) -> Refusal:
    length, grid = state.line_length, state.board.grid
    own = [named(grid, line) for line in lines(state.board, move.player, length)]
    if move.line not in own:
        return Refusal(
            "NOT_A_LINE",
            "R120",
            f"you have {_listed(own, grid) or 'no line'}; name a whole line of yours",
        )
    if state.turn.recovery_mode in ("fallback", "stack_strike"):
        return Refusal(
            "NO_LINES_NOW",
            "R115",
            "after this kind of recovery no line is processed; apply no_line_action",
        )
    if isinstance(move, ProcessLine) and len(move.line) > length:
        return Refusal(
            "REWARD_TO_CHOOSE",
            "R121",
            f"the line is longer than {length}; use choose_line_reward, option 1 or 2",
        )
    if isinstance(move, ChooseLineReward):
        if len(move.line) == length:
            return Refusal(
                "NO_REWARD_TO_CHOOSE",
                "R121",
                f"a line of exactly {length} has no choice; use process_line",
            )
        if move.option == 2 or move.collapse != move.line:
            return Refusal(
                "BAD_SEGMENT",
                "R121",
                f"option 1 collapses the whole line, option 2 exactly {length} cells of it in a row",
            )
    return Refusal(
        "CANNOT_PAY", "R122", "you have no stack to pay with; take a free segment of a longer line"
    )


def _skip_territory(_state: State, _move: SkipTerritoryProcessing) -> Refusal:
    return _nothing_to_skip("no region can be taken", "no_territory_action")


def _region(state: State, move: ProcessTerritoryRegion) -> Refusal:
    grid = state.board.grid
    for region in regions(state.board):
        if (grid.positions_in(region.cells), region.border) == (move.region, move.border):
            return Refusal(
                "NO_STACK_OUTSIDE",
                "R143",
                "a stack that pays must stand outside; leave this region",
            )
    return Refusal(
        "NOT_A_REGION",
        "R141",
        "these cells with this border are no region that is cut off; see the offer",
    )


def _payment(state: State, move: EliminateRingsFromStack) -> Refusal:
    due = state.turn.pending
    if due is None:
        return Refusal(
            "NO_COST_DUE", "R122", "nothing is to be paid now; process a line or a region first"
        )
    if move.context != due:
        return Refusal(
            "WRONG_CONTEXT", "R122", f"the cost that is due is for {due}; pay it with that context"
        )
    can_pay = _cells(state, cells_in(payers(state, move.player)))
    if due == "recovery":
        return Refusal(
            "NO_BURIED_RING", "R113", f"no ring of yours is buried there; choose {can_pay}"
        )
    return Refusal("NOT_YOUR_STACK", "R122", f"you do not control a stack there; choose {can_pay}")


def _forced(state: State, move: ForcedElimination) -> Refusal:
    own = _cells(state, cells_in(state.board.controlled[move.player]))
    return Refusal("NOT_YOUR_STACK", "R100", f"you do not control a stack there; choose {own}")


def _nothing_to_skip(why: str, instead: str) -> Refusal:
    return Refusal(
        "NOTHING_TO_SKIP", "R075", f"{why}, so there is nothing to decline; apply {instead}"
    )


def _not_eligible() -> Refusal:
    return Refusal(
        "NOT_RECOVERY_ELIGIBLE",
        "R110",
        "recovery is for a player of the standard edition who controls no stack and has a marker "
        "and a buried ring; move a stack",
    )


def _not_own_stack(state: State, cell: Cell, rule: str) -> Refusal | None:
    if state.board.controlled[state.player] >> cell & 1:
        return None
    return Refusal(
        "NOT_YOUR_STACK", rule, f"you control no stack on {_name(state, cell)}; choose one of yours"
    )


def _not_the_placed_stack(state: State, cell: Cell) -> Refusal | None:
    placed = state.turn.must_move_from
    if placed in (None, cell):
        return None
    assert placed is not None
    return Refusal(
        "MUST_MOVE_PLACED_STACK",
        "R081",
        f"the stack on {_name(state, placed)} was just placed and must move",
    )


def _blocked_way(state: State, origin: Cell, to: Cell) -> Refusal | None:
    grid = state.board.grid
    direction = grid.direction(origin, to)
    assert direction is not None
    blockers = state.board.blocked & grid.between(origin, to, direction)
    return (
        _path_blocked(state, blockers, "R091") if blockers else _landing_blocked(state, to, "R091")
    )


def _path_blocked(state: State, blockers: int, rule: str) -> Refusal:
    where = _cells(state, cells_in(blockers))
    return Refusal(
        "PATH_BLOCKED", rule, f"{where} is in the way; stacks and collapsed cells cannot be passed"
    )


def _landing_blocked(state: State, to: Cell, rule: str) -> Refusal | None:
    if not state.board.blocked >> to & 1:
        return None
    return Refusal(
        "LANDING_BLOCKED",
        rule,
        f"{_name(state, to)} holds a stack or is collapsed; land on an empty cell or a marker",
    )


def _too_short(state: State, origin: Cell) -> Refusal:
    height = len(state.board.rings[origin])
    return Refusal(
        "TOO_SHORT", "R091", f"a stack of {height} moves at least {height} cells; land farther away"
    )


def _name(state: State, cell: Cell) -> str:
    return state.board.grid.name_of(cell)


def _pair(state: State, origin: Cell, to: Cell) -> str:
    return f"{_name(state, origin)}-{_name(state, to)}"


def _cells(state: State, cells: list[Cell]) -> str:
    return " or ".join(_name(state, cell) for cell in cells)


def _listed(found: list[Positions], grid: Grid) -> str:
    names = [
        grid.name_of(grid.cell_of[position]) for line in found for position in (line[0], line[-1])
    ]
    return ", ".join(
        f"{first}..{last}" for first, last in zip(names[::2], names[1::2], strict=True)
    )


def _up_to(most: int) -> str:
    return "one ring" if most == 1 else f"1 to {most} rings"


REASONS: Final[dict[type[Move], Callable[[State, Any], Refusal]]] = {
    PlaceRing: _placement,
    SkipPlacement: _skip_placement,
    MoveStack: _movement,
    OvertakingCapture: _capture,
    ContinueCaptureSegment: _capture,
    RecoverySlide: _recovery,
    SkipRecovery: _skip_recovery,
    SkipTerritoryProcessing: _skip_territory,
    ProcessLine: _line,
    ChooseLineReward: _line,
    ProcessTerritoryRegion: _region,
    EliminateRingsFromStack: _payment,
    ForcedElimination: _forced,
}
