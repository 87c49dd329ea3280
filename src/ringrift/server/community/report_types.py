"""Request and response bodies of reports."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.server.accounts.types import STORABLE, Account, RequestBody

TextKind = Literal["message", "study", "club", "tournament"]
ReportKind = Literal["account", "chat", "game"] | TextKind
ReportReason = Literal["abuse", "cheating", "spam", "name", "stalling", "other"]
ReportStatus = Literal["open", "upheld", "dismissed"]
MAX_TEXT: Final = 1000
Id = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]


class NewReport(RequestBody):
    """A report of an account, of what somebody wrote, or of a player's conduct in a game.

    `account` with `game` reports a player of the game. `line`, `message`, `study`, `club` and
    `tournament` are sent alone: they report their author.
    """

    account: Id | None = None
    game: Id | None = None
    line: Id | None = Field(default=None, description="the id of a line of chat")
    message: Id | None = Field(default=None, description="the id of a message to you")
    study: Id | None = None
    club: Id | None = Field(default=None, description="its first leader is reported")
    tournament: Id | None = None
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
    subject: str | None = Field(description="the id of the message, study, club or tournament")
    quote: str = Field(description="the text that you reported")
    reason: ReportReason
    text: str
    created_at: float
    status: ReportStatus
    decided_at: float | None
    note: str = Field(description="what the staff says about its decision")
    seen: bool = Field(description="whether you have seen the decision")
