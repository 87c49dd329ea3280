"""Counters of the rules guard, under the metric names that a server exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Final

VALIDITY_MISMATCHES: Final = "rules_parity_validity_mismatch_total"
HASH_MISMATCHES: Final = "rules_parity_hash_mismatch_total"
S_MISMATCHES: Final = "rules_parity_s_mismatch_total"
COMPARED: Final = "rules_parity_compared_total"  # results of the kernel that were compared
DROPPED: Final = "rules_parity_dropped_total"  # not compared: the queue was full
FALLBACKS: Final = "rules_backend_fallback_total"  # results replaced by the reference engine's
KERNEL_MISSING: Final = "rules_kernel_missing_total"  # backends that found no kernel built
BREAKER_OPENED: Final = "rules_breaker_opened_total"
INVARIANTS_CHECKED: Final = "rules_invariant_checked_total"  # states of live games
INVARIANT_VIOLATIONS: Final = "rules_invariant_violation_total"  # states that break one
COUNTER_NAMES: Final = (
    VALIDITY_MISMATCHES,
    HASH_MISMATCHES,
    S_MISMATCHES,
    COMPARED,
    DROPPED,
    FALLBACKS,
    KERNEL_MISSING,
    BREAKER_OPENED,
    INVARIANTS_CHECKED,
    INVARIANT_VIOLATIONS,
)


class Counters(Mapping[str, int]):
    """A thread-safe mapping from metric name to a count that only grows."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(COUNTER_NAMES, 0)
        self._lock = Lock()

    def increment(self, name: str) -> int:
        """Add one; return the new count."""
        with self._lock:
            self._counts[name] += 1
            return self._counts[name]

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COUNTER_NAMES)

    def __len__(self) -> int:
        return len(COUNTER_NAMES)

    def __repr__(self) -> str:
        return f"Counters({dict(self)})"
