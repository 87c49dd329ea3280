"""The ladder: each level against the one below it, level 1 against random play.

A rung is a fixed number of cycles. Its score should be clear of chance and, with two players, not
so high that the player who has just beaten one level has no hope against the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ringrift.arena.intervals import Score, estimate_score
from ringrift.arena.results import Result, cycle_shares
from ringrift.arena.roster import level_name
from ringrift.arena.schedule import Openings, ScheduledGame, schedule_cycle
from ringrift.players.level_settings import TIMED_LEVEL
from ringrift.players.levels import LEVELS
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import BOARD_NAMES, SMALL_BOARDS, BoardName
from ringrift.rules.setup import Setup

Verdict = Literal["stronger", "leads", "even", "trails", "weaker"]

EVENT: Final = "ladder"
SMALL_BOARD_CYCLES: Final = {2: 150, 3: 80, 4: 60}  # of a rung, by number of players
BIG_BOARD_CYCLES: Final = {2: 24, 3: 12, 4: 9}
TIMED_CYCLES_DIVISOR: Final = 10  # level 10 takes longest
MIN_TIMED_CYCLES: Final = 3
MULTIPLAYER_TIME_DIVISOR: Final = 2  # for level 10: games of three and four players are longer
FIRST_BAND: Final = (0.55, 0.75)  # the two-player score of level 1 against random play
BAND: Final = (0.6, 0.8)  # the two-player score of levels 2 to 9 against the level below


def share_of_wins(score: float, players: int) -> float:
    """Return the share of the wins against n - 1 equal opponents that matches a two-player score.

    A player who beats one opponent with odds r wins r of r + n - 1 games among n players.
    """
    odds = score / (1 - score)
    return odds / (odds + players - 1)


@dataclass(frozen=True, slots=True)
class Rung:
    """One level against the level below, or random play, which takes all other seats."""

    setup: Setup
    upper: int
    seconds: float  # a decision of level 10
    cycles: int

    @property
    def entrants(self) -> tuple[str, ...]:
        below = "random" if self.upper == LEVELS[0] else level_name(self.upper - 1, self.seconds)
        return (level_name(self.upper, self.seconds), *[below] * (self.setup.players - 1))

    @property
    def fair_share(self) -> float:
        return 1 / self.setup.players

    @property
    def band(self) -> tuple[float, float]:
        """The intended share of the wins: for level 1, and for levels 2 to 9 with two players.

        Any other rung should be ahead.
        """
        if self.upper == LEVELS[0]:
            low, high = (share_of_wins(score, self.setup.players) for score in FIRST_BAND)
            return low, high
        if self.setup.players == 2:
            return (BAND[0], 1.0) if self.upper == TIMED_LEVEL else BAND
        return self.fair_share, 1.0

    def scheduled_games(self, openings: Openings, cycles: int | None = None) -> list[ScheduledGame]:
        """Return the games of the rung, or those of its first cycles."""
        return [
            game
            for opening in range(self.cycles if cycles is None else cycles)
            for game in schedule_cycle(EVENT, self.setup, self.entrants, opening, openings)
        ]


@dataclass(frozen=True, slots=True)
class RungResult:
    """The games of a rung."""

    rung: Rung
    games: tuple[Result, ...]

    @property
    def complete(self) -> bool:
        return len(self.games) == self.rung.cycles * self.rung.setup.players

    @property
    def score(self) -> Score:
        return estimate_score(cycle_shares(self.games), self.rung.fair_share)

    @property
    def verdict(self) -> Verdict:
        """`stronger` and `weaker` are significant, `leads` and `trails` are not."""
        score, fair = self.score, self.rung.fair_share
        if score.low > fair:
            return "stronger"
        if score.high < fair:
            return "weaker"
        if score.mean == fair:
            return "even"
        return "leads" if score.mean > fair else "trails"

    @property
    def passed(self) -> bool:
        """Whether the level is ahead and its interval reaches into the band."""
        low, high = self.rung.band
        ahead = self.verdict in ("stronger", "leads")
        return ahead and self.score.high >= low and self.score.low <= high


def ladder_rungs(
    boards: Sequence[BoardName] = BOARD_NAMES,
    players: Sequence[int] = (2, 3, 4),
    seconds: float = 0.5,
    levels: Iterable[int] = LEVELS,
    cycles: int | None = None,
) -> list[Rung]:
    """Return the rungs.

    `seconds` is the time of level 10 with two players; `cycles` replaces the numbers of cycles.
    """
    return [
        Rung(
            Setup(board, seats, DEFAULT_EDITION),
            upper,
            seconds if seats == 2 else seconds / MULTIPLAYER_TIME_DIVISOR,
            _cycles(board, seats, upper) if cycles is None else cycles,
        )
        for seats in players
        for board in boards
        for upper in levels
    ]


def missing_games(
    results: Mapping[str, Result], rungs: Sequence[Rung], openings: Openings
) -> Iterator[ScheduledGame]:
    """Yield the games still to play."""
    for rung in rungs:
        yield from (game for game in rung.scheduled_games(openings) if game.key not in results)


def rung_result(results: Mapping[str, Result], rung: Rung, openings: Openings) -> RungResult:
    """Return the result of a rung so far."""
    games = rung.scheduled_games(openings)
    return RungResult(rung, tuple(results[game.key] for game in games if game.key in results))


def _cycles(board: BoardName, players: int, upper: int) -> int:
    cycles = (SMALL_BOARD_CYCLES if board in SMALL_BOARDS else BIG_BOARD_CYCLES)[players]
    return max(MIN_TIMED_CYCLES, cycles // TIMED_CYCLES_DIVISOR) if upper == TIMED_LEVEL else cycles
