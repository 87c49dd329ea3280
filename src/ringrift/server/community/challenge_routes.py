"""Challenges, what accounts accept, and who is online, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.types import AccountKind
from ringrift.server.community.challenge_types import (
    ChallengeInfo,
    ChallengeRules,
    DeclineRequest,
    NewChallenge,
    OnlineAccount,
)
from ringrift.server.games.routes import start_if_full
from ringrift.server.worker import Worker

router = APIRouter(tags=["challenges"])
ChallengeId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
_KINDS: tuple[AccountKind, ...] = ("person", "guest", "bot")


@router.post("/challenges", status_code=201)
async def create_challenge(
    request: NewChallenge, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ChallengeInfo:
    """Challenge one to three accounts by name. The game starts when all have accepted."""
    account = caller.account.id
    worker.limits.check("challenges", account, account=account)
    return await worker.challenges.create(caller.account, request)


@router.get("/challenges")
async def get_challenges(worker: CurrentWorker, caller: AuthenticatedCaller) -> list[ChallengeInfo]:
    """Return the open challenges that you received or sent, the newest first.

    What ended in the last five minutes is there, too, so that you learn the answer.
    """
    return await worker.challenges.of_account(caller.account.id)


@router.get("/challenges/{challenge}")
async def get_challenge(
    challenge: ChallengeId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ChallengeInfo:
    """Return a challenge that you take part in."""
    return await worker.challenges.info(challenge, caller.account.id)


@router.post("/challenges/{challenge}/accept")
async def accept_challenge(
    challenge: ChallengeId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ChallengeInfo:
    """Accept a challenge. The last to accept starts the game, which the response names."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    info = await worker.challenges.accept(challenge, caller.account)
    await _start_game(worker, info, caller)
    return info


@router.post("/challenges/{challenge}/decline")
async def decline_challenge(
    challenge: ChallengeId,
    request: DeclineRequest,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
) -> ChallengeInfo:
    """Decline a challenge, with a reason. It ends for all who were asked."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.challenges.decline(challenge, caller.account, request.reason)


@router.post("/challenges/{challenge}/withdraw")
async def withdraw_challenge(
    challenge: ChallengeId, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ChallengeInfo:
    """Withdraw your challenge."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    return await worker.challenges.withdraw(challenge, caller.account)


@router.get("/challenge-rules")
async def get_challenge_rules(worker: CurrentWorker, caller: AuthenticatedCaller) -> ChallengeRules:
    """Return which challenges you accept."""
    return await worker.challenge_rules.of_account(caller.account.id)


@router.put("/challenge-rules")
async def set_challenge_rules(
    request: ChallengeRules, worker: CurrentWorker, caller: AuthenticatedCaller
) -> ChallengeRules:
    """Set which challenges you accept. The server refuses the others for you."""
    worker.limits.check("changes", caller.account.id, account=caller.account.id)
    await worker.challenge_rules.set(caller.account.id, request)
    return request


@router.get("/online")
async def get_online_accounts(
    worker: CurrentWorker,
    caller: OptionalCaller,
    kind: Annotated[
        AccountKind | None, Query(description="only guests, only registered people or only bots")
    ] = None,
) -> list[OnlineAccount]:
    """Return who is in the lobby, plays or watches, and what they accept: at most 200.

    Registered people and bots come first, the strongest before the others. Accounts that take no
    challenges are not in the list.
    """
    viewer = None if caller is None else caller.account.id
    return await worker.online.find(viewer, _KINDS if kind is None else (kind,))


async def _start_game(worker: Worker, info: ChallengeInfo, caller: Caller) -> None:
    """Start the game of an accepted challenge, unless an earlier request did."""
    if info.game is None:
        return
    await start_if_full(worker, await worker.games.info(info.game), caller)
    await worker.challenges.announce(info)
    await worker.lobby.publish_change()
