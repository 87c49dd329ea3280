"""One move asked of both engines: validity, state hash and S, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ringrift.kernel.counters import HASH_MISMATCHES, S_MISMATCHES, VALIDITY_MISMATCHES
from ringrift.kernel.engines import Engine
from ringrift.rules import progress, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

MISMATCHES: Final = {"validity": VALIDITY_MISMATCHES, "hash": HASH_MISMATCHES, "s": S_MISMATCHES}


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine made of a move: the state after it, or why there is none."""

    hash: str = ""
    s: int = 0
    problem: Exception | None = None

    @property
    def refused(self) -> bool:
        """The move was illegal. Any other problem is the engine's own."""
        return isinstance(self.problem, RingRiftError)

    def __str__(self) -> str:
        if self.problem is None:
            return f"state {self.hash}, S {self.s}"
        return f"{'refused' if self.refused else 'failed'}: {self.problem!r}"


def answer(ask: Callable[[], State]) -> Answer:
    """The answer to a question that ends in a state, in a refusal or in anything else."""
    try:
        state = ask()
        return Answer(state_hash(state), progress(state))
    except Exception as problem:  # noqa: BLE001 - whatever an engine raises is its answer
        return Answer(problem=problem)


def differing(law: Answer, kernel: Answer) -> list[str]:
    """In which of `MISMATCHES` the kernel's answer differs."""
    if law.problem is not None or kernel.problem is not None:
        return [] if law.refused and kernel.refused else ["validity"]
    return [name for name in ("hash", "s") if getattr(law, name) != getattr(kernel, name)]


class Follower:
    """The kernel's position of one game, kept from move to move.

    Starting it anew for every move would hide what goes wrong in the kernel's own bookkeeping.
    """

    def __init__(self, kernel: type[Engine]) -> None:
        self._kernel = kernel
        self._position: Engine | None = None
        self._state: State | None = None  # where the position stands, as the host knows it

    def position(self, state: State) -> Engine:
        """The position that stands on this state: the one kept, or a new one where the game jumped."""
        if self._position is None or self._state is not state:
            self._position = self._kernel.from_state(state)
            self._state = state
        return self._position

    def play(self, state: State, move: Move) -> State:
        """The kernel's state after the move; the position stands on it."""
        position = self.position(state)
        self.forget()  # unless all goes well
        position.apply(move)
        after = position.to_state().but(history=state.history.then(move))
        self._position, self._state = position, after
        return after

    def stand_on(self, state: State) -> None:
        """The host goes on from this state, equal to the one that the position stands on."""
        self._state = state

    def forget(self) -> None:
        self._position = self._state = None
