"""Seeds of levels. A seed predicts the level's moves, so it stays secret during the game."""

from __future__ import annotations

import json
from dataclasses import replace
from secrets import randbits
from typing import Any, Final

from ringrift.host.seat_occupants import Level
from ringrift.host.settings import GameSettings

_BITS: Final = 32
_SEED_KEY: Final = '"seed"'


def new_seed() -> int:
    """Return an unpredictable seed."""
    return randbits(_BITS)


def with_new_seeds(settings: GameSettings) -> GameSettings:
    """Give the substitute level a new seed; the creator's choice is ignored."""
    if not isinstance(settings.on_timeout, Level):
        return settings
    return replace(settings, on_timeout=replace(settings.on_timeout, seed=new_seed()))


def without_seeds(document: dict[str, Any]) -> dict[str, Any]:
    """Return an event, or the settings of a game, without the seeds of its occupants."""
    redacted = dict(document)
    if isinstance(redacted.get("seats"), list):
        redacted["seats"] = [_without_seed(occupant) for occupant in redacted["seats"]]
    for name in ("occupant", "onTimeout"):
        if isinstance(redacted.get(name), dict):
            redacted[name] = _without_seed(redacted[name])
    return redacted


def redact_seeds(body: str) -> str:
    """Return the JSON text of an event without seeds; most events need no change."""
    return json.dumps(without_seeds(json.loads(body))) if _SEED_KEY in body else body


def _without_seed(occupant: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in occupant.items() if name != "seed"}
