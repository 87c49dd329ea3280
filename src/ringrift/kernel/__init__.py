"""The Python binding of the kernel: the rules in C++, hundreds of times faster.

See docs/reference/kernel.md. The package imports without the compiled module; `Position` and
`Batch` need it, and raise an `ImportError` that says how to build it.

    >>> from ringrift.kernel import Position
    >>> from ringrift.rules import new_game
    >>> Position.from_state(new_game("square8", 2)).perft(1)
    192
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ringrift.kernel.actions import action_count, choice_count, choices_of
    from ringrift.kernel.batch import Batch
    from ringrift.kernel.observation import (
        ObservationShape,
        decode_observation,
        observation_shape,
    )
    from ringrift.kernel.playout_results import Playout, Playouts
    from ringrift.kernel.position import KernelDiffersError, Position

__all__ = [
    "Batch",
    "KernelDiffersError",
    "ObservationShape",
    "Playout",
    "Playouts",
    "Position",
    "action_count",
    "choice_count",
    "choices_of",
    "decode_observation",
    "observation_shape",
]

_HOMES: Final = {
    "Batch": "batch",
    "KernelDiffersError": "position",
    "Playout": "playout_results",
    "Playouts": "playout_results",
    "ObservationShape": "observation",
    "Position": "position",
    "action_count": "actions",
    "choice_count": "actions",
    "choices_of": "actions",
    "decode_observation": "observation",
    "observation_shape": "observation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ImportError as error:
        raise ImportError(
            f"ringrift.kernel.{name} needs the kernel, which is not built. Install a C++20 compiler"
            " (gcc or clang) and run `pip install .` in the repository. Without the kernel,"
            " ringrift.rules does the same, only slower."
        ) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
