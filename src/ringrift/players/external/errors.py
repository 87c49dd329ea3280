"""Errors of external engines. The host decides what happens to the seat."""

from __future__ import annotations

from ringrift.rules.errors import Refusal, RingRiftError


class EngineError(RingRiftError):
    """An engine failure; `stderr` is the end of its standard error output."""

    failure = "ENGINE_ERROR"

    def __init__(self, message: str, stderr: str = "", rule: str | None = None) -> None:
        super().__init__(Refusal(self.failure, rule, message))
        self.stderr = stderr

    def __str__(self) -> str:
        said = (
            f"\nThe engine's last output on standard error:\n{self.stderr.rstrip()}"
            if self.stderr.strip()
            else ""
        )
        return f"{self.code}: {self.message}{said}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.stderr, self.rule)


class EngineStartError(EngineError):
    """The program is missing, the handshake failed or an option does not exist."""

    failure = "ENGINE_START"


class EngineTimeoutError(EngineError):
    """The engine did not answer in time and was killed."""

    failure = "ENGINE_TIMEOUT"


class EngineCrashedError(EngineError):
    """The process ended in the middle of the conversation."""

    failure = "ENGINE_CRASHED"


class EngineFloodedError(EngineError):
    """The engine exceeded the output limit and was killed."""

    failure = "ENGINE_FLOODED"


class EngineRefusedError(EngineError):
    """The engine reported an error for a valid command."""

    failure = "ENGINE_REFUSED"


class EngineIllegalMoveError(EngineError):
    """The engine's move is malformed or illegal; `rule` is the rule it breaks."""

    failure = "ENGINE_ILLEGAL_MOVE"


class EngineClosedError(EngineError):
    """The engine was used after `close`, or closed during a request."""

    failure = "ENGINE_CLOSED"
