"""Calculates ratings from results, without the database."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from ringrift.host.game_session import GameSession
from ringrift.server.ratings.eligibility import PAIRING_SECONDS, count_pairings

_MODEL: Final = PlackettLuce()
_FRESH: Final = _MODEL.rating()
DEFAULT_RATING: Final = (_FRESH.mu, _FRESH.sigma)


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What ratings need to know of a finished game."""

    standings: dict[str, int]  # the rank of each account
    completed: bool  # whether each seat completed a turn


def read_result(session: GameSession) -> GameOutcome:
    """Return the rank of each account in the standing of the people: those who left come last."""
    standings = {one.person.id: one.rank for one in session.standing if one.person.id}
    return GameOutcome(standings, session.turns_played >= len(session.seats))


def rate_game(
    before: Mapping[str, tuple[float, float]], standings: Mapping[str, int], weight: float
) -> dict[str, tuple[float, float]]:
    """Return the new `mu` and `sigma`; the weight is the part of the change that counts."""
    order = sorted(before)
    teams = [[_MODEL.rating(mu=before[one][0], sigma=before[one][1])] for one in order]
    after = _MODEL.rate(teams, ranks=[float(standings[account]) for account in order])
    return {
        account: (
            before[account][0] + weight * (new.mu - before[account][0]),
            before[account][1] + weight * (new.sigma - before[account][1]),
        )
        for account, [new] in zip(order, after, strict=True)
    }


class RatingCalculation:
    """Rates games one after the other, as the server does."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[str, int], tuple[float, float]] = {}
        self._recent: deque[tuple[float, str, dict[str, int]]] = deque()

    def add(self, game: str, standings: dict[str, int], at: float) -> None:
        """Rate a game that counts."""
        players = len(standings)
        while self._recent and self._recent[0][0] <= at - PAIRING_SECONDS:
            self._recent.popleft()
        seats = (
            (other, account)
            for _, other, ranks in self._recent
            if len(ranks) == players
            for account in ranks
        )
        weight = 1 / (1 + count_pairings(seats, list(standings)))
        before = {
            account: self.ratings.get((account, players), DEFAULT_RATING) for account in standings
        }
        for account, rating in rate_game(before, standings, weight).items():
            self.ratings[account, players] = rating
        self._recent.append((at, game, standings))
