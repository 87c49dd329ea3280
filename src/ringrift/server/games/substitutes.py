"""Who plays on for a person who leaves a live game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ringrift.host.seat_occupants import Level, Occupant
from ringrift.host.settings import GameSettings
from ringrift.server.games.seeds import new_seed
from ringrift.server.games.service import TIMED_LEVEL
from ringrift.server.ratings.substitute_level import nearest_level


@dataclass(frozen=True, slots=True)
class SubstituteChoice:
    """Chooses the level of the settings, or the one nearest the rating of the leaver."""

    ratings: Mapping[str, float]  # `mu` by account, for this number of players
    level_seconds: float  # per move of the timed level

    def __call__(self, settings: GameSettings, leaver: Occupant) -> Level:
        account = getattr(leaver, "id", "")
        number = settings.substitute or nearest_level(self.ratings.get(account))
        seconds = self.level_seconds if number == TIMED_LEVEL else None
        return Level(number, seed=new_seed(), seconds=seconds)
