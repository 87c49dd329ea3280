"""The ten levels (docs/reference/levels.md): from a first-timer's opponent to all that the time allows."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NoReturn

from ringrift.players.level_settings import GLANCE, TIMED, Strength, strength_of, timed_method
from ringrift.players.player import Player
from ringrift.players.random_player import Dice, dice, in_order
from ringrift.players.search import (
    Budget,
    Line,
    Method,
    Report,
    Searcher,
    expect_decision,
    settled,
    share_after,
)
from ringrift.rules import apply, effects, legal_moves
from ringrift.rules.effects import RingsEliminated
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.moves import Move
from ringrift.rules.state import State

LEVELS: Final = range(1, TIMED + 1)
USUAL_SECONDS: Final = 1.0  # that level 10 thinks about a decision
MOST_SECONDS: Final = 24 * 3600.0
BORDER_SECONDS: Final = 0.005  # kept for what happens around the search
CERTAIN: Final = 0.9995  # a share that is a win
MEMORY: Final = 64  # megabytes of level 10


def level(number: int, *, seed: int = 0, seconds: float | None = None, threads: int = 1) -> Player:
    """The player of a level from 1 to 10; `seconds` (1 a decision) and `threads` are for level 10 alone."""
    if number not in LEVELS:
        _refuse(f"there is no level {number}; choose {LEVELS[0]} to {LEVELS[-1]}", "level")
    if number == TIMED:
        return TimedLevel(USUAL_SECONDS if seconds is None else seconds, seed=seed, threads=threads)
    if seconds is not None or threads != 1:
        _refuse(
            f"level {number} counts nodes; only level {TIMED} takes seconds and threads", "seconds"
        )
    return CountedLevel(number, seed=seed)


class _Thinker:
    """A player that searches, and whose search can be stopped."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._searchers: dict[tuple[Method, int], Searcher] = {}
        self._thinking: Searcher | None = None

    def stop(self) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def close(self) -> None:
        self.stop()
        self._searchers.clear()

    def _searcher(self, method: Method, megabytes: int, threads: int = 1) -> Searcher:
        key = (method, megabytes)
        if key not in self._searchers:
            self._searchers[key] = Searcher(method, threads=threads, megabytes=megabytes)
        return self._searchers[key]

    def _search(
        self, searcher: Searcher, state: State, budget: Budget, chance: Dice, best: int = 1
    ) -> Report:
        self._thinking = searcher
        try:
            return searcher.search(state, budget, seed=chance.bits64(), best=best)
        finally:
            self._thinking = None


class CountedLevel(_Thinker):
    """Levels 1 to 9: what they play depends on the state, the seed and the level, not on the machine."""

    def __init__(self, number: int, *, seed: int = 0) -> None:
        super().__init__(f"level {number}", seed)
        self.number = number

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """`seconds` is the host's limit: where it cuts the search short, the move may be another."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds - BORDER_SECONDS
        expect_decision(state)
        only = _only_move(state)
        if only is not None:
            return only
        strength = strength_of(self.number, state.board.grid.name, len(state.seats))
        chance = dice(self._seed, state, self.name)
        searcher = self._searcher(strength.method, strength.megabytes)
        searcher.clear()  # what was learnt in other positions must not matter
        budget = _until(deadline, Budget(nodes=strength.nodes, depth=strength.depth))
        report = self._search(searcher, state, budget, chance, strength.candidates)
        if strength.slack == 0 or report.lines[0].own >= CERTAIN:
            return report.best
        if strength.draws:
            return self._drawn(searcher, state, report.best, strength, chance, deadline)
        if report.depth < (strength.depth or 0):
            return report.best  # cut short: its lines are not seen from equally far
        return _near(state, report.lines, strength.slack, chance)

    def _drawn(
        self,
        searcher: Searcher,
        state: State,
        best: Move,
        strength: Strength,
        chance: Dice,
        deadline: float,
    ) -> Move:
        """The first of some moves drawn at random that is not clearly worse than the best."""
        moves = in_order(state)

        def worth(move: Move) -> float:
            """The mover's share after it, with a glance at what comes next."""
            after = settled(apply(state, move))
            if after.outcome is not None:
                shares: Sequence[float] = [
                    seat == after.outcome.winner for seat in after.board.seats
                ]
            else:
                shares = self._search(searcher, after, _until(deadline, GLANCE), chance).shares
            return share_after(shares, move)

        least, rings = worth(best) - strength.slack, own_rings_spent(state, best)
        for move in chance.sample(moves, min(strength.draws, len(moves))):
            if time.perf_counter() >= deadline:
                break
            if own_rings_spent(state, move) <= rings and worth(move) >= least:
                return move
        return best


class TimedLevel(_Thinker):
    """Level 10: everything that the time allows. It goes on from what it found out before."""

    def __init__(self, seconds: float = USUAL_SECONDS, *, seed: int = 0, threads: int = 1) -> None:
        if not 0 < seconds <= MOST_SECONDS:
            _refuse(
                f"{seconds} seconds: give more than 0 and at most {MOST_SECONDS:.0f}", "seconds"
            )
        super().__init__(
            f"level {TIMED}{'' if seconds == USUAL_SECONDS else f' at {seconds:g} s'}", seed
        )
        self.number = TIMED
        self._seconds = seconds
        self._threads = threads

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Within its own time, or within the time that is given."""
        deadline = time.perf_counter() + (
            self._seconds if seconds is None else min(seconds, MOST_SECONDS)
        )
        expect_decision(state)
        only = _only_move(state)
        if only is not None:
            return only
        searcher = self._searcher(timed_method(state), MEMORY, self._threads)
        chance = dice(self._seed, state, self.name)
        left = deadline - time.perf_counter() - BORDER_SECONDS
        return self._search(searcher, state, Budget(seconds=max(0.0, left)), chance).best


def _only_move(state: State) -> Move | None:
    """The move that needs no thought."""
    moves = legal_moves(state)
    return moves[0] if len(moves) == 1 else None


def _until(deadline: float, budget: Budget) -> Budget:
    """The budget, as far as there is time."""
    if deadline == math.inf:
        return budget
    return replace(budget, seconds=max(0.0, deadline - time.perf_counter()))


def _near(state: State, lines: Sequence[Line], slack: float, chance: Dice) -> Move:
    """The best move, or one that is nearly as good: the nearer, the likelier."""
    best, rings = lines[0], own_rings_spent(state, lines[0].move)
    near = [line for line in lines[1:] if best.own - line.own <= slack]
    fair = [best, *(line for line in near if own_rings_spent(state, line.move) <= rings)]
    # A move at the edge of the slack still has a tenth of the chances of the best.
    weights = [int((1.1 - (best.own - line.own) / slack) * 1000) for line in fair]
    return chance.weighted(fair, weights).move


def own_rings_spent(state: State, move: Move) -> int:
    """How many rings of the player's own colour the move takes from the game."""
    gone = [what for what in effects(state, move) if isinstance(what, RingsEliminated)]
    return sum(what.rings.count(move.player) for what in gone)


def _refuse(message: str, path: str) -> NoReturn:
    raise InvalidSetupError(Refusal("INVALID_SETUP", "R190", message, path))
