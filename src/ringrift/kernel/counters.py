"""Counts of what the rules modes saw, under the names that a server exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Final

VALIDITY_MISMATCHES: Final = "rules_parity_validity_mismatch_total"
HASH_MISMATCHES: Final = "rules_parity_hash_mismatch_total"
S_MISMATCHES: Final = "rules_parity_s_mismatch_total"
COMPARED: Final = "rules_parity_compared_total"  # answers of the kernel held against the law's
DROPPED: Final = "rules_parity_dropped_total"  # not compared: the queue was full
FALLBACKS: Final = "rules_backend_fallback_total"  # answers that the law gave in the kernel's place
MISSING: Final = "rules_kernel_missing_total"  # backends that asked for a kernel that is not built
BREAKS: Final = "rules_breaker_opened_total"
NAMES: Final = (
    VALIDITY_MISMATCHES,
    HASH_MISMATCHES,
    S_MISMATCHES,
    COMPARED,
    DROPPED,
    FALLBACKS,
    MISSING,
    BREAKS,
)


class Counters(Mapping[str, int]):
    """A mapping from name to count. Counts only grow; any thread may add to them."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(NAMES, 0)
        self._lock = Lock()

    def add(self, name: str) -> int:
        """Count one more; the count so far."""
        with self._lock:
            self._counts[name] += 1
            return self._counts[name]

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __repr__(self) -> str:
        return f"Counters({dict(self)})"
