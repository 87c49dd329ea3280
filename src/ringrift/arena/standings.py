"""Standings: what a tournament's games come to, one part for each kind of game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from ringrift.arena.intervals import Score, score_of
from ringrift.arena.ratings import Rating, elo_ratings, skill_ratings
from ringrift.arena.results import Result, in_whole_cycles, shares_of
from ringrift.arena.schedule import refused
from ringrift.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one entrant did where it met another."""

    score: float
    games: int


@dataclass(frozen=True, slots=True)
class Faults:
    """What must not happen."""

    crashes: int
    forfeits: int
    overruns: int
    busy_overruns: int
    worst_overrun: float

    @classmethod
    def of(cls, results: Iterable[Result]) -> Faults:
        seen = list(results)
        return cls(
            crashes=sum(result.crashed for result in seen),
            forfeits=sum(result.forfeit is not None for result in seen),
            overruns=sum(sum(result.overruns) for result in seen),
            busy_overruns=sum(result.busy_overruns for result in seen),
            worst_overrun=max((result.worst_overrun for result in seen), default=0.0),
        )

    def __str__(self) -> str:
        late = f"{self.overruns} {plural(self.overruns, 'overrun')}"
        if self.overruns:
            late += f" (worst {self.worst_overrun * 1000:.0f} ms, {self.busy_overruns} by processor time)"
        crashes = f"{self.crashes} {plural(self.crashes, 'crash')}"
        return f"{crashes}, {self.forfeits} {plural(self.forfeits, 'forfeit')}, {late}"


@dataclass(frozen=True, slots=True)
class Standings:
    """All games of one setup."""

    setup: Setup
    games: int
    counted: int  # of them, those in whole cycles
    elo: Sequence[Rating]  # two players only
    skill: Sequence[Rating]
    meetings: Mapping[tuple[str, str], Meeting]
    seats: tuple[float, ...]  # the share of the wins of those who sat down in seats 1, 2, ...
    turns: float  # the median
    times: Mapping[str, float]  # seconds a decision
    faults: Faults
    first_faults: Mapping[str, str]  # of each entrant that had one
    first_crash: str  # what is known of it; empty if there was none
    duel: tuple[str, str, Score] | None  # where only two entrants met, and a game counts


def plural(number: float, one: str) -> str:
    """The noun as it stands behind that number."""
    return one if number == 1 else f"{one}{'es' if one.endswith('sh') else 's'}"


def standings(results: Iterable[Result]) -> list[Standings]:
    """One for each setup, in the order in which they were played."""
    by_setup: defaultdict[Setup, list[Result]] = defaultdict(list)
    for result in results:
        by_setup[result.setup].append(result)
    if not by_setup:
        raise refused("journal", "there are no games in it; play some first")
    return [_standings(setup, games) for setup, games in by_setup.items()]


def seat_shares(results: Iterable[Result]) -> tuple[float, ...]:
    """The share of the wins of those who sat down in seats 1, 2, ..."""
    played = [result.first_to_last for result in results if not result.crashed]
    return tuple(sum(column) / len(played) for column in zip(*played, strict=True))


def mean_times(results: Iterable[Result]) -> dict[str, float]:
    """What a decision takes each entrant, in seconds."""
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
    """The length of the game in the middle."""
    return float(median([result.turns for result in results if not result.crashed] or [0]))


def first_faults(results: Iterable[Result]) -> dict[str, str]:
    """Why each entrant that forfeited did so the first time."""
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
        counted=len(in_whole_cycles(games)),
        elo=elo_ratings(games) if setup.players == 2 else (),
        skill=skill_ratings(games),
        meetings=_meetings(games),
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
    score = score_of(shares_of(games), 1 / setup.players)
    return (lineup[0], lineup[1], score) if score.cycles else None


def _meetings(games: Iterable[Result]) -> dict[tuple[str, str], Meeting]:
    """Of two entrants who meet, the one that ends higher scores; equal ranks share the point."""
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    count: defaultdict[tuple[str, str], int] = defaultdict(int)
    for result in games:
        ranked = list(zip(result.entrants, result.ranks, strict=False))
        for one, rank in ranked:
            for other, its_rank in ranked:
                if one != other:
                    points[one, other] += 0.5 if rank == its_rank else float(rank < its_rank)
                    count[one, other] += 1
    return {pair: Meeting(points[pair] / number, number) for pair, number in count.items()}
