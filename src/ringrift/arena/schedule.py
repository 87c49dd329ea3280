"""The schedule of a tournament: each opening is played with every rotation of the seats.

A cycle is one opening with all rotations: n games for n players. It is the unit of every statistic,
because the value of the opening and of the seats cancels out within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.setup import Setup


class ArenaError(RingRiftError):
    """A tournament that cannot be played; `path` names the invalid argument."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def arena_error(path: str, message: str) -> ArenaError:
    """Return the error for the argument of that name."""
    return ArenaError(Refusal("INVALID_ARENA", None, message, path))


@dataclass(frozen=True, slots=True)
class Openings:
    """How the games of a tournament begin."""

    seed: int = 1
    turns: int | None = None  # random turns before the players decide; None: by number of players
    balanced: bool = True  # a short search rejects openings in which a seat is winning
    book: bool = False  # balanced starts from the book instead of random turns

    def turns_for(self, players: int) -> int:
        """Return the random turns: by default two a seat for two players, else one a seat."""
        default = 4 if players == 2 else players
        return default if self.turns is None else self.turns

    def start_seed(self, opening: int) -> int:
        """Return the seed of an opening's balanced start: each opening has the next entry."""
        return self.seed + opening


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game to play. Equal values give equal games, except for players that use the clock."""

    event: str  # the tournament
    setup: Setup
    entrants: tuple[str, ...]  # one a seat, in rotation 0
    opening: int
    rotation: int
    openings: Openings = Openings()

    @property
    def entrants_by_seat(self) -> tuple[str, ...]:
        """The entrants in seats 1, 2, ..."""
        return (*self.entrants[self.rotation :], *self.entrants[: self.rotation])

    @property
    def cycle_key(self) -> str:
        """The name of the cycle, common to its games."""
        setup, openings = self.setup, self.openings
        setup_name = f"{setup.board}/{setup.players}/{setup.edition}"
        kind = f"{openings.turns_for(setup.players)}{'b' if openings.balanced else 'r'}"
        if openings.book:
            kind = "book"
        who = " v ".join(self.entrants)
        return f"{self.event}: {setup_name}, {who}, opening {openings.seed}.{kind}.{self.opening}"

    @property
    def key(self) -> str:
        """The unique name of the game; journals and seeds depend on it."""
        return f"{self.cycle_key}, rotation {self.rotation}"

    def player_seed(self, seat: int) -> int:
        """Return the seed of the player in that seat."""
        return int.from_bytes(blake2b(f"{self.key}, seat {seat}".encode(), digest_size=4).digest())


def schedule_cycle(
    event: str, setup: Setup, entrants: Sequence[str], opening: int, openings: Openings
) -> Iterator[ScheduledGame]:
    """Yield one opening with every rotation of the seats."""
    if len(entrants) != setup.players:
        raise arena_error(
            "players",
            f"{len(entrants)} entrants cannot take {setup.players} seats; give one per seat",
        )
    for rotation in range(setup.players):
        yield ScheduledGame(event, setup, tuple(entrants), opening, rotation, openings)


def schedule_cycles(
    event: str, setup: Setup, lineups: Sequence[Sequence[str]], count: int, openings: Openings
) -> Iterator[ScheduledGame]:
    """Yield `count` cycles for each lineup, opening by opening."""
    for opening in range(count):
        for lineup in lineups:
            yield from schedule_cycle(event, setup, lineup, opening, openings)


def round_robin_lineups(entrants: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return every combination of as many entrants as there are seats."""
    _check_unique(entrants)
    if len(entrants) < players:
        raise arena_error(
            "entrants",
            f"{len(entrants)} entrants are too few for {players} seats; add more,"
            " or play with fewer players",
        )
    return list(combinations(entrants, players))


def gauntlet_lineups(entrants: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return the first entrant against each of the others, which takes all other seats."""
    _check_unique(entrants)
    hero, *rivals = entrants
    if not rivals:
        raise arena_error("entrants", "one player cannot play alone; add its opponents")
    return [(hero, *[rival] * (players - 1)) for rival in rivals]


def _check_unique(entrants: Sequence[str]) -> None:
    if len(set(entrants)) < len(entrants):
        raise arena_error("entrants", "an entrant appears twice; give each one once")
