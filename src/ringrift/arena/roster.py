"""Entrants: who can be invited by name, so that another process can seat the same player.

Beside the names of `ringrift.players.player_names` (`random`, `level:4` or `4`, `level:10:0.2`) there are
`engine:COMMAND`, a program that speaks the engine protocol, and `python:MODULE:NAME`, whatever makes a player
out of a seed. `@0.2` behind any of them says that a decision may take 0.2 seconds.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from ringrift.arena.game import Seated, one_line
from ringrift.arena.schedule import refused
from ringrift.players.levels import LEVELS, USUAL_SECONDS
from ringrift.players.player import Player
from ringrift.players.player_names import parse_player
from ringrift.rules.errors import RingRiftError

Maker = Callable[[int], Player]

STRONGEST: Final = LEVELS[-1]
KINDS: Final = "random, level:1 to level:10, level:10:SECONDS, engine:COMMAND or python:MODULE:NAME"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name, still to be made."""

    name: str  # as tables show it
    kind: str  # without the time behind it
    seconds: float | None  # that a decision may take

    def seat(self, seed: int) -> Seated:
        """The player, made with this seed, in its seat."""
        return Seated(self.name, self._player(seed), self.seconds)

    def check(self) -> None:
        """Refuse whoever cannot take a seat: to win against nobody proves nothing."""
        try:
            self.seat(0).player.close()
        except Exception as problem:  # whatever makes a player may fail in any way
            why = one_line(f"{type(problem).__name__}: {problem}")
            message = f"{self.name!r} cannot take a seat ({why}); mend it or invite another"
            raise refused("entrants", message) from problem

    def _player(self, seed: int) -> Player:
        scheme, _, rest = self.kind.partition(":")
        match scheme:
            case "engine":
                return _engine(rest, self.seconds)
            case "python":
                return _maker(rest)(seed)
            case _:
                return parse_player(self.kind, seed=seed)


def entrant(name: str) -> Entrant:
    """The entrant of that name; whatever names nobody is refused, and a time that is none."""
    kind, time = _parted(name)
    _expect_known(kind, name)
    seconds = None if time is None else _limit(time, name)
    if kind.isdecimal():  # one name for one player
        kind = f"level:{kind}"
        name = kind if seconds is None else f"{kind}@{seconds:g}"
    return Entrant(name, kind, _own_seconds(kind) if seconds is None else seconds)


def level_name(number: int, seconds: float) -> str:
    """The name of a level; only the strongest one thinks by the clock."""
    return f"level:{number}:{seconds:g}" if number == STRONGEST else f"level:{number}"


def _parted(name: str) -> tuple[str, str | None]:
    """Who, and the time behind `@`, if there is one; the command of an engine may hold an `@` of its own."""
    kind, at, time = name.rpartition("@")
    if not at or (kind.startswith("engine:") and _number(time) is None):
        return name, None
    return kind, time


def _expect_known(kind: str, name: str) -> None:
    scheme, _, rest = kind.partition(":")
    if (scheme == "engine" and rest.strip()) or (scheme == "python" and rest.count(":") == 1):
        return
    try:
        parse_player(kind)
    except RingRiftError as error:
        why = (
            f": {error.message}"
            if error.path == "seconds"
            else f" is nobody we know; invite {KINDS}"
        )
        raise refused("entrants", f"{name!r}{why}") from error


def _limit(time: str, name: str) -> float:
    """The seconds that a decision may take."""
    seconds = _number(time)
    if seconds is None or seconds <= 0:
        message = f"{time!r} is no time for a decision; write seconds above 0 behind the @, as in random@0.5"
        raise refused("entrants", f"{name!r}: {message}")
    return seconds


def _own_seconds(kind: str) -> float | None:
    """The time that an engine, or the strongest level, takes for a decision; the others count nodes."""
    if kind.startswith("engine:") or kind == f"level:{STRONGEST}":
        return USUAL_SECONDS
    return _number(kind.removeprefix(f"level:{STRONGEST}:"))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _engine(command: str, seconds: float | None) -> Player:
    from ringrift.players.external.player import External

    return External(command, seconds=seconds)


def _maker(path: str) -> Maker:
    """Modules are looked for in the working folder first, as `python -m` does."""
    module, _, name = path.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    return cast(Maker, getattr(import_module(module), name))
