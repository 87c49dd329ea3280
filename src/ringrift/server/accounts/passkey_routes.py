"""Passkeys over HTTP: create and remove them, and log in with one instead of a password."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    FactorCaller,
    SessionCaller,
    address_of,
    network_of_client,
    require_own_origin,
)
from ringrift.server.accounts.login_challenges import bad_challenge
from ringrift.server.accounts.passkeys import require_site
from ringrift.server.accounts.second_factor_types import (
    NewPasskey,
    PasskeyEntry,
    PasskeyInfo,
    PasskeyOptions,
)
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.accounts.session_routes import describe_session, finish_login
from ringrift.server.accounts.types import LoginSession
from ringrift.server.errors import ApiError

router = APIRouter(tags=["accounts"])


@router.post("/sessions/passkey-options")
async def get_login_options(request: Request, worker: CurrentWorker) -> PasskeyOptions:
    """Return what any passkey of this site must sign to log in."""
    require_own_origin(request)
    site = require_site(request, worker.settings)
    await worker.limits.check_shared("logins", f"passkey options {network_of_client(request)}")
    options = await worker.passkeys.request_options(site, None, alone=True)
    challenge = await worker.login_challenges.create(
        "passkey_login", worker.clock.now(), nonce=options["challenge"]
    )
    return PasskeyOptions(challenge=challenge, options=options)


@router.post("/sessions/passkey", status_code=201)
async def log_in_with_passkey(
    body: PasskeyEntry, request: Request, response: Response, worker: CurrentWorker
) -> LoginSession:
    """Log in with a passkey alone: its device has checked who holds it, which is two factors."""
    require_own_origin(request)
    site, now = require_site(request, worker.settings), worker.clock.now()
    await worker.limits.check_shared("logins", f"passkey {network_of_client(request)}")
    challenge = await worker.login_challenges.find(body.challenge, "passkey_login", now)
    await worker.login_challenges.finish(challenge)
    try:
        account = await worker.passkeys.authenticate(
            body.credential, challenge.nonce or "", site, now, account=None, alone=True
        )
    except ApiError:
        log_security_event("login_failed", address=address_of(request), about="passkey")
        raise
    return await finish_login(account, request, response, worker, second_factor=True)


@router.post("/sessions/current/passkey-options")
async def get_check_options(
    request: Request, worker: CurrentWorker, caller: SessionCaller
) -> PasskeyOptions:
    """Return what a passkey of yours must sign instead of the password."""
    site = require_site(request, worker.settings)
    options = await worker.passkeys.request_options(site, caller.account.id, alone=True)
    challenge = await worker.login_challenges.create(
        "passkey_check",
        worker.clock.now(),
        account=caller.account.id,
        nonce=options["challenge"],
    )
    return PasskeyOptions(challenge=challenge, options=options)


@router.post("/sessions/current/passkey")
async def check_passkey(
    body: PasskeyEntry, request: Request, worker: CurrentWorker, caller: SessionCaller
) -> LoginSession:
    """Use a passkey again, which allows sensitive requests for ten minutes."""
    session, address, now = caller.session or "", address_of(request), worker.clock.now()
    site = require_site(request, worker.settings)
    attempt = await worker.login_guard.admit_session(session, address)
    challenge = await worker.login_challenges.find(body.challenge, "passkey_check", now)
    await worker.login_challenges.finish(challenge)
    try:
        await worker.passkeys.authenticate(
            body.credential,
            challenge.nonce or "",
            site,
            now,
            account=caller.account.id,
            alone=True,
        )
    except ApiError:
        log_security_event("login_failed", account=caller.account.id, address=address)
        raise
    await worker.login_guard.succeed(attempt)
    await worker.login_sessions.authenticate(session, now)
    await worker.login_sessions.note_second_factor(session, now)
    log_security_event("authenticated_again", account=caller.account.id, address=address)
    return describe_session(caller).model_copy(update={"authenticated_at": now})


@router.post("/accounts/me/passkeys/options")
async def get_creation_options(
    request: Request, worker: CurrentWorker, caller: FactorCaller
) -> PasskeyOptions:
    """Return what the browser needs to create a passkey."""
    site = require_site(request, worker.settings)
    options = await worker.passkeys.creation_options(caller.account, site)
    challenge = await worker.login_challenges.create(
        "passkey_creation",
        worker.clock.now(),
        account=caller.account.id,
        nonce=options["challenge"],
    )
    return PasskeyOptions(challenge=challenge, options=options)


@router.post("/accounts/me/passkeys", status_code=201)
async def add_passkey(
    body: NewPasskey, request: Request, worker: CurrentWorker, caller: FactorCaller
) -> PasskeyInfo:
    """Add a passkey that the browser has created; end your other sessions."""
    site, now = require_site(request, worker.settings), worker.clock.now()
    challenge = await worker.login_challenges.find(body.challenge, "passkey_creation", now)
    if challenge.account != caller.account.id:
        raise bad_challenge()
    await worker.login_challenges.finish(challenge)
    added = await worker.passkeys.add(
        caller.account, body.label, body.credential, challenge.nonce or "", site, now
    )
    await worker.login_sessions.note_second_factor(caller.session or "", now)
    await worker.close_sessions(caller.account.id, but=caller.session)
    log_security_event("passkey_added", account=caller.account.id, address=address_of(request))
    await notify_owner(worker, caller.account.id, "passkey_added", request, label=added.label)
    return added


@router.delete("/accounts/me/passkeys/{passkey}", status_code=204)
async def remove_passkey(
    passkey: Annotated[str, Path(pattern="^[0-9a-f]{32}$")],
    request: Request,
    worker: CurrentWorker,
    caller: FactorCaller,
) -> None:
    """Remove one of your passkeys."""
    account = caller.account.id
    if not await worker.passkeys.remove(account, passkey):
        raise ApiError(404, "NOT_FOUND", "you have no such passkey", path="passkey")
    log_security_event("passkey_removed", account=account, address=address_of(request))
    await notify_owner(worker, account, "passkey_removed", request)
