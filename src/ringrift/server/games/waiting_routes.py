"""The games that wait for the caller, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter

from ringrift.server.accounts.authentication import AuthenticatedCaller, CurrentWorker
from ringrift.server.games.types import WaitingGame

router = APIRouter(tags=["games"])


@router.get("/games/waiting")
async def get_waiting_games(
    worker: CurrentWorker, caller: AuthenticatedCaller
) -> list[WaitingGame]:
    """Return your open and live games and the rematches that you are offered.

    Your turns come first, those with the soonest deadline before the others.
    """
    return await worker.waiting.find(caller.account.id)
