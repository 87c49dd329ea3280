"""Who knows the seed of a computer can tell its moves beforehand: seeds stay here while a game is played."""

from __future__ import annotations

import json
from dataclasses import replace
from secrets import randbits
from typing import Any, Final

from ringrift.host.seat_occupants import Level
from ringrift.host.settings import GameSettings

_BITS: Final = 32
_SEED: Final = '"seed"'


def new_seed() -> int:
    """One that nobody can guess."""
    return randbits(_BITS)


def with_new_seeds(settings: GameSettings) -> GameSettings:
    """The level that stands in for an absent player has a seed of its own, whatever its maker wrote."""
    if not isinstance(settings.on_timeout, Level):
        return settings
    return replace(settings, on_timeout=replace(settings.on_timeout, seed=new_seed()))


def without_seeds(sent: dict[str, Any]) -> dict[str, Any]:
    """An event, or the settings of a game, as a JSON object in which no occupant has its seed."""
    shown = dict(sent)
    if isinstance(shown.get("seats"), list):
        shown["seats"] = [_without_seed(occupant) for occupant in shown["seats"]]
    for name in ("occupant", "onTimeout"):
        if isinstance(shown.get(name), dict):
            shown[name] = _without_seed(shown[name])
    return shown


def redact_seeds(body: str) -> str:
    """The text of an event as it is told while the game is played; nearly all stay as they are."""
    return json.dumps(without_seeds(json.loads(body))) if _SEED in body else body


def _without_seed(occupant: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in occupant.items() if name != "seed"}
