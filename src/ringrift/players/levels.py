"""The ten levels of computer opponents (docs/reference/levels.md)."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from itertools import chain, islice
from typing import Final, NoReturn

from ringrift.players.attention import draw_attention, draw_moves
from ringrift.players.level_settings import TIMED_LEVEL, LevelSettings, settings_for_level
from ringrift.players.player import Player
from ringrift.players.pondering import Pondering
from ringrift.players.random_player import SeededRng, decision_rng
from ringrift.players.search import (
    MAX_PVS,
    Budget,
    Method,
    Report,
    Searcher,
    expect_decision,
)
from ringrift.players.search_plan import PlanKey, SearchPlan, strongest_plan
from ringrift.rules import effects, legal_moves
from ringrift.rules.effects import RingsEliminated
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.moves import Move
from ringrift.rules.state import Phase, State

LEVELS: Final = range(1, TIMED_LEVEL + 1)
"""The numbers of the levels."""

DEFAULT_SECONDS: Final = 1.0  # time per decision of level 10
MAX_SECONDS: Final = 24 * 3600.0
DECISIONS_PER_TURN: Final = 3  # a turn of level 10 takes at most the time of so many decisions
FIRST_DECISION_SHARE: Final = 2.5  # of the limit: the most that a turn's first decision takes
SPENT_SHARE: Final = 0.5  # of the saved time: the part that one decision may take
LATER_DECISION_SHARE: Final = 0.5  # of the limit: later decisions reuse what the first found
MIN_DECISION_SHARE: Final = 0.05  # of a decision's time, when its turn has used all of it
SAVED_DECISIONS: Final = 4  # the most time that a player saves, in decisions
OVERHEAD_SECONDS: Final = 0.005  # allowance for work outside the search
PONDER_DECISIONS: Final = 10  # pondering takes at most the time of so many decisions
# The memory of level 10. A tree touches only what it uses, a transposition table all of it.
MEMORY_MEGABYTES: Final = {Method.ALPHA_BETA: 128, Method.TREE: 256}
_ONCE_PER_TURN: Final = (Phase.RING_PLACEMENT, Phase.MOVEMENT)


def level(number: int, *, seed: int = 0, seconds: float | None = None, threads: int = 1) -> Player:
    """Return the player of a level from 1 to 10; `seconds` and `threads` are for level 10.

    >>> level(3).name
    'level 3'
    """
    if number not in LEVELS:
        _refuse_level(f"there is no level {number}; choose {LEVELS[0]} to {LEVELS[-1]}", "level")
    if number == TIMED_LEVEL:
        return TimedLevel(
            DEFAULT_SECONDS if seconds is None else seconds, seed=seed, threads=threads
        )
    if seconds is not None or threads != 1:
        _refuse_level(
            f"level {number} counts nodes; only level {TIMED_LEVEL} accepts seconds and threads",
            "seconds",
        )
    return CountedLevel(number, seed=seed)


class _SearchingPlayer:
    """A player whose search can be stopped."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._seed = seed
        self._searchers: dict[tuple[PlanKey, int], Searcher] = {}
        self._thinking: Searcher | None = None

    def stop(self) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def close(self) -> None:
        self.stop()
        self._searchers.clear()

    def _searcher(self, plan: SearchPlan, megabytes: int, threads: int = 1) -> Searcher:
        key = plan.key, megabytes
        if key not in self._searchers:
            self._searchers[key] = plan.new_searcher(threads=threads, megabytes=megabytes)
        return self._searchers[key]

    def _search(
        self, searcher: Searcher, state: State, budget: Budget, chance: SeededRng, best: int = 1
    ) -> Report:
        self._thinking = searcher
        try:
            return searcher.search(state, budget, seed=chance.next_u64(), best=best)
        finally:
            self._thinking = None


class CountedLevel(_SearchingPlayer):
    """Levels 1 to 9: their moves depend on the state, the seed and the level, not the machine."""

    def __init__(self, number: int, *, seed: int = 0) -> None:
        super().__init__(f"level {number}", seed)
        self.number = number

    def settings(self, state: State) -> LevelSettings:
        """Return the settings of this level for the board and the number of players."""
        return settings_for_level(self.number, state.board.grid.name, len(state.seats))

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return a move. The host's limit `seconds` may cut the search short."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds - OVERHEAD_SECONDS
        expect_decision(state)
        only = _only_move(state)
        if only is not None:
            return only
        strength = self.settings(state)
        chance = decision_rng(self._seed, state, self.name)
        searcher = self._searcher(SearchPlan(strength.method), strength.megabytes)
        searcher.clear()  # results must not depend on earlier positions
        budget = _limit_to_deadline(deadline, Budget(nodes=strength.nodes, depth=strength.depth))
        noticing = strength.attention is not None
        report = self._search(searcher, state, budget, chance, MAX_PVS if noticing else 1)
        if strength.attention is None or report.depth < (strength.depth or 0):  # interrupted
            return report.best
        return _choose_noticed(state, report, strength.attention, chance)


