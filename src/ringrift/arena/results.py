"""Results: what statistics need of a game that was played, read from its record's line."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ringrift.records.chain import FORMAT
from ringrift.rules.setup import Setup

FIXTURE: Final = "ScheduledGame"  # the tag by which a game is recognised
LATEST_SWAP: Final = 200  # moves: a swap happens in the second turn


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played. Lists have one element an entrant, as they sit in rotation 0."""

    key: str
    cycle: str
    event: str
    setup: Setup
    entrants: tuple[str, ...]
    rotation: int
    scores: tuple[float, ...]  # shares of the win, 1 in all; empty if the game crashed
    ranks: tuple[int, ...]
    reason: str
    swapped: bool
    turns: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # of thinking, in all
    slowest: tuple[float, ...]  # decision
    overruns: tuple[int, ...]
    worst_overrun: float  # seconds
    busy_overruns: int  # those in which the processor was at work for all of it, so that nobody else is to blame
    forfeit: int | None  # the entrant who forfeited
    fault: str  # why, or how the game crashed
    commit: str

    @property
    def crashed(self) -> bool:
        return not self.scores

    @property
    def broken(self) -> bool:
        """Whether it says nothing about strength: a player failed or broke the rules, or the game crashed."""
        failed = self.crashed or self.forfeit is not None
        return failed and not self.fault.startswith("late")

    @property
    def first_to_last(self) -> tuple[float, ...]:
        """The scores by who sat down in seats 1, 2, ..."""
        return (*self.scores[self.rotation :], *self.scores[: self.rotation])


def result_of(line: str) -> Result | None:
    """The result on a journal's line; None if it is no game of an arena. What is no record raises."""
    row: dict[str, Any] = json.loads(line)
    if row["format"] != FORMAT:
        raise ValueError(f"{row['format']!r} is not {FORMAT!r}")
    tags: dict[str, str] = row.get("tags", {})
    if FIXTURE not in tags:
        return None
    players = int(row["players"])
    rotation = int(tags["Rotation"])

    def listed(name: str) -> list[str]:
        return tags[name].split()

    def by_entrant(seated: list[Any]) -> tuple[Any, ...]:
        """What is listed by the seats that people took, in the order of rotation 0."""
        back = players - rotation
        return (*seated[back:], *seated[:back])

    forfeit = int(tags["Forfeit"]) - 1 if "Forfeit" in tags else None
    ended = row["result"]
    return Result(
        key=tags[FIXTURE],
        cycle=tags[FIXTURE].rpartition(", ")[0],
        event=tags["Event"],
        setup=Setup(row["board"], players, row["edition"]),
        entrants=by_entrant(row["names"]),
        rotation=rotation,
        scores=by_entrant(_scores(row, forfeit)) if ended else (),
        ranks=by_entrant(_ranks(row, forfeit)) if ended else (),
        reason=ended["reason"] if ended else "crash",
        swapped=_swapped(row),
        turns=int(tags["Turns"]),
        decisions=by_entrant([int(number) for number in listed("Decisions")]),
        seconds=by_entrant([float(number) for number in listed("Seconds")]),
        slowest=by_entrant([float(number) for number in listed("Slowest")]),
        overruns=by_entrant([int(number) for number in listed("Overruns")]),
        worst_overrun=float(tags["WorstOverrun"]),
        busy_overruns=int(tags["BusyOverruns"]),
        forfeit=None if forfeit is None else (forfeit + rotation) % players,
        fault=tags.get("Fault", ""),
        commit=tags["Commit"],
    )


def by_cycle(results: Iterable[Result]) -> Iterator[list[Result]]:
    """The cycles that were played to their end, in the order in which they began."""
    games: defaultdict[str, dict[int, Result]] = defaultdict(dict)
    for result in results:
        games[result.cycle][result.rotation] = result
    for played in games.values():
        whole = [played[rotation] for rotation in sorted(played)]
        if len(whole) == whole[0].setup.players and not any(result.crashed for result in whole):
            yield whole


def in_whole_cycles(results: Iterable[Result]) -> list[Result]:
    """The games that count."""
    return [result for played in by_cycle(results) for result in played]


def shares_of(results: Iterable[Result], entrant: int = 0) -> list[float]:
    """The entrant's share of the wins in each cycle."""
    return [
        sum(result.scores[entrant] for result in played) / len(played)
        for played in by_cycle(results)
    ]


def _scores(row: dict[str, Any], forfeit: int | None) -> list[float]:
    """Shares of the win by the seats that people took: all to the winner, or to those who did not forfeit."""
    players = int(row["players"])
    if forfeit is not None:
        return [0.0 if person == forfeit else 1 / (players - 1) for person in range(players)]
    return [float(rank == 1) for rank in _ranks(row, None)]


def _ranks(row: dict[str, Any], forfeit: int | None) -> list[int]:
    """Places in the ranking by the seats that people took; after a swap they have exchanged them [R180]."""
    if forfeit is not None:
        return [2 if person == forfeit else 1 for person in range(int(row["players"]))]
    ranks = [0] * int(row["players"])
    for placing in row["result"]["ranking"]:
        ranks[placing["playerNumber"] - 1] = placing["rank"]
    return ranks[::-1] if _swapped(row) else ranks


def _swapped(row: dict[str, Any]) -> bool:
    return any(move["type"] == "swap_sides" for move in row["moves"][:LATEST_SWAP])
