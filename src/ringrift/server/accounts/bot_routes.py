"""Bots over HTTP: their owner creates them and manages their tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    RecentRegisteredCaller,
    RegisteredCaller,
)
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.types import Account, AnyName, BotInfo, BotToken, NewBot, NewToken
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["bots"])


@router.get("/bots")
async def get_bots(worker: CurrentWorker, caller: RegisteredCaller) -> list[BotInfo]:
    """Return your bots and their valid tokens, without secrets."""
    now = worker.clock.now()
    return [
        BotInfo(account=bot, tokens=await worker.bot_tokens.valid_tokens(bot.id, now))
        for bot in await worker.accounts.bots_of(caller.account)
    ]


@router.post("/bots", status_code=201)
async def create_bot(
    body: NewBot, worker: CurrentWorker, caller: RecentRegisteredCaller
) -> BotToken:
    """Create the account of a bot. Its token is shown only once."""
    await worker.limits.check_shared("accounts", caller.account.id, account=caller.account.id)
    bot = await worker.accounts.create_bot(body.name, worker.clock.now(), owner=caller.account)
    log_security_event("bot_created", account=caller.account.id, about=bot.id)
    return await _create_token(worker, caller.account, bot, body)


@router.post("/bots/{name}/tokens", status_code=201)
async def create_token(
    name: AnyName,
    worker: CurrentWorker,
    caller: RecentRegisteredCaller,
    body: Annotated[NewToken | None, Body()] = None,
) -> BotToken:
    """Create another token for a bot."""
    bot = await worker.accounts.bot_of(caller.account, name)
    return await _create_token(worker, caller.account, bot, body or NewToken())


@router.delete("/bots/{name}/tokens", status_code=204)
async def revoke_tokens(name: AnyName, worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Revoke all tokens of a bot."""
    bot = await worker.accounts.bot_of(caller.account, name)
    await worker.bot_tokens.revoke(bot.id, worker.clock.now())
    await worker.close_sessions(bot.id)
    log_security_event("tokens_revoked", account=caller.account.id, about=bot.id)


@router.delete("/bots/{name}/tokens/{token}", status_code=204)
async def revoke_token(
    name: AnyName,
    token: Annotated[str, Path(pattern="^[0-9a-f]{32}$")],
    worker: CurrentWorker,
    caller: RegisteredCaller,
) -> None:
    """Revoke one token of a bot and disconnect the programs that use it."""
    bot = await worker.accounts.bot_of(caller.account, name)
    if not await worker.bot_tokens.revoke(bot.id, worker.clock.now(), only=token):
        raise ApiError(404, "NOT_FOUND", "this bot has no such token", path="token")
    await worker.close_connections(bot.id, only=token)
    log_security_event("token_revoked", account=caller.account.id, about=bot.id)


async def _create_token(worker: Worker, owner: Account, bot: Account, wanted: NewToken) -> BotToken:
    secret, info = await worker.bot_tokens.create(bot, wanted, worker.clock.now())
    log_security_event("token_created", account=owner.id, about=bot.id)
    return BotToken(account=bot, token=secret, info=info)
