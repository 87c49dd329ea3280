"""Reports over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    SessionCaller,
    network_of_client,
)
from ringrift.server.community.report_types import NewReport, ReportInfo

router = APIRouter(tags=["community"])


@router.get("/reports")
async def get_reports(worker: CurrentWorker, caller: SessionCaller) -> list[ReportInfo]:
    """Return your reports and what was decided, the latest first: at most 100."""
    return await worker.reports.of_reporter(caller.account.id)


@router.post("/reports", status_code=201)
async def report(
    body: NewReport, request: Request, worker: CurrentWorker, caller: SessionCaller
) -> ReportInfo:
    """Report an account, a line of chat, or a player of a game to the staff of this server."""
    await worker.limits.check_shared("reports", caller.account.id, account=caller.account.id)
    if caller.account.kind == "guest":  # of whom an address can have many
        await worker.limits.check_shared("reports", network_of_client(request))
    return await worker.reports.add(caller.account, body)


@router.post("/reports/seen", status_code=204)
async def mark_reports_seen(worker: CurrentWorker, caller: SessionCaller) -> None:
    """Store that you have seen the decisions."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.reports.mark_seen(caller.account.id)
