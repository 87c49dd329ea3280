"""What is agreed before a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from ringrift.host.clocks import Clock, NoClock, dump_clock, parse_clock
from ringrift.host.errors import SETUP, InvalidSettingsError
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
    """How a game is set up and hosted. What makes no game is refused, with the field that is at fault."""

    board: str = "square8"
    players: int = 2
    edition: str = "standard"
    swap: bool = True  # the swap rule; it exists for two players only
    clock: Clock = NoClock()  # noqa: RUF009 - a frozen value
    on_timeout: Literal["lose"] | Level = (
        "lose"  # or the level that takes the seat when its flag falls
    )
    take_backs: bool | None = None  # None: in every game that is not rated
    rated: bool = False
    rules: str | None = None  # the rules mode; None: as the environment says
    position: str | None = (
        None  # a position string, where the game does not begin with an empty board
    )

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
        """The settings as a JSON object."""
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
    """The settings of a JSON object; a field that is left out has its usual value."""
    field = JsonField(value, InvalidSettingsError)
    reject_unknown_fields(field, SETUP, _FIELDS)
    return GameSettings(**_read(field))


def _check(settings: GameSettings) -> None:
    """Settings made in code pass the same checks as those from outside."""
    field = JsonField(settings.to_json(), InvalidSettingsError)
    _read(field)
    if settings.rated and settings.take_backs:
        field.get("takeBacks", SETUP).contradiction(
            SETUP, "a rated game has no take-backs; leave this out"
        )
    if settings.position is not None:
        _check_position(field.get("position", SETUP), settings)


def _check_position(field: JsonField, settings: GameSettings) -> None:
    try:
        start = settings.start
    except RingRiftError as error:
        refusal = Refusal(error.code, error.rule, error.message, field.path)
        raise InvalidSettingsError(refusal) from error
    if start.outcome is not None:
        field.contradiction("R170", "the game is over there; give a position in which it goes on")
    setup = (start.board.grid.name, len(start.seats), start.edition.name)
    if setup != (settings.board, settings.players, settings.edition):
        field.contradiction(SETUP, "the position has another board, edition or number of players")


def _read(field: JsonField) -> dict[str, Any]:
    """The arguments that the fields give."""
    found: dict[str, Any] = {}
    if board := field.find("board", SETUP):
        found["board"] = board.choice(BOARD_NAMES, SETUP)
    if players := field.find("players", SETUP):
        found["players"] = players.integer(SETUP, MIN_PLAYERS, MAX_PLAYERS)
    if edition := field.find("edition", SETUP):
        found["edition"] = edition.choice(EDITION_NAMES, SETUP)
    if clock := field.find("clock", SETUP):
        found["clock"] = parse_clock(clock)
    for name in ("swap", "rated"):
        if flag := field.find(name, SETUP):
            found[name] = flag.boolean(SETUP)
    if (take_backs := field.find("takeBacks", SETUP)) and not take_backs.is_null:
        found["take_backs"] = take_backs.boolean(SETUP)
    if rules := field.find("rules", SETUP):
        found["rules"] = rules.choice_or_null(tuple(map(str, MODES)), SETUP)
    if (position := field.find("position", SETUP)) and not position.is_null:
        found["position"] = _position(position)
    if on_timeout := field.find("onTimeout", SETUP):
        found["on_timeout"] = _on_timeout(on_timeout)
    return found


def _position(field: JsonField) -> str:
    if not isinstance(field.value, str) or len(field.value) > MAX_POSITION_LENGTH:
        field.malformed(SETUP, "expected a position string")
    return field.value


def _on_timeout(field: JsonField) -> Literal["lose"] | Level:
    if isinstance(field.value, str):
        if parse_text(field, SETUP) != "lose":
            field.malformed(SETUP, 'expected "lose" or a level to take the seat')
        return "lose"
    occupant = parse_occupant(field)
    if not isinstance(occupant, Level):
        field.malformed(SETUP, "only a level can take the seat of somebody whose time is up")
    return occupant
