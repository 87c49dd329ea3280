"""Seeds of a game: those of levels and of the balanced start.

A level's seed predicts its moves, and the start's seed the first position, so they stay secret
until the game is over.
"""

from __future__ import annotations

import json
from dataclasses import replace
from secrets import randbits
from typing import Any, Final

from ringrift.host.settings import GameSettings

_BITS: Final = 32
_SEED_KEY: Final = '"seed"'


def new_seed() -> int:
    """Return an unpredictable seed."""
    return randbits(_BITS)


def with_new_seeds(settings: GameSettings) -> GameSettings:
    """Give the balanced start a new seed; the creator's is ignored."""
    return replace(settings, start_seed=new_seed() if settings.start == "balanced" else 0)


def without_seeds(document: dict[str, Any]) -> dict[str, Any]:
    """Return an event, or the settings of a game, without its seeds."""
    redacted = {name: value for name, value in document.items() if name != "startSeed"}
    if isinstance(redacted.get("seats"), list):
        redacted["seats"] = [_without_seed(occupant) for occupant in redacted["seats"]]
    if isinstance(redacted.get("occupant"), dict):
        redacted["occupant"] = _without_seed(redacted["occupant"])
    return redacted


def redact_seeds(body: str) -> str:
    """Return the JSON text of an event without seeds; most events need no change."""
    return json.dumps(without_seeds(json.loads(body))) if _SEED_KEY in body else body


def _without_seed(occupant: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in occupant.items() if name != "seed"}
