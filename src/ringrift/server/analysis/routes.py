"""Analyses over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse

from ringrift.server.accounts.guard import KnownCaller, ThisWorker
from ringrift.server.analysis.types import Analysis, AnalysisRequest

router = APIRouter(prefix="/analyses", tags=["analysis"])
Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.post("", status_code=202)
async def ask(request: AnalysisRequest, worker: ThisWorker, caller: KnownCaller) -> Analysis:
    """Ask for an analysis; it is queued. Its reports come from /analyses/{id}/stream."""
    worker.limits.check("analyses", caller.account.id, account=caller.account.id)
    return await worker.analyses.ask(caller.account.id, request)


@router.get("/{number}")
async def find(number: Number, worker: ThisWorker, caller: KnownCaller) -> Analysis:
    """How far it is, with the last report."""
    return await worker.analyses.find(caller.account.id, number)


@router.get("/{number}/stream")
async def stream(number: Number, worker: ThisWorker, caller: KnownCaller) -> StreamingResponse:
    """A line of JSON for every report, until it has ended."""
    await worker.analyses.find(caller.account.id, number)
    lines = worker.analyses.stream(caller.account.id, number)
    return StreamingResponse(lines, media_type="application/x-ndjson")


@router.delete("/{number}", status_code=204)
async def stop(number: Number, worker: ThisWorker, caller: KnownCaller) -> None:
    """Stop thinking; the last report stands."""
    await worker.analyses.stop(caller.account.id, number)
