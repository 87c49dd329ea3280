"""Soak: many random games with every invariant checked, watched for games that stand still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Final

from ringrift.contract.positions import random_position
from ringrift.contract.random_play import Step, any_move, rare_move, walk
from ringrift.contract.vectors import Setup
from ringrift.rules import State, new_game, state_hash, transition_violations, violations
from ringrift.rules.grid import grid_named

_MOVES_A_CELL: Final = 100  # a random game needs about five


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that must not happen, and how to see it again."""

    setup: Setup
    seed: int
    move: int  # the number of moves before it
    what: str

    def __str__(self) -> str:
        setup = f"{self.setup.board}, {self.setup.players} players, {self.setup.edition}"
        return f"{setup}, seed {self.seed}, after {self.move} moves: {self.what}"


@dataclass(frozen=True, slots=True)
class SoakedGame:
    """One game of a soak."""

    setup: Setup
    seed: int
    length: int  # in moves, bookkeeping included
    reason: str | None  # None: it did not end
    types: Counter[str]
    troubles: tuple[Trouble, ...]


@dataclass(slots=True)
class SoakReport:
    """What a soak saw."""

    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    troubles: list[Trouble] = field(default_factory=list)

    def add(self, game: SoakedGame) -> None:
        self.lengths.append(game.length)
        self.reasons[game.reason or "did not end"] += 1
        self.types += game.types
        self.troubles += game.troubles

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def moves(self) -> int:
        return sum(self.lengths)

    @property
    def length_summary(self) -> tuple[int, float, int]:
        """Shortest, median, longest; zeros if no game was played."""
        if not self.lengths:
            return 0, 0.0, 0
        return min(self.lengths), median(self.lengths), max(self.lengths)


def soak(setups: Iterable[Setup], games: int, seed: int) -> Iterator[SoakedGame]:
    """Play that many games, the setups in turn; game i is played with seed + i.

    Every other round of setups starts from mid-game positions and prefers rare moves, so that corners which
    plain random games hardly see are soaked too.
    """
    turns = list(setups)
    for number in range(games):
        from_position = number // len(turns) % 2 == 1
        yield soak_game(turns[number % len(turns)], seed + number, from_position)


def soak_game(setup: Setup, seed: int, from_position: bool = False) -> SoakedGame:
    """Play one random game with all checks on."""
    rng = Random(seed)
    start = (
        random_position(setup, rng) if from_position else new_game(setup.board, setup.players, setup.edition)
    )
    watch = Watch(setup, seed, start)
    steps = walk(start, rng, action_budget(setup), rare_move if from_position else any_move)
    for step in steps:
        watch.see(step)
        if watch.troubles:
            break
    return watch.game()


def action_budget(setup: Setup) -> int:
    """More moves than any game can need; a game that takes them all stands still somehow [R191]."""
    return _MOVES_A_CELL * len(grid_named(setup.board))


def _position(state: State) -> Hashable:
    """All of a state but what only counts: a game that moves on has none twice, whatever turn it is."""
    rings = tuple((seat.hand, seat.eliminated) for seat in state.seats)
    return state.board, rings, state.player, state.phase, state.turn, state.swap_used


class Watch:
    """Looks at a game step by step."""

    def __init__(self, setup: Setup, seed: int, start: State) -> None:
        self.setup = setup
        self.seed = seed
        self.state = start
        self.length = 0
        self.types: Counter[str] = Counter()
        self.troubles: list[Trouble] = []
        self._seen = {_position(start)}
        self._complain(f"[{v.rule}] {v.message}" for v in violations(start))

    def see(self, step: Step) -> None:
        """Check one step: the invariants, progress, and that the position was never seen before."""
        self.length += 1
        self.types[step.move.type] += 1
        self.state = step.after
        found = [*violations(step.after), *transition_violations(step.before, step.move, step.after)]
        self._complain(f"[{v.rule}] {v.message}" for v in found)
        position = _position(step.after)
        if step.after.outcome is None and position in self._seen:
            self._complain([f"[R191] a position came back; the state is {state_hash(step.after)}"])
        self._seen.add(position)

    def game(self) -> SoakedGame:
        """What became of the game. One that did not end by itself used its budget up, or ran into trouble."""
        outcome = self.state.outcome
        if outcome is None and not self.troubles:
            self._complain([f"[R191] the game goes on after its budget of {self.length} moves"])
        reason = None if outcome is None else outcome.reason
        return SoakedGame(self.setup, self.seed, self.length, reason, self.types, tuple(self.troubles))

    def _complain(self, complaints: Iterable[str]) -> None:
        self.troubles += [Trouble(self.setup, self.seed, self.length, what) for what in complaints]
