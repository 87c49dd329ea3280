"""Request and response bodies of reports."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.server.accounts.types import STORABLE, Account, RequestBody

ReportKind = Literal["account", "chat", "game"]
ReportReason = Literal["abuse", "cheating", "spam", "name", "stalling", "other"]
ReportStatus = Literal["open", "upheld", "dismissed"]
MAX_TEXT: Final = 1000
Id = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]


class NewReport(RequestBody):
    """A report of an account, of a line of chat, or of a player's conduct in a game.

    `account` with `game` reports a player of the game; `line` reports its author.
    """

    account: Id | None = None
    game: Id | None = None
    line: Id | None = Field(default=None, description="the id of a line of chat")
    reason: ReportReason
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=MAX_TEXT, pattern=STORABLE)
    ] = Field(default="", description="what happened; needed for the reason `other`")


class ReportInfo(BaseModel):
    """One of your reports, and its outcome."""

    id: str
    kind: ReportKind
    account: Account = Field(description="whom you reported")
    game: str | None
    quote: str = Field(description="the line of chat that you reported")
    reason: ReportReason
    text: str
    created_at: float
    status: ReportStatus
    decided_at: float | None
    note: str = Field(description="what the staff says about its decision")
    seen: bool = Field(description="whether you have seen the decision")
