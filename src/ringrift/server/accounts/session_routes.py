"""Login sessions over HTTP: log in, list, end, and enter the password again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse

from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    SessionCaller,
    address_of,
    require_own_origin,
)
from ringrift.server.accounts.client_info import describe_client
from ringrift.server.accounts.cookies import (
    DEVICE_COOKIE,
    SESSION_COOKIE,
    delete_cookie,
    read_cookie,
    set_cookie,
)
from ringrift.server.accounts.known_devices import DEVICE_SECONDS
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.sanctions import require_no_sanction
from ringrift.server.accounts.second_factor_types import SecondFactorNeeded
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.accounts.types import (
    Account,
    Credentials,
    LoginSession,
    PasswordEntry,
    SessionInfo,
)
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["accounts"])


@router.post(
    "/sessions",
    status_code=201,
    response_model=LoginSession,
    responses={202: {"model": SecondFactorNeeded, "description": "a second factor is needed"}},
)
async def log_in(
    body: Credentials, request: Request, response: Response, worker: CurrentWorker
) -> LoginSession | JSONResponse:
    """Log in. Sets the session cookie; send the CSRF token with every change.

    An account with a second factor gets 202 and no session yet.
    """
    require_own_origin(request)  # login CSRF
    address, now = address_of(request), worker.clock.now()
    device = read_cookie(request, DEVICE_COOKIE, worker.settings)
    attempt = await worker.login_guard.admit_login(body.name, address, device, now)
    try:
        account = await worker.accounts.log_in(body.name, body.password, address=address)
    except ApiError:
        log_security_event("login_failed", address=address, about=body.name[:40])
        raise
    await worker.login_guard.succeed(attempt)
    factors = await worker.second_factors.needed(account.id)
    if factors:
        challenge = await worker.login_challenges.create("second_factor", now, account=account.id)
        needed = SecondFactorNeeded(challenge=challenge, factors=factors)
        return JSONResponse(needed.model_dump(), 202)
    return await finish_login(account, request, response, worker)


@router.get("/sessions")
async def get_sessions(worker: CurrentWorker, caller: SessionCaller) -> list[SessionInfo]:
    """Return the account's sessions, the most recently used first."""
    now = worker.clock.now()
    return await worker.login_sessions.of_account(caller.account.id, caller.session or "", now)


@router.get("/sessions/current")
async def get_current_session(caller: AuthenticatedCaller) -> LoginSession:
    """Return the session of this request."""
    return describe_session(caller)


@router.post("/sessions/current/password")
async def enter_password(
    body: PasswordEntry, request: Request, worker: CurrentWorker, caller: SessionCaller
) -> LoginSession:
    """Enter the password again, which allows sensitive requests for ten minutes."""
    session, address = caller.session or "", address_of(request)
    attempt = await worker.login_guard.admit_session(session, address)
    try:
        await worker.accounts.check_password(caller.account, body.password)
    except ApiError:
        log_security_event("login_failed", account=caller.account.id, address=address)
        raise
    await worker.login_guard.succeed(attempt)
    await worker.login_sessions.authenticate(session, worker.clock.now())
    log_security_event("authenticated_again", account=caller.account.id, address=address)
    fields = {"authenticated_at": worker.clock.now()}
    return describe_session(caller).model_copy(update=fields)


@router.delete("/sessions/current", status_code=204)
async def log_out(response: Response, worker: CurrentWorker, caller: AuthenticatedCaller) -> None:
    """Log out of this session and close its sockets."""
    if caller.session is not None:
        await worker.close_sessions(caller.account.id, only=caller.session)
    log_security_event("logged_out", account=caller.account.id)
    delete_cookie(response, SESSION_COOKIE, worker.settings)


@router.delete("/sessions/others", status_code=204)
async def log_out_elsewhere(worker: CurrentWorker, caller: SessionCaller) -> None:
    """End all sessions but this one, and close their sockets."""
    await worker.close_sessions(caller.account.id, but=caller.session)
    log_security_event("session_ended", account=caller.account.id, about="others")


@router.delete("/sessions/{session}", status_code=204)
async def end_session(
    session: Annotated[str, Path(pattern="^[0-9a-f]{32}$")],
    worker: CurrentWorker,
    caller: SessionCaller,
) -> None:
    """End one session of the account and close its sockets."""
    if not await worker.close_sessions(caller.account.id, only=session):
        raise ApiError(404, "NOT_FOUND", "you have no such session", path="session")
    log_security_event("session_ended", account=caller.account.id, about=session)


@router.delete("/sessions", status_code=204)
async def log_out_everywhere(
    response: Response, worker: CurrentWorker, caller: SessionCaller
) -> None:
    """Log out everywhere and close all sockets of the account."""
    await worker.close_sessions(caller.account.id)
    log_security_event("logged_out_everywhere", account=caller.account.id)
    delete_cookie(response, SESSION_COOKIE, worker.settings)


async def finish_login(
    account: Account,
    request: Request,
    response: Response,
    worker: Worker,
    *,
    second_factor: bool = False,
) -> LoginSession:
    """Open the session of an authenticated person, and tell them of a login on a new device."""
    now = worker.clock.now()
    device = read_cookie(request, DEVICE_COOKIE, worker.settings)
    known = device and await worker.known_devices.find(device, name_key(account.name), now)
    session = await open_session(account, request, response, worker, second_factor=second_factor)
    log_security_event("logged_in", account=account.id, address=address_of(request))
    await _close_previous(request, worker)
    if not known:
        await notify_owner(worker, account.id, "new_login", request)
    return session


async def open_session(
    account: Account,
    request: Request,
    response: Response,
    worker: Worker,
    *,
    second_factor: bool = False,
) -> LoginSession:
    """Open a session with a new secret, and remember the device of a registered person.

    A suspended or banned account is refused.
    """
    settings, now = worker.settings, worker.clock.now()
    try:
        await require_no_sanction(worker.database, account.id, now)
    except ApiError:
        log_security_event("login_refused", account=account.id, address=address_of(request))
        raise
    client = describe_client(request.headers.get("user-agent", ""), address_of(request))
    secret, caller = await worker.login_sessions.open(
        account, now, client, second_factor=second_factor
    )
    set_cookie(response, SESSION_COOKIE, secret, caller.expires_at - now, settings)
    if account.kind == "person":
        sent = read_cookie(request, DEVICE_COOKIE, settings)
        device = await worker.known_devices.remember(account.id, sent, now)
        set_cookie(response, DEVICE_COOKIE, device, DEVICE_SECONDS, settings)
    return describe_session(caller)


def describe_session(caller: Caller) -> LoginSession:
    """Return the session for its owner."""
    return LoginSession(
        account=caller.account,
        csrf=caller.csrf or "",
        expires_at=caller.expires_at,
        authenticated_at=caller.authenticated_at,
        role=caller.role,
    )


async def _close_previous(request: Request, worker: Worker) -> None:
    """Close the session that the new one replaces in this browser."""
    secret = read_cookie(request, SESSION_COOKIE, worker.settings)
    if secret is None:
        return
    previous = await worker.login_sessions.by_cookie(secret, worker.clock.now())
    if previous is not None:
        await worker.close_sessions(previous.account.id, only=previous.session)
