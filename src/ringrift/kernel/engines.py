"""The interface that the reference engine and the kernel share.

Code that compares the engines, or replaces one by the other, uses `Engine` alone. The kernel's
`Position` implements it; `ReferencePosition` does so for the reference engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, Self, cast

from ringrift.rules import apply, bookkeeping, legal_moves, new_game, state_hash, why_illegal
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

HOW_TO_BUILD: Final = (
    "The kernel is not built: install gcc or clang (C++20), then run `pip install .` beside"
    " pyproject.toml."
)


class Engine(Protocol):
    """A position that moves are played on in place."""

    @classmethod
    def from_state(cls, state: State, /) -> Self:
        """Return the position of a state."""
        ...

    def to_state(self) -> State:
        """Return the state of the position."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """Return the interactive moves, in any order."""
        ...

    def bookkeeping(self) -> Move | None:
        """R075: return the bookkeeping move that is due, if any."""
        ...

    def apply(self, move: Move, /) -> None:
        """Play a move. An illegal one raises a `RingRiftError` and changes nothing."""
        ...

    def why_illegal(self, move: Move, /) -> Refusal | None:
        """Return why a move is illegal, or None if it is legal."""
        ...

    def undo(self) -> None:
        """Undo the last move."""
        ...

    @property
    def hash(self) -> int:
        """A hash that is equal for equal states."""
        ...


class ReferencePosition:
    """The reference engine as an `Engine`."""

    def __init__(self, state: State) -> None:
        self._states = [state]

    @classmethod
    def from_state(cls, state: State, /) -> Self:
        return cls(state)

    def to_state(self) -> State:
        return self._states[-1]

    def legal_moves(self) -> Sequence[Move]:
        return legal_moves(self._states[-1])

    def bookkeeping(self) -> Move | None:
        return bookkeeping(self._states[-1])

    def apply(self, move: Move, /) -> None:
        self._states.append(apply(self._states[-1], move))

    def why_illegal(self, move: Move, /) -> Refusal | None:
        return why_illegal(self._states[-1], move)

    def undo(self) -> None:
        self._states.pop()

    @property
    def hash(self) -> int:
        return int(state_hash(self._states[-1]), 16)


class KernelMissingError(RingRiftError):
    """The package was installed without the compiled kernel."""

    def __init__(self) -> None:
        super().__init__(Refusal("KERNEL_MISSING", None, HOW_TO_BUILD))

    def __reduce__(self) -> tuple[object, ...]:
        return KernelMissingError, ()

    def __str__(self) -> str:
        return self.message


def installed_kernel(package: str = "ringrift.kernel") -> type[Engine]:
    """Return the kernel's `Position`; raise `KernelMissingError` if it is not built."""
    try:
        kernel = cast("type[Engine]", import_module(package).Position)
        kernel.from_state(new_game("square8", 2))
    except (ImportError, AttributeError) as error:
        raise KernelMissingError from error
    return kernel
