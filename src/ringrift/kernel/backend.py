"""The rules as a host asks for them: whichever engine decides, with the other one watching."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from ringrift.kernel.comparison import Answer, Follower, answer, differing
from ringrift.kernel.counters import COMPARED, FALLBACKS, Counters
from ringrift.kernel.engines import Engine, KernelMissingError, installed_kernel
from ringrift.kernel.evidence import vector_of_move, vector_of_offer
from ringrift.kernel.modes import KILL_VARIABLE, RulesMode, kernel_disabled, rules_mode
from ringrift.kernel.oversight import Oversight
from ringrift.kernel.sampling import Sampler, every
from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.errors import IllegalMoveError, RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.kernel.modes")
_Found = TypeVar("_Found")
COMPARED_SHARE: Final = (
    20  # of the kernel's answers the law compares one in so many, unless told otherwise
)


@dataclass(frozen=True, slots=True)
class Standing:
    """The mode in force; where it is not the one that was chosen, why."""

    mode: RulesMode
    chosen: RulesMode
    why: str = ""


class RulesBackend:
    """The rules for one game; calls come one at a time. Close it when the game is over.

    The host keeps the states, which are values, and may go on from any of them. `oversight` is shared by the
    games of a process; without one the backend has its own.
    """

    def __init__(
        self,
        mode: str | None = None,
        *,
        oversight: Oversight | None = None,
        sampler: Sampler | None = None,
        kernel: type[Engine] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        environment = os.environ if environment is None else environment
        self._chosen = rules_mode(mode, environment)
        self._killed = kernel_disabled(environment)
        self._own_oversight = oversight is None
        self._oversight = Oversight() if oversight is None else oversight
        self._sampler = every(COMPARED_SHARE) if sampler is None else sampler
        self._follower = self._follow(kernel)
        self._said = Standing(self._chosen, self._chosen)

    def _follow(self, kernel: type[Engine] | None) -> Follower | None:
        if self._chosen is RulesMode.LAW or self._killed:
            return None
        try:
            return Follower(installed_kernel() if kernel is None else kernel)
        except KernelMissingError:
            self._oversight.kernel_missing()
            return None

    @property
    def standing(self) -> Standing:
        """The mode in force and why, as of now."""
        if self._chosen is RulesMode.LAW:
            return Standing(RulesMode.LAW, self._chosen)
        for why, holds in (
            (f"{KILL_VARIABLE} is set", self._killed),
            ("the kernel is not built", self._follower is None),
            ("the kernel was switched off", self._oversight.switched_off),
            ("the breaker is open: too many differences", self._oversight.breaker.is_open),
        ):
            if holds:
                return Standing(RulesMode.LAW, self._chosen, why)
        return Standing(self._chosen, self._chosen)

    @property
    def mode(self) -> RulesMode:
        """The mode in force."""
        return self.standing.mode

    @property
    def counters(self) -> Counters:
        """What was compared, differed, was dropped or fell back; shared with the oversight."""
        return self._oversight.counters

    def apply(self, state: State, move: Move) -> State:
        """The state after the move; a move that is not legal raises `IllegalMoveError`."""
        match self._in_force(), self._follower:
            case RulesMode.SHADOW, Follower() as follower:
                return self._apply_with_shadow(follower, state, move)
            case RulesMode.KERNEL, Follower() as follower:
                return self._apply_by_kernel(follower, state, move)
            case _:
                return apply(state, move)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """The interactive moves, in the order of the engine that decides."""
        return self._offer(
            state, legal_moves, lambda position: tuple(position.legal_moves()), frozenset
        )

    def bookkeeping(self, state: State) -> Move | None:
        """R075: the move that must be applied where nothing can be chosen."""
        return self._offer(
            state,
            bookkeeping,
            lambda position: position.bookkeeping(),
            lambda move: frozenset() if move is None else frozenset({move}),
        )

    def settle(self) -> None:
        """Wait until everything queued is compared."""
        self._oversight.settle()

    def close(self) -> None:
        """Compare what is queued and end the thread, unless they belong to a shared oversight."""
        if self._own_oversight:
            self._oversight.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _in_force(self) -> RulesMode:
        """The mode in force, said whenever it has changed."""
        standing = self.standing
        if standing != self._said:
            self._said = standing
            _log.warning("rules mode: %s (%s)", standing.mode, standing.why or "as chosen")
        return standing.mode

    def _apply_with_shadow(self, follower: Follower, state: State, move: Move) -> State:
        outcome = _by_law(state, move)
        self._oversight.compare_later(lambda: self._compare(follower, state, move, outcome))
        return _settled(outcome)

    def _compare(
        self, follower: Follower, state: State, move: Move, outcome: State | IllegalMoveError
    ) -> None:
        """Let the kernel follow a move that the law has decided."""
        self.counters.add(COMPARED)
        law, kernel = answer(lambda: _settled(outcome)), answer(lambda: follower.play(state, move))
        if kinds := differing(law, kernel):
            follower.forget()
            self._oversight.differ(kinds, state, move, law, kernel)
        elif isinstance(outcome, State):
            follower.stand_on(outcome)

    def _apply_by_kernel(self, follower: Follower, state: State, move: Move) -> State:
        try:
            after = follower.play(state, move)
        except RingRiftError as refusal:
            return self._checked(follower, state, move, Answer(problem=refusal))
        except Exception as problem:  # noqa: BLE001 - however the kernel fails, the game goes on
            outcome = _by_law(state, move)
            self._oversight.fell_back(problem, vector_of_move(state, move, "the kernel fails"))
            return _settled(outcome)
        if not self._sampler():
            return after
        return self._checked(follower, state, move, answer(lambda: after), after)

    def _checked(
        self,
        follower: Follower,
        state: State,
        move: Move,
        kernel: Answer,
        after: State | None = None,
    ) -> State:
        """The kernel's state if the law agrees with it, else the law's; a refusal is the law's in any case.

        So a player learns the reason from the law, and a kernel that refuses what is legal is overruled.
        """
        self.counters.add(COMPARED)
        outcome = _by_law(state, move)
        law = answer(lambda: _settled(outcome))
        if kinds := differing(law, kernel):
            follower.forget()
            self.counters.add(FALLBACKS)
            self._oversight.differ(kinds, state, move, law, kernel)
        elif after is not None:
            return after
        return _settled(outcome)

    def _offer(
        self,
        state: State,
        of_law: Callable[[State], _Found],
        of_kernel: Callable[[Engine], _Found],
        moves_in: Callable[[_Found], frozenset[Move]],
    ) -> _Found:
        """What the engine that decides offers; a deciding kernel is compared on the sampled share."""
        follower = self._follower
        if self._in_force() is not RulesMode.KERNEL or follower is None:
            return of_law(state)
        try:
            found = of_kernel(follower.position(state))
            moves = moves_in(found)
        except Exception as problem:  # noqa: BLE001 - however the kernel fails, the game goes on
            follower.forget()
            self._oversight.fell_back(problem, vector_of_offer(state, "the kernel fails"))
            return of_law(state)
        if not self._sampler():
            return found
        self.counters.add(COMPARED)
        lawful = of_law(state)
        if moves == moves_in(lawful):
            return found
        self.counters.add(FALLBACKS)
        self._note_offer(state, moves_in(lawful), moves)
        follower.forget()
        return lawful

    def _note_offer(self, state: State, lawful: frozenset[Move], found: frozenset[Move]) -> None:
        lacking, invented = lawful - found, found - lawful
        what = f"law and kernel offer different moves: {len(lacking)} lacking, {len(invented)} invented"
        vector: dict[str, Any] = vector_of_offer(state, what, _real(lacking), _real(invented))
        self._oversight.note(["validity"], what, vector)


def _by_law(state: State, move: Move) -> State | IllegalMoveError:
    """What the law decides; something that is no move at all is refused on the spot."""
    try:
        return apply(state, move)
    except IllegalMoveError as refusal:
        return refusal


def _settled(outcome: State | IllegalMoveError) -> State:
    """The state, or the refusal raised."""
    if isinstance(outcome, IllegalMoveError):
        raise outcome
    return outcome


def _real(moves: frozenset[Move]) -> list[Move]:
    """The interactive ones, which the vector lists; a bookkeeping move has its own field there."""
    return sorted((move for move in moves if not move.bookkeeping), key=str)
