"""Errors of external engines. The host decides what happens to the seat."""

from __future__ import annotations

from ringrift.rules.errors import Refusal, RingRiftError


class EngineError(RingRiftError):
    """The engine did not do its part; `stderr` is the end of what it said about it."""

    failure = "ENGINE_ERROR"

    def __init__(self, message: str, stderr: str = "", rule: str | None = None) -> None:
        super().__init__(Refusal(self.failure, rule, message))
        self.stderr = stderr

    def __str__(self) -> str:
        said = f"\nThe engine's last words:\n{self.stderr.rstrip()}" if self.stderr.strip() else ""
        return f"{self.code}: {self.message}{said}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.stderr, self.rule)


class EngineStartError(EngineError):
    """No such program, no handshake, or an option that it does not have."""

    failure = "ENGINE_START"


class EngineTimeoutError(EngineError):
    """No answer in time: the engine was killed."""

    failure = "ENGINE_TIMEOUT"


class EngineCrashedError(EngineError):
    """The process ended in the middle of the conversation."""

    failure = "ENGINE_CRASHED"


class EngineFloodedError(EngineError):
    """More output than anybody could want: the engine was killed."""

    failure = "ENGINE_FLOODED"


class EngineRefusedError(EngineError):
    """The engine answered with an error where it had to follow."""

    failure = "ENGINE_REFUSED"


class EngineIllegalMoveError(EngineError):
    """Its move is no move, or not a legal one; `rule` is the rule that it breaks."""

    failure = "ENGINE_ILLEGAL_MOVE"


class EngineClosedError(EngineError):
    """Asked after `close`, or closed while it was asked."""

    failure = "ENGINE_CLOSED"
