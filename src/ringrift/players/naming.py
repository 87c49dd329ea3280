"""Players by name, as command lines write them: `level:4` or `4`, `level:10:0.2`, `random`, `engine:…`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from ringrift.players.chance import RandomPlayer
from ringrift.players.levels import level
from ringrift.players.player import Player
from ringrift.rules.errors import InvalidSetupError, Refusal

FORMS: Final = "random, level:1 to level:10 (or 1 to 10), level:10:SECONDS, engine:COMMAND"


def parse_player(text: str, *, seed: int = 0) -> Player:
    """The player that the text names; chance depends on the seed."""
    kind, _, rest = text.partition(":")
    if kind in _KINDS:
        return _KINDS[kind](rest, seed)
    if not rest and _is_number(kind):
        return _level(kind, seed)
    return _refuse(text)


def _level(text: str, seed: int) -> Player:
    number, colon, time = text.partition(":")
    if not _is_number(number):
        _refuse(f"level:{text}")
    try:
        seconds = float(time) if colon else None
    except ValueError:
        _refuse(f"level:{text}")
    return level(int(number), seed=seed, seconds=seconds)


def _random(text: str, seed: int) -> Player:
    if text:
        _refuse(f"random:{text}")
    return RandomPlayer(seed=seed)


def _engine(text: str, _: int) -> Player:
    from ringrift.players.external import External

    return External(text)


# A kind of player is made from what stands after its colon, and the seed.
_KINDS: Final[dict[str, Callable[[str, int], Player]]] = {
    "engine": _engine,
    "level": _level,
    "random": _random,
}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _refuse(text: str) -> NoReturn:
    message = f"{text!r} names no player; write {FORMS}"
    raise InvalidSetupError(Refusal("MALFORMED", "R001", message, "player"))
