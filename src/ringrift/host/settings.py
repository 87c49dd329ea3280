"""The settings of a game, agreed before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ringrift.host.clocks import (
    DAY,
    MAX_DAYS,
    Clock,
    NoClock,
    dump_clock,
    first_turn_limit,
    parse_clock,
)
from ringrift.host.errors import NO_RULE, InvalidSettingsError
from ringrift.host.json_fields import parse_number, reject_unknown_fields
from ringrift.host.rules_guard.rules_mode import MODES
from ringrift.host.seat_occupants import LEVELS
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.moves import Move
from ringrift.rules.position_string import MAX_LENGTH as MAX_POSITION_LENGTH
from ringrift.rules.position_string import load_position
from ringrift.rules.setup import (
    DEFAULT_PLAYERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Setup,
    new_game,
)
from ringrift.rules.state import State
from ringrift.rules.wire_fields import JsonField
from ringrift.starts.book import START_NAMES, StartName, balanced_moves, load_book

MIN_FIRST_TURN: Final = 0.1  # seconds
_FIELDS: Final = (
    *("board", "players", "edition", "swap", "clock"),
    *("firstTurn", "substitute", "takeBacks", "rated", "rules", "position"),
    *("start", "startSeed"),
)


@dataclass(frozen=True)
class GameSettings:
    """How a game is set up and hosted. Invalid settings raise `InvalidSettingsError`."""

    board: str = "square8"
    players: int = DEFAULT_PLAYERS
    edition: str = DEFAULT_EDITION
    swap: bool = True  # the swap rule; it exists for two players only
    clock: Clock = NoClock()  # noqa: RUF009 - a frozen value
    first_turn: float | None = None  # seconds to make the first turn; None: by the clock
    substitute: int | None = None  # the level that plays on for a leaver; None: the host chooses
    take_backs: bool | None = None  # None: in every game that is not rated
    rated: bool = False
    rules: str | None = None  # the rules mode; None: by the environment
    position: str | None = None  # a position string; None: the empty board
    start: StartName = "empty"  # "balanced": a start from the book, which has no swap
    start_seed: int = 0  # selects the balanced start

    def __post_init__(self) -> None:
        if self.start == "balanced":
            object.__setattr__(self, "swap", False)
        if self.take_backs is None:
            object.__setattr__(self, "take_backs", not self.rated)
        _check(self)

    @property
    def first_turn_limit(self) -> float | None:
        """The seconds in which a person must make the first turn; None: no limit."""
        return first_turn_limit(self.clock) if self.first_turn is None else self.first_turn

    @cached_property
    def first_state(self) -> State:
        """The state before the first move."""
        if self.position is None:
            return new_game(self.board, self.players, self.edition, self.swap)
        return load_position(self.position)

    def start_moves(self) -> tuple[Move, ...]:
        """Return the moves of the balanced start, bookkeeping included; none if it is empty."""
        if self.start == "empty":
            return ()
        return balanced_moves(Setup(self.board, self.players, self.edition), self.start_seed)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        return {
            "board": self.board,
            "players": self.players,
            "edition": self.edition,
            "swap": self.swap,
            "clock": dump_clock(self.clock),
            "firstTurn": self.first_turn,
            "substitute": self.substitute,
            "takeBacks": self.take_backs,
            "rated": self.rated,
            "rules": self.rules,
            "position": self.position,
            "start": self.start,
            "startSeed": self.start_seed,
        }


def load_settings(value: object) -> GameSettings:
    """Load settings from a JSON object; missing fields have their defaults."""
    field = JsonField(value, InvalidSettingsError)
    reject_unknown_fields(field, _FIELDS)
    return GameSettings(**_parse_fields(field))


def _check(settings: GameSettings) -> None:
    """Check settings created in code like those loaded from JSON."""
    field = JsonField(settings.to_json(), InvalidSettingsError)
    _parse_fields(field)
    if settings.rated and settings.take_backs:
        field.get("takeBacks", NO_RULE).contradiction(
            NO_RULE, "rated games do not allow take-backs; leave takeBacks out"
        )
    if settings.position is not None:
        _check_position(field.get("position", NO_RULE), settings)
    if settings.start == "balanced":
        _check_start(field.get("start", NO_RULE), settings)


def _check_start(field: JsonField, settings: GameSettings) -> None:
    if settings.position is not None:
        field.contradiction(
            NO_RULE, "a game from a position has no balanced start; leave start or position out"
        )
    try:
        load_book(Setup(settings.board, settings.players, settings.edition))
    except RingRiftError as error:
        field.contradiction(NO_RULE, error.message)


def _check_position(field: JsonField, settings: GameSettings) -> None:
    try:
        start = settings.first_state
    except RingRiftError as error:
        refusal = Refusal(error.code, error.rule, error.message, field.path)
        raise InvalidSettingsError(refusal) from error
    if start.outcome is not None:
        field.contradiction(
            "R170", "the game is over in this position; use one in which it continues"
        )
    setup = (start.board.grid.name, len(start.seats), start.edition.name)
    if setup != (settings.board, settings.players, settings.edition):
        field.contradiction(
            NO_RULE, "the position has a different board, edition or number of players"
        )


def _parse_fields(field: JsonField) -> dict[str, Any]:
    """Parse the fields into arguments of `GameSettings`."""
    found: dict[str, Any] = {}
    if board := field.find("board", NO_RULE):
        found["board"] = board.choice(BOARD_NAMES, NO_RULE)
    if players := field.find("players", NO_RULE):
        found["players"] = players.integer(NO_RULE, MIN_PLAYERS, MAX_PLAYERS)
    if edition := field.find("edition", NO_RULE):
        found["edition"] = edition.choice(EDITION_NAMES, NO_RULE)
    if clock := field.find("clock", NO_RULE):
        found["clock"] = parse_clock(clock)
    for name in ("swap", "rated"):
        if flag := field.find(name, NO_RULE):
            found[name] = flag.boolean(NO_RULE)
    if (take_backs := field.find("takeBacks", NO_RULE)) and not take_backs.is_null:
        found["take_backs"] = take_backs.boolean(NO_RULE)
    if rules := field.find("rules", NO_RULE):
        found["rules"] = rules.choice_or_null(tuple(map(str, MODES)), NO_RULE)
    if (position := field.find("position", NO_RULE)) and not position.is_null:
        found["position"] = _position(position)
    if (first_turn := field.find("firstTurn", NO_RULE)) and not first_turn.is_null:
        found["first_turn"] = parse_number(first_turn, MIN_FIRST_TURN, MAX_DAYS * DAY)
    if (substitute := field.find("substitute", NO_RULE)) and not substitute.is_null:
        found["substitute"] = substitute.integer(NO_RULE, LEVELS[0], LEVELS[-1])
    return found | _parse_start(field)


def _parse_start(field: JsonField) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if start := field.find("start", NO_RULE):
        found["start"] = start.choice(START_NAMES, NO_RULE)
    if start_seed := field.find("startSeed", NO_RULE):
        found["start_seed"] = start_seed.integer(NO_RULE)
    return found


def _position(field: JsonField) -> str:
    if not isinstance(field.value, str) or len(field.value) > MAX_POSITION_LENGTH:
        field.malformed(NO_RULE, "expected a position string")
    return field.value
