"""Shrinks a difference: few moves, from a start with as few pieces as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ringrift.conformance.lockstep import Difference, Lockstep
from ringrift.conformance.shrink_positions import (
    clear_cells,
    forget_history,
    occupied_cells,
    reduce_hands,
    remove_bottom_rings,
)
from ringrift.conformance.vectors import Json
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import History, State
from ringrift.rules.wire import load_state

Proposals = Callable[[State], Iterator[Json]]
_MAX_TRIALS: Final = 1500


def shrink_difference(
    difference: Difference,
    tested: type[Engine],
    trusted: type[Engine] = ReferencePosition,
    trials: int = _MAX_TRIALS,
) -> Difference:
    """Return a smaller difference of the same kind, or the same one if no trial found any.

    First the number of moves is minimised; then pieces, rings and recorded history are removed
    from the start while the difference still shows.
    """
    search = _Shrinker(difference, tested, trusted, trials)
    if search.still_differs(difference.start, difference.moves):
        search.drop_leading_moves()
        while search.simplify_position():
            pass
    return search.best


class _Shrinker:
    """The smallest difference so far and the remaining trials."""

    def __init__(
        self, difference: Difference, tested: type[Engine], trusted: type[Engine], trials: int
    ) -> None:
        self.best = difference
        self._tested = tested
        self._trusted = trusted
        self._trials = trials

    def still_differs(self, start: State, moves: Sequence[Move]) -> bool:
        """Return whether a difference of this kind shows here; if so, keep it as the smallest."""
        if self._trials == 0:
            return False
        self._trials -= 1
        try:
            # Use an empty hash registry: the difference must not depend on earlier games.
            found = (
                Lockstep(self._tested, self._trusted)
                .replay(start, moves, (*self.best.invented, *self.best.misexplained))
                .difference
            )
        except RingRiftError:
            return False  # the moves are not legal from this start
        if found is None or found.kind != self.best.kind:
            return False
        self.best = found
        return True

    def drop_leading_moves(self) -> None:
        """Drop unneeded leading moves: go back in doubling steps, then search between them."""
        moves, states = self.best.moves, self._states_along_moves()
        first, failed = 0, len(moves) + 1
        for back in _doubling_offsets(len(moves)):
            tried = len(moves) - back
            if self.still_differs(states[tried], moves[tried:]):
                first = tried
                break
            failed = tried
        while failed - first > 1:
            middle = (first + failed) // 2
            if self.still_differs(states[middle], moves[middle:]):
                first = middle
            else:
                failed = middle

    def simplify_position(self) -> bool:
        """Remove what can be removed; return False if nothing could."""
        before = self.best.start
        size = len(occupied_cells(self.best.start))
        while size:
            for keys in _chunks(occupied_cells(self.best.start), size):
                self._try_positions(clear_cells(self.best.start, keys))
            size //= 2
        self._apply_until_stuck(remove_bottom_rings)
        self._apply_until_stuck(reduce_hands)
        self._apply_until_stuck(forget_history)
        return self.best.start != before

    def _apply_until_stuck(self, proposals: Proposals) -> None:
        while self._try_positions(proposals(self.best.start)):
            pass

    def _try_positions(self, wires: Iterable[Json]) -> bool:
        """Return whether one of these starts shows the difference too."""
        for wire in wires:
            try:
                start = load_state(wire)
            except RingRiftError:
                continue
            if start != self.best.start and self.still_differs(start, self.best.moves):
                return True
        return False

    def _states_along_moves(self) -> list[State]:
        """Return the states along the moves, each as if the game began there."""
        position = self._trusted.from_state(self.best.start)
        states = [position.to_state()]
        for move in self.best.moves:
            position.apply(move)
            states.append(position.to_state())
        return [state.replace(history=History()) for state in states]


def _doubling_offsets(most: int) -> Iterator[int]:
    """Yield 0, 1, 2, 4, ... and finally the maximum."""
    yield 0
    back = 1
    while back < most:
        yield back
        back *= 2
    yield most


def _chunks(keys: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (keys[at : at + size] for at in range(0, len(keys), size))
