"""Vectors: questions to an engine and the right answers, one a line (docs/reference/vectors.md).

A file is plain or gzip'd JSON Lines; what a line is, is told from its content. Reading checks the shape of a
line; whether the engine gives its answers is the business of `ringrift.conformance.verify`.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NoReturn

from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup
from ringrift.rules.wire_fields import MALFORMED, JsonField, load_json

Json = dict[str, Any]
Kind = Literal["perft", "games", "scenarios"]
KINDS: Final[tuple[Kind, ...]] = ("perft", "games", "scenarios")
_GZIP_MAGIC: Final = b"\x1f\x8b"
_RULE: Final = (
    "R190"  # equal states and equal moves give equal states: what vectors are there to prove
)
_MOST: Final = 1_000_000  # elements of any list in a vector


class InvalidVectorError(RingRiftError):
    """A file of vectors that cannot be read; `path` says where: file, line, field."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class PerftVector:
    """How many sequences of 1, 2, ... moves there are from a state."""

    id: str
    setup: Setup
    state: Json | None  # None: a new game
    counts: tuple[int, ...]
    kind: Kind = "perft"


@dataclass(frozen=True, slots=True)
class GameStep:
    """A move played, what could be chosen before it, and the state after it."""

    move: Json
    legal: int
    legal_digest: str
    state_digest: str


@dataclass(frozen=True, slots=True)
class GameVector:
    """A game from a state, move by move."""

    id: str
    setup: Setup
    initial: Json
    steps: tuple[GameStep, ...]
    checkpoints: Mapping[int, Json]  # whole states, by the number of moves before them
    final: Json
    kind: Kind = "games"


@dataclass(frozen=True, slots=True)
class Legal:
    """What is known of the interactive moves of a state."""

    count: int
    types: Mapping[str, int]
    digest: str
    containing: tuple[Json, ...]
    not_containing: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A move of a scenario and what it changes."""

    notation: str
    move: Json
    legal_before: Legal
    after: Json
    state_digest: str


@dataclass(frozen=True, slots=True)
class Story:
    """The moves of a scenario and where they lead."""

    initial_digest: str
    steps: tuple[ScenarioStep, ...]
    final_legal: Legal
    bookkeeping: Json | None
    phases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A small position made for one rule."""

    id: str
    setup: Setup
    title: str
    rules: tuple[str, ...]
    faq: tuple[str, ...]
    tags: tuple[str, ...]
    initial: Json
    story: Story | None  # None: `initial` must be refused
    kind: Kind = "scenarios"


Vector = PerftVector | GameVector | Scenario


def read_vectors(path: Path) -> Iterator[Vector]:
    """The vectors of a file, in order; an `InvalidVectorError` where it is broken."""
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        where = f"{path.name}:{number}"
        try:
            row = load_json(line, InvalidVectorError)
        except InvalidVectorError as error:
            refuse(where, error.message)
        yield _vector(
            JsonField(row, InvalidVectorError, where), f"{path.name.split('.')[0]}-{number}"
        )


def _lines(path: Path) -> list[bytes]:
    try:
        content = path.read_bytes()
        return (
            gzip.decompress(content) if content.startswith(_GZIP_MAGIC) else content
        ).splitlines()
    except (EOFError, gzip.BadGzipFile, zlib.error):
        refuse(str(path), "The gzip file is damaged; fetch it again.")
    except OSError as error:
        refuse(str(path), f"The file cannot be read: {error.strerror or error}.")


def refuse(where: str, message: str) -> NoReturn:
    """Say what is wrong with a file of vectors."""
    raise InvalidVectorError(Refusal(MALFORMED, _RULE, message, where))


def _vector(row: JsonField, number: str) -> Vector:
    """What a line holds is told by the field that only its kind has."""
    fields = row.mapping(_RULE)
    if "perft" in fields:
        return _perft(row, number)
    if "tags" in fields:
        return _scenario(row)
    if "checkpoints" in fields:
        return _game(row)
    return row.malformed(
        _RULE, "Expected 'perft', or 'tags' (a scenario), or 'checkpoints' (a game) here."
    )


def _perft(row: JsonField, number: str) -> PerftVector:
    counts = tuple(count.integer(_RULE) for count in row.get("perft", _RULE).elements(_RULE, _MOST))
    return PerftVector(number, _setup(row, "players"), _object_or_null(row, "state"), counts)


