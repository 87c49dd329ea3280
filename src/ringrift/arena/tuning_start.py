"""The initial weights of the tuning: an expert guess, on a scale where a ring is worth 100."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ringrift.players.weights import WeightSet

SCALE: Final = 64  # evaluation.hpp: a score is the sum of features times weights, divided by this
_WHOLE: Final = 256  # evaluation.hpp: a victory condition that is met

# The value of a feature at the start and at the end of a game. Some features are fractions of a
# whole: their value is that of the whole.
_FRACTIONS: Final = ("eliminated", "eliminated_near", "territory", "territory_near", "hand")
_VALUES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "eliminated": (1600, 1600),
        "eliminated_near": (600, 1200),
        "territory": (1600, 1600),
        "territory_near": (600, 1200),
        "hand": (900, 300),
        "stacks_of_1": (60, 40),
        "stacks_of_2": (90, 60),
        "stacks_of_3": (110, 80),
        "stacks_of_4": (120, 100),
        "caps_of_2": (20, 20),
        "caps_of_3": (40, 40),
        "caps_of_4": (60, 60),
        "highest_cap": (15, 15),
        "prisoners": (20, 20),
        "buried": (-10, -10),
        "centre": (5, 2),
        "live_stacks": (30, 30),
        "moves": (2, 1),
        "captures": (2, 2),
        "prey": (15, 20),
        "tall_prey": (10, 10),
        "exposed": (-15, -20),
        "tall_exposed": (-10, -20),
        "landings": (10, 10),
        "passes": (5, 5),
        "markers": (12, 6),
        "runs_two_short": (4, 4),
        "runs_one_short": (25, 25),
        "runs_to_leave": (40, 40),
        "lines": (150, 150),
        "dead_ends": (4, 6),
        "pinches": (1, 1),
        "pinch_stacks": (5, 5),
        "stackless": (-150, -250),
        "stranded": (-400, -500),
        "recovery": (100, 150),
        "exclusive": (500, 700),
        "tempo": (40, 40),
        "settling": (30, 30),
        "debt": (0, 0),
    }
)


def initial_weights(features: Sequence[str]) -> WeightSet:
    """Return the initial weights of every setup; a feature without a value weighs nothing."""
    return WeightSet(
        tuple(_weight(name, _VALUES.get(name, (0, 0))[0]) for name in features),
        tuple(_weight(name, _VALUES.get(name, (0, 0))[1]) for name in features),
    )


def _weight(name: str, value: int) -> int:
    return value * SCALE // (_WHOLE if name in _FRACTIONS else 1)
