"""Analyses over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ringrift.server.accounts.authentication import AuthenticatedCaller, CurrentWorker
from ringrift.server.analysis.types import Analysis, AnalysisRequest
from ringrift.server.json_lines import JsonLines
from ringrift.server.requester import CurrentRequester

router = APIRouter(prefix="/analyses", tags=["analysis"])
AnalysisId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.post("", status_code=202)
async def request_analysis(
    request: AnalysisRequest,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
    requester: CurrentRequester,
) -> Analysis:
    """Queue an analysis. Its reports come from /analyses/{id}/stream.

    The position of a rated game that you are playing is refused.
    """
    repeated = await worker.analyses.find_repeated(caller.account.id)
    if repeated is not None:
        return repeated
    await worker.limits.check_shared("analyses", caller.account.id, account=caller.account.id)
    boards = await worker.fair_play.boards_in_play(caller.account.id)
    return await worker.analyses.add(caller.account.id, request, requester, boards)


@router.get("/{number}")
async def get_analysis(
    number: AnalysisId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> Analysis:
    """Return the status and the last report of an analysis."""
    return await worker.analyses.find(caller.account.id, number)


@router.get("/{number}/stream", response_class=JsonLines)
async def stream_analysis(
    number: AnalysisId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> JsonLines:
    """Stream a JSON line per report until the analysis ends."""
    await worker.analyses.find(caller.account.id, number)
    return JsonLines(worker.analyses.stream(caller.account.id, number))


@router.delete("/{number}", status_code=204)
async def stop_analysis(
    number: AnalysisId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> None:
    """Stop an analysis; its last report stays."""
    await worker.analyses.stop(caller.account.id, number)
