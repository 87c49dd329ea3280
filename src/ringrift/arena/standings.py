"""Standings of a tournament, one for each setup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from ringrift.arena.intervals import Score, estimate_score
from ringrift.arena.ratings import Rating, elo_ratings, skill_ratings
from ringrift.arena.results import Result, complete_cycle_results, cycle_shares
from ringrift.arena.schedule import arena_error
from ringrift.drawing.plurals import format_count
from ringrift.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The score of one entrant against another."""

    score: float
    games: int


@dataclass(frozen=True, slots=True)
class Faults:
    """Counts of crashes, forfeits and overruns."""

    crashes: int
    forfeits: int
    overruns: int
    busy_overruns: int
    worst_overrun: float

    @classmethod
    def of(cls, results: Iterable[Result]) -> Faults:
        results_list = list(results)
        return cls(
            crashes=sum(result.crashed for result in results_list),
            forfeits=sum(result.forfeit is not None for result in results_list),
            overruns=sum(sum(result.overruns) for result in results_list),
            busy_overruns=sum(result.busy_overruns for result in results_list),
            worst_overrun=max((result.worst_overrun for result in results_list), default=0.0),
        )

    def __str__(self) -> str:
        late = format_count(self.overruns, "overrun")
        if self.overruns:
            worst = f"worst {self.worst_overrun * 1000:.0f} ms"
            late += f" ({worst}, {self.busy_overruns} by processor time)"
        crashes = format_count(self.crashes, "crash")
        return f"{crashes}, {format_count(self.forfeits, 'forfeit')}, {late}"


@dataclass(frozen=True, slots=True)
class Standings:
    """The statistics of all games of one setup."""

    setup: Setup
    games: int
    counted: int  # games in complete cycles
    elo: Sequence[Rating]  # two players only
    skill: Sequence[Rating]
    head_to_head: Mapping[tuple[str, str], HeadToHead]
    seats: tuple[float, ...]  # share of the wins by first seat
    turns: float  # the median
    times: Mapping[str, float]  # seconds a decision
    faults: Faults
    first_faults: Mapping[str, str]  # of each entrant that had one
    first_crash: str  # empty if there was none
    duel: tuple[str, str, Score] | None  # where only two entrants met and a game counts


def standings(results: Iterable[Result]) -> list[Standings]:
    """Return the standings of each setup, in the order of play."""
    by_setup: defaultdict[Setup, list[Result]] = defaultdict(list)
    for result in results:
        by_setup[result.setup].append(result)
    if not by_setup:
        raise arena_error("journal", "it contains no games; play some first")
    return [_standings(setup, games) for setup, games in by_setup.items()]


def seat_shares(results: Iterable[Result]) -> tuple[float, ...]:
    """Return the share of the wins by first seat."""
    played = [result.scores_by_seat for result in results if not result.crashed]
    return tuple(sum(column) / len(played) for column in zip(*played, strict=True))


def mean_times(results: Iterable[Result]) -> dict[str, float]:
    """Return the mean seconds a decision of each entrant."""
    seconds: defaultdict[str, float] = defaultdict(float)
    decisions: defaultdict[str, int] = defaultdict(int)
    for result in results:
        for name, taken, number in zip(
            result.entrants, result.seconds, result.decisions, strict=True
        ):
            seconds[name] += taken
            decisions[name] += number
    return {name: seconds[name] / number if number else 0.0 for name, number in decisions.items()}


def median_turns(results: Iterable[Result]) -> float:
    """Return the median length of the games in turns."""
    return float(median([result.turns for result in results if not result.crashed] or [0]))


def first_faults(results: Iterable[Result]) -> dict[str, str]:
    """Return the first fault of each entrant that forfeited."""
    faults: dict[str, str] = {}
    for result in results:
        if result.forfeit is not None:
            faults.setdefault(result.entrants[result.forfeit], result.fault)
    return faults


def _standings(setup: Setup, games: Sequence[Result]) -> Standings:
    names = sorted({name for result in games for name in result.entrants})
    return Standings(
        setup=setup,
        games=len(games),
        counted=len(complete_cycle_results(games)),
        elo=elo_ratings(games) if setup.players == 2 else (),
        skill=skill_ratings(games),
        head_to_head=_head_to_head(games),
        seats=seat_shares(games),
        turns=median_turns(games),
        times=mean_times(games),
        faults=Faults.of(games),
        first_faults=first_faults(games),
        first_crash=next((result.fault for result in games if result.crashed), ""),
        duel=_duel(games, setup) if len(names) == 2 else None,
    )


def _duel(games: Sequence[Result], setup: Setup) -> tuple[str, str, Score] | None:
    lineups = {result.entrants for result in games}
    if len(lineups) != 1:
        return None
    (lineup,) = lineups
    if len(set(lineup[1:])) > 1:
        return None
    score = estimate_score(cycle_shares(games), 1 / setup.players)
    return (lineup[0], lineup[1], score) if score.cycles else None


def _head_to_head(games: Iterable[Result]) -> dict[tuple[str, str], HeadToHead]:
    """Score each pair of entrants in a game by rank; equal ranks share the point."""
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    count: defaultdict[tuple[str, str], int] = defaultdict(int)
    for result in games:
        ranked = list(zip(result.entrants, result.ranks, strict=False))
        for one, rank in ranked:
            for other, other_rank in ranked:
                if one != other:
                    points[one, other] += 0.5 if rank == other_rank else float(rank < other_rank)
                    count[one, other] += 1
    return {pair: HeadToHead(points[pair] / number, number) for pair, number in count.items()}