def _game(row: JsonField) -> GameVector:
    return GameVector(
        id=_text(row, "id"),
        setup=_setup(row, "players"),
        initial=_object(row, "initial"),
        steps=tuple(_game_step(step) for step in _list(row, "steps")),
        checkpoints=dict(
            _checkpoint(*member) for member in row.get("checkpoints", _RULE).members(_RULE)
        ),
        final=_object(row, "final"),
    )


def _game_step(step: JsonField) -> GameStep:
    legal = step.get("legal", _RULE).integer(_RULE)
    return GameStep(
        _object(step, "move"), legal, _text(step, "legalDigest"), _text(step, "stateDigest")
    )


def _checkpoint(key: str, state: JsonField) -> tuple[int, Json]:
    if not (key.isascii() and key.isdecimal()):
        state.malformed(_RULE, "A checkpoint is named by the number of moves before it.")
    return int(key), _content(state)


def _scenario(row: JsonField) -> Scenario:
    refuse = row.find("refuse", _RULE)
    return Scenario(
        id=_text(row, "id"),
        setup=_setup(row, "numPlayers"),
        title=_text(row, "title"),
        rules=_texts(row, "rules"),
        faq=_texts(row, "faq"),
        tags=_texts(row, "tags"),
        initial=_object(row, "initial"),
        story=None if refuse is not None and refuse.boolean(_RULE) else _story(row),
    )


def _story(row: JsonField) -> Story:
    return Story(
        initial_digest=_text(row, "initialDigest"),
        steps=tuple(_scenario_step(step) for step in _list(row, "steps")),
        final_legal=_legal(row.get("finalLegal", _RULE)),
        bookkeeping=_object_or_null(row, "bookkeeping"),
        phases=_texts(row, "phases"),
    )


def _scenario_step(step: JsonField) -> ScenarioStep:
    return ScenarioStep(
        notation=_text(step, "notation"),
        move=_object(step, "move"),
        legal_before=_legal(step.get("legalBefore", _RULE)),
        after=_after(step.get("after", _RULE)),
        state_digest=_text(step, "stateDigest"),
    )


def _after(facts: JsonField) -> Json:
    """The facts about the state after a move; those about cells and seats have a shape to look after."""
    for subject, fact in facts.members(_RULE):
        match subject:
            case "stacks" | "markers" | "collapsed" | "turn" | "lps" | "swap":
                fact.mapping(_RULE)
            case "empty":
                _texts(facts, subject)
            case "players":
                for player in fact.elements(_RULE, 4):
                    player.get("playerNumber", _RULE).integer(_RULE, 1, 4)
    return _content(facts)


def _legal(row: JsonField) -> Legal:
    return Legal(
        count=row.get("count", _RULE).integer(_RULE),
        types={
            name: number.integer(_RULE) for name, number in row.get("types", _RULE).members(_RULE)
        },
        digest=_text(row, "digest"),
        containing=_objects(row, "containing"),
        not_containing=_objects(row, "notContaining"),
    )


def _setup(row: JsonField, players: str) -> Setup:
    return Setup(
        board=row.get("board", _RULE).choice(BOARD_NAMES, _RULE),
        players=row.get(players, _RULE).integer(_RULE, 2, 4),
        edition=row.get("edition", _RULE).choice(EDITION_NAMES, _RULE),
    )


def _text(row: JsonField, name: str) -> str:
    return _as_text(row.get(name, _RULE))


def _texts(row: JsonField, name: str) -> tuple[str, ...]:
    return tuple(_as_text(text) for text in _list(row, name))


def _as_text(field: JsonField) -> str:
    if not isinstance(field.value, str):
        field.malformed(_RULE, "Expected text here.")
    return field.value


def _list(row: JsonField, name: str) -> list[JsonField]:
    return row.get(name, _RULE).elements(_RULE, _MOST)


def _objects(row: JsonField, name: str) -> tuple[Json, ...]:
    """A list of objects that may be missing."""
    found = row.find(name, _RULE)
    return (
        () if found is None else tuple(_content(member) for member in found.elements(_RULE, _MOST))
    )


def _object(row: JsonField, name: str) -> Json:
    return _content(row.get(name, _RULE))


def _object_or_null(row: JsonField, name: str) -> Json | None:
    found = row.get(name, _RULE)
    return None if found.is_null else _content(found)


def _content(field: JsonField) -> Json:
    """The object as it is: what it means is for the engine to judge."""
    return {str(key): value for key, value in field.mapping(_RULE).items()}
