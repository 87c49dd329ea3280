"""Points, tie-breaks and places. Computed from the matches alone, so nothing can disagree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ringrift.server.tournaments.model import Format, Match, Tournament

ARENA_WIN: Final = 2.0
ARENA_STREAK: Final = 2  # wins in a row, after which every further win in a row counts double
SWISS_WIN: Final = 1.0
SWISS_BYE: Final = 1.0
TABLE_POINTS: Final[Mapping[int, tuple[float, ...]]] = {3: (6.0, 3.0, 0.0), 4: (6.0, 4.0, 2.0, 0.0)}
TABLE_BYE: Final = 3.0  # the average of a table


@dataclass(slots=True)
class Standing:
    """An entrant's place and what it is based on."""

    number: int
    rating: float
    rank: int = 0
    points: float = 0.0
    games: int = 0
    wins: int = 0
    byes: int = 0
    streak: int = 0  # wins in a row, up to the last game
    buchholz: float = 0.0  # the points of the opponents
    sonneborn: float = 0.0  # the points of the defeated opponents
    scores: list[float] = field(default_factory=list)  # of each match, in order

    @property
    def on_fire(self) -> bool:
        """Whether the next win of an arena counts double."""
        return self.streak >= ARENA_STREAK


def match_points(format_: Format, match: Match) -> dict[int, float]:
    """Return the points of a finished match by entrant, streaks not counted.

    Equal places share the points of these places.
    """
    assert match.ranks is not None
    if match.is_bye:
        return {match.seats[0]: TABLE_BYE if format_ == "tables" else SWISS_BYE}
    if format_ != "tables":
        win = ARENA_WIN if format_ == "arena" else SWISS_WIN
        scale = (win, *(0.0 for _ in match.seats[1:]))
    else:
        scale = TABLE_POINTS[len(match.seats)]
    points = {}
    for number, rank in zip(match.seats, match.ranks, strict=True):
        shared = match.ranks.count(rank)
        points[number] = sum(scale[rank - 1 : rank - 1 + shared]) / shared
    return points


def rank_entrants(tournament: Tournament) -> list[Standing]:
    """Return the standings, the best first."""
    found = {one.number: Standing(one.number, one.rating) for one in tournament.entrants}
    counted = [match for match in tournament.matches if match.counts]
    for match in counted:
        _add(found, tournament.format, match)
    if tournament.format != "arena":
        _add_tie_breaks(found, counted, tournament)
    ranked = sorted(found.values(), key=lambda one: (*_order(one), one.number))
    for place, standing in enumerate(ranked, 1):
        before = ranked[place - 2] if place > 1 else None
        standing.rank = (
            before.rank if before is not None and _order(before) == _order(standing) else place
        )
    return ranked


def _add(found: Mapping[int, Standing], format_: Format, match: Match) -> None:
    for number, base in match_points(format_, match).items():
        standing = found[number]
        won = not match.is_bye and match.rank_of(number) == 1
        points = 2 * base if format_ == "arena" and won and standing.on_fire else base
        standing.points += points
        standing.scores.append(points)
        if match.is_bye:
            standing.byes += 1
        else:
            standing.games += 1
            standing.wins += won
            standing.streak = standing.streak + 1 if won else 0


def _add_tie_breaks(
    found: Mapping[int, Standing], counted: Iterable[Match], tournament: Tournament
) -> None:
    """Add Buchholz and Sonneborn-Berger.

    A round without a game counts as one against an opponent with the entrant's own points.
    """
    played = dict.fromkeys(found, 0)
    for match in counted:
        if match.is_bye:
            continue
        for number in match.seats:
            standing = found[number]
            played[number] += 1
            others = match.opponents_of(number)
            standing.buchholz += sum(found[other].points for other in others) / len(others)
            behind = [one for one in others if match.rank_of(one) > match.rank_of(number)]
            standing.sonneborn += sum(found[other].points for other in behind)
    finished = tournament.round - (1 if tournament.playing else 0)
    for number, standing in found.items():
        standing.buchholz += max(0, finished - played[number]) * standing.points


def _order(standing: Standing) -> tuple[float, ...]:
    return (
        -standing.points,
        -round(standing.buchholz, 6),
        -round(standing.sonneborn, 6),
        -standing.wins,
        -standing.rating,
    )
