"""Occupants of a seat: a person, a remote program, a level, an engine or a random player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, TypeVar

from ringrift.host.errors import NO_RULE, InvalidSettingsError
from ringrift.host.json_fields import parse_number, parse_text, reject_unknown_fields
from ringrift.rules.wire_fields import MAX_SAFE_INTEGER, JsonField

LEVELS: Final = range(1, 11)
MAX_COMMAND_WORDS: Final = 64  # of an engine's command
MAX_SECONDS: Final = 86_400.0  # of a choice


@dataclass(frozen=True, slots=True)
class Person:
    """A person. Seats with the same `id` belong to the same person."""

    kind: ClassVar[str] = "person"
    computer: ClassVar[bool] = False
    name: str = "person"
    id: str = ""


@dataclass(frozen=True, slots=True)
class Remote:
    """A program on another machine, which sends its moves and agrees to every take-back."""

    kind: ClassVar[str] = "remote"
    computer: ClassVar[bool] = False
    name: str = "remote"
    id: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer level from 1 to 10. Only level 10 takes `seconds`, the mean time of a choice."""

    kind: ClassVar[str] = "level"
    computer: ClassVar[bool] = True
    number: int
    seed: int = 0
    seconds: float | None = None

    @property
    def name(self) -> str:
        """The name that seats and records show."""
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
        """The name that seats and records show."""
        return self.command[0].rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class RandomComputer:
    """A computer that plays random legal moves."""

    kind: ClassVar[str] = "random"
    computer: ClassVar[bool] = True
    seed: int = 0

    @property
    def name(self) -> str:
        """The name that seats and records show."""
        return "random"


Occupant = Person | Remote | Level | Engine | RandomComputer
"""Who plays a seat."""


AnyOccupant = TypeVar("AnyOccupant", bound=Occupant)


def renamed(occupant: AnyOccupant, person: str, name: str) -> AnyOccupant:
    """Return the occupant with this name if it is the person with this id."""
    if isinstance(occupant, Person | Remote) and occupant.id == person != "":
        return replace(occupant, name=name)
    return occupant


def without_name(occupant: Occupant) -> Occupant:
    """Return a person with an id without the name, which can change."""
    if isinstance(occupant, Person | Remote) and occupant.id:
        return replace(occupant, name="")
    return occupant


KINDS: Final = ("person", "remote", "level", "engine", "random")


def dump_occupant(occupant: Occupant) -> dict[str, Any]:
    """Return the occupant as a JSON object."""
    body: dict[str, Any] = {"kind": occupant.kind}
    match occupant:
        case Person(name, identity) | Remote(name, identity):
            return body | {"name": name, "id": identity}
        case Level(level, seed, seconds):
            return body | {"number": level, "seed": seed, "seconds": seconds}
        case Engine(command, seconds):
            return body | {"command": list(command), "seconds": seconds}
        case RandomComputer(seed):
            return body | {"seed": seed}


def load_occupant(value: object) -> Occupant:
    """Load an occupant from a JSON object."""
    return parse_occupant(JsonField(value, InvalidSettingsError))


def parse_occupant(field: JsonField) -> Occupant:
    """Parse an occupant."""
    kind = field.get("kind", NO_RULE).choice(KINDS, NO_RULE)
    if kind in ("person", "remote"):
        reject_unknown_fields(field, ("kind", "name", "id"))
        name, identity = field.find("name", NO_RULE), field.find("id", NO_RULE)
        name_text = kind if name is None else parse_text(name, empty=False)
        person_id = "" if identity is None else parse_text(identity)
        return Person(name_text, person_id) if kind == "person" else Remote(name_text, person_id)
    if kind == "level":
        reject_unknown_fields(field, ("kind", "number", "seed", "seconds"))
        level = field.get("number", NO_RULE).integer(NO_RULE, LEVELS[0], LEVELS[-1])
        seconds = _seconds(field)
        if seconds is not None and level != LEVELS[-1]:
            field.get("seconds", NO_RULE).malformed(
                NO_RULE, f"only level {LEVELS[-1]} accepts seconds; leave them out"
            )
        return Level(level, _seed(field), seconds)
    if kind == "engine":
        reject_unknown_fields(field, ("kind", "command", "seconds"))
        return Engine(_command(field.get("command", NO_RULE)), _seconds(field))
    reject_unknown_fields(field, ("kind", "seed"))
    return RandomComputer(_seed(field))


def _command(field: JsonField) -> tuple[str, ...]:
    words = tuple(parse_text(word) for word in field.elements(NO_RULE, MAX_COMMAND_WORDS))
    if not words or not words[0]:
        field.malformed(NO_RULE, "the command is empty; give the program to start")
    return words


def _seed(field: JsonField) -> int:
    found = field.find("seed", NO_RULE)
    return 0 if found is None else found.integer(NO_RULE, 0, MAX_SAFE_INTEGER)


def _seconds(field: JsonField) -> float | None:
    found = field.find("seconds", NO_RULE)
    return None if found is None or found.is_null else parse_number(found, 0.001, MAX_SECONDS)
