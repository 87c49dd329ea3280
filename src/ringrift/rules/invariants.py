"""The invariants of rules-exact.md §10, for tests and optionally at run time."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from ringrift.rules.errors import InvalidSetupError
from ringrift.rules.grid import cells_in
from ringrift.rules.legal import bookkeeping, legal_moves
from ringrift.rules.messages import refusal
from ringrift.rules.moves import (
    ContinueCaptureSegment,
    ForcedElimination,
    Move,
    MoveStack,
    OvertakingCapture,
)
from ringrift.rules.play import apply
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.rules.invariants")

CheckMode = Literal["raise", "log", "off"]
CHECK_MODES: Final[tuple[CheckMode, ...]] = get_args(CheckMode)


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold."""

    rule: str
    message: str


class InvariantError(AssertionError):
    """A state breaks an invariant of the rules: the engine has a bug."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(f"[{v.rule}] {v.message}" for v in violations))
        self.violations = violations


@dataclass(slots=True)
class InvariantChecks:
    """The run-time setting: raise, log and count, or off."""

    mode: CheckMode = "raise"
    counts: Counter[str] = field(default_factory=Counter)  # by rule

    def __post_init__(self) -> None:
        if self.mode not in CHECK_MODES:
            raise InvalidSetupError(
                refusal("INVALID_SETUP.check_mode", name=repr(self.mode), choices=CHECK_MODES)
            )

    def apply(self, state: State, move: Move) -> State:
        """Apply a move and check the invariants as the mode requires."""
        after = apply(state, move)
        if self.mode == "off":
            return after
        found = find_step_violations(state, move, after)
        if found and self.mode == "raise":
            raise InvariantError(found)
        for violation in found:
            self.counts[violation.rule] += 1
            _log.error("[%s] %s after %s", violation.rule, violation.message, move)
        return after


def monotone_sum(state: State) -> int:
    """R191: return S = markers + collapsed cells + eliminated rings, which never decreases."""
    board = state.board
    collapsed = len(board.grid) - board.open.bit_count()
    return board.marked.bit_count() + collapsed + sum(seat.eliminated for seat in state.seats)


def max_monotone_sum(state: State) -> int:
    """R191: return the upper bound of S."""
    return 2 * len(state.board.grid) + state.total_rings


def find_step_violations(before: State, move: Move, after: State) -> list[Violation]:
    """Return all violations after a move."""
    return [*find_violations(after), *find_transition_violations(before, move, after)]


def find_violations(state: State) -> list[Violation]:
    """Return all violations in a state; none in any state that the rules can reach."""
    return [
        *_check_cells(state),
        *_check_stacks(state),
        *_check_rings(state),
        *_check_legal_moves(state),
    ]


def find_transition_violations(before: State, move: Move, after: State) -> list[Violation]:
    """R191: check that S never decreases, and rises with moves, captures, forced eliminations."""
    rise = monotone_sum(after) - monotone_sum(before)
    rises = isinstance(
        move, MoveStack | OvertakingCapture | ContinueCaptureSegment | ForcedElimination
    )
    if rise < rises:
        return [Violation("R191", f"S changed by {rise} with {move.type}")]
    return []


def _check_cells(state: State) -> Iterator[Violation]:
    """R021, R052: check that each cell is in exactly one state, and on the board."""
    board = state.board
    layers = [*board.controlled, *board.markers, *board.collapsed]
    union = 0
    for layer in layers:
        if union & layer:
            names = ", ".join(board.grid.cell_name(cell) for cell in cells_in(union & layer))
            yield Violation("R021", f"two things on {names}")
        union |= layer
    if union & ~board.grid.mask:
        yield Violation("R001", "something lies outside the board")


def _check_stacks(state: State) -> Iterator[Violation]:
    """R022, R023: check controllers against top rings, and heights against the longest ray."""
    board = state.board
    topped = [0] * len(board.controlled)
    for cell, rings in enumerate(board.rings):
        if rings:
            topped[rings[0]] |= 1 << cell
            if len(rings) > board.grid.max_stack_height:
                yield Violation("R023", f"the stack on {board.grid.cell_name(cell)} is too high")
    for seat in board.seats:
        for cell in cells_in(topped[seat] ^ board.controlled[seat]):
            yield Violation(
                "R022", f"{board.grid.cell_name(cell)} is not controlled by its top ring"
            )


def _check_rings(state: State) -> Iterator[Violation]:
    """R020, R191: check that hand + board + eliminated = all rings, and the bound of S."""
    on_board = sum(map(len, state.board.rings))
    off_board = sum(seat.hand + seat.eliminated for seat in state.seats)
    if on_board + off_board != state.total_rings:
        yield Violation("R020", f"{on_board + off_board} rings instead of {state.total_rings}")
    if monotone_sum(state) > max_monotone_sum(state):
        yield Violation("R191", f"S is {monotone_sum(state)}, more than {max_monotone_sum(state)}")


def _check_legal_moves(state: State) -> Iterator[Violation]:
    """R200-R203: check that only an active state has moves, and that it has at least one."""
    stuck = not legal_moves(state) and bookkeeping(state) is None
    if stuck == (state.outcome is None):
        yield Violation("R203", "nothing can be done" if stuck else "the game is over and goes on")
