"""Accounts over HTTP: guests, registration, password, data and deletion."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    OptionalCaller,
    RecentCaller,
    RegisteredCaller,
    SessionCaller,
    address_of,
    network_of_client,
    require_own_origin,
)
from ringrift.server.accounts.cookies import (
    DEVICE_COOKIE,
    SESSION_COOKIE,
    delete_cookie,
    read_cookie,
)
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.accounts.session_routes import describe_session, open_session
from ringrift.server.accounts.types import (
    DeleteAccountRequest,
    LoginSession,
    NewAccount,
    PasswordChange,
    Registration,
)
from ringrift.server.errors import ApiError
from ringrift.server.streaming import start_stream

router = APIRouter(tags=["accounts"])
_JSON: Final = "application/json"


@router.post("/accounts/guest", status_code=201)
async def log_in_as_guest(
    request: Request, response: Response, worker: CurrentWorker, caller: OptionalCaller
) -> LoginSession:
    """Play as a guest, without registration."""
    require_own_origin(request)
    if caller is not None:
        return describe_session(caller)
    if not worker.settings.guests:
        raise ApiError(
            403, "NO_GUESTS", "this server does not allow guests: register with POST /accounts"
        )
    await worker.limits.check_shared("accounts", network_of_client(request))
    account = await worker.accounts.create_guest(worker.clock.now())
    return await open_session(account, request, response, worker)


@router.post("/accounts", status_code=201)
async def register(
    body: NewAccount,
    request: Request,
    response: Response,
    worker: CurrentWorker,
    caller: OptionalCaller,
) -> Registration:
    """Register an account, and get its recovery codes. A guest keeps their games."""
    require_own_origin(request)
    if not worker.settings.registration:
        raise ApiError(403, "NO_REGISTRATION", "registration is closed on this server")
    await worker.limits.check_shared("accounts", network_of_client(request))
    if caller is not None and caller.account.kind == "guest":
        account = await worker.accounts.promote(caller.account, body.name, body.password)
        await worker.name_changes.announce(account.id, account.name)
        await worker.close_sessions(account.id)
    else:
        account = await worker.accounts.register(
            body.name, body.password, worker.clock.now(), address=address_of(request)
        )
    log_security_event("account_created", account=account.id, address=address_of(request))
    codes = await worker.recovery_codes.replace(account.id, worker.clock.now())
    session = await open_session(account, request, response, worker)
    return Registration(**session.model_dump(), recovery_codes=codes)


@router.put("/accounts/me/password", status_code=204)
async def change_password(
    body: PasswordChange, request: Request, worker: CurrentWorker, caller: RegisteredCaller
) -> None:
    """Set a new password, end all other sessions and forget all other devices."""
    attempt = await worker.login_guard.admit_session(caller.session or "", address_of(request))
    await worker.accounts.change_password(caller.account, body.current, body.new)
    await worker.login_guard.succeed(attempt)
    await worker.close_sessions(caller.account.id, but=caller.session)
    device = read_cookie(request, DEVICE_COOKIE, worker.settings)
    await worker.known_devices.forget_others(caller.account.id, device)
    await worker.password_reset.revoke_tokens(caller.account.id)
    log_security_event("password_changed", account=caller.account.id, address=address_of(request))
    await notify_owner(worker, caller.account.id, "password_changed", request)


@router.post("/accounts/me/delete", status_code=204)
async def delete_account(
    body: DeleteAccountRequest,
    request: Request,
    response: Response,
    worker: CurrentWorker,
    caller: SessionCaller,
) -> None:
    """Delete the account and its bots. Finished games stay, without the names."""
    attempt = await worker.login_guard.admit_session(caller.session or "", address_of(request))
    await worker.accounts.check_password(caller.account, body.password)
    await worker.login_guard.succeed(attempt)
    for account in (*await worker.accounts.bots_of(caller.account), caller.account):
        await worker.leave_all_games(account)
        await worker.close_sessions(account.id)
        name = await worker.accounts.delete(account, worker.clock.now())
        await worker.name_changes.announce(account.id, name)
        log_security_event("account_deleted", account=account.id)
    delete_cookie(response, SESSION_COOKIE, worker.settings)


@router.get("/accounts/me/export", response_model=dict[str, list[dict[str, Any]]])
async def export(worker: CurrentWorker, caller: RecentCaller) -> StreamingResponse:
    """Return all data of the account. Needs a password that was entered recently."""
    log_security_event("data_exported", account=caller.account.id)
    chunks = await start_stream(worker.accounts.export(caller.account))
    return StreamingResponse(chunks, media_type=_JSON)
