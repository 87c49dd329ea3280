"""Parity runs in lockstep: random games, random positions and conformance vectors."""

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
ILLEGAL_MOVES: Final = 2  # illegal moves that both engines explain in each state
TREE_MOVES: Final = 200  # moves of a perft vector walked in lockstep; perft counts the whole tree


@dataclass(frozen=True, slots=True)
class ParityRun:
    """One walk of both engines and its result."""

    name: str
    moves: int
    nodes: int = 0  # counted by perft
    difference: Difference | None = None


@runtime_checkable
class CountsPerft(Protocol):
    """An engine that implements perft itself."""

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
        """Play a complete random game; odd seeds prefer rare moves."""
        start = setup.new_game()
        chooser = prefer_rare_moves if seed % 2 else choose_uniformly
        return _to_run(
            f"game {setup}, seed {seed}",
            self.lockstep.play_randomly(start, Random(seed), max_game_length(setup), chooser),
        )

    def position(self, setup: Setup, seed: int) -> ParityRun:
        """Play a few moves from a random position."""
        rng = Random(seed)
        start = random_position(setup, rng)
        walk = self.lockstep.play_randomly(start, rng, MOVES_FROM_POSITION, prefer_rare_moves)
        return _to_run(f"position {setup}, seed {seed}", walk)

    def check_vector(self, vector: Vector) -> ParityRun:
        """Check the states and moves of a vector, or its perft counts."""
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
            # import rejects the state, so no engine sees it
            return ParityRun(scenario.id, 0)
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
        """Return the walk to the node that explains a wrong count, or to the start if none does."""
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
