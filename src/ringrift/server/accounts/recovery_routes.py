"""Recovery of accounts over HTTP: recovery codes, and new passwords without the old one."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    FactorCaller,
    RegisteredCaller,
    address_of,
    network_of_client,
    require_own_origin,
)
from ringrift.server.accounts.cookies import DEVICE_COOKIE, read_cookie
from ringrift.server.accounts.security_log import SecurityEvent, log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.accounts.types import (
    Account,
    CodeRecovery,
    PasswordWasReset,
    RecoveryCodeSet,
    RecoveryStatus,
    TokenRecovery,
)
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

router = APIRouter(tags=["accounts"])


@router.get("/accounts/me/recovery-codes")
async def get_recovery_codes(worker: CurrentWorker, caller: RegisteredCaller) -> RecoveryStatus:
    """Return how many recovery codes are left."""
    return await worker.recovery_codes.status(caller.account.id)


@router.post("/accounts/me/recovery-codes", status_code=201)
async def create_recovery_codes(
    request: Request, worker: CurrentWorker, caller: FactorCaller
) -> RecoveryCodeSet:
    """Create a new set of recovery codes, which replaces the old one. It is shown only once."""
    await worker.limits.check_shared("accounts", caller.account.id, account=caller.account.id)
    codes = await worker.recovery_codes.replace(caller.account.id, worker.clock.now())
    log_security_event(
        "recovery_codes_created", account=caller.account.id, address=address_of(request)
    )
    await notify_owner(worker, caller.account.id, "recovery_codes_created", request)
    return RecoveryCodeSet(codes=codes)


@router.post("/accounts/recovery")
async def recover_with_code(
    body: CodeRecovery, request: Request, worker: CurrentWorker
) -> PasswordWasReset:
    """Set a new password with a recovery code, and end all sessions of the account."""
    require_own_origin(request)
    address, now = address_of(request), worker.clock.now()
    device = read_cookie(request, DEVICE_COOKIE, worker.settings)
    attempt = await worker.login_guard.admit_login(body.name, address, device, now)
    try:
        account = await worker.password_reset.redeem_code(body.name, body.code, body.password, now)
    except ApiError as error:
        if error.refusal.code == "WRONG_CREDENTIALS":
            log_security_event("recovery_failed", address=address, about=body.name[:40])
        else:  # a weak password is no guess
            await worker.login_guard.succeed(attempt)
        raise
    await worker.login_guard.succeed(attempt)
    return await _finish(worker, account, request, "recovered_with_code")


@router.post("/accounts/resets")
async def reset_with_token(
    body: TokenRecovery, request: Request, worker: CurrentWorker
) -> PasswordWasReset:
    """Set a new password with a token from a mail or an operator, and end all sessions."""
    require_own_origin(request)
    await worker.limits.check_shared("logins", f"reset {network_of_client(request)}")
    address = address_of(request)
    try:
        account, reason = await worker.password_reset.redeem_token(
            body.token, body.password, worker.clock.now()
        )
    except ApiError as error:
        if error.refusal.code == "BAD_RESET_TOKEN":
            log_security_event("recovery_failed", address=address, about="token")
        raise
    return await _finish(
        worker, account, request, "recovered_by_mail" if reason == "email" else "password_reset"
    )


async def _finish(
    worker: Worker, account: Account, request: Request, event: SecurityEvent
) -> PasswordWasReset:
    """End all sessions, forget all devices, and log how the password was reset."""
    await worker.close_sessions(account.id)
    await worker.known_devices.forget_others(account.id, None)
    log_security_event(event, account=account.id, address=address_of(request))
    await notify_owner(worker, account.id, "password_changed", request)
    left = await worker.recovery_codes.status(account.id)
    return PasswordWasReset(name=account.name, recovery_codes_left=left.remaining)
