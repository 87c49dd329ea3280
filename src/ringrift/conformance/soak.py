"""Soak test: many random games, with every invariant checked and stalled games detected."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, Literal, get_args

from ringrift.conformance.perft import moves_to_play
from ringrift.conformance.positions import random_position
from ringrift.conformance.random_play import (
    ApplyMove,
    Step,
    choose_uniformly,
    play_randomly,
    prefer_rare_moves,
)
from ringrift.rules import (
    InvariantChecks,
    State,
    Violation,
    apply,
    find_step_violations,
    find_violations,
    state_hash,
)
from ringrift.rules.grid import grid_named
from ringrift.rules.position_string import dump_position
from ringrift.rules.setup import Setup

StartKind = Literal["new", "mid-game"]
STARTS: Final[tuple[StartKind, ...]] = get_args(StartKind)
_MOVES_PER_CELL: Final = 100  # a random game needs about five


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """The origin of a soak game: equal values reproduce the same game."""

    setup: Setup
    seed: int
    start: StartKind = "new"

    def __str__(self) -> str:
        begun = "a new game" if self.start == "new" else "a mid-game position"
        return f"{self.setup}, {begun}, seed {self.seed}"

    @property
    def command(self) -> str:
        """Return the command that replays this game."""
        board, players, edition = self.setup.board, self.setup.players, self.setup.edition
        setup = f"--board {board} --players {players} --edition {edition}"
        return f"ringrift soak --games 1 --seed {self.seed} {setup} --start {self.start}"

    def first_state(self, rng: Random) -> State:
        """Return the state in which the game begins."""
        if self.start == "mid-game":
            return random_position(self.setup, rng)
        return self.setup.new_game()


@dataclass(frozen=True, slots=True)
class SoakFailure:
    """A failure of the engine, and how to reproduce it."""

    origin: GameOrigin
    position: str | None  # the first state as a position string; None: it could not be created
    move: int  # the number of moves before the failure
    what: str

    def __str__(self) -> str:
        begun = self.position or "no first position: it could not be made"
        return (
            f"{self.origin}, after {self.move} moves: {self.what}\n"
            f"  from:  {begun}\n"
            f"  again: {self.origin.command}"
        )


@dataclass(frozen=True, slots=True)
class SoakResult:
    """The result of one soak game."""

    origin: GameOrigin
    length: int  # in moves, bookkeeping included
    reason: str | None  # None: the game did not end
    types: Counter[str]
    failures: tuple[SoakFailure, ...]


@dataclass(slots=True)
class SoakReport:
    """The totals of a soak."""

    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    failures: list[SoakFailure] = field(default_factory=list)

    def add(self, game: SoakResult) -> None:
        self.lengths.append(game.length)
        self.reasons[game.reason or "did not end"] += 1
        self.types += game.types
        self.failures += game.failures

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def moves(self) -> int:
        return sum(self.lengths)

    @property
    def length_summary(self) -> tuple[int, float, int]:
        """Return the shortest, median and longest length; zeros if no game was played."""
        if not self.lengths:
            return 0, 0.0, 0
        return min(self.lengths), median(self.lengths), max(self.lengths)


def run_soak(
    setups: Iterable[Setup],
    games: int,
    seed: int,
    starts: Sequence[StartKind] = STARTS,
    checks: InvariantChecks | None = None,
    play: ApplyMove = apply,
) -> Iterator[SoakResult]:
    """Play `games` games, cycling through the setups; game i uses seed + i.

    Each pass over the setups uses the next kind of start: mid-game positions, played with a
    preference for rare moves, cover cases that plain random games seldom reach. With `raise`
    checks the soak ends at the first game that fails; the default, `log`, counts and continues.
    """
    checks = checks or InvariantChecks("log")
    turns = list(setups)
    for number in range(games):
        start = starts[number // len(turns) % len(starts)]
        game = run_soak_game(
            GameOrigin(turns[number % len(turns)], seed + number, start), checks, play
        )
        yield game
        if game.failures and checks.mode == "raise":
            return


def run_soak_game(
    origin: GameOrigin, checks: InvariantChecks | None = None, play: ApplyMove = apply
) -> SoakResult:
    """Play one random game. An exception in the engine counts as a failure of this game."""
    rng = Random(origin.seed)
    watch = GameMonitor(origin, checks or InvariantChecks("log"))
    choose = choose_uniformly if origin.start == "new" else prefer_rare_moves
    try:
        first = origin.first_state(rng)
        watch.check_start(first)
        for step in play_randomly(first, rng, max_game_length(origin.setup), choose, play):
            watch.check_step(step)
            if watch.stopped:
                break
    except Exception as error:  # noqa: BLE001 (an engine that breaks may raise anything)
        watch.record_exception(error)
    return watch.to_result()


def max_game_length(setup: Setup) -> int:
    """Return more moves than any game can need; reaching them means a stalled game [R191]."""
    return _MOVES_PER_CELL * len(grid_named(setup.board))


def _position_key(state: State) -> Hashable:
    """Return the state without its counters: a game that makes progress never repeats it."""
    rings = tuple((seat.hand, seat.eliminated) for seat in state.seats)
    return state.board, rings, state.player, state.phase, state.turn, state.swap_used


class GameMonitor:
    """Checks a game step by step."""

    def __init__(self, origin: GameOrigin, checks: InvariantChecks) -> None:
        self.origin = origin
        self.checks = checks
        self.state: State | None = None
        self.length = 0
        self.types: Counter[str] = Counter()
        self.failures: list[SoakFailure] = []
        self.stopped = False  # continuing would reveal nothing new
        self._first: str | None = None
        self._seen: set[Hashable] = set()
        self._broken: set[str] = set()  # rules that this game has already broken

    def check_start(self, first: State) -> None:
        """Check the first state."""
        self.state = first
        self._first = dump_position(first)
        self._seen.add(_position_key(first))
        if self.checks.mode != "off":
            self._count_violations(find_violations(first))

    def check_step(self, step: Step) -> None:
        """Check a step: the invariants, the monotone sum, and that the position is new."""
        self.length += 1
        self.types[step.move.type] += 1
        self.state = step.after
        if self.checks.mode != "off":
            self._count_violations(find_step_violations(step.before, step.move, step.after))
        position = _position_key(step.after)
        if step.after.outcome is None and position in self._seen:
            self._stop_with(f"[R191] a position came back; the state is {state_hash(step.after)}")
        self._seen.add(position)

    def record_exception(self, error: Exception) -> None:
        """Record an exception from the engine with the place where it was raised."""
        at = traceback.extract_tb(error.__traceback__)[-1:]
        where = "".join(
            f" ({Path(frame.filename).name}:{frame.lineno}, {frame.name})" for frame in at
        )
        self._stop_with(f"{type(error).__name__}: {error}{where}")

    def to_result(self) -> SoakResult:
        """Return the result of the game. A game without an outcome hit its limit or a failure."""
        outcome = None if self.state is None else self.state.outcome
        if self.state is not None and outcome is None and not self.stopped:
            self._stop_with(
                f"[R191] the game goes on after its budget of {self.length} moves"
                if moves_to_play(self.state)
                else "[R203] the game has not ended and nothing can be done"
            )
        reason = None if outcome is None else outcome.reason
        return SoakResult(self.origin, self.length, reason, self.types, tuple(self.failures))

    def _count_violations(self, found: Iterable[Violation]) -> None:
        """Count all violations and record the first one of each rule."""
        for violation in found:
            self.checks.counts[violation.rule] += 1
            if violation.rule not in self._broken:
                self._broken.add(violation.rule)
                self._record_failure(f"[{violation.rule}] {violation.message}")
        self.stopped |= bool(self._broken) and self.checks.mode == "raise"

    def _stop_with(self, what: str) -> None:
        self._record_failure(what)
        self.stopped = True

    def _record_failure(self, what: str) -> None:
        self.failures.append(SoakFailure(self.origin, self._first, self.length, what))
