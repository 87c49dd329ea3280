"""The rules as a host calls them: one engine decides, the other is compared with it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from ringrift.host.rules_guard.comparison import KernelPosition, MoveResult, mismatches, result_of
from ringrift.host.rules_guard.counters import COMPARED, FALLBACKS, Counters
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.rules_guard.mismatch_vectors import legal_moves_vector, move_vector
from ringrift.host.rules_guard.rules_mode import (
    KILL_SWITCH_VARIABLE,
    RulesMode,
    cap_rules_mode,
    choose_rules_mode,
    kernel_disabled,
)
from ringrift.host.rules_guard.sampling import Sampler, sample_every
from ringrift.kernel.engines import Engine, KernelMissingError, installed_kernel
from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.errors import IllegalMoveError, RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.host.rules_guard")
_Result = TypeVar("_Result")
DEFAULT_SAMPLING_INTERVAL: Final = 20  # in mode `kernel`, one result in so many is checked


@dataclass(frozen=True, slots=True)
class EffectiveMode:
    """The mode in force; where it differs from the requested one, why."""

    mode: RulesMode
    requested: RulesMode
    reason: str = ""


class RulesBackend:
    """The rules for one game. Not thread-safe; close it when the game is over.

    The host keeps the states, which are values, and may continue from any of them. Games of a
    process share a `rules_guard`; without one the backend creates its own.
    """

    def __init__(
        self,
        mode: str | None = None,
        *,
        rules_guard: RulesGuard | None = None,
        sampler: Sampler | None = None,
        kernel: type[Engine] | None = None,
        environment: Mapping[str, str] | None = None,
        game: str = "",
        rated: bool = False,
    ) -> None:
        """`game` and `rated` say which part of a roll-out the game belongs to."""
        self._environment = os.environ if environment is None else environment
        self._started_mode = choose_rules_mode(mode, self._environment)
        self._killed = kernel_disabled(self._environment)
        self._owns_guard = rules_guard is None
        self._guard = RulesGuard() if rules_guard is None else rules_guard
        self._sampler = sample_every(DEFAULT_SAMPLING_INTERVAL) if sampler is None else sampler
        self._engine = kernel
        self._game = game
        self._rated = rated
        self._kernel: KernelPosition | None = None
        self._kernel_missing = False
        self._requested = RulesMode.PYTHON
        self._follow_rollout()
        self._logged_mode = EffectiveMode(self._requested, self._requested)

    def _follow_rollout(self) -> None:
        """Take the mode that the operator gives this game now."""
        rollout = self._rollout = self._guard.rollout
        self._checks_invariants = rollout.checks_invariants(self._game)
        wanted = rollout.mode_for(self._game, rated=self._rated, started=self._started_mode)
        requested = cap_rules_mode(wanted, self._environment)
        if requested is not self._requested:
            self._requested = requested
            self._kernel = self._kernel_position()

    def _kernel_position(self) -> KernelPosition | None:
        """Return a new position: queued comparisons may still use the one of an earlier mode."""
        if self._requested is RulesMode.PYTHON or self._killed:
            return None
        try:
            return KernelPosition(installed_kernel() if self._engine is None else self._engine)
        except KernelMissingError:
            if not self._kernel_missing:
                self._guard.report_kernel_missing()
            self._kernel_missing = True
            return None

    @property
    def effective_mode(self) -> EffectiveMode:
        """The mode in force now, and why."""
        if self._rollout is not self._guard.rollout:
            self._follow_rollout()
        if self._requested is RulesMode.PYTHON:
            return EffectiveMode(RulesMode.PYTHON, self._requested)
        for reason, applies in (
            (f"{KILL_SWITCH_VARIABLE} is set", self._killed),
            ("the kernel is not built", self._kernel is None),
            ("the kernel is disabled", self._guard.kernel_disabled),
            ("the circuit breaker is open: too many mismatches", self._guard.breaker.is_open),
        ):
            if applies:
                return EffectiveMode(RulesMode.PYTHON, self._requested, reason)
        return EffectiveMode(self._requested, self._requested)

    @property
    def mode(self) -> RulesMode:
        """The mode in force."""
        return self.effective_mode.mode

    @property
    def counters(self) -> Counters:
        """The counters of the rules guard."""
        return self._guard.counters

    def apply(self, state: State, move: Move) -> State:
        """Return the state after the move; raise `IllegalMoveError` for an illegal one."""
        mode = self._log_mode()
        match mode, self._kernel:
            case RulesMode.SHADOW, KernelPosition() as kernel:
                after = self._apply_in_shadow_mode(kernel, state, move)
            case RulesMode.KERNEL, KernelPosition() as kernel:
                after = self._apply_by_kernel(kernel, state, move)
            case _:
                after = apply(state, move)
        if self._checks_invariants:
            self._guard.check_invariants(state, move, after, by_kernel=mode is RulesMode.KERNEL)
        return after

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return the interactive moves, in the order of the deciding engine."""
        return self._query(
            state, legal_moves, lambda position: tuple(position.legal_moves()), frozenset
        )

    def bookkeeping(self, state: State) -> Move | None:
        """R075: return the move that must be applied where there is no choice."""
        return self._query(
            state,
            bookkeeping,
            lambda position: position.bookkeeping(),
            lambda move: frozenset() if move is None else frozenset({move}),
        )

    def wait_for_comparisons(self) -> None:
        """Wait until every queued comparison has run."""
        self._guard.wait_for_comparisons()

    def close(self) -> None:
        """Close the rules guard, unless it is shared."""
        if self._owns_guard:
            self._guard.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _log_mode(self) -> RulesMode:
        """Return the mode in force; log it when it has changed."""
        current = self.effective_mode
        if current != self._logged_mode:
            self._logged_mode = current
            _log.warning("rules mode: %s (%s)", current.mode, current.reason or "as requested")
        return current.mode

    def _apply_in_shadow_mode(self, kernel: KernelPosition, state: State, move: Move) -> State:
        outcome = _apply_or_refuse(state, move)
        self._guard.compare_in_background(lambda: self._compare(kernel, state, move, outcome))
        return _state_or_raise(outcome)

    def _compare(
        self, kernel: KernelPosition, state: State, move: Move, outcome: State | IllegalMoveError
    ) -> None:
        """Play on the kernel a move that the reference engine has decided, and compare."""
        self.counters.increment(COMPARED)
        expected = result_of(lambda: _state_or_raise(outcome))
        found = result_of(lambda: kernel.play(state, move))
        if kinds := mismatches(expected, found):
            kernel.discard()
            self._guard.report_move_mismatch(kinds, state, move, expected, found)
        elif isinstance(outcome, State):
            kernel.adopt(outcome)

    def _apply_by_kernel(self, kernel: KernelPosition, state: State, move: Move) -> State:
        try:
            after = kernel.play(state, move)
        except RingRiftError as refusal:
            return self._check(kernel, state, move, MoveResult(error=refusal))
        except Exception as error:  # noqa: BLE001 - the game survives any failure of the kernel
            outcome = _apply_or_refuse(state, move)
            vector = move_vector(state, move, "the kernel failed")
            self._guard.report_kernel_failure(error, vector)
            return _state_or_raise(outcome)
        if not self._sampler():
            return after
        return self._check(kernel, state, move, result_of(lambda: after), after)

    def _check(
        self,
        kernel: KernelPosition,
        state: State,
        move: Move,
        found: MoveResult,
        after: State | None = None,
    ) -> State:
        """Return the kernel's state if the reference engine agrees, else the reference engine's.

        A refusal always comes from the reference engine: it gives the player the reason, and it
        overrules a kernel that refuses a legal move.
        """
        self.counters.increment(COMPARED)
        outcome = _apply_or_refuse(state, move)
        expected = result_of(lambda: _state_or_raise(outcome))
        if kinds := mismatches(expected, found):
            kernel.discard()
            self.counters.increment(FALLBACKS)
            self._guard.report_move_mismatch(kinds, state, move, expected, found)
        elif after is not None:
            return after
        return _state_or_raise(outcome)

    def _query(
        self,
        state: State,
        by_reference: Callable[[State], _Result],
        by_kernel: Callable[[Engine], _Result],
        moves_of: Callable[[_Result], frozenset[Move]],
    ) -> _Result:
        """Ask the deciding engine; a deciding kernel is checked on the sampled share."""
        kernel = self._kernel
        if self._log_mode() is not RulesMode.KERNEL or kernel is None:
            return by_reference(state)
        try:
            found = by_kernel(kernel.at(state))
            moves = moves_of(found)
        except Exception as error:  # noqa: BLE001 - the game survives any failure of the kernel
            kernel.discard()
            vector = legal_moves_vector(state, "the kernel failed")
            self._guard.report_kernel_failure(error, vector)
            return by_reference(state)
        if not self._sampler():
            return found
        self.counters.increment(COMPARED)
        expected = by_reference(state)
        if moves == moves_of(expected):
            return found
        self.counters.increment(FALLBACKS)
        self._report_legal_moves_mismatch(state, moves_of(expected), moves)
        kernel.discard()
        return expected

    def _report_legal_moves_mismatch(
        self, state: State, expected: frozenset[Move], found: frozenset[Move]
    ) -> None:
        missing, extra = expected - found, found - expected
        message = (
            f"the engines generate different moves: the kernel has {len(missing)} missing,"
            f" {len(extra)} extra"
        )
        vector: dict[str, Any] = legal_moves_vector(
            state, message, _interactive(missing), _interactive(extra)
        )
        self._guard.report_mismatch(["validity"], message, vector)


def _apply_or_refuse(state: State, move: Move) -> State | IllegalMoveError:
    """Return what the reference engine decides; raise at once for what is no move at all."""
    try:
        return apply(state, move)
    except IllegalMoveError as refusal:
        return refusal


def _state_or_raise(outcome: State | IllegalMoveError) -> State:
    if isinstance(outcome, IllegalMoveError):
        raise outcome
    return outcome


def _interactive(moves: frozenset[Move]) -> list[Move]:
    """Return the moves a vector lists; a bookkeeping move has a field of its own there."""
    return sorted((move for move in moves if not move.bookkeeping), key=str)
