"""Players by name, as on command lines: `level:4` or `4`, `level:10:0.2`, `random`, `engine:…`.

The yardsticks are `reference-0.1` and `uct`, or `reference-0.1:0.2` and `uct:0.2` with seconds.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Final, NoReturn

from ringrift.players.player import Player
from ringrift.rules.errors import InvalidSetupError, Refusal

FORMS: Final = "random, level:1 to level:10 (or 1 to 10), level:10:SECONDS, engine:COMMAND"
YARDSTICKS: Final = ("reference-0.1", "uct")


@dataclass(frozen=True, slots=True)
class LevelSpec:
    """A level and its time limit; whether the level exists is not checked here."""

    number: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An external engine, by its command line."""

    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RandomSpec:
    """The random player."""


@dataclass(frozen=True, slots=True)
class YardstickSpec:
    """A fixed player that others are measured against, and its time limit."""

    name: str
    seconds: float | None


PlayerSpec = LevelSpec | EngineSpec | RandomSpec | YardstickSpec


def parse_player_spec(text: str, forms: str = FORMS) -> PlayerSpec:
    """Return the specification that a text names; errors list the accepted `forms`."""
    kind, colon, rest = text.partition(":")
    if text == "random":
        return RandomSpec()
    if kind == "level" or (not colon and _is_number(kind)):
        return _parse_level(rest if colon else kind, text, forms)
    if kind == "engine":
        return _parse_engine(rest, text, forms)
    if kind in YARDSTICKS:
        return YardstickSpec(kind, _parse_seconds(rest, text, forms) if colon else None)
    return _refuse_name(text, forms)


def parse_player(text: str, *, seed: int = 0) -> Player:
    """Create the player that the text names; its random choices depend on the seed."""
    match parse_player_spec(text):
        case LevelSpec(number, seconds):
            from ringrift.players.levels import level

            return level(number, seed=seed, seconds=seconds)
        case EngineSpec(command):
            from ringrift.players.external.player import ExternalPlayer

            return ExternalPlayer(command)
        case RandomSpec():
            from ringrift.players.random_player import RandomPlayer

            return RandomPlayer(seed=seed)
        case YardstickSpec(name, seconds):
            return _create_yardstick(name, 1.0 if seconds is None else seconds, seed)


def _parse_level(text: str, name: str, forms: str) -> PlayerSpec:
    number, colon, time = text.partition(":")
    if not _is_number(number):
        _refuse_name(name, forms)
    return LevelSpec(int(number), _parse_seconds(time, name, forms) if colon else None)


def _parse_seconds(text: str, name: str, forms: str) -> float:
    try:
        return float(text)
    except ValueError:
        return _refuse_name(name, forms)


def _create_yardstick(name: str, seconds: float, seed: int) -> Player:
    if name == "uct":
        from ringrift.players.uct import UctPlayer

        return UctPlayer(seconds, seed=seed)
    from ringrift.players.reference import ReferencePlayer

    return ReferencePlayer(seconds, seed=seed)


def _parse_engine(command: str, name: str, forms: str) -> PlayerSpec:
    try:
        words = shlex.split(command)
    except ValueError as error:
        message = f"{command!r} is not a valid command: {error}"
        raise InvalidSetupError(Refusal("MALFORMED", None, message, "player")) from error
    if not words:
        _refuse_name(name, forms)
    return EngineSpec(tuple(words))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _refuse_name(text: str, forms: str) -> NoReturn:
    message = f"there is no player {text!r}; use {forms}"
    raise InvalidSetupError(Refusal("MALFORMED", None, message, "player"))
