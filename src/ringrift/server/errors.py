"""What the server says when it cannot do what it is asked: a status, a stable code, a sentence that helps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, Field

from ringrift.rules.errors import Refusal


class ErrorObject(BaseModel):
    """What was wrong, as in WIRE.md."""

    code: str = Field(description="stable, for programs")
    rule: str | None = Field(description="the rule that was broken, or null")
    message: str = Field(description="a sentence for people, which says what to do")
    path: str = Field(description="the field that it is about, or nothing")


class ErrorAnswer(BaseModel):
    """Every answer that is an error."""

    error: ErrorObject
    retry_after: int | None = Field(
        default=None, alias="retryAfter", description="seconds, where one must wait"
    )
    sequence: int | None = Field(
        default=None, description="where the game stands, for a stale move"
    )
    missed: list[dict[str, Any]] | None = Field(default=None, description="the events since then")


class ApiError(Exception):
    """A request that is answered with an error, in the error object of WIRE.md."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        path: str = "",
        rule: str | None = "",
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.refusal = Refusal(code, rule, message, path)
        self.more = dict(
            more or {}
        )  # what a client can go on with, such as the events that it missed

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
