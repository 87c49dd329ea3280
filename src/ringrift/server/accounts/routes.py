"""Accounts over HTTP."""

from __future__ import annotations

from time import time
from typing import Any

from fastapi import APIRouter, Request, Response

from ringrift.server.accounts.authentication import (
    COOKIE,
    KnownCaller,
    KnownPerson,
    SomeCaller,
    ThisWorker,
    address_of,
    expect_own_origin,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import note
from ringrift.server.accounts.service import name_key
from ringrift.server.accounts.types import (
    Account,
    AnyName,
    BotToken,
    Credentials,
    Leaving,
    LoginSession,
    NewAccount,
    NewBot,
    PasswordChange,
)
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["accounts"])


@router.post("/accounts/guest", status_code=201)
async def become_guest(
    request: Request, response: Response, worker: ThisWorker, caller: SomeCaller
) -> LoginSession:
    """Play without an account: one click, a name for a while."""
    expect_own_origin(request)
    if caller is not None:
        return _shown(caller)
    if not worker.settings.guests:
        raise ApiError(403, "NO_GUESTS", "this server has no guests: register with POST /accounts")
    await worker.limits.check_all("accounts", address_of(request))
    account = await worker.accounts.guest(time())
    return await _open(account, request, response, worker)


@router.post("/accounts", status_code=201)
async def register(
    sent: NewAccount, request: Request, response: Response, worker: ThisWorker, caller: SomeCaller
) -> LoginSession:
    """Make an account. A guest who registers keeps their games."""
    expect_own_origin(request)
    if not worker.settings.registration:
        raise ApiError(403, "NO_REGISTRATION", "this server takes no new accounts")
    await worker.limits.check_all("accounts", address_of(request))
    if caller is not None and caller.account.kind == "guest":
        account = await worker.accounts.promote(caller.account, sent.name, sent.password)
        await worker.end_sessions(account.id)
    else:
        account = await worker.accounts.register(sent.name, sent.password, time())
    note("account_created", account=account.id, address=address_of(request))
    return await _open(account, request, response, worker)


@router.post("/sessions", status_code=201)
async def log_in(
    sent: Credentials, request: Request, response: Response, worker: ThisWorker
) -> LoginSession:
    """Log in. The cookie that comes back is the session; its csrf token goes with every change."""
    expect_own_origin(request)  # else a foreign page could put somebody into an account of its own
    address = address_of(request)
    await worker.limits.check_all("sign-ins", address)
    await worker.limits.check_all("sign-ins", f"name {name_key(sent.name)}")
    try:
        account = await worker.accounts.log_in(sent.name, sent.password)
    except ApiError:
        note("login_failed", address=address, about=sent.name[:40])
        raise
    note("logged_in", account=account.id, address=address)
    return await _open(account, request, response, worker)


@router.get("/sessions/current")
async def who_am_i(caller: KnownCaller) -> LoginSession:
    """The session that this request belongs to."""
    return _shown(caller)


@router.delete("/sessions/current", status_code=204)
async def log_out(response: Response, worker: ThisWorker, caller: KnownCaller) -> None:
    """Log out here; the sockets of this session are closed."""
    if caller.session is not None:
        await worker.end_sessions(caller.account.id, only=caller.session)
    note("logged_out", account=caller.account.id)
    response.delete_cookie(COOKIE)


@router.delete("/sessions", status_code=204)
async def log_out_everywhere(response: Response, worker: ThisWorker, caller: KnownCaller) -> None:
    """Log out on every device; all sockets of the account are closed."""
    await worker.end_sessions(caller.account.id)
    note("logged_out_everywhere", account=caller.account.id)
    response.delete_cookie(COOKIE)


@router.put("/accounts/me/password", status_code=204)
async def change_password(
    sent: PasswordChange, request: Request, worker: ThisWorker, caller: KnownPerson
) -> None:
    """Set a new password; every other session of the account ends."""
    await worker.limits.check_all("sign-ins", address_of(request))
    await worker.accounts.change_password(caller.account, sent.current, sent.new)
    await worker.end_sessions(caller.account.id, but=caller.session)
    note("password_changed", account=caller.account.id, address=address_of(request))


@router.post("/accounts/me/delete", status_code=204)
async def delete_account(
    sent: Leaving, response: Response, worker: ThisWorker, caller: KnownCaller
) -> None:
    """Delete the account and its bots. Finished games stay in the archive, without the names."""
    await worker.limits.check_all("sign-ins", caller.account.id, account=caller.account.id)
    await worker.accounts.prove(caller.account, sent.password, "password")
    for account in (*await worker.accounts.bots_of(caller.account), caller.account):
        await worker.leave_all_games(account)
        await worker.end_sessions(account.id)
        await worker.accounts.delete(account, time())
        note("account_deleted", account=account.id)
    response.delete_cookie(COOKIE)


@router.get("/accounts/me/export")
async def export(worker: ThisWorker, caller: KnownCaller) -> dict[str, Any]:
    """Everything that the server keeps about the account."""
    note("data_exported", account=caller.account.id)
    return await worker.accounts.export(caller.account)


@router.post("/bots", status_code=201)
async def new_bot(sent: NewBot, worker: ThisWorker, caller: KnownPerson) -> BotToken:
    """Make an account for a bot; its token is shown this once."""
    await worker.limits.check_all("accounts", caller.account.id, account=caller.account.id)
    now = time()
    account = await worker.accounts.bot(sent.name, now, made_by=caller.account)
    note("bot_created", account=caller.account.id, about=account.id)
    return BotToken(
        account=account, token=await worker.login_sessions.new_token(account, sent.label, now)
    )


@router.delete("/bots/{name}/tokens", status_code=204)
async def revoke_tokens(name: AnyName, worker: ThisWorker, caller: KnownPerson) -> None:
    """Make every token of one's bot worthless."""
    bot = await worker.accounts.bot_of(caller.account, name)
    await worker.login_sessions.revoke_tokens(bot.id, time())
    await worker.end_sessions(bot.id)
    note("tokens_revoked", account=caller.account.id, about=bot.id)


@router.post("/bots/{name}/tokens", status_code=201)
async def another_token(name: AnyName, worker: ThisWorker, caller: KnownPerson) -> BotToken:
    """A further token for one's bot."""
    bot = await worker.accounts.bot_of(caller.account, name)
    return BotToken(
        account=bot, token=await worker.login_sessions.new_token(bot, "another token", time())
    )


async def _open(
    account: Account, request: Request, response: Response, worker: Worker
) -> LoginSession:
    secret, caller = await worker.login_sessions.open(account, time())
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(caller.expires_at - time()),
        httponly=True,
        samesite="lax",
        secure=worker.settings.address.startswith("https://") or request.url.scheme == "https",
    )
    return _shown(caller)


def _shown(caller: Caller) -> LoginSession:
    return LoginSession(
        account=caller.account, csrf=caller.csrf or "", expires_at=caller.expires_at
    )
