"""The second step of a login, and authenticator apps, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    FactorCaller,
    RegisteredCaller,
    address_of,
    network_of_client,
    require_own_origin,
)
from ringrift.server.accounts.cookies import DEVICE_COOKIE, read_cookie
from ringrift.server.accounts.login_challenges import LoginChallenge
from ringrift.server.accounts.passkeys import require_site
from ringrift.server.accounts.second_factor_types import (
    AuthenticatorCode,
    AuthenticatorSecret,
    FactorChallenge,
    FactorEntry,
    PasskeyOptions,
    SecondFactors,
)
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.accounts.session_routes import finish_login
from ringrift.server.accounts.types import Account, LoginSession
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["accounts"])


@router.post("/sessions/second-factor", status_code=201)
async def enter_factor(
    body: FactorEntry, request: Request, response: Response, worker: CurrentWorker
) -> LoginSession:
    """Finish a login with a code or passkey, after the password."""
    require_own_origin(request)
    address, now = address_of(request), worker.clock.now()
    challenge = await worker.login_challenges.find(body.challenge, "second_factor", now)
    account = await worker.accounts.person(challenge.account or "")
    device = read_cookie(request, DEVICE_COOKIE, worker.settings)
    attempt = await worker.login_guard.admit_factor(account.id, account.name, address, device, now)
    try:
        await _check_factor(body, challenge, account, request, worker)
    except ApiError:
        log_security_event("second_factor_failed", account=account.id, address=address)
        raise
    await worker.login_challenges.finish(challenge)
    await worker.login_guard.succeed(attempt)
    return await finish_login(account, request, response, worker, second_factor=True)


@router.post("/sessions/second-factor/passkey")
async def get_factor_options(
    body: FactorChallenge, request: Request, worker: CurrentWorker
) -> PasskeyOptions:
    """Return what a passkey must sign to finish a login."""
    require_own_origin(request)
    site, now = require_site(request, worker.settings), worker.clock.now()
    await worker.limits.check_shared("logins", f"second factor {network_of_client(request)}")
    challenge = await worker.login_challenges.find(body.challenge, "second_factor", now)
    options = await worker.passkeys.request_options(site, challenge.account, alone=False)
    await worker.login_challenges.set_nonce(challenge, options["challenge"])
    return PasskeyOptions(challenge=body.challenge, options=options)


@router.get("/accounts/me/second-factors")
async def get_second_factors(worker: CurrentWorker, caller: RegisteredCaller) -> SecondFactors:
    """Return your second factors, without secrets."""
    return SecondFactors(
        authenticator=await worker.authenticator_apps.is_confirmed(caller.account.id),
        passkeys=await worker.passkeys.of_account(caller.account.id),
    )


@router.post("/accounts/me/authenticator", status_code=201)
async def begin_authenticator(worker: CurrentWorker, caller: FactorCaller) -> AuthenticatorSecret:
    """Return the secret of a new authenticator app. It counts once a code was entered."""
    account = caller.account
    await worker.limits.check_shared("accounts", account.id, account=account.id)
    secret, uri = await worker.authenticator_apps.begin(
        account.id, account.name, worker.clock.now()
    )
    return AuthenticatorSecret(secret=secret, uri=uri)


@router.put("/accounts/me/authenticator", status_code=204)
async def confirm_authenticator(
    body: AuthenticatorCode,
    request: Request,
    worker: CurrentWorker,
    caller: FactorCaller,
) -> None:
    """Turn the authenticator app on with a code that it shows; end your other sessions."""
    account, address = caller.account.id, address_of(request)
    attempt = await worker.login_guard.admit_session(caller.session or "", address)
    if not await worker.authenticator_apps.confirm(account, body.code, worker.clock.now()):
        raise _wrong_code("code")
    await worker.login_guard.succeed(attempt)
    await worker.login_sessions.note_second_factor(caller.session or "", worker.clock.now())
    await worker.close_sessions(account, but=caller.session)
    log_security_event("authenticator_added", account=account, address=address)
    await notify_owner(worker, account, "authenticator_added", request)


@router.delete("/accounts/me/authenticator", status_code=204)
async def remove_authenticator(
    request: Request, worker: CurrentWorker, caller: FactorCaller
) -> None:
    """Turn the authenticator app off."""
    account = caller.account.id
    if not await worker.authenticator_apps.remove(account):
        raise ApiError(404, "NOT_FOUND", "you have no authenticator app")
    log_security_event("authenticator_removed", account=account, address=address_of(request))
    await notify_owner(worker, account, "authenticator_removed", request)


async def _check_factor(
    body: FactorEntry, challenge: LoginChallenge, account: Account, request: Request, worker: Worker
) -> None:
    """Refuse a wrong code or passkey."""
    now = worker.clock.now()
    given = [one for one in (body.authenticator, body.recovery_code, body.passkey) if one]
    if len(given) != 1:
        message = "send exactly one of authenticator, recovery_code and passkey"
        raise ApiError(422, "MALFORMED", message)
    if body.authenticator:
        if not await worker.authenticator_apps.use(account.id, body.authenticator, now):
            raise _wrong_code("authenticator")
    elif body.recovery_code:
        if not await worker.recovery_codes.use(account.id, body.recovery_code, now):
            raise _wrong_code("recovery_code")
        log_security_event("recovery_code_used", account=account.id, address=address_of(request))
        left = (await worker.recovery_codes.status(account.id)).remaining
        await notify_owner(worker, account.id, "recovery_code_used", request, left=left)
    elif body.passkey:
        site, nonce = require_site(request, worker.settings), challenge.nonce or ""
        await worker.passkeys.authenticate(
            body.passkey, nonce, site, now, account=account.id, alone=False
        )


def _wrong_code(path: str) -> ApiError:
    message = "the code is wrong or was used already: wait for the next one, or try another"
    return ApiError(401, "WRONG_CODE", message, path=path)
