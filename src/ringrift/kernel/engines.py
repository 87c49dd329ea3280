"""What the two engines have in common: a position that moves are played on.

`Engine` is the shape, `ReferencePosition` the law in it; the kernel's own `Position` has it too. Whatever compares
the engines, or lets one stand in for the other, speaks to this shape alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final, Protocol, Self, cast

from ringrift.rules import apply, bookkeeping, legal_moves, new_game, state_hash, why_illegal
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.state import State

HOW_TO_BUILD: Final = "The kernel is not built: install gcc or clang (C++20), then run `pip install .` beside pyproject.toml."


class Engine(Protocol):
    """One position of a game, changed in place."""

    @classmethod
    def from_state(cls, state: State, /) -> Self:
        """The position of a state."""
        ...

    def to_state(self) -> State:
        """The state of the position."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """The interactive moves, in any order."""
        ...

    def bookkeeping(self) -> Move | None:
        """R075: the one move that must be applied where nothing can be chosen."""
        ...

    def apply(self, move: Move, /) -> None:
        """Play a move; an illegal one raises a `RingRiftError` and changes nothing."""
        ...

    def why_illegal(self, move: Move, /) -> Refusal | None:
        """Return why a move is illegal, or None if it is legal."""
        ...

    def undo(self) -> None:
        """Take the last move back."""
        ...

    @property
    def hash(self) -> int:
        """Equal for equal states, however they were reached."""
        ...


class ReferencePosition:
    """The law as an engine."""

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
    """The package was installed without its kernel."""

    def __init__(self) -> None:
        super().__init__(Refusal("KERNEL_MISSING", "R190", HOW_TO_BUILD))

    def __reduce__(self) -> tuple[object, ...]:
        return KernelMissingError, ()

    def __str__(self) -> str:
        return self.message


def installed_kernel(package: str = "ringrift.kernel") -> type[Engine]:
    """The kernel's `Position`, or a `KernelMissingError` that says how to build it."""
    try:
        kernel = cast("type[Engine]", import_module(package).Position)
        kernel.from_state(new_game("square8", 2))
    except (ImportError, AttributeError) as error:
        raise KernelMissingError from error
    return kernel
