"""Errors of the host. A refused action changes nothing."""

from __future__ import annotations

from typing import Final

from ringrift.rules.errors import Refusal, RingRiftError

NO_RULE: Final = None  # no rule of the game is broken
END_OF_GAME: Final = "R170"


class InvalidSettingsError(RingRiftError):
    """Invalid settings or an invalid occupant; `path` names the field."""


class InvalidConfigError(RingRiftError):
    """A setting of the process that cannot be read; `path` names the variable or argument."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class InvalidEventError(RingRiftError):
    """An event that is malformed or cannot follow the events before it."""


class SessionError(RingRiftError):
    """An action that the session does not allow now."""


class StaleError(SessionError):
    """The caller has seen the game only up to event `expected`; it is at event `sequence`."""

    def __init__(self, expected: int, sequence: int) -> None:
        message = (
            f"the game is at event {sequence}, but you have seen it only up to event {expected};"
            " read the events in between and choose again"
        )
        super().__init__(Refusal("STALE", NO_RULE, message, "expected"))
        self.expected = expected
        self.sequence = sequence

    def __reduce__(self) -> tuple[object, ...]:
        return StaleError, (self.expected, self.sequence)


def session_error(
    code: str, message: str, path: str = "", rule: str | None = NO_RULE
) -> SessionError:
    """Return the error for an action that the session does not allow."""
    return SessionError(Refusal(code, rule, message, path))


def invalid_config(name: str, message: str) -> InvalidConfigError:
    """Return the error for the variable or argument of that name."""
    return InvalidConfigError(Refusal("INVALID_SETTING", NO_RULE, message, name))
