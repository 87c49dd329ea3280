"""What the backends of one process share: counters, the breaker, the thread that compares, the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import Any

from ringrift.kernel.breaker import Breaker
from ringrift.kernel.comparison import MISMATCHES, Answer
from ringrift.kernel.counters import BREAKS, DROPPED, FALLBACKS, MISSING, Counters
from ringrift.kernel.engines import HOW_TO_BUILD
from ringrift.kernel.evidence import vector_of_move
from ringrift.kernel.shadow import Job, Shadow
from ringrift.rules.moves import Move
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.kernel.modes")


class Oversight:
    """Hold one for all games of a process, and close it at its end."""

    def __init__(self, breaker: Breaker | None = None, queue_size: int = 1000) -> None:
        self.counters = Counters()
        self.breaker = breaker or Breaker()
        self._shadow = Shadow(queue_size)
        self._switched_off = False

    @property
    def switched_off(self) -> bool:
        """Whether the kill switch is pulled."""
        return self._switched_off

    def switch_off(self) -> None:
        """The kill switch: from the next move on the law decides alone, in every game."""
        self._switched_off = True

    def switch_on(self) -> None:
        """Let the games go back to their modes."""
        self._switched_off = False

    def compare_later(self, job: Job) -> None:
        """Compare off the move's path. A full queue drops the job and counts it."""
        if not self._shadow.offer(job):
            self.counters.add(DROPPED)

    def differ(
        self, kinds: Iterable[str], state: State, move: Move, law: Answer, kernel: Answer
    ) -> None:
        """The engines answered a move in different ways."""
        names = list(kinds)
        title = f"law and kernel differ in {' and '.join(names)} after {move}"
        self.note(
            names, f"{title}; law: {law}; kernel: {kernel}", vector_of_move(state, move, title)
        )

    def note(self, kinds: Iterable[str], what: str, vector: dict[str, Any]) -> None:
        """Count a difference by kind and log it with its vector; the breaker may open."""
        for kind in kinds:
            self.counters.add(MISMATCHES[kind])
        _log.error("%s; vector: %s", what, json.dumps(vector))
        self._note_difference()

    def fell_back(self, problem: Exception, vector: dict[str, Any]) -> None:
        """The kernel failed where it had to decide, and the law took over."""
        self.counters.add(FALLBACKS)
        _log.error(
            "the kernel failed, the law took over: %r; vector: %s", problem, json.dumps(vector)
        )
        self._note_difference()

    def kernel_missing(self) -> None:
        """A backend asked for a kernel that is not there. Said once, counted each time."""
        if self.counters.add(MISSING) == 1:
            _log.warning("the rules mode falls back to law: %s", HOW_TO_BUILD)

    def settle(self) -> None:
        """Wait until everything queued is compared."""
        self._shadow.settle()

    def close(self) -> None:
        """Compare what is queued and end the thread."""
        self._shadow.close()

    def _note_difference(self) -> None:
        if self.breaker.note_difference():
            self.counters.add(BREAKS)
            _log.critical(
                "%d differences within %g s: the rules mode falls back to law until the breaker is reset",
                self.breaker.limit,
                self.breaker.seconds,
            )
