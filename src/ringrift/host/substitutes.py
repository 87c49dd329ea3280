"""Computers that play on for a person who leaves, or after their own time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ringrift.host.seat_occupants import Level, Occupant, RandomComputer
from ringrift.host.settings import GameSettings

DEFAULT_SUBSTITUTE_LEVEL: Final = 6  # for a leaver whose strength is unknown

# Returns the computer that plays on for an occupant who leaves.
ChooseSubstitute = Callable[[GameSettings, Occupant], Level | RandomComputer]


def default_substitute(settings: GameSettings, _leaver: Occupant) -> Level:
    """Return the level of the settings, or the default one."""
    return Level(settings.substitute or DEFAULT_SUBSTITUTE_LEVEL)


def keep_without_clock(computer: Occupant) -> Level:
    """Return who plays on for a computer whose time is up: a level for itself."""
    return computer if isinstance(computer, Level) else Level(DEFAULT_SUBSTITUTE_LEVEL)
