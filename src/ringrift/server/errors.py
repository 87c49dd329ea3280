"""Errors of the server: an HTTP status, a stable code, and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from ringrift.rules.errors import Refusal


class ErrorObject(BaseModel):
    """The error object of wire.md."""

    code: str = Field(description="stable, for programs")
    rule: str | None = Field(description="the rule that was broken, or null")
    message: str = Field(description="for people: what is wrong and what to do")
    path: str = Field(description="the field at fault, or empty")


class ErrorSanction(BaseModel):
    """Why an account cannot log in."""

    kind: Literal["suspension", "ban"]
    reason: str
    ends_at: float | None = Field(description="null: until it is lifted")


class ErrorResponse(BaseModel):
    """The body of every error response."""

    error: ErrorObject
    retry_after: int | None = Field(
        default=None, alias="retryAfter", description="seconds to wait, for a rate limit"
    )
    sequence: int | None = Field(
        default=None, description="the game's last event, for a stale command"
    )
    revision: int | None = Field(
        default=None, description="the present revision, for a change that builds on an older one"
    )
    missed: list[dict[str, Any]] | None = Field(default=None, description="the events since then")
    sanction: ErrorSanction | None = Field(
        default=None, description="for an account that is suspended or banned"
    )


class ApiError(Exception):
    """A request that is answered with an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        path: str = "",
        rule: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.refusal = Refusal(code, rule, message, path)
        self.more = dict(more or {})  # what the client needs to recover, such as missed events

    def __reduce__(self) -> tuple[Any, ...]:
        return ApiError.from_message, (self.to_message(),)

    @classmethod
    def of(cls, refusal: Refusal, status: int = 422, *, within: str = "") -> ApiError:
        """Return the refusal of the rules or the host as an error of this API.

        `within` is the field of the request that held the refused value.
        """
        path = join_path(within, refusal.path)
        return cls(status, refusal.code, refusal.message, path=path, rule=refusal.rule)

    def to_json(self) -> dict[str, Any]:
        """Return the body of the response."""
        return self.refusal.to_json() | self.more

    def to_message(self) -> dict[str, Any]:
        """Return the error as JSON for another worker, which raises it again."""
        return {"status": self.status, "refusal": asdict(self.refusal), "more": self.more}

    @classmethod
    def from_message(cls, message: Mapping[str, Any]) -> ApiError:
        error = cls.of(Refusal(**message["refusal"]), message["status"])
        error.more = message["more"]
        return error


def join_path(within: str, path: str) -> str:
    """Join two paths of fields in the syntax of wire.md.

    >>> join_path("settings", "clock.seconds"), join_path("seats", "[0]"), join_path("", "name")
    ('settings.clock.seconds', 'seats[0]', 'name')
    """
    if not within or not path or path.startswith("["):
        return within + path
    return f"{within}.{path}"


class StorageError(Exception):
    """The database cannot be used; the message says what to do."""


class StorageFullError(StorageError):
    """The disk of the database is full; nothing was stored."""


class OutcomeUnknownError(StorageError):
    """The connection was lost: what was sent may be stored or not."""


class LeaseLostError(Exception):
    """Another worker owns this game, or the journal is ahead of this one."""
