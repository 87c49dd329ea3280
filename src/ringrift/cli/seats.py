"""Parse seats (`person,level:4`, `engine:COMMAND`) and clocks of the command line."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ringrift.rules.errors import InvalidSetupError, Refusal, RingRiftError

if TYPE_CHECKING:
    from ringrift.host import Clock, Occupant

LOCAL_PERSON_ID: Final = (
    "here"  # all people at one terminal are one person to the host: they agree to take-backs
)
SEAT_FORMS: Final = "person, level:1 to level:10, level:10:SECONDS, engine:COMMAND or random"
CLOCK_FORMS: Final = (
    "5+3 (five minutes plus three seconds per turn) or 30s (thirty seconds per choice)"
)
DEFAULT_LEVEL: Final = 3
DEFAULT_SUBSTITUTE_LEVEL: Final = 6  # as in ringrift.host.substitutes, which loads slowly
_FISCHER: Final = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\+(\d{1,4}(?:\.\d{1,3})?)", re.ASCII)
_PER_MOVE: Final = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)s", re.ASCII)


def parse_seats(text: str) -> tuple[Occupant, ...]:
    """Parse a list of occupants such as `person,level:3`."""
    names = text.split(",")
    if not 2 <= len(names) <= 4:
        raise argparse.ArgumentTypeError("give two to four seats, separated by commas")
    return tuple(map(_occupant, names))


def with_seeds(seats: tuple[Occupant, ...], seed: int) -> tuple[Occupant, ...]:
    """Return the seats with a different seed for each computer."""
    from ringrift.host import Level, RandomComputer

    return tuple(
        replace(who, seed=4 * seed + place) if isinstance(who, Level | RandomComputer) else who
        for place, who in enumerate(seats)
    )


def kernel_is_built() -> bool:
    """Return whether the kernel is built."""
    try:
        from ringrift.kernel._native import Search
    except ImportError:
        return False
    return callable(Search)


def require_kernel_for_levels(seats: tuple[Occupant, ...]) -> None:
    """Reject levels without the kernel; people and the random player do not need it."""
    from ringrift.host import Level
    from ringrift.kernel.engines import HOW_TO_BUILD

    if any(isinstance(who, Level) for who in seats) and not kernel_is_built():
        message = (
            f"levels need the kernel. {HOW_TO_BUILD} Until then, play with --seats person,random"
        )
        raise InvalidSetupError(Refusal("KERNEL_MISSING", None, message, "--seats"))


def parse_clock(text: str) -> Clock:
    """Parse a time control such as 5+3 or 30s."""
    from ringrift.host import Fischer, PerMove

    if found := _FISCHER.fullmatch(text):
        return Fischer(60 * float(found[1]), float(found[2]))
    if found := _PER_MOVE.fullmatch(text):
        return PerMove(float(found[1]))
    raise argparse.ArgumentTypeError(f"write a clock as {CLOCK_FORMS}")


def format_clock(clock: Clock) -> str:
    """Return a time control as `parse_clock` reads it."""
    from ringrift.host import Fischer, PerMove

    match clock:
        case Fischer(initial, increment):
            return f"{_format_number(initial / 60)}+{_format_number(increment)}"
        case PerMove(seconds):
            return f"{_format_number(seconds)}s"
        case _:
            raise ValueError(f"{type(clock).__name__} is no clock of the terminal")


def _format_number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _occupant(name: str) -> Occupant:
    from ringrift.host import Engine, Level, Person, RandomComputer
    from ringrift.host.seat_occupants import dump_occupant, load_occupant
    from ringrift.players.player_names import (
        EngineSpec,
        LevelSpec,
        RandomSpec,
        YardstickSpec,
        parse_player_spec,
    )

    if name in ("person", "you"):
        return Person("person", LOCAL_PERSON_ID)
    try:
        named = parse_player_spec(name, SEAT_FORMS)
    except RingRiftError as error:
        raise argparse.ArgumentTypeError(error.message) from error
    match named:
        case LevelSpec(number, seconds):
            try:
                return load_occupant(dump_occupant(Level(number, seconds=seconds)))
            except RingRiftError as error:
                raise argparse.ArgumentTypeError(f"{name!r}: {error.message}") from error
        case EngineSpec(command):
            return Engine(command)
        case RandomSpec():
            return RandomComputer()
        case YardstickSpec():
            message = f"{name!r} plays in `ringrift arena` alone; use {SEAT_FORMS}"
            raise argparse.ArgumentTypeError(message)
