"""Parity: what is walked in lockstep. Random games, positions by chance, and every given vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from random import Random
from typing import Final, Protocol, cast, runtime_checkable

from ringrift.conformance.lockstep import Difference, Lockstep, WalkResult
from ringrift.conformance.positions import random_position
from ringrift.conformance.random_play import choose_uniformly, prefer_rare_moves
from ringrift.conformance.soak import max_game_length
from ringrift.conformance.vectors import GameVector, PerftVector, Scenario, Vector
from ringrift.kernel.engines import Engine
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import load_move, load_state

MOVES_FROM_POSITION: Final = 12
ILLEGAL_MOVES: Final = 2  # that are explained by both engines in every state
TREE_MOVES: Final = 200  # of a perft vector that are walked in lockstep; the whole tree is counted


@dataclass(frozen=True, slots=True)
class ParityRun:
    """One walk of both engines and what came of it."""

    name: str
    moves: int
    nodes: int = 0  # counted by perft
    difference: Difference | None = None


@runtime_checkable
class CountsPerft(Protocol):
    """An engine that counts move sequences itself."""

    def perft(self, depth: int, /) -> int: ...


class Parity:
    """Compares an engine with the reference engine; remembers hashes across runs."""

    def __init__(
        self,
        tested: type[Engine],
        tree_moves: int = TREE_MOVES,
        illegal: int = ILLEGAL_MOVES,
    ) -> None:
        self.lockstep = Lockstep(tested, illegal=illegal)
        self._tree_moves = tree_moves

    def runs(
        self, setups: Sequence[Setup], games: int, positions: int, seed: int
    ) -> Iterator[ParityRun]:
        """Run games and positions, mixed evenly, over the setups in turn; run i uses `seed` + i."""
        order = merge(
            ((number / games, "game", number) for number in range(games)),
            ((number / positions, "position", number) for number in range(positions)),
        )
        for _, what, number in order:
            setup = setups[number % len(setups)]
            yield (self.game if what == "game" else self.position)(setup, seed + number)

    def game(self, setup: Setup, seed: int) -> ParityRun:
        """A whole random game; an odd seed has a taste for rare moves."""
        start = setup.new_game()
        chooser = prefer_rare_moves if seed % 2 else choose_uniformly
        return _to_run(
            f"game {setup}, seed {seed}",
            self.lockstep.play_randomly(start, Random(seed), max_game_length(setup), chooser),
        )

    def position(self, setup: Setup, seed: int) -> ParityRun:
        """A position by chance and a few moves from it."""
        rng = Random(seed)
        start = random_position(setup, rng)
        walk = self.lockstep.play_randomly(start, rng, MOVES_FROM_POSITION, prefer_rare_moves)
        return _to_run(f"position {setup}, seed {seed}", walk)

    def check_vector(self, vector: Vector) -> ParityRun:
        """The states and moves of a vector; the counts of perft."""
        match vector:
            case PerftVector():
                return self._check_perft(vector)
            case GameVector():
                moves = [load_move(step.move) for step in vector.steps]
                return _to_run(vector.id, self.lockstep.replay(load_state(vector.initial), moves))
            case Scenario():
                return self._replay_scenario(vector)

    def _replay_scenario(self, scenario: Scenario) -> ParityRun:
        if scenario.script is None:
            return ParityRun(
                scenario.id, 0
            )  # a state that is refused on import: no engine ever sees it
        moves = [load_move(step.move) for step in scenario.script.steps]
        never = [load_move(move) for move in scenario.script.final_legal.not_containing]
        return _to_run(
            scenario.id, self.lockstep.replay(load_state(scenario.initial), moves, never)
        )

    def _check_perft(self, vector: PerftVector) -> ParityRun:
        setup = vector.setup
        start = setup.new_game() if vector.state is None else load_state(vector.state)
        depth = len(vector.counts)
        walk = self.lockstep.play_all_sequences(start, depth - 1, self._tree_moves)
        if walk.difference is None:
            counts = self._perft_counts(start, depth)
            if counts != vector.counts:
                walk = self._find_count_difference(start, vector.counts, counts)
        return ParityRun(vector.id, walk.moves, sum(vector.counts), walk.difference)

    def _perft_counts(self, start: State, depth: int) -> tuple[int, ...]:
        position = self.lockstep.tested.from_state(start)
        if isinstance(position, CountsPerft):
            counter = cast("CountsPerft", position)
            return tuple(counter.perft(plies) for plies in range(1, depth + 1))
        counts = [0] * depth
        _count_sequences(position, 0, counts)
        return tuple(counts)

    def _find_count_difference(
        self, start: State, expected: tuple[int, ...], found: tuple[int, ...]
    ) -> WalkResult:
        """The place in the tree that explains a wrong count; the start itself if none does."""
        walk = self.lockstep.play_all_sequences(start, len(expected) - 1, sum(expected[:-1]))
        if walk.difference is not None:
            return walk
        what = "the numbers of move sequences"
        return WalkResult(
            walk.moves, Difference("perft", start, (), what, str(expected), str(found))
        )


def _count_sequences(position: Engine, ply: int, counts: list[int]) -> None:
    """Count the sequences from a position, as `ringrift.conformance.perft` does for the rules."""
    required = position.bookkeeping()
    moves = position.legal_moves() if required is None else (required,)
    counts[ply] += len(moves)
    if ply + 1 < len(counts):
        for move in moves:
            position.apply(move)
            _count_sequences(position, ply + 1, counts)
            position.undo()


def _to_run(name: str, walk: WalkResult) -> ParityRun:
    return ParityRun(name, walk.moves, difference=walk.difference)
