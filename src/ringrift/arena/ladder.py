"""The ladder: each level against the one below it, on every board and with every number of players.

On the small boards with two players a rung is played until its interval lies on one side of an even score. It
is looked at after fixed numbers of pairs, six times at most, and the interval is 2.5 standard errors wide on
either side instead of 1.96: so whoever looks six times is still wrong once in twenty only. Elsewhere a rung
is a fixed number of cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ringrift.arena.intervals import TWO_SIDED, Score, score_of
from ringrift.arena.results import Result, shares_of
from ringrift.arena.roster import level_name
from ringrift.arena.runner import TournamentRunner
from ringrift.arena.schedule import Openings, ScheduledGame, cycle
from ringrift.players.level_settings import TIMED
from ringrift.players.levels import LEVELS
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.setup import Setup

Verdict = Literal["stronger", "leads", "even", "trails", "weaker"]

EVENT: Final = "ladder"
LOOKS: Final = (24, 36, 54, 81, 121, 181)  # pairs
LEAST_SCORE: Final = 0.58  # "about 60%" of the games against the level below
REPEATED: Final = (
    2.5  # standard errors: Pocock's boundary for six looks is 2.45 where they are evenly spaced
)
UNTIL_CLEAR: Final[tuple[BoardName, ...]] = ("square8", "hex8")
FIXED: Final = {  # cycles of a rung that is not played until it is clear
    **{(board, 2): 6 for board in BOARD_NAMES},
    **{(board, 3): 100 if board in UNTIL_CLEAR else 16 for board in BOARD_NAMES},
    **{(board, 4): 200 if board in UNTIL_CLEAR else 12 for board in BOARD_NAMES},
}
SLOW_PART: Final = {
    TIMED - 1: 2,
    TIMED: 10,
}  # what divides the cycles of levels whose games take longest,
SLOW_LEAST: Final = 3  # and how many there are at least
SHORT_TIME: Final = (
    2  # what divides the time of level 10 with three and four players: their games are longer
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One level alone against the one below, which takes all other seats."""

    setup: Setup
    upper: int
    seconds: float  # a decision of level 10
    looks: tuple[int, ...]  # the cycles after which it is looked at

    @property
    def entrants(self) -> tuple[str, ...]:
        below = level_name(self.upper - 1, self.seconds)
        return (level_name(self.upper, self.seconds), *[below] * (self.setup.players - 1))

    @property
    def width(self) -> float:
        return TWO_SIDED if len(self.looks) == 1 else REPEATED

    def fixtures(self, count: int, openings: Openings) -> Iterator[ScheduledGame]:
        for opening in range(count):
            yield from cycle(EVENT, self.setup, self.entrants, opening, openings)


@dataclass(frozen=True, slots=True)
class Climb:
    """What was played on a rung."""

    rung: Rung
    games: tuple[Result, ...]

    @property
    def chance(self) -> float:
        return 1 / self.rung.setup.players

    @property
    def score(self) -> Score:
        return score_of(shares_of(self.games), self.chance, self.rung.width)

    @property
    def verdict(self) -> Verdict:
        """`stronger` and `weaker` are clear, `leads` and `trails` only point there."""
        score = self.score
        if score.low > self.chance:
            return "stronger"
        if score.high < self.chance:
            return "weaker"
        if score.mean == self.chance:
            return "even"
        return "leads" if score.mean > self.chance else "trails"

    @property
    def met(self) -> bool:
        """What is asked of the rung: where it is played until it is clear, that and a score to match."""
        if len(self.rung.looks) == 1:
            return self.verdict in ("stronger", "leads")
        return self.verdict == "stronger" and self.score.mean >= LEAST_SCORE

    @property
    def clear(self) -> bool:
        return self.verdict in ("stronger", "weaker")


def rungs(
    boards: Sequence[BoardName] = BOARD_NAMES,
    players: Sequence[int] = (2, 3, 4),
    seconds: float = 0.5,
    levels: Iterable[int] = LEVELS[1:],
    cycles: int | None = None,
) -> list[Rung]:
    """The rungs to climb. `seconds`: level 10's, with two players. `cycles`: where their number is fixed."""
    return [
        Rung(
            Setup(board, seats, "standard"),
            upper,
            seconds if seats == 2 else seconds / SHORT_TIME,
            _looks(board, seats, upper, cycles),
        )
        for seats in players
        for board in boards
        for upper in levels
    ]


def rounds(
    hall: TournamentRunner, wanted: Sequence[Rung], openings: Openings
) -> Iterator[list[ScheduledGame]]:
    """What is still to be played, a round at a time: rungs that are open play up to their next look.

    Play a round before you ask for the next one.
    """
    for number in range(max(len(rung.looks) for rung in wanted)):
        still = [rung for rung in wanted if _open(hall, rung, number, openings)]
        fixtures = [
            fixture for rung in still for fixture in rung.fixtures(rung.looks[number], openings)
        ]
        yield [fixture for fixture in fixtures if fixture.key not in hall.journal.results]


def climbed(hall: TournamentRunner, rung: Rung, openings: Openings) -> Climb:
    """A rung as the journal has it: up to the first look at which it is clear, else all that was played.

    So the table is the same whatever else was played meanwhile, and however many processes played it.
    """
    for look in rung.looks:
        games = _played(hall, rung, look, openings)
        so_far = Climb(rung, games)
        if len(games) < look * rung.setup.players or so_far.clear:
            return so_far
    return Climb(rung, _played(hall, rung, rung.looks[-1], openings))


def _open(hall: TournamentRunner, rung: Rung, number: int, openings: Openings) -> bool:
    if number >= len(rung.looks):
        return False
    return number == 0 or not climbed(hall, rung, openings).clear


def _played(
    hall: TournamentRunner, rung: Rung, look: int, openings: Openings
) -> tuple[Result, ...]:
    known = hall.journal.results
    return tuple(
        known[fixture.key] for fixture in rung.fixtures(look, openings) if fixture.key in known
    )


def _looks(board: BoardName, players: int, upper: int, cycles: int | None) -> tuple[int, ...]:
    if players == 2 and board in UNTIL_CLEAR:
        return LOOKS
    if cycles is not None:
        return (cycles,)
    fixed = FIXED[board, players]
    slow = upper == TIMED or (players > 2 and board not in UNTIL_CLEAR and upper in SLOW_PART)
    return (max(SLOW_LEAST, fixed // SLOW_PART[upper]) if slow else fixed,)
