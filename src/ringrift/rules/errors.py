"""Errors: a stable code, the broken rule if any, and what to do instead (WIRE.md "Errors")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Argument = int | str | tuple[str, ...]  # of a message: a number, a name or a list of names


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is refused. `messages.refusal` makes those of the rules."""

    code: str  # stable, for programs: WRONG_PHASE, DEAD_PLACEMENT, ...
    rule: str | None  # R082; None where no rule of the game is broken
    message: str  # for people: what is wrong and what can be done instead
    path: str = ""  # the field at fault, in input from outside
    key: str = ""  # of the message in the catalogue (messages.py), if it comes from there
    args: dict[str, Argument] = field(default_factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        """The error object of WIRE.md."""
        body = {"code": self.code, "rule": self.rule, "message": self.message, "path": self.path}
        return {"error": body}


def listed(names: tuple[str, ...]) -> str:
    """The choices in a sentence."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


class RingRiftError(Exception):
    """Anything that the library refuses; the state it was asked about is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def rule(self) -> str | None:
        return self.refusal.rule

    @property
    def message(self) -> str:
        return self.refusal.message

    @property
    def path(self) -> str:
        return self.refusal.path

    def to_json(self) -> dict[str, Any]:
        """The error object of WIRE.md."""
        return self.refusal.to_json()

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        where = f" at {self.path}" if self.path else ""
        return f"{self.code}{rule}{where}: {self.message}"


class IllegalMoveError(RingRiftError):
    """A well-formed move that the rules do not allow now."""


class InvalidMoveError(RingRiftError):
    """Not a move at all: broken notation, a missing field, a cell that is not on the board."""


class AmbiguousMoveError(RingRiftError):
    """Notation that fits several legal moves."""


class InvalidStateError(RingRiftError):
    """A state that is malformed or contradicts itself."""


class InvalidSetupError(RingRiftError):
    """A game that cannot be created: unknown board or edition, wrong number of players."""


class UnknownSeatError(RingRiftError):
    """A question about a seat that does not play."""
