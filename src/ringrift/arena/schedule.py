"""Fixtures: which games are to be played, each opening with every rotation of the seats.

A cycle is one opening with all rotations: two games for two players, n for n. It is the unit of every
statistic here, because what the opening or a seat is worth cancels out within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.setup import Setup


class ArenaError(RingRiftError):
    """A tournament that cannot be held; `path` names the argument at fault."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def refused(path: str, message: str) -> ArenaError:
    """The error for an argument of that name."""
    return ArenaError(Refusal("INVALID_ARENA", "R001", message, path))


@dataclass(frozen=True, slots=True)
class Openings:
    """How the games of a tournament begin."""

    seed: int = 1
    turns: int | None = (
        None  # played at random before the players are asked; None: as many as leave a game
    )
    balanced: bool = True  # a short search refuses those that win or lose

    def turns_for(self, players: int) -> int:
        """By default two each for two players, one each for more, whose games on small boards are short."""
        usual = 4 if players == 2 else players
        return usual if self.turns is None else self.turns


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game to be played. Equal fixtures make equal games, but for players that look at the clock."""

    event: str  # what it is played for
    setup: Setup
    entrants: tuple[str, ...]  # one a seat, as they sit in rotation 0
    opening: int
    rotation: int
    openings: Openings = Openings()

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits down in seats 1, 2, ..."""
        return (*self.entrants[self.rotation :], *self.entrants[: self.rotation])

    @property
    def cycle(self) -> str:
        """What the games of a cycle have in common, in words."""
        setup, begun = self.setup, self.openings
        played = f"{setup.board}/{setup.players}/{setup.edition}"
        chosen = f"{begun.turns_for(setup.players)}{'b' if begun.balanced else 'r'}"
        who = " v ".join(self.entrants)
        return f"{self.event}: {played}, {who}, opening {begun.seed}.{chosen}.{self.opening}"

    @property
    def key(self) -> str:
        """The name of the game within all tournaments."""
        return f"{self.cycle}, rotation {self.rotation}"

    def seed_of(self, seat: int) -> int:
        """The seed of the player who sits down there."""
        return int.from_bytes(blake2b(f"{self.key}, seat {seat}".encode(), digest_size=4).digest())


def cycle(
    event: str, setup: Setup, entrants: Sequence[str], opening: int, openings: Openings
) -> Iterator[ScheduledGame]:
    """One opening with every rotation of the seats."""
    if len(entrants) != setup.players:
        raise refused(
            "players",
            f"{len(entrants)} entrants cannot take {setup.players} seats; name one for each",
        )
    for rotation in range(setup.players):
        yield ScheduledGame(event, setup, tuple(entrants), opening, rotation, openings)


def cycles(
    event: str, setup: Setup, lineups: Sequence[Sequence[str]], count: int, openings: Openings
) -> Iterator[ScheduledGame]:
    """So many cycles for each lineup; all lineups play an opening before the next one comes."""
    for opening in range(count):
        for lineup in lineups:
            yield from cycle(event, setup, lineup, opening, openings)


def round_robin(entrants: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every choice of as many entrants as there are seats."""
    _check_names(entrants)
    if len(entrants) < players:
        raise refused(
            "entrants", f"{len(entrants)} entrants are too few for {players} seats; name more"
        )
    return list(combinations(entrants, players))


def gauntlet(entrants: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The first entrant alone against each of the others, who take all other seats."""
    _check_names(entrants)
    hero, *rivals = entrants
    if not rivals:
        raise refused("entrants", "one entrant alone cannot play; name its opponents")
    return [(hero, *[rival] * (players - 1)) for rival in rivals]


def _check_names(entrants: Sequence[str]) -> None:
    if len(set(entrants)) < len(entrants):
        raise refused("entrants", "an entrant is named twice; name each once")
