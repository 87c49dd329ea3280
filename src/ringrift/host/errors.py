"""What a session refuses, and why. A refused action has changed nothing."""

from __future__ import annotations

from typing import Final

from ringrift.rules.errors import Refusal, RingRiftError

RECORDED: Final = "R074"  # every change of a game belongs to one recorded move
RESULT: Final = "R170"  # a host ends a game by resignation, timeout or abandonment
SETUP: Final = "R020"  # how a game is set up
CHOICE: Final = "R076"  # whoever must choose is asked


class InvalidSettingsError(RingRiftError):
    """Settings, or somebody for a seat, that make no game; `path` names the field."""


class InvalidConfigError(RingRiftError):
    """A setting of the process that cannot be read; `path` names the variable or argument."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class InvalidEventError(RingRiftError):
    """An event that is malformed, or that cannot follow those before it."""


class SessionError(RingRiftError):
    """Something that cannot be done at this session now."""


class StaleError(SessionError):
    """The game has gone on since the caller looked, from event `expected` to event `sequence`."""

    def __init__(self, expected: int, sequence: int) -> None:
        message = (
            f"the game stands at event {sequence}, but you have seen it up to {expected};"
            " look at the events between and choose again"
        )
        super().__init__(Refusal("STALE", RECORDED, message, "expectedSequence"))
        self.expected = expected
        self.sequence = sequence

    def __reduce__(self) -> tuple[object, ...]:
        return StaleError, (self.expected, self.sequence)


def refused(code: str, message: str, rule: str = RESULT, path: str = "") -> SessionError:
    """The error for an action that cannot be done."""
    return SessionError(Refusal(code, rule, message, path))


def invalid_config(name: str, message: str) -> InvalidConfigError:
    """Return the error for the variable or argument of that name."""
    return InvalidConfigError(Refusal("INVALID_SETTING", SETUP, message, name))
