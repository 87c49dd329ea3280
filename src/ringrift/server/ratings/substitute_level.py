"""Maps a rating to the level that plays on for a person who leaves."""

from __future__ import annotations

from typing import Final

from ringrift.host.seat_occupants import LEVELS
from ringrift.host.substitutes import DEFAULT_SUBSTITUTE_LEVEL
from ringrift.server.ratings.calculation import DEFAULT_RATING

# Neighbouring levels win about 7 of 10 games, which is a difference of 3 in `mu`.
MU_PER_LEVEL: Final = 3.0


def nearest_level(mu: float | None) -> int:
    """Return the level nearest a rating; an account without one gets the default level.

    A new account's `mu` is that of the default level, and each level is worth 3 points. No rated
    game has levels, so the scale rests on the levels' distances alone.
    """
    if mu is None:
        return DEFAULT_SUBSTITUTE_LEVEL
    level = round(DEFAULT_SUBSTITUTE_LEVEL + (mu - DEFAULT_RATING[0]) / MU_PER_LEVEL)
    return min(max(level, LEVELS[0]), LEVELS[-1])
