"""Errors: a stable code, the broken rule if any, and what to do instead (wire.md "Errors")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Argument = int | str | tuple[str, ...]  # in a message: a number, a name or a list of names


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is rejected. `messages.refusal` creates those of the rules."""

    code: str  # stable, for programs: WRONG_PHASE, DEAD_PLACEMENT, ...
    rule: str | None  # R082; None if no rule of the game is broken
    message: str  # for people: what is wrong and what can be done instead
    path: str = ""  # the invalid field, in external input
    key: str = ""  # in the message catalogue (messages.py), if it comes from there
    args: dict[str, Argument] = field(default_factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        """Return the error object of wire.md."""
        body = {"code": self.code, "rule": self.rule, "message": self.message, "path": self.path}
        return {"error": body}


def listed(names: tuple[str, ...]) -> str:
    """Return the choices as part of a sentence."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


class RingRiftError(Exception):
    """Base class of all errors of the library; the state in question is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def code(self) -> str:
        """The stable code of the error, one of `CODES`."""
        return self.refusal.code

    @property
    def rule(self) -> str | None:
        """The number of the broken rule, if there is one."""
        return self.refusal.rule

    @property
    def message(self) -> str:
        """What is wrong, as a sentence."""
        return self.refusal.message

    @property
    def path(self) -> str:
        """The field of the input that is wrong; empty if none is."""
        return self.refusal.path

    def to_json(self) -> dict[str, Any]:
        """Return the error object of wire.md."""
        return self.refusal.to_json()

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        where = f" at {self.path}" if self.path else ""
        return f"{self.code}{rule}{where}: {self.message}"


class IllegalMoveError(RingRiftError):
    """A well-formed move that the rules do not allow in this state."""


class InvalidMoveError(RingRiftError):
    """Not a move: malformed notation, a missing field, a cell outside the board."""


class AmbiguousMoveError(RingRiftError):
    """Notation that matches several legal moves."""


class InvalidStateError(RingRiftError):
    """A malformed or contradictory state."""


class InvalidSetupError(RingRiftError):
    """A game that cannot be created: unknown board or edition, wrong number of players."""


class UnknownSeatError(RingRiftError):
    """A seat that does not exist in the game."""
