"""Request and response bodies about analyses."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import RequestBody

Status = Literal["queued", "running", "done", "failed", "stopped"]


class AnalysisRequest(RequestBody):
    """A position, as a position string or a state object, and the time to search."""

    position: str | None = Field(default=None, max_length=20_000)
    state: dict[str, Any] | None = None
    seconds: float | None = Field(default=None, gt=0, le=600)
    best: int = Field(default=3, ge=1, le=10)


class Analysis(BaseModel):
    """The status of an analysis and its last report."""

    id: str
    status: Status
    created_at: float
    queued_before: int = Field(description="analyses that were queued before")
    report: dict[str, Any] | None = None