class TimedLevel(_SearchingPlayer):
    """Level 10: searches within a time limit and reuses earlier results.

    `seconds` is the mean time of a decision: the first decision of a turn may use time that earlier
    decisions saved. The decisions of a turn share `DECISIONS_PER_TURN` times the limit of one. A
    search ends early when a win is proved or more time would not change its move.

    A host that lets it `ponder` gives it an opponent's time as well: it keeps its memory, so its
    next search continues in the part of the tree that the opponent chose.
    """

    def __init__(
        self, seconds: float = DEFAULT_SECONDS, *, seed: int = 0, threads: int = 1
    ) -> None:
        if not 0 < seconds <= MAX_SECONDS:
            _refuse_level(
                f"{seconds} seconds: use more than 0 and at most {MAX_SECONDS:.0f}", "seconds"
            )
        super().__init__(
            f"level {TIMED_LEVEL}{'' if seconds == DEFAULT_SECONDS else f' at {seconds:g} s'}", seed
        )
        self.number = TIMED_LEVEL
        self._seconds = seconds
        self._threads = threads
        self._turn = (0, 0)  # the turn of the last decision: its number and its player
        self._turn_phases: set[Phase] = set()  # in which it had decisions
        self._turn_seconds = 0.0  # that the turn has taken so far
        self._saved_seconds = 0.0  # by earlier decisions
        self._pondering: Pondering | None = None

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return a move; no decision takes longer than `seconds`, if the host gives them."""
        started = time.perf_counter()
        self._end_pondering()
        expect_decision(state)
        only = _only_move(state)
        if only is not None:
            return only
        limit = self._seconds if seconds is None else min(seconds, MAX_SECONDS)
        saved = self._saved_seconds if seconds is None else 0.0
        deadline = started + self._decision_seconds(state, limit, saved)
        searcher = self._planned_searcher(state, limit)
        chance = decision_rng(self._seed, state, self.name)
        left = deadline - time.perf_counter() - OVERHEAD_SECONDS
        try:
            return self._search(searcher, state, Budget(seconds=max(0.0, left)), chance).best
        finally:
            taken = time.perf_counter() - started
            self._turn_seconds += taken
            if seconds is None:
                saved = self._saved_seconds + limit - taken
                self._saved_seconds = min(max(0.0, saved), SAVED_DECISIONS * limit)

    def ponder(self, state: State) -> None:
        """Search an opponent's decision in the background until the next call; return at once."""
        self._end_pondering()
        expect_decision(state)
        seconds = PONDER_DECISIONS * self._seconds
        searcher = self._planned_searcher(state, self._seconds)
        self._pondering = Pondering(searcher, state, seconds)

    def stop(self) -> None:
        self._end_pondering()
        super().stop()

    def plan(self, state: State, seconds: float) -> SearchPlan:
        """Return how to search this state in a mean time of `seconds`."""
        return strongest_plan(state, seconds=seconds)

    def _planned_searcher(self, state: State, seconds: float) -> Searcher:
        plan = self.plan(state, seconds)
        return self._searcher(plan, MEMORY_MEGABYTES[plan.method], self._threads)

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.end()

    def _decision_seconds(self, state: State, limit: float, saved: float = 0.0) -> float:
        """Return the time of this decision from its limit, from `saved` and from its turn."""
        turn, phase = (state.turn_number, state.player), state.phase
        # A second decision of such a phase: moves were taken back, or it is another game.
        again = phase in _ONCE_PER_TURN and phase in self._turn_phases
        first = turn != self._turn or again
        if first:
            self._turn, self._turn_phases, self._turn_seconds = turn, set(), 0.0
        self._turn_phases.add(phase)
        if first:
            return min(limit + SPENT_SHARE * saved, FIRST_DECISION_SHARE * limit)
        left = DECISIONS_PER_TURN * limit - self._turn_seconds
        return min(LATER_DECISION_SHARE * limit, max(left, MIN_DECISION_SHARE * limit))


def _only_move(state: State) -> Move | None:
    """Return the only legal move, or None if there is a choice."""
    moves = legal_moves(state)
    return moves[0] if len(moves) == 1 else None


def _limit_to_deadline(deadline: float, budget: Budget) -> Budget:
    """Return the budget with the time left until the deadline."""
    if deadline == math.inf:
        return budget
    return replace(budget, seconds=max(0.0, deadline - time.perf_counter()))


def _choose_noticed(state: State, report: Report, attention: float, chance: SeededRng) -> Move:
    """Return the best move that the level notices.

    If all of them eliminate more of its own rings than the best move does, it looks at more moves.
    """
    count = draw_attention(attention, chance)
    drawn = draw_moves(state, chance)
    ranks = {pv.move: rank for rank, pv in enumerate(report.pvs)}
    noticed = sorted(islice(drawn, count), key=lambda move: ranks.get(move, MAX_PVS))
    rings = count_own_rings_lost(state, report.best)
    return next(
        move for move in chain(noticed, drawn) if count_own_rings_lost(state, move) <= rings
    )


def count_own_rings_lost(state: State, move: Move) -> int:
    """Return how many rings of the player's own colour the move eliminates."""
    gone = [what for what in effects(state, move) if isinstance(what, RingsEliminated)]
    return sum(what.rings.count(move.player) for what in gone)


def _refuse_level(message: str, path: str) -> NoReturn:
    raise InvalidSetupError(Refusal("INVALID_SETUP", None, message, path))
