"""Check the books of balanced starts: their entries, and the wins of each seat in games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ringrift.arena.intervals import Score, estimate_score
from ringrift.arena.results import Result
from ringrift.arena.schedule import Openings, ScheduledGame
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.starts.book import load_book, replay_entry
from ringrift.starts.symmetry import canonical_key

EVENT = "books"


def entry_errors(setup: Setup, entries: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the entries of a book."""
    first_with: dict[object, int] = {}
    for number, entry in enumerate(entries, 1):
        try:
            state = replay_entry(setup, entry)
        except RingRiftError as error:
            yield f"{setup}: entry {number} is not legal: {error.message}"
            continue
        if fault := _start_fault(setup, state):
            yield f"{setup}: entry {number}: {fault}"
        equal = first_with.setdefault(canonical_key(state), number)
        if equal != number:
            yield f"{setup}: entry {number} equals entry {equal} by a symmetry of the board"


def _start_fault(setup: Setup, state: State) -> str | None:
    """Return why the state cannot be the end of a start."""
    if state.outcome is not None:
        return "the game is over"
    if any(isinstance(move, SwapSides) for move in state.history):
        return "a balanced start has no swap"
    turns = state.turn_number - 1
    if turns == 0 or turns % setup.players or state.player != 1 or state.turn.acted:
        return "the seats have not made the same number of turns"
    return None


def schedule_check(setup: Setup, level: int, games: int, seed: int) -> list[ScheduledGame]:
    """Return games between equal levels, each from the next entry of the book."""
    openings = Openings(seed, book=True)
    entrants = (f"level:{level}",) * setup.players
    return [ScheduledGame(EVENT, setup, entrants, game, 0, openings) for game in range(games)]


@dataclass(frozen=True, slots=True)
class SeatShares:
    """The wins of each seat of a book, with intervals over its entries."""

    setup: Setup
    level: int
    games: int
    wins: tuple[int, ...]
    scores: tuple[Score, ...]

    @property
    def greatest_difference(self) -> float:
        """Return how far the seat that differs most is from its fair share, in points."""
        fair = self.games / len(self.wins)
        return 100 * max(abs(won - fair) for won in self.wins) / self.games


def seat_shares(setup: Setup, level: int, results: Iterable[Result]) -> SeatShares:
    """Return the shares of the seats. Games from one entry count as one cycle of the interval."""
    by_entry: defaultdict[int, list[tuple[float, ...]]] = defaultdict(list)
    wins = [0] * setup.players
    size = len(load_book(setup))
    for result in results:
        number = int(result.cycle_key.rpartition(".")[2])
        by_entry[number % size].append(result.scores_by_seat)
        wins[result.scores_by_seat.index(max(result.scores_by_seat))] += 1
    scores = tuple(
        estimate_score(
            [sum(one[seat] for one in played) / len(played) for played in by_entry.values()],
            chance=1 / setup.players,
        )
        for seat in range(setup.players)
    )
    return SeatShares(setup, level, sum(wins), tuple(wins), scores)


def format_shares(shares: SeatShares) -> str:
    """Return the shares of all seats with their intervals, as text."""
    return ", ".join(
        f"seat {seat}: {won / shares.games:.1%} ({score.low:.0%} to {score.high:.0%})"
        for seat, (won, score) in enumerate(zip(shares.wins, shares.scores, strict=True), 1)
    )


def check_page(rows: Sequence[SeatShares], seed: int, origin: dict[str, str], command: str) -> str:
    """Return the results as Markdown."""
    lines = [
        "# Balanced starts",
        "",
        f"Written by `{command}`.",
        "",
        *(f"- {name}: {value}" for name, value in origin.items()),
        f"- seed of the games: {seed}",
        "",
        "Games between equal levels from the shipped books. The intervals (95%) treat the games",
        "from one entry as one observation.",
        "",
        "| board | players | edition | level | games | wins by seat | shares |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        setup = row.setup
        cells = (setup.board, setup.players, setup.edition, row.level, row.games)
        wins = " : ".join(map(str, row.wins))
        lines.append(f"| {' | '.join(map(str, cells))} | {wins} | {format_shares(row)} |")
    return "\n".join(lines) + "\n"
