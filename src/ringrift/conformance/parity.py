"""Parity: what is walked in lockstep. Random games, positions by chance, and every given vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from random import Random
from typing import Final, Protocol, cast, runtime_checkable

from ringrift.conformance.lockstep import Difference, Lockstep, Walk
from ringrift.conformance.positions import random_position
from ringrift.conformance.random_play import any_move, rare_move
from ringrift.conformance.soak import action_budget
from ringrift.conformance.vectors import GameVector, PerftVector, Scenario, Vector
from ringrift.kernel.engines import Engine
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import load_move, load_state

MOVES_FROM_POSITION: Final = 12
TREE_MOVES: Final = 200  # of a perft vector that are walked in lockstep; the whole tree is counted


@dataclass(frozen=True, slots=True)
class Run:
    """One walk of both engines and what came of it."""

    name: str
    moves: int
    nodes: int = 0  # counted by perft
    difference: Difference | None = None


@runtime_checkable
class Counting(Protocol):
    """An engine that counts move sequences itself."""

    def perft(self, depth: int, /) -> int: ...


class Parity:
    """Compares an engine with the law, run by run; hashes are remembered from one run to the next."""

    def __init__(self, tested: type[Engine], tree_moves: int = TREE_MOVES) -> None:
        self.lockstep = Lockstep(tested)
        self._tree_moves = tree_moves

    def runs(self, setups: Sequence[Setup], games: int, positions: int, seed: int) -> Iterator[Run]:
        """So many games and positions, mixed evenly, the setups in turn; each has the seed `seed` + i."""
        order = merge(
            ((number / games, "game", number) for number in range(games)),
            ((number / positions, "position", number) for number in range(positions)),
        )
        for _, what, number in order:
            setup = setups[number % len(setups)]
            yield (self.game if what == "game" else self.position)(setup, seed + number)

    def game(self, setup: Setup, seed: int) -> Run:
        """A whole random game; an odd seed has a taste for rare moves."""
        start = setup.new_game()
        chooser = rare_move if seed % 2 else any_move
        return _run(
            f"game {setup}, seed {seed}",
            self.lockstep.wander(start, Random(seed), action_budget(setup), chooser),
        )

    def position(self, setup: Setup, seed: int) -> Run:
        """A position by chance and a few moves from it."""
        rng = Random(seed)
        start = random_position(setup, rng)
        walk = self.lockstep.wander(start, rng, MOVES_FROM_POSITION, rare_move)
        return _run(f"position {setup}, seed {seed}", walk)

    def vector(self, vector: Vector) -> Run:
        """The states and moves of a vector; the counts of perft."""
        match vector:
            case PerftVector():
                return self._perft(vector)
            case GameVector():
                moves = [load_move(step.move) for step in vector.steps]
                return _run(vector.id, self.lockstep.replay(load_state(vector.initial), moves))
            case Scenario():
                return self._scenario(vector)

    def _scenario(self, scenario: Scenario) -> Run:
        if scenario.story is None:
            return Run(scenario.id, 0)  # a state that is refused on import: no engine ever sees it
        moves = [load_move(step.move) for step in scenario.story.steps]
        never = [load_move(move) for move in scenario.story.final_legal.not_containing]
        return _run(scenario.id, self.lockstep.replay(load_state(scenario.initial), moves, never))

    def _perft(self, vector: PerftVector) -> Run:
        setup = vector.setup
        start = setup.new_game() if vector.state is None else load_state(vector.state)
        depth = len(vector.counts)
        walk = self.lockstep.explore(start, depth - 1, self._tree_moves)
        if walk.difference is None:
            counts = self._counts(start, depth)
            if counts != vector.counts:
                walk = self._uncounted(start, vector.counts, counts)
        return Run(vector.id, walk.moves, sum(vector.counts), walk.difference)

    def _counts(self, start: State, depth: int) -> tuple[int, ...]:
        position = self.lockstep.tested.from_state(start)
        if isinstance(position, Counting):
            counter = cast("Counting", position)
            return tuple(counter.perft(plies) for plies in range(1, depth + 1))
        counts = [0] * depth
        _count(position, 0, counts)
        return tuple(counts)

    def _uncounted(self, start: State, expected: tuple[int, ...], found: tuple[int, ...]) -> Walk:
        """The place in the tree that explains a wrong count; the start itself if none does."""
        walk = self.lockstep.explore(start, len(expected) - 1, sum(expected[:-1]))
        if walk.difference is not None:
            return walk
        what = "the numbers of move sequences"
        return Walk(walk.moves, Difference("perft", start, (), what, str(expected), str(found)))


def _count(position: Engine, ply: int, counts: list[int]) -> None:
    """Count the sequences from a position, as `ringrift.conformance.perft` does for the law."""
    required = position.bookkeeping()
    moves = position.legal_moves() if required is None else (required,)
    counts[ply] += len(moves)
    if ply + 1 < len(counts):
        for move in moves:
            position.apply(move)
            _count(position, ply + 1, counts)
            position.undo()


def _run(name: str, walk: Walk) -> Run:
    return Run(name, walk.moves, difference=walk.difference)
