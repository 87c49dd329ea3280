"""The ladder: each level against the one below it, for every board and number of players.

With two players on the small boards a rung is a sequential test: it is played until its interval
lies on one side of an even score. There are at most six looks, after fixed numbers of pairs. The
interval is 2.5 standard errors wide on either side instead of 1.96: all six looks together err once
in twenty. Elsewhere a rung is a fixed number of cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ringrift.arena.intervals import Z_95, Score, estimate_score
from ringrift.arena.results import Result, cycle_shares
from ringrift.arena.roster import level_name
from ringrift.arena.runner import TournamentRunner
from ringrift.arena.schedule import Openings, ScheduledGame, schedule_cycle
from ringrift.players.level_settings import TIMED_LEVEL
from ringrift.players.levels import LEVELS
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.setup import Setup

Verdict = Literal["stronger", "leads", "even", "trails", "weaker"]

EVENT: Final = "ladder"
LOOKS: Final = (24, 36, 54, 81, 121, 181)  # pairs
MIN_SCORE: Final = 0.58  # against the level below
Z_REPEATED_LOOKS: Final = 2.5  # Pocock's boundary for six evenly spaced looks is 2.45
SEQUENTIAL_BOARDS: Final[tuple[BoardName, ...]] = ("square8", "hex8")
FIXED_CYCLES: Final = {  # of rungs that are not sequential tests
    **{(board, 2): 6 for board in BOARD_NAMES},
    **{(board, 3): 100 if board in SEQUENTIAL_BOARDS else 16 for board in BOARD_NAMES},
    **{(board, 4): 200 if board in SEQUENTIAL_BOARDS else 12 for board in BOARD_NAMES},
}
SLOW_LEVEL_DIVISORS: Final = {
    TIMED_LEVEL - 1: 2,
    TIMED_LEVEL: 10,
}  # levels whose games take longest
MIN_SLOW_CYCLES: Final = 3
MULTIPLAYER_TIME_DIVISOR: Final = 2  # for level 10: games of three and four players are longer


@dataclass(frozen=True, slots=True)
class Rung:
    """One level against the level below, which takes all other seats."""

    setup: Setup
    upper: int
    seconds: float  # a decision of level 10
    looks: tuple[int, ...]  # the cycles after which the score is evaluated

    @property
    def entrants(self) -> tuple[str, ...]:
        below = level_name(self.upper - 1, self.seconds)
        return (level_name(self.upper, self.seconds), *[below] * (self.setup.players - 1))

    @property
    def interval_width(self) -> float:
        return Z_95 if len(self.looks) == 1 else Z_REPEATED_LOOKS

    def scheduled_games(self, count: int, openings: Openings) -> Iterator[ScheduledGame]:
        for opening in range(count):
            yield from schedule_cycle(EVENT, self.setup, self.entrants, opening, openings)


@dataclass(frozen=True, slots=True)
class RungResult:
    """The games of a rung."""

    rung: Rung
    games: tuple[Result, ...]

    @property
    def fair_share(self) -> float:
        return 1 / self.rung.setup.players

    @property
    def score(self) -> Score:
        return estimate_score(cycle_shares(self.games), self.fair_share, self.rung.interval_width)

    @property
    def verdict(self) -> Verdict:
        """`stronger` and `weaker` are significant, `leads` and `trails` are not."""
        score = self.score
        if score.low > self.fair_share:
            return "stronger"
        if score.high < self.fair_share:
            return "weaker"
        if score.mean == self.fair_share:
            return "even"
        return "leads" if score.mean > self.fair_share else "trails"

    @property
    def passed(self) -> bool:
        """Whether the level is ahead; a sequential test also needs significance and a score."""
        if len(self.rung.looks) == 1:
            return self.verdict in ("stronger", "leads")
        return self.verdict == "stronger" and self.score.mean >= MIN_SCORE

    @property
    def decided(self) -> bool:
        return self.verdict in ("stronger", "weaker")


def ladder_rungs(
    boards: Sequence[BoardName] = BOARD_NAMES,
    players: Sequence[int] = (2, 3, 4),
    seconds: float = 0.5,
    levels: Iterable[int] = LEVELS[1:],
    cycles: int | None = None,
) -> list[Rung]:
    """Return the rungs.

    `seconds` is the time of level 10 with two players; `cycles` replaces fixed numbers of cycles.
    """
    return [
        Rung(
            Setup(board, seats, "standard"),
            upper,
            seconds if seats == 2 else seconds / MULTIPLAYER_TIME_DIVISOR,
            _looks(board, seats, upper, cycles),
        )
        for seats in players
        for board in boards
        for upper in levels
    ]


def remaining_rounds(
    runner: TournamentRunner, rungs: Sequence[Rung], openings: Openings
) -> Iterator[list[ScheduledGame]]:
    """Yield the games still to play, round by round: undecided rungs play up to their next look.

    Play each round before you request the next one.
    """
    for number in range(max(len(rung.looks) for rung in rungs)):
        undecided = [rung for rung in rungs if _needs_games(runner, rung, number, openings)]
        games = [
            game
            for rung in undecided
            for game in rung.scheduled_games(rung.looks[number], openings)
        ]
        yield [game for game in games if game.key not in runner.journal.results]


def rung_result(runner: TournamentRunner, rung: Rung, openings: Openings) -> RungResult:
    """Return the result of a rung: its games up to the first decisive look, else all of them.

    So the table does not depend on the number of processes or on additional games.
    """
    for look in rung.looks:
        games = _results(runner, rung, look, openings)
        so_far = RungResult(rung, games)
        if len(games) < look * rung.setup.players or so_far.decided:
            return so_far
    return RungResult(rung, _results(runner, rung, rung.looks[-1], openings))


def _needs_games(runner: TournamentRunner, rung: Rung, number: int, openings: Openings) -> bool:
    if number >= len(rung.looks):
        return False
    return number == 0 or not rung_result(runner, rung, openings).decided


def _results(
    runner: TournamentRunner, rung: Rung, look: int, openings: Openings
) -> tuple[Result, ...]:
    known = runner.journal.results
    return tuple(
        known[game.key] for game in rung.scheduled_games(look, openings) if game.key in known
    )


def _looks(board: BoardName, players: int, upper: int, cycles: int | None) -> tuple[int, ...]:
    if players == 2 and board in SEQUENTIAL_BOARDS:
        return LOOKS
    if cycles is not None:
        return (cycles,)
    fixed = FIXED_CYCLES[board, players]
    slow = upper == TIMED_LEVEL or (
        players > 2 and board not in SEQUENTIAL_BOARDS and upper in SLOW_LEVEL_DIVISORS
    )
    return (max(MIN_SLOW_CYCLES, fixed // SLOW_LEVEL_DIVISORS[upper]) if slow else fixed,)
