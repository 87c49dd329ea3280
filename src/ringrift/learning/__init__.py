"""Environments and datasets for researchers.

`env` is a PettingZoo environment, `VectorEnv` plays thousands of games in C++,
`register_open_spiel` makes RingRift a game of OpenSpiel, and `Dataset` reads the decisions of
recorded and self-played games. All share one numbering of actions (docs/reference/actions.md) and
one observation (docs/reference/observation.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ringrift.extras import missing_extra

if TYPE_CHECKING:
    from ringrift.kernel import decode_observation
    from ringrift.learning.dataset import Dataset, DatasetError, DatasetWriter
    from ringrift.learning.open_spiel_game import register_open_spiel
    from ringrift.learning.pettingzoo_env import RingRiftEnv, env
    from ringrift.learning.policy_player import PolicyPlayer
    from ringrift.learning.vector_env import Step, VectorEnv

__all__ = [
    "Dataset",
    "DatasetError",
    "DatasetWriter",
    "PolicyPlayer",
    "RingRiftEnv",
    "Step",
    "VectorEnv",
    "decode_observation",
    "env",
    "register_open_spiel",
]

_HOMES: Final = {
    "Dataset": "ringrift.learning.dataset",
    "DatasetError": "ringrift.learning.dataset",
    "DatasetWriter": "ringrift.learning.dataset",
    "PolicyPlayer": "ringrift.learning.policy_player",
    "RingRiftEnv": "ringrift.learning.pettingzoo_env",
    "Step": "ringrift.learning.vector_env",
    "VectorEnv": "ringrift.learning.vector_env",
    "decode_observation": "ringrift.kernel",
    "env": "ringrift.learning.pettingzoo_env",
    "register_open_spiel": "ringrift.learning.open_spiel_game",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("ringrift"):
            raise
        message = missing_extra(f"ringrift.learning.{name}", "learning", error)
        raise ImportError(message) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
