"""Tournaments over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
    RegisteredCaller,
)
from ringrift.server.tournaments.types import NewTournament, TournamentLists, TournamentView

router = APIRouter(tags=["tournaments"])
TournamentId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.get("/tournaments")
async def get_tournaments(worker: CurrentWorker, caller: OptionalCaller) -> TournamentLists:
    """Return the running tournaments, the next ones and the latest that ended: 50 of each."""
    return await worker.tournaments.lists(None if caller is None else caller.account.id)


@router.post("/tournaments", status_code=201)
async def create_tournament(
    request: NewTournament, worker: CurrentWorker, caller: RegisteredCaller
) -> TournamentView:
    """Create a tournament, which starts by itself. You do not take part before you join."""
    await worker.limits.check_shared("tournaments", caller.account.id, account=caller.account.id)
    return await worker.tournaments.create(caller.account, request)


@router.get("/tournaments/{tournament}")
async def get_tournament(
    tournament: TournamentId, worker: CurrentWorker, caller: OptionalCaller
) -> TournamentView:
    """Return a tournament with its standings."""
    return await worker.tournaments.view(tournament, None if caller is None else caller.account.id)


@router.post("/tournaments/{tournament}/join")
async def join_tournament(
    tournament: TournamentId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> TournamentView:
    """Join a tournament, also a running one: an arena until its end, others in their first half.

    Who withdrew or missed a game returns in the same way.
    """
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.tournaments.join(tournament, caller.account)


@router.post("/tournaments/{tournament}/withdraw")
async def withdraw_from_tournament(
    tournament: TournamentId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> TournamentView:
    """Withdraw from a tournament. A game in progress goes on: play or resign it."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.tournaments.withdraw(tournament, caller.account.id)


@router.post("/tournaments/{tournament}/start")
async def start_tournament(
    tournament: TournamentId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> TournamentView:
    """Start your tournament before its time."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.tournaments.start(tournament, caller.account.id)


@router.delete("/tournaments/{tournament}", status_code=204)
async def cancel_tournament(
    tournament: TournamentId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> None:
    """Cancel your tournament before it starts, and those that would repeat it."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.tournaments.cancel(tournament, caller.account.id)
