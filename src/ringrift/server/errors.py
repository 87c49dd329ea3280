"""What the server says when it cannot do what it is asked: a status, a stable code, a sentence that helps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ringrift.rules.errors import Refusal


class ApiError(Exception):
    """A request that is answered with an error, in the error object of WIRE.md."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        path: str = "",
        rule: str = "",
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.refusal = Refusal(code, rule, message, path)
        self.more = dict(more or {})  # what a client can go on with, such as the events that it missed

    @classmethod
    def of(cls, refusal: Refusal, status: int = 422) -> ApiError:
        """What the law or the host refuses: it was understood and cannot be done."""
        return cls(status, refusal.code, refusal.message, path=refusal.path, rule=refusal.rule)

    def to_json(self) -> dict[str, Any]:
        """The one form in which errors leave the server."""
        return self.refusal.to_json() | self.more

    def to_message(self) -> dict[str, Any]:
        """For another worker, which raises it again."""
        return {"status": self.status, "refusal": asdict(self.refusal), "more": self.more}

    @classmethod
    def from_message(cls, message: Mapping[str, Any]) -> ApiError:
        error = cls.of(Refusal(**message["refusal"]), message["status"])
        error.more = message["more"]
        return error


class StorageError(Exception):
    """The database cannot be used as it is; says what to do."""


class LeaseLostError(Exception):
    """Another worker has taken this game over, or the journal has gone on without this one."""
