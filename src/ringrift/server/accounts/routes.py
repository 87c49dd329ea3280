"""Accounts over HTTP."""

from __future__ import annotations

from time import time
from typing import Any

from fastapi import APIRouter, Request, Response

from ringrift.server.accounts.authentication import (
    COOKIE,
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
    RegisteredCaller,
    address_of,
    require_own_origin,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.service import name_key
from ringrift.server.accounts.types import (
    Account,
    AnyName,
    BotToken,
    Credentials,
    DeleteAccountRequest,
    LoginSession,
    NewAccount,
    NewBot,
    PasswordChange,
)
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["accounts"])


@router.post("/accounts/guest", status_code=201)
async def log_in_as_guest(
    request: Request, response: Response, worker: CurrentWorker, caller: OptionalCaller
) -> LoginSession:
    """Play as a guest, without registration."""
    require_own_origin(request)
    if caller is not None:
        return _session(caller)
    if not worker.settings.guests:
        raise ApiError(
            403, "NO_GUESTS", "this server does not allow guests: register with POST /accounts"
        )
    await worker.limits.check_shared("accounts", address_of(request))
    account = await worker.accounts.create_guest(time())
    return await _open_session(account, request, response, worker)


@router.post("/accounts", status_code=201)
async def register(
    body: NewAccount,
    request: Request,
    response: Response,
    worker: CurrentWorker,
    caller: OptionalCaller,
) -> LoginSession:
    """Register an account. A guest keeps their games."""
    require_own_origin(request)
    if not worker.settings.registration:
        raise ApiError(403, "NO_REGISTRATION", "registration is closed on this server")
    await worker.limits.check_shared("accounts", address_of(request))
    if caller is not None and caller.account.kind == "guest":
        account = await worker.accounts.promote(caller.account, body.name, body.password)
        await worker.close_sessions(account.id)
    else:
        account = await worker.accounts.register(body.name, body.password, time())
    log_security_event("account_created", account=account.id, address=address_of(request))
    return await _open_session(account, request, response, worker)


@router.post("/sessions", status_code=201)
async def log_in(
    body: Credentials, request: Request, response: Response, worker: CurrentWorker
) -> LoginSession:
    """Log in. Sets the session cookie; send the CSRF token with every change."""
    require_own_origin(request)  # login CSRF
    address = address_of(request)
    await worker.limits.check_shared("logins", address)
    await worker.limits.check_shared("logins", f"name {name_key(body.name)}")
    try:
        account = await worker.accounts.log_in(body.name, body.password)
    except ApiError:
        log_security_event("login_failed", address=address, about=body.name[:40])
        raise
    log_security_event("logged_in", account=account.id, address=address)
    return await _open_session(account, request, response, worker)


@router.get("/sessions/current")
async def get_current_session(caller: AuthenticatedCaller) -> LoginSession:
    """Return the session of this request."""
    return _session(caller)


@router.delete("/sessions/current", status_code=204)
async def log_out(response: Response, worker: CurrentWorker, caller: AuthenticatedCaller) -> None:
    """Log out of this session and close its sockets."""
    if caller.session is not None:
        await worker.close_sessions(caller.account.id, only=caller.session)
    log_security_event("logged_out", account=caller.account.id)
    response.delete_cookie(COOKIE)


@router.delete("/sessions", status_code=204)
async def log_out_everywhere(
    response: Response, worker: CurrentWorker, caller: AuthenticatedCaller
) -> None:
    """Log out everywhere and close all sockets of the account."""
    await worker.close_sessions(caller.account.id)
    log_security_event("logged_out_everywhere", account=caller.account.id)
    response.delete_cookie(COOKIE)


@router.put("/accounts/me/password", status_code=204)
async def change_password(
    body: PasswordChange, request: Request, worker: CurrentWorker, caller: RegisteredCaller
) -> None:
    """Set a new password and end all other sessions."""
    await worker.limits.check_shared("logins", address_of(request))
    await worker.accounts.change_password(caller.account, body.current, body.new)
    await worker.close_sessions(caller.account.id, but=caller.session)
    log_security_event("password_changed", account=caller.account.id, address=address_of(request))


@router.post("/accounts/me/delete", status_code=204)
async def delete_account(
    body: DeleteAccountRequest,
    response: Response,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
) -> None:
    """Delete the account and its bots. Finished games stay, without the names."""
    await worker.limits.check_shared("logins", caller.account.id, account=caller.account.id)
    await worker.accounts.check_password(caller.account, body.password, "password")
    for account in (*await worker.accounts.bots_of(caller.account), caller.account):
        await worker.leave_all_games(account)
        await worker.close_sessions(account.id)
        await worker.accounts.delete(account, time())
        log_security_event("account_deleted", account=account.id)
    response.delete_cookie(COOKIE)


@router.get("/accounts/me/export")
async def export(worker: CurrentWorker, caller: AuthenticatedCaller) -> dict[str, Any]:
    """Return all data of the account."""
    log_security_event("data_exported", account=caller.account.id)
    return await worker.accounts.export(caller.account)


@router.post("/bots", status_code=201)
async def create_bot(body: NewBot, worker: CurrentWorker, caller: RegisteredCaller) -> BotToken:
    """Create the account of a bot. Its token is shown only once."""
    await worker.limits.check_shared("accounts", caller.account.id, account=caller.account.id)
    now = time()
    account = await worker.accounts.create_bot(body.name, now, owner=caller.account)
    log_security_event("bot_created", account=caller.account.id, about=account.id)
    return BotToken(
        account=account, token=await worker.login_sessions.create_token(account, body.label, now)
    )


@router.delete("/bots/{name}/tokens", status_code=204)
async def revoke_tokens(name: AnyName, worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Revoke all tokens of a bot."""
    bot = await worker.accounts.bot_of(caller.account, name)
    await worker.login_sessions.revoke_tokens(bot.id, time())
    await worker.close_sessions(bot.id)
    log_security_event("tokens_revoked", account=caller.account.id, about=bot.id)


@router.post("/bots/{name}/tokens", status_code=201)
async def create_token(name: AnyName, worker: CurrentWorker, caller: RegisteredCaller) -> BotToken:
    """Create another token for a bot."""
    bot = await worker.accounts.bot_of(caller.account, name)
    return BotToken(
        account=bot, token=await worker.login_sessions.create_token(bot, "another token", time())
    )


async def _open_session(
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
    return _session(caller)


def _session(caller: Caller) -> LoginSession:
    return LoginSession(
        account=caller.account, csrf=caller.csrf or "", expires_at=caller.expires_at
    )
