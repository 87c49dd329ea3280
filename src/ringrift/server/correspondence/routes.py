"""Vacation, mails about turns, and conditional moves over HTTP."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    RegisteredCaller,
)
from ringrift.server.accounts.types import RequestBody
from ringrift.server.correspondence.conditional_moves import (
    ConditionalMovesInfo,
    ConditionalMovesRequest,
)
from ringrift.server.correspondence.vacations import VacationInfo, VacationRequest
from ringrift.server.games.commands import CheckPlan
from ringrift.server.games.routes import GameId

router = APIRouter(tags=["correspondence"])


class TurnMailsInfo(BaseModel):
    """Whether you get a mail when your turn begins while you are not connected."""

    wanted: bool
    available: bool = Field(description="whether this server sends mails")


class TurnMailsRequest(RequestBody):
    wanted: bool


@router.get("/vacation")
async def get_vacation(worker: CurrentWorker, caller: RegisteredCaller) -> VacationInfo:
    """Return your vacation and how much is left of it."""
    return await worker.vacations.status(caller.account.id)


@router.put("/vacation")
async def begin_vacation(
    request: VacationRequest, worker: CurrentWorker, caller: RegisteredCaller
) -> VacationInfo:
    """Begin a vacation, or change its end: the clocks of your correspondence games stand still."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.vacations.begin(caller.account.id, request.days)


@router.delete("/vacation")
async def end_vacation(worker: CurrentWorker, caller: RegisteredCaller) -> VacationInfo:
    """End your vacation; the remaining days stay yours."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.vacations.end(caller.account.id)


@router.get("/turn-mails")
async def get_turn_mails(worker: CurrentWorker, caller: RegisteredCaller) -> TurnMailsInfo:
    """Return whether you get mails about your turns."""
    wanted = await worker.turn_mails.wanted(caller.account.id)
    return TurnMailsInfo(wanted=wanted, available=worker.mail.enabled)


@router.put("/turn-mails")
async def set_turn_mails(
    request: TurnMailsRequest, worker: CurrentWorker, caller: RegisteredCaller
) -> TurnMailsInfo:
    """Get mails about your turns in correspondence games, or no longer."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    now = worker.clock.now()
    await worker.turn_mails.set_wanted(caller.account.id, request.wanted, now)
    return TurnMailsInfo(wanted=request.wanted, available=worker.mail.enabled)


@router.get("/games/{game}/conditional-moves")
async def get_conditional_moves(
    game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ConditionalMovesInfo:
    """Return your conditional moves in a game, as far as they still fit."""
    return await worker.conditional_moves.of_game(game, caller.account.id)


@router.put("/games/{game}/conditional-moves")
async def set_conditional_moves(
    game: GameId,
    request: ConditionalMovesRequest,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
) -> ConditionalMovesInfo:
    """Replace your conditional moves in a game; an empty list removes them."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    account = caller.account.id
    plan = CheckPlan(account=account, lines=[list(line) for line in request.lines])
    checked = await worker.directory.check_plan(game, plan)
    await worker.conditional_moves.save(game, account, checked.lines, checked.sequence)
    # A move may have been played meanwhile: the owner of the game follows it now.
    await worker.directory.check_plan(game, CheckPlan(account=account, lines=[], follow=True))
    return await worker.conditional_moves.of_game(game, account)
