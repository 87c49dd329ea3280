"""JSON objects for the tests of the wire format, and a function to change fields by path."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
VECTORS: Final = Path(__file__).parent.parent / "data" / "vectors"
MISSING: Final = object()  # as a value: take the field away

# Seat 1 has placed two rings on d4 and must move them.
EXAMPLE: Final[Json] = {
    "edition": "standard",
    "board": {
        "type": "square8",
        "size": 8,
        "stacks": {
            "3,3": {
                "position": {"x": 3, "y": 3},
                "rings": [1, 1],
                "stackHeight": 2,
                "capHeight": 2,
                "controllingPlayer": 1,
            },
            "6,2": {
                "position": {"x": 6, "y": 2},
                "rings": [2, 1],
                "stackHeight": 2,
                "capHeight": 1,
                "controllingPlayer": 2,
            },
        },
        "markers": {"0,1": {"player": 1, "position": {"x": 0, "y": 1}, "type": "regular"}},
        "collapsedSpaces": {"2,2": 1},
        "eliminatedRings": {"1": 0, "2": 0},
    },
    "players": [
        {
            "playerNumber": 1,
            "ringsInHand": 15,
            "eliminatedRings": 0,
            "territorySpaces": 1,
            "lastActionTurn": 3,
            "eliminatedAtTurn": None,
        },
        {
            "playerNumber": 2,
            "ringsInHand": 17,
            "eliminatedRings": 0,
            "territorySpaces": 0,
            "lastActionTurn": 2,
            "eliminatedAtTurn": None,
        },
    ],
    "currentPlayer": 1,
    "currentPhase": "movement",
    "turnNumber": 3,
    "gameStatus": "active",
    "winner": None,
    "victoryReason": None,
    "ranking": None,
    "totalRingsInPlay": 36,
    "totalRingsEliminated": 0,
    "victoryThreshold": 18,
    "territoryVictoryThreshold": 33,
    "swap": {"enabled": True, "used": False},
    "turn": {
        "mustMoveFrom": "3,3",
        "captureFrom": None,
        "pendingElimination": None,
        "recoveryMode": None,
        "acted": True,
        "hadRealAction": True,
        "tookRealAction": True,
    },
    "lps": {
        "roundHadAction": [],
        "roundTookAction": [],
        "roundPartial": False,
        "exclusivePlayer": None,
        "exclusiveRounds": 0,
    },
    "moveHistory": [],
}

# Only what is needed: two stacks that could capture each other, a marker, a collapsed cell.
SPARSE: Final[Json] = {
    "board": {
        "type": "square8",
        "stacks": {"3,3": {"rings": [1, 1, 2]}, "3,5": {"rings": [2, 2, 1]}},
        "markers": {"4,3": {"player": 2}},
        "collapsedSpaces": {"2,3": 2},
    },
    "players": [
        {"playerNumber": 1, "ringsInHand": 5, "eliminatedRings": 6},
        {"playerNumber": 2, "ringsInHand": 10, "eliminatedRings": 9},
    ],
    "currentPlayer": 1,
    "currentPhase": "ring_placement",
    "turnNumber": 41,
}

# A finished game: seat 1 has won by rings.
FINISHED: Final[Json] = SPARSE | {
    "players": [
        {"playerNumber": 1, "ringsInHand": 2, "eliminatedRings": 18},
        {"playerNumber": 2, "ringsInHand": 10, "eliminatedRings": 0},
    ],
    "currentPhase": "game_over",
    "winner": 1,
    "victoryReason": "ring_elimination",
}


def changed(base: Json, changes: dict[str, object]) -> Json:
    """Return a copy with other values at these paths (`board.stacks.3,3.rings`)."""
    copy = deepcopy(base)
    for path, value in changes.items():
        *before, last = _steps(path)
        place: Any = copy
        for step in before:
            place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
        if value is MISSING:
            del place[last]
        else:
            place[last] = deepcopy(value)
    return copy


def _steps(path: str) -> list[str | int]:
    found = re.findall(r"\[(\d+)\]|([^.\[]+)", path)
    return [int(number) if number else name for number, name in found]


def rows(name: str, every: int = 1) -> Iterator[Json]:
    """The lines of a file of vectors, or a sample of them."""
    content = (VECTORS / name).read_bytes()
    text = gzip.decompress(content) if name.endswith(".gz") else content
    for number, line in enumerate(text.splitlines()):
        if number % every == 0:
            row: Json = json.loads(line)
            yield row


def game_states(every: int = 1) -> Iterator[Json]:
    """Whole states of the games of the vectors."""
    for board in ("square8", "hex8", "square19", "hexagonal"):
        for row in rows(f"games-{board}.jsonl.gz", every):
            yield from (row["initial"], *row["checkpoints"].values(), row["final"])


def scenarios() -> list[Json]:
    return list(rows("scenarios.jsonl"))
