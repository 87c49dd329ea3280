"""Players by name, as command lines write them: `level:4` or `4`, `level:10:0.2`, `random`, `engine:…`."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Final, NoReturn

from ringrift.players.player import Player
from ringrift.rules.errors import InvalidSetupError, Refusal

FORMS: Final = "random, level:1 to level:10 (or 1 to 10), level:10:SECONDS, engine:COMMAND"


@dataclass(frozen=True, slots=True)
class NamedLevel:
    """A level, and the time that it is given; whether there is such a one is not asked here."""

    number: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class NamedEngine:
    """A program, by the words of the command that starts it."""

    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedChance:
    """Any legal move."""


Named = NamedLevel | NamedEngine | NamedChance


def read_name(text: str, forms: str = FORMS) -> Named:
    """Whom the text names; `forms` are what a refusal says can be written."""
    kind, colon, rest = text.partition(":")
    if text == "random":
        return NamedChance()
    if kind == "level" or (not colon and _is_number(kind)):
        return _level(rest if colon else kind, text, forms)
    if kind == "engine":
        return _engine(rest, text, forms)
    return _refuse(text, forms)


def parse_player(text: str, *, seed: int = 0) -> Player:
    """The player that the text names; chance depends on the seed."""
    match read_name(text):
        case NamedLevel(number, seconds):
            from ringrift.players.levels import level

            return level(number, seed=seed, seconds=seconds)
        case NamedEngine(command):
            from ringrift.players.external.player import External

            return External(command)
        case NamedChance():
            from ringrift.players.random_player import RandomPlayer

            return RandomPlayer(seed=seed)


def _level(text: str, name: str, forms: str) -> Named:
    number, colon, time = text.partition(":")
    if not _is_number(number):
        _refuse(name, forms)
    try:
        seconds = float(time) if colon else None
    except ValueError:
        _refuse(name, forms)
    return NamedLevel(int(number), seconds)


def _engine(command: str, name: str, forms: str) -> Named:
    try:
        words = shlex.split(command)
    except ValueError as error:
        message = f"{command!r} is no command: {error}"
        raise InvalidSetupError(Refusal("MALFORMED", "R001", message, "player")) from error
    if not words:
        _refuse(name, forms)
    return NamedEngine(tuple(words))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _refuse(text: str, forms: str) -> NoReturn:
    message = f"{text!r} names no player; write {forms}"
    raise InvalidSetupError(Refusal("MALFORMED", "R001", message, "player"))
