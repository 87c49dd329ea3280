"""Analyses over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ringrift.server.accounts.authentication import KnownCaller, ThisWorker
from ringrift.server.analysis.types import Analysis, AnalysisRequest
from ringrift.server.json_lines import JsonLines

router = APIRouter(prefix="/analyses", tags=["analysis"])
Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.post("", status_code=202)
async def ask(request: AnalysisRequest, worker: ThisWorker, caller: KnownCaller) -> Analysis:
    """Ask for an analysis; it is queued. Its reports come from /analyses/{id}/stream."""
    await worker.limits.check_all("analyses", caller.account.id, account=caller.account.id)
    return await worker.analyses.ask(caller.account.id, request)


@router.get("/{number}")
async def find(number: Number, worker: ThisWorker, caller: KnownCaller) -> Analysis:
    """How far it is, with the last report."""
    return await worker.analyses.find(caller.account.id, number)


@router.get("/{number}/stream", response_class=JsonLines)
async def stream(number: Number, worker: ThisWorker, caller: KnownCaller) -> JsonLines:
    """A line of JSON for every report, until it has ended."""
    await worker.analyses.find(caller.account.id, number)
    return JsonLines(worker.analyses.stream(caller.account.id, number))


@router.delete("/{number}", status_code=204)
async def stop(number: Number, worker: ThisWorker, caller: KnownCaller) -> None:
    """Stop thinking; the last report stands."""
    await worker.analyses.stop(caller.account.id, number)
