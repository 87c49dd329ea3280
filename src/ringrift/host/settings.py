"""The settings of a game, agreed before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from ringrift.host.clocks import Clock, NoClock, dump_clock, parse_clock
from ringrift.host.errors import NO_RULE, InvalidSettingsError
from ringrift.host.json_fields import parse_text, reject_unknown_fields
from ringrift.host.rules_guard.rules_mode import MODES
from ringrift.host.seat_occupants import Level, dump_occupant, parse_occupant
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.position_string import MAX_LENGTH as MAX_POSITION_LENGTH
from ringrift.rules.position_string import load_position
from ringrift.rules.setup import MAX_PLAYERS, MIN_PLAYERS, new_game
from ringrift.rules.state import State
from ringrift.rules.wire_fields import JsonField

_FIELDS: Final = (
    *("board", "players", "edition", "swap", "clock"),
    *("onTimeout", "takeBacks", "rated", "rules", "position"),
)


@dataclass(frozen=True)
class GameSettings:
    """How a game is set up and hosted. Invalid settings raise `InvalidSettingsError`."""

    board: str = "square8"
    players: int = 2
    edition: str = "standard"
    swap: bool = True  # the swap rule; it exists for two players only
    clock: Clock = NoClock()  # noqa: RUF009 - a frozen value
    on_timeout: Literal["lose"] | Level = "lose"  # or the level that takes over
    take_backs: bool | None = None  # None: in every game that is not rated
    rated: bool = False
    rules: str | None = None  # the rules mode; None: by the environment
    position: str | None = None  # a position string; None: the empty board

    def __post_init__(self) -> None:
        if self.take_backs is None:
            object.__setattr__(self, "take_backs", not self.rated)
        _check(self)

    @cached_property
    def start(self) -> State:
        """The state before the first move."""
        if self.position is None:
            return new_game(self.board, self.players, self.edition, self.swap)
        return load_position(self.position)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        return {
            "board": self.board,
            "players": self.players,
            "edition": self.edition,
            "swap": self.swap,
            "clock": dump_clock(self.clock),
            "onTimeout": "lose" if self.on_timeout == "lose" else dump_occupant(self.on_timeout),
            "takeBacks": self.take_backs,
            "rated": self.rated,
            "rules": self.rules,
            "position": self.position,
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


def _check_position(field: JsonField, settings: GameSettings) -> None:
    try:
        start = settings.start
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
    if on_timeout := field.find("onTimeout", NO_RULE):
        found["on_timeout"] = _on_timeout(on_timeout)
    return found


def _position(field: JsonField) -> str:
    if not isinstance(field.value, str) or len(field.value) > MAX_POSITION_LENGTH:
        field.malformed(NO_RULE, "expected a position string")
    return field.value


def _on_timeout(field: JsonField) -> Literal["lose"] | Level:
    if isinstance(field.value, str):
        if parse_text(field) != "lose":
            field.malformed(NO_RULE, 'expected "lose" or a level to take the seat')
        return "lose"
    occupant = parse_occupant(field)
    if not isinstance(occupant, Level):
        field.malformed(NO_RULE, "only a level can take over a seat whose time is up")
    return occupant
