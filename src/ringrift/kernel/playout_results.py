"""The results of random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from ringrift.kernel.state_codec import REASONS
from ringrift.rules.stack import Seat
from ringrift.rules.state import RankedSeat, VictoryReason

# Plies, interactive plies, winner, reason, ranks by seat.
Result = tuple[int, int, int, int, list[int]]

MAX_GAMES: Final = 1_000_000  # in one call, which returns all of them
MAX_THREADS: Final = 1024  # at most four for each processor are started


@dataclass(frozen=True, slots=True)
class Playout:
    """The result of one random game."""

    plies: int  # every move, bookkeeping included
    interactive: int  # those that were chosen
    winner: Seat
    reason: VictoryReason
    ranking: tuple[RankedSeat, ...]  # by rank, then seat


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of several random games, in the order of their seeds."""

    games: tuple[Playout, ...]

    @property
    def plies(self) -> int:
        """The number of moves in all games, bookkeeping included."""
        return sum(game.plies for game in self.games)

    @property
    def interactive(self) -> int:
        """The number of moves that were chosen, in all games."""
        return sum(game.interactive for game in self.games)

    @property
    def wins(self) -> Counter[Seat]:
        """The number of games that each seat won."""
        return Counter(game.winner for game in self.games)

    @property
    def reasons(self) -> Counter[VictoryReason]:
        """The number of games by victory reason."""
        return Counter(game.reason for game in self.games)


def check_game_count(games: int) -> None:
    if games not in range(MAX_GAMES + 1):
        raise ValueError(f"{games} games: use 0 to {MAX_GAMES}, and play more with other seeds")


def check_threads(threads: int) -> None:
    if threads not in range(1, MAX_THREADS + 1):
        raise ValueError(f"{threads} threads: use 1 to {MAX_THREADS}")


def to_playout(result: Result) -> Playout:
    """Return the `Playout` of the kernel's numbers."""
    plies, interactive, winner, reason, ranks = result
    placings = [RankedSeat(seat, rank) for seat, rank in enumerate(ranks, start=1) if rank]
    placings.sort(key=lambda placing: (placing.rank, placing.seat))
    return Playout(plies, interactive, winner, REASONS[reason - 1], tuple(placings))
