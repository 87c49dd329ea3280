"""Who takes a seat: a person, a computer at some level, chance, a program on this machine or elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from ringrift.host.errors import SETUP, InvalidSettingsError
from ringrift.host.json_fields import parse_number, parse_text, reject_unknown_fields
from ringrift.rules.wire_fields import MAX_SAFE_INTEGER, JsonField

LEVELS: Final = range(1, 11)
MAX_COMMAND_WORDS: Final = 64  # of an engine's command
MAX_SECONDS: Final = 86_400.0  # that a level may be given for one choice


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is asked. Seats with the same `id` are taken by one and the same person."""

    kind: ClassVar[str] = "person"
    computer: ClassVar[bool] = False
    name: str = "person"
    id: str = ""


@dataclass(frozen=True, slots=True)
class Remote:
    """A program elsewhere, which sends its moves as a person does and agrees to every take-back."""

    kind: ClassVar[str] = "remote"
    computer: ClassVar[bool] = False
    name: str = "remote"
    id: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer of the ten levels. `seconds` is for level 10 alone: the time for one choice."""

    kind: ClassVar[str] = "level"
    computer: ClassVar[bool] = True
    number: int
    seed: int = 0
    seconds: float | None = None

    @property
    def name(self) -> str:
        return f"level {self.number}"


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that speaks the engine protocol; `command` starts it."""

    kind: ClassVar[str] = "engine"
    computer: ClassVar[bool] = True
    command: tuple[str, ...]
    seconds: float | None = None

    @property
    def name(self) -> str:
        return self.command[0].rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class RandomComputer:
    """Any legal move, each as likely as the others."""

    kind: ClassVar[str] = "random"
    computer: ClassVar[bool] = True
    seed: int = 0

    @property
    def name(self) -> str:
        return "random"


Occupant = Person | Remote | Level | Engine | RandomComputer
KINDS: Final = ("person", "remote", "level", "engine", "random")


def dump_occupant(occupant: Occupant) -> dict[str, Any]:
    """The occupant as a JSON object."""
    written: dict[str, Any] = {"kind": occupant.kind}
    match occupant:
        case Person(name, identity) | Remote(name, identity):
            return written | {"name": name, "id": identity}
        case Level(level, seed, seconds):
            return written | {"number": level, "seed": seed, "seconds": seconds}
        case Engine(command, seconds):
            return written | {"command": list(command), "seconds": seconds}
        case RandomComputer(seed):
            return written | {"seed": seed}


def load_occupant(value: object) -> Occupant:
    """The occupant of a JSON object."""
    return parse_occupant(JsonField(value, InvalidSettingsError))


def parse_occupant(field: JsonField) -> Occupant:
    """The occupant that a field holds."""
    kind = field.get("kind", SETUP).choice(KINDS, SETUP)
    if kind in ("person", "remote"):
        reject_unknown_fields(field, SETUP, ("kind", "name", "id"))
        name, identity = field.find("name", SETUP), field.find("id", SETUP)
        shown_name = kind if name is None else parse_text(name, SETUP, empty=False)
        known_as = "" if identity is None else parse_text(identity, SETUP)
        return Person(shown_name, known_as) if kind == "person" else Remote(shown_name, known_as)
    if kind == "level":
        reject_unknown_fields(field, SETUP, ("kind", "number", "seed", "seconds"))
        level = field.get("number", SETUP).integer(SETUP, LEVELS[0], LEVELS[-1])
        seconds = _seconds(field)
        if seconds is not None and level != LEVELS[-1]:
            field.get("seconds", SETUP).malformed(
                SETUP, f"only level {LEVELS[-1]} takes a time; leave it out"
            )
        return Level(level, _seed(field), seconds)
    if kind == "engine":
        reject_unknown_fields(field, SETUP, ("kind", "command", "seconds"))
        return Engine(_command(field.get("command", SETUP)), _seconds(field))
    reject_unknown_fields(field, SETUP, ("kind", "seed"))
    return RandomComputer(_seed(field))


def _command(field: JsonField) -> tuple[str, ...]:
    words = tuple(parse_text(word, SETUP) for word in field.elements(SETUP, MAX_COMMAND_WORDS))
    if not words or not words[0]:
        field.malformed(SETUP, "the command is empty; name the program to start")
    return words


def _seed(field: JsonField) -> int:
    found = field.find("seed", SETUP)
    return 0 if found is None else found.integer(SETUP, 0, MAX_SAFE_INTEGER)


def _seconds(field: JsonField) -> float | None:
    found = field.find("seconds", SETUP)
    return (
        None if found is None or found.is_null else parse_number(found, SETUP, 0.001, MAX_SECONDS)
    )
