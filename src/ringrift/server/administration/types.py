"""Request and response bodies of administration."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.server.accounts.sanctions import SanctionKind
from ringrift.server.accounts.types import STORABLE, Account, Name, RequestBody, Role
from ringrift.server.community.report_types import ReportKind, ReportReason, ReportStatus

MAX_SUSPENSION_DAYS: Final = 30.0
MAX_BAN_DAYS: Final = 3650.0
MAX_PAGE: Final = 100
MAX_REASON: Final = 500

Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=3, max_length=MAX_REASON, pattern=STORABLE),
]
Note = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=MAX_REASON, pattern=STORABLE)
]


class WithReason(RequestBody):
    reason: Reason = Field(description="why; it is stored in the audit log")


class NewSuspension(RequestBody):
    reason: Reason = Field(description="why; the person reads it when they log in")
    days: float = Field(gt=0, le=MAX_SUSPENSION_DAYS)


class NewBan(RequestBody):
    reason: Reason = Field(description="why; the person reads it when they log in")
    days: float | None = Field(
        default=None, gt=0, le=MAX_BAN_DAYS, description="null: until it is lifted"
    )


class NewName(RequestBody):
    name: Name
    reason: Reason


class NewRole(RequestBody):
    """`null` takes the role away."""

    role: Literal["moderator"] | None
    reason: Reason


class Decision(RequestBody):
    """A decision on a report. The reporter reads the note."""

    outcome: Literal["upheld", "dismissed"]
    note: Note = ""


class SanctionInfo(BaseModel):
    """A suspension or ban of an account."""

    id: str
    kind: SanctionKind
    reason: str
    created_at: float
    ends_at: float | None = Field(description="null: until it is lifted")
    lifted_at: float | None
    active: bool


class FoundAccount(BaseModel):
    """An account in the results of a search."""

    account: Account
    role: Role | None
    created_at: float
    seen_at: float | None = Field(description="when it was last connected")
    sanction: SanctionInfo | None = Field(description="that is in force")
    open_reports: int


class AccountDetails(FoundAccount):
    """An account as administrators see it."""

    owner: Account | None = Field(description="the owner of a bot")
    bots: list[Account]
    sanctions: list[SanctionInfo] = Field(description="the latest first")
    active_games: list[str] = Field(description="open and live games")
    upheld_reports: int


class ResetLink(BaseModel):
    """A link that sets a new password once. Give it to the owner of the account."""

    link: str
    expires_at: float


class LogEntry(BaseModel):
    """An entry of the audit log."""

    id: str
    at: float
    actor: str | None = Field(description="the account; null: the operator on the command line")
    actor_name: str | None
    action: str
    target: str | None = Field(description="the id of an account, game, text or report")
    reason: str
    details: dict[str, Any]


class QueuedReport(BaseModel):
    """A report as administrators see it."""

    id: str
    kind: ReportKind
    account: Account = Field(description="who is reported")
    reporter: Account | None = Field(description="null: the account was deleted")
    game: str | None
    line: str | None = Field(description="the id of the reported line of chat")
    subject: str | None = Field(description="the id of the message, study, club or tournament")
    quote: str = Field(description="the reported text")
    reason: ReportReason
    text: str
    created_at: float
    status: ReportStatus
    decided_at: float | None
    note: str
    others: int = Field(description="other open reports about the same account")
