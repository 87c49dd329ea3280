"""Conformance vectors: questions to an engine with the answers (docs/reference/vectors.md).

A file is plain or gzipped JSON Lines; the fields of a line determine its kind. Reading checks only
the shape of a line; `ringrift.conformance.verify` checks the engine's answers.
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
VectorKind = Literal["perft", "games", "scenarios"]
KINDS: Final[tuple[VectorKind, ...]] = ("perft", "games", "scenarios")
_GZIP_MAGIC: Final = b"\x1f\x8b"
_NO_RULE: Final = None  # a malformed vector breaks no rule of the game
_MAX_COUNT: Final = 1_000_000  # maximum length of any list in a vector


class InvalidVectorError(RingRiftError):
    """A vector file that cannot be read; `path` gives the file, line and field."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class PerftVector:
    """The number of sequences of 1, 2, ... moves from a state."""

    id: str
    setup: Setup
    state: Json | None  # None: a new game
    counts: tuple[int, ...]
    kind: VectorKind = "perft"


@dataclass(frozen=True, slots=True)
class GameStep:
    """A move, the choices before it and the state after it."""

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
    checkpoints: Mapping[int, Json]  # complete states, keyed by the number of moves before them
    final: Json
    kind: VectorKind = "games"


@dataclass(frozen=True, slots=True)
class LegalSummary:
    """Expectations about the interactive moves of a state."""

    count: int
    types: Mapping[str, int]
    digest: str
    containing: tuple[Json, ...]
    not_containing: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A move of a scenario and the changes it makes."""

    notation: str
    move: Json
    legal_before: LegalSummary
    after: Json
    state_digest: str


@dataclass(frozen=True, slots=True)
class ScenarioScript:
    """The moves of a scenario and the state that they lead to."""

    initial_digest: str
    steps: tuple[ScenarioStep, ...]
    final_legal: LegalSummary
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
    script: ScenarioScript | None  # None: import must reject `initial`
    kind: VectorKind = "scenarios"


Vector = PerftVector | GameVector | Scenario


def read_vectors(path: Path) -> Iterator[Vector]:
    """Yield the vectors of a file in order; raise `InvalidVectorError` if it is malformed."""
    for number, line in enumerate(_read_lines(path), 1):
        if not line.strip():
            continue
        where = f"{path.name}:{number}"
        try:
            row = load_json(line, InvalidVectorError)
        except InvalidVectorError as error:
            refuse_vector(where, error.message)
        yield _read_vector(
            JsonField(row, InvalidVectorError, where), f"{path.name.split('.')[0]}-{number}"
        )


def _read_lines(path: Path) -> list[bytes]:
    try:
        content = path.read_bytes()
        return (
            gzip.decompress(content) if content.startswith(_GZIP_MAGIC) else content
        ).splitlines()
    except (EOFError, gzip.BadGzipFile, zlib.error):
        refuse_vector(str(path), "The gzip file is damaged; fetch it again.")
    except OSError as error:
        refuse_vector(str(path), f"The file cannot be read: {error.strerror or error}.")


def refuse_vector(where: str, message: str) -> NoReturn:
    """Raise `InvalidVectorError` with a message and its path."""
    raise InvalidVectorError(Refusal(MALFORMED, _NO_RULE, message, where))


def _read_vector(row: JsonField, number: str) -> Vector:
    """Return the vector of a row; each kind has its own distinguishing field."""
    fields = row.mapping(_NO_RULE)
    if "perft" in fields:
        return _read_perft(row, number)
    if "tags" in fields:
        return _read_scenario(row)
    if "checkpoints" in fields:
        return _read_game(row)
    return row.malformed(
        _NO_RULE, "Expected 'perft', or 'tags' (a scenario), or 'checkpoints' (a game) here."
    )


def _read_perft(row: JsonField, number: str) -> PerftVector:
    counts = tuple(
        count.integer(_NO_RULE)
        for count in row.get("perft", _NO_RULE).elements(_NO_RULE, _MAX_COUNT)
    )
    return PerftVector(
        number, _read_setup(row, "players"), _read_object_or_null(row, "state"), counts
    )


def _read_game(row: JsonField) -> GameVector:
    return GameVector(
        id=_read_text(row, "id"),
        setup=_read_setup(row, "players"),
        initial=_read_object(row, "initial"),
        steps=tuple(_read_game_step(step) for step in _read_list(row, "steps")),
        checkpoints=dict(
            _read_checkpoint(*member)
            for member in row.get("checkpoints", _NO_RULE).members(_NO_RULE)
        ),
        final=_read_object(row, "final"),
    )


def _read_game_step(step: JsonField) -> GameStep:
    legal = step.get("legal", _NO_RULE).integer(_NO_RULE)
    return GameStep(
        _read_object(step, "move"),
        legal,
        _read_text(step, "legalDigest"),
        _read_text(step, "stateDigest"),
    )


def _read_checkpoint(key: str, state: JsonField) -> tuple[int, Json]:
    if not (key.isascii() and key.isdecimal()):
        state.malformed(_NO_RULE, "A checkpoint is named by the number of moves before it.")
    return int(key), _expect_object(state)


def _read_scenario(row: JsonField) -> Scenario:
    refuse = row.find("refuse", _NO_RULE)
    return Scenario(
        id=_read_text(row, "id"),
        setup=_read_setup(row, "numPlayers"),
        title=_read_text(row, "title"),
        rules=_read_texts(row, "rules"),
        faq=_read_texts(row, "faq"),
        tags=_read_texts(row, "tags"),
        initial=_read_object(row, "initial"),
        script=None if refuse is not None and refuse.boolean(_NO_RULE) else _read_script(row),
    )


def _read_script(row: JsonField) -> ScenarioScript:
    return ScenarioScript(
        initial_digest=_read_text(row, "initialDigest"),
        steps=tuple(_read_scenario_step(step) for step in _read_list(row, "steps")),
        final_legal=_read_legal_summary(row.get("finalLegal", _NO_RULE)),
        bookkeeping=_read_object_or_null(row, "bookkeeping"),
        phases=_read_texts(row, "phases"),
    )


def _read_scenario_step(step: JsonField) -> ScenarioStep:
    return ScenarioStep(
        notation=_read_text(step, "notation"),
        move=_read_object(step, "move"),
        legal_before=_read_legal_summary(step.get("legalBefore", _NO_RULE)),
        after=_read_facts(step.get("after", _NO_RULE)),
        state_digest=_read_text(step, "stateDigest"),
    )


def _read_facts(facts: JsonField) -> Json:
    """Return the claims about the state after a move, with cells and seats checked for shape."""
    for subject, fact in facts.members(_NO_RULE):
        match subject:
            case "stacks" | "markers" | "collapsed" | "turn" | "lps" | "swap":
                fact.mapping(_NO_RULE)
            case "empty":
                _read_texts(facts, subject)
            case "players":
                for player in fact.elements(_NO_RULE, 4):
                    player.get("playerNumber", _NO_RULE).integer(_NO_RULE, 1, 4)
    return _expect_object(facts)


def _read_legal_summary(row: JsonField) -> LegalSummary:
    return LegalSummary(
        count=row.get("count", _NO_RULE).integer(_NO_RULE),
        types={
            name: number.integer(_NO_RULE)
            for name, number in row.get("types", _NO_RULE).members(_NO_RULE)
        },
        digest=_read_text(row, "digest"),
        containing=_read_objects(row, "containing"),
        not_containing=_read_objects(row, "notContaining"),
    )


def _read_setup(row: JsonField, players: str) -> Setup:
    return Setup(
        board=row.get("board", _NO_RULE).choice(BOARD_NAMES, _NO_RULE),
        players=row.get(players, _NO_RULE).integer(_NO_RULE, 2, 4),
        edition=row.get("edition", _NO_RULE).choice(EDITION_NAMES, _NO_RULE),
    )


def _read_text(row: JsonField, name: str) -> str:
    return _expect_text(row.get(name, _NO_RULE))


def _read_texts(row: JsonField, name: str) -> tuple[str, ...]:
    return tuple(_expect_text(text) for text in _read_list(row, name))


def _expect_text(field: JsonField) -> str:
    if not isinstance(field.value, str):
        field.malformed(_NO_RULE, "Expected text here.")
    return field.value


def _read_list(row: JsonField, name: str) -> list[JsonField]:
    return row.get(name, _NO_RULE).elements(_NO_RULE, _MAX_COUNT)


def _read_objects(row: JsonField, name: str) -> tuple[Json, ...]:
    """Return a list of objects; an absent field gives an empty list."""
    found = row.find(name, _NO_RULE)
    return (
        ()
        if found is None
        else tuple(_expect_object(member) for member in found.elements(_NO_RULE, _MAX_COUNT))
    )


def _read_object(row: JsonField, name: str) -> Json:
    return _expect_object(row.get(name, _NO_RULE))


def _read_object_or_null(row: JsonField, name: str) -> Json | None:
    found = row.get(name, _NO_RULE)
    return None if found.is_null else _expect_object(found)


def _expect_object(field: JsonField) -> Json:
    """Return the object unchanged: the engine judges its meaning."""
    return {str(key): value for key, value in field.mapping(_NO_RULE).items()}
