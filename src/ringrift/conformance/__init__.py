"""Tools that prove two engines equal: vectors, perft, positions, lockstep, shrinking, soak.

`vectors` reads vector files, `verify` runs them and `vector_generator` writes them. Property
tests share the generators `positions` and `random_play`.

    >>> from random import Random
    >>> from ringrift.conformance import random_position
    >>> from ringrift.rules import Setup, find_violations
    >>> find_violations(random_position(Setup("hex8", 3, "standard"), Random(1)))
    []
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ringrift.conformance.parity import Parity, ParityRun
    from ringrift.conformance.positions import SETUPS, random_position
    from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
    from ringrift.conformance.vectors import InvalidVectorError, read_vectors
    from ringrift.conformance.verify import Failure, VectorResult, check_vector

__all__ = [
    "SETUPS",
    "Failure",
    "InvalidVectorError",
    "Parity",
    "ParityRun",
    "VectorResult",
    "check_vector",
    "play_randomly",
    "prefer_rare_moves",
    "random_position",
    "read_vectors",
]

_MODULES: Final = {
    "SETUPS": "positions",
    "Failure": "verify",
    "InvalidVectorError": "vectors",
    "Parity": "parity",
    "ParityRun": "parity",
    "VectorResult": "verify",
    "check_vector": "verify",
    "play_randomly": "random_play",
    "prefer_rare_moves": "random_play",
    "random_position": "positions",
    "read_vectors": "vectors",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
