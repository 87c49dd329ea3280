"""Entrants of a tournament by name, so that any process can create the same player.

Besides the names of `ringrift.players.player_names` (`random`, `level:4` or `4`, `level:10:0.2`)
the yardsticks `reference-0.1` and `uct` (also with seconds: `uct:0.2`)
there are `engine:COMMAND`, a program that speaks the engine protocol, and `python:MODULE:NAME`, a
function or class that returns a player for a seed. `@0.2` after a name limits a decision to 0.2
seconds.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from ringrift.arena.game import SeatedPlayer, to_single_line
from ringrift.arena.schedule import arena_error
from ringrift.players.levels import DEFAULT_SECONDS, LEVELS
from ringrift.players.player import Player
from ringrift.players.player_names import YARDSTICKS, parse_player
from ringrift.rules.errors import RingRiftError

PlayerFactory = Callable[[int], Player]

STRONGEST_LEVEL: Final = LEVELS[-1]
KINDS: Final = (
    "random, level:1 to level:10, level:10:SECONDS, reference-0.1, uct, engine:COMMAND or "
    "python:MODULE:NAME"
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name, not yet created."""

    name: str  # as reports show it
    kind: str  # the name without its time limit
    seconds: float | None  # limit of a decision

    def create_player(self, seed: int) -> SeatedPlayer:
        """Create the player with this seed."""
        return SeatedPlayer(self.name, self._player(seed), self.seconds)

    def check(self) -> None:
        """Refuse an entrant whose player cannot be created: beating it would prove nothing."""
        try:
            self.create_player(0).player.close()
        except Exception as error:  # a player factory may raise anything
            reason = to_single_line(f"{type(error).__name__}: {error}")
            message = f"{self.name!r} cannot start ({reason}); fix it or choose another player"
            raise arena_error("entrants", message) from error

    def _player(self, seed: int) -> Player:
        scheme, _, rest = self.kind.partition(":")
        match scheme:
            case "engine":
                return _engine(rest, self.seconds)
            case "python":
                return _player_factory(rest)(seed)
            case _:
                return parse_player(self.kind, seed=seed)


def parse_entrant(name: str) -> Entrant:
    """Parse a name; raise `ArenaError` for an unknown player or an invalid time limit."""
    kind, time = _split_time_limit(name)
    _check_kind(kind, name)
    seconds = None if time is None else _parse_time_limit(time, name)
    if kind.isdecimal():  # `4` and `level:4` are one player
        kind = f"level:{kind}"
        name = kind if seconds is None else f"{kind}@{seconds:g}"
    return Entrant(name, kind, _default_seconds(kind) if seconds is None else seconds)


def level_name(number: int, seconds: float) -> str:
    """Return the name of a level; only the strongest one takes seconds."""
    return f"level:{number}:{seconds:g}" if number == STRONGEST_LEVEL else f"level:{number}"


def _split_time_limit(name: str) -> tuple[str, str | None]:
    """Split off the time after `@`. The command of an engine may contain an `@` itself."""
    kind, at, time = name.rpartition("@")
    if not at or (kind.startswith("engine:") and _number(time) is None):
        return name, None
    return kind, time


def _check_kind(kind: str, name: str) -> None:
    scheme, _, rest = kind.partition(":")
    if (scheme == "engine" and rest.strip()) or (scheme == "python" and rest.count(":") == 1):
        return
    try:
        parse_player(kind)
    except RingRiftError as error:
        if error.path == "seconds":
            raise arena_error("entrants", f"{name!r}: {error.message}") from error
        message = f"there is no player {name!r}; use {KINDS}"
        raise arena_error("entrants", message) from error


def _parse_time_limit(time: str, name: str) -> float:
    """Parse the time limit of a decision."""
    seconds = _number(time)
    if seconds is None or seconds <= 0:
        message = f"{time!r} is not a time limit; write seconds above 0 after @, as in random@0.5"
        raise arena_error("entrants", f"{name!r}: {message}")
    return seconds


def _default_seconds(kind: str) -> float | None:
    """Return the time of an engine or of the strongest level; other levels count nodes."""
    if kind.startswith("engine:") or kind in (f"level:{STRONGEST_LEVEL}", *YARDSTICKS):
        return DEFAULT_SECONDS
    for timed in (f"level:{STRONGEST_LEVEL}", *YARDSTICKS):
        if kind.startswith(f"{timed}:"):
            return _number(kind.removeprefix(f"{timed}:"))
    return None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _engine(command: str, seconds: float | None) -> Player:
    from ringrift.players.external.player import ExternalPlayer

    return ExternalPlayer(command, seconds=seconds)


def _player_factory(path: str) -> PlayerFactory:
    """Import the factory; modules of the working folder come first, as with `python -m`."""
    module, _, name = path.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    return cast(PlayerFactory, getattr(import_module(module), name))
