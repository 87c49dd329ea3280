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
    from ringrift.kernel.actions import action_count, column_of, mask_width
    from ringrift.kernel.batch import Batch
    from ringrift.kernel.playout_results import Playout, Playouts
    from ringrift.kernel.position import KernelDiffersError, Position

__all__ = [
    "Batch",
    "KernelDiffersError",
    "Playout",
    "Playouts",
    "Position",
    "action_count",
    "column_of",
    "mask_width",
]

_HOMES: Final = {
    "Batch": "batch",
    "KernelDiffersError": "position",
    "Playout": "playout_results",
    "Playouts": "playout_results",
    "Position": "position",
    "action_count": "actions",
    "column_of": "actions",
    "mask_width": "actions",
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
