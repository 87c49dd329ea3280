"""The result of a game, parsed from its record in a journal."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ringrift.records.chain import FORMAT
from ringrift.rules.setup import Setup

GAME_KEY_TAG: Final = "Fixture"  # holds `ScheduledGame.key`
MAX_MOVES_BEFORE_SWAP: Final = 200  # a swap is a move of the second turn


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game. Tuples have one element for each entrant, in the order of rotation 0."""

    key: str
    cycle_key: str
    event: str
    setup: Setup
    entrants: tuple[str, ...]
    rotation: int
    scores: tuple[float, ...]  # shares of the win, with sum 1; empty if the game crashed
    ranks: tuple[int, ...]
    reason: str
    swapped: bool
    turns: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # total thinking time
    slowest: tuple[float, ...]  # longest decision, seconds
    overruns: tuple[int, ...]
    worst_overrun: float  # seconds
    busy_overruns: int  # overruns by processor time
    forfeit: int | None  # the entrant that forfeited
    fault: str  # why, or how the game crashed
    commit: str

    @property
    def crashed(self) -> bool:
        """Whether the game ended with a fault of the program instead of a result."""
        return not self.scores

    @property
    def unusable(self) -> bool:
        """Whether a player failed or cheated, or the game crashed: no evidence of strength."""
        failed = self.crashed or self.forfeit is not None
        return failed and not self.fault.startswith("late")

    @property
    def scores_by_seat(self) -> tuple[float, ...]:
        """The scores of seats 1, 2, ..."""
        return (*self.scores[self.rotation :], *self.scores[: self.rotation])


def parse_result(line: str) -> Result | None:
    """Parse a line of a journal; None for a record of another origin. Raises if it is no record."""
    row: dict[str, Any] = json.loads(line)
    if row["format"] != FORMAT:
        raise ValueError(f"{row['format']!r} is not {FORMAT!r}")
    tags: dict[str, str] = row.get("tags", {})
    if GAME_KEY_TAG not in tags:
        return None
    players = int(row["players"])
    rotation = int(tags["Rotation"])

    def split_tag(name: str) -> list[str]:
        return tags[name].split()

    def by_entrant(seated: list[Any]) -> tuple[Any, ...]:
        """Reorder values listed by first seat into the order of rotation 0."""
        back = players - rotation
        return (*seated[back:], *seated[:back])

    forfeit = int(tags["Forfeit"]) - 1 if "Forfeit" in tags else None
    outcome = row["result"]
    return Result(
        key=tags[GAME_KEY_TAG],
        cycle_key=tags[GAME_KEY_TAG].rpartition(", ")[0],
        event=tags["Event"],
        setup=Setup(row["board"], players, row["edition"]),
        entrants=by_entrant(_names(row)),
        rotation=rotation,
        scores=by_entrant(_scores(row, forfeit)) if outcome else (),
        ranks=by_entrant(_ranks(row, forfeit)) if outcome else (),
        reason=outcome["reason"] if outcome else "crash",
        swapped=_swapped(row),
        turns=int(tags["Turns"]),
        decisions=by_entrant([int(number) for number in split_tag("Decisions")]),
        seconds=by_entrant([float(number) for number in split_tag("Seconds")]),
        slowest=by_entrant([float(number) for number in split_tag("Slowest")]),
        overruns=by_entrant([int(number) for number in split_tag("Overruns")]),
        worst_overrun=float(tags["WorstOverrun"]),
        busy_overruns=int(tags["BusyOverruns"]),
        forfeit=None if forfeit is None else (forfeit + rotation) % players,
        fault=tags.get("Fault", ""),
        commit=tags["Commit"],
    )


def by_cycle(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Yield the complete cycles in the order in which they began."""
    games: defaultdict[str, dict[int, Result]] = defaultdict(dict)
    for result in results:
        games[result.cycle_key][result.rotation] = result
    for by_rotation in games.values():
        cycle = [by_rotation[rotation] for rotation in sorted(by_rotation)]
        if len(cycle) == cycle[0].setup.players and not any(result.crashed for result in cycle):
            yield cycle


def complete_cycle_results(results: Iterable[Result]) -> list[Result]:
    """Return the results in complete cycles: those that count."""
    return [result for cycle in by_cycle(results) for result in cycle]


def cycle_shares(results: Iterable[Result], entrant: int = 0) -> list[float]:
    """Return the entrant's share of the wins in each complete cycle."""
    return [
        sum(result.scores[entrant] for result in cycle) / len(cycle) for cycle in by_cycle(results)
    ]


def _scores(row: dict[str, Any], forfeit: int | None) -> list[float]:
    """Return shares of the win by first seat; opponents of a forfeit share it."""
    players = int(row["players"])
    if forfeit is not None:
        return [0.0 if player == forfeit else 1 / (players - 1) for player in range(players)]
    return [float(rank == 1) for rank in _ranks(row, None)]


def _ranks(row: dict[str, Any], forfeit: int | None) -> list[int]:
    """Return ranks by first seat: after a swap the players have exchanged seats [R180]."""
    if forfeit is not None:
        return [2 if player == forfeit else 1 for player in range(int(row["players"]))]
    ranks = [0] * int(row["players"])
    for placing in row["result"]["ranking"]:
        ranks[placing["playerNumber"] - 1] = placing["rank"]
    return ranks[::-1] if _swapped(row) else ranks


def _names(row: dict[str, Any]) -> list[str]:
    """Return the names by first seat; rows with `swapped` name them by last seat [R180]."""
    names: list[str] = row["names"]
    return names[::-1] if "swapped" in row else names


def _swapped(row: dict[str, Any]) -> bool:
    return any(move["type"] == "swap_sides" for move in row["moves"][:MAX_MOVES_BEFORE_SWAP])
