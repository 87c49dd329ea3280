"""The rules guard of one process: counters, circuit breaker, comparison thread and log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from ringrift.host.rules_guard.circuit_breaker import CircuitBreaker
from ringrift.host.rules_guard.comparison import MISMATCH_COUNTERS, MoveResult
from ringrift.host.rules_guard.comparison_thread import ComparisonThread, Job
from ringrift.host.rules_guard.counters import (
    BREAKER_OPENED,
    DROPPED,
    FALLBACKS,
    INVARIANT_VIOLATIONS,
    INVARIANTS_CHECKED,
    KERNEL_MISSING,
    Counters,
)
from ringrift.host.rules_guard.mismatch_vectors import move_vector
from ringrift.host.rules_guard.rollout import Rollout
from ringrift.kernel.engines import HOW_TO_BUILD
from ringrift.rules.invariants import find_step_violations
from ringrift.rules.moves import Move
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.host.rules_guard")


class RulesGuard:
    """What the backends of a process share. Close it when the process ends."""

    def __init__(self, breaker: CircuitBreaker | None = None, queue_size: int = 1000) -> None:
        self.counters = Counters()
        self.breaker = breaker or CircuitBreaker()
        self._thread = ComparisonThread(queue_size)
        self._kernel_disabled = False
        self.rollout = Rollout()  # replaced as a whole, when the operator changes it

    @property
    def kernel_disabled(self) -> bool:
        """Whether the kill switch is on."""
        return self._kernel_disabled

    @property
    def is_kernel_out(self) -> bool:
        """Whether the reference engine decides every game, by the kill switch or the breaker."""
        return self._kernel_disabled or self.breaker.is_open

    def disable_kernel(self) -> None:
        """Turn the kill switch on: from the next move, the reference engine decides every game."""
        self._kernel_disabled = True

    def enable_kernel(self) -> None:
        """Turn the kill switch off: games return to their modes."""
        self._kernel_disabled = False

    def compare_in_background(self, job: Job) -> None:
        """Queue a comparison. A full queue drops and counts it."""
        if not self._thread.submit(job):
            self.counters.increment(DROPPED)

    def check_invariants(self, before: State, move: Move, after: State, *, by_kernel: bool) -> None:
        """Queue a check of the state after a move; report what does not hold."""

        def check() -> None:
            self.counters.increment(INVARIANTS_CHECKED)
            violations = find_step_violations(before, move, after)
            if not violations:
                return
            self.counters.increment(INVARIANT_VIOLATIONS)
            title = "; ".join(f"[{one.rule}] {one.message}" for one in violations)
            vector = json.dumps(move_vector(before, move, title))
            _log.error("an invariant does not hold: %s; vector: %s", title, vector)
            if by_kernel:
                self._record_mismatch()

        self.compare_in_background(check)

    def report_move_mismatch(
        self,
        kinds: Iterable[str],
        state: State,
        move: Move,
        reference: MoveResult,
        kernel: MoveResult,
    ) -> None:
        """Report that the engines made different things of a move."""
        names = list(kinds)
        title = f"the engines differ in {' and '.join(names)} after {move}"
        self.report_mismatch(
            names,
            f"{title}; python: {reference}; kernel: {kernel}",
            move_vector(state, move, title),
        )

    def report_mismatch(self, kinds: Iterable[str], message: str, vector: dict[str, Any]) -> None:
        """Count a mismatch by kind and log it with its vector; this may open the breaker."""
        for kind in kinds:
            self.counters.increment(MISMATCH_COUNTERS[kind])
        _log.error("%s; vector: %s", message, json.dumps(vector))
        self._record_mismatch()

    def report_kernel_failure(self, error: Exception, vector: dict[str, Any]) -> None:
        """Report that a deciding kernel failed and the reference engine took over."""
        self.counters.increment(FALLBACKS)
        _log.error(
            "the kernel failed, and the reference engine took over: %r; vector: %s",
            error,
            json.dumps(vector),
        )
        self._record_mismatch()

    def report_kernel_missing(self) -> None:
        """Report that the kernel is not built: logged once, counted each time."""
        if self.counters.increment(KERNEL_MISSING) == 1:
            _log.warning("the rules mode falls back to python: %s", HOW_TO_BUILD)

    def add_counts(self, counts: Mapping[str, int]) -> None:
        """Add what the guard of another process counted; its mismatches may open this breaker."""
        for name, count in counts.items():
            for _ in range(count):
                self.counters.increment(name)
                if name in MISMATCH_COUNTERS.values() or name == FALLBACKS:
                    self._record_mismatch()

    def wait_for_comparisons(self) -> None:
        """Wait until every queued comparison has run."""
        self._thread.join()

    def close(self) -> None:
        """Run the queued comparisons and end the thread."""
        self._thread.close()

    def _record_mismatch(self) -> None:
        if self.breaker.record_mismatch():
            self.counters.increment(BREAKER_OPENED)
            _log.critical(
                "%d mismatches within %g s: the rules mode falls back to python until the breaker"
                " is reset",
                self.breaker.limit,
                self.breaker.seconds,
            )
