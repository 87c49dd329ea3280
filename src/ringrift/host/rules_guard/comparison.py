"""Compare what both engines make of one move: validity, state hash and S."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ringrift.host.rules_guard.counters import HASH_MISMATCHES, S_MISMATCHES, VALIDITY_MISMATCHES
from ringrift.kernel.engines import Engine
from ringrift.rules import monotone_sum, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

MISMATCH_COUNTERS: Final = {
    "validity": VALIDITY_MISMATCHES,
    "hash": HASH_MISMATCHES,
    "s": S_MISMATCHES,
}


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What an engine made of a move: the state after it, or the error."""

    hash: str = ""
    s: int = 0
    error: Exception | None = None

    @property
    def refused(self) -> bool:
        """Whether the engine found the move illegal; any other error is its own failure."""
        return isinstance(self.error, RingRiftError)

    def __str__(self) -> str:
        if self.error is None:
            return f"state {self.hash}, S {self.s}"
        return f"{'refused' if self.refused else 'failed'}: {self.error!r}"


def result_of(play: Callable[[], State]) -> MoveResult:
    """Call `play` and describe the state it returns or the error it raises."""
    try:
        state = play()
        return MoveResult(state_hash(state), monotone_sum(state))
    except Exception as error:  # noqa: BLE001 - any exception of an engine is its result
        return MoveResult(error=error)


def mismatches(reference: MoveResult, kernel: MoveResult) -> list[str]:
    """Return the keys of `MISMATCH_COUNTERS` in which the results differ."""
    if reference.error is not None or kernel.error is not None:
        return [] if reference.refused and kernel.refused else ["validity"]
    return [name for name in ("hash", "s") if getattr(reference, name) != getattr(kernel, name)]


class KernelPosition:
    """The kernel's position of one game, kept from move to move.

    A new position for every move would hide errors in the kernel's incremental bookkeeping.
    """

    def __init__(self, kernel: type[Engine]) -> None:
        self._kernel = kernel
        self._position: Engine | None = None
        self._state: State | None = None  # the host's state that the position stands on

    def at(self, state: State) -> Engine:
        """Return the position of this state: the current one, or a new one after a jump."""
        if self._position is None or self._state is not state:
            self._position = self._kernel.from_state(state)
            self._state = state
        return self._position

    def play(self, state: State, move: Move) -> State:
        """Return the kernel's state after the move and stand on it."""
        position = self.at(state)
        self.discard()  # kept only if nothing below raises
        position.apply(move)
        after = position.to_state().replace(history=state.history.then(move))
        self._position, self._state = position, after
        return after

    def adopt(self, state: State) -> None:
        """Stand on this state of the host, which equals the position's own."""
        self._state = state

    def discard(self) -> None:
        self._position = self._state = None
