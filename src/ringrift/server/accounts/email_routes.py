"""Email addresses over HTTP: add, verify and remove one, and ask for a mail that resets a password.

Without an SMTP server in the settings these endpoints answer `NO_MAIL`.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    RecentRegisteredCaller,
    RegisteredCaller,
    address_of,
    current_worker,
    network_of_client,
    require_own_origin,
)
from ringrift.server.accounts.email_types import (
    AccountFeatures,
    EmailStatus,
    EmailVerification,
    EmailVerified,
    NewEmail,
    ResetRequest,
)
from ringrift.server.accounts.passkeys import RelyingParty
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.security_notices import notify_owner
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker


async def _require_mail(worker: Annotated[Worker, Depends(current_worker)]) -> None:
    if not worker.mail.enabled:
        message = "this server sends no mail: use a recovery code, or ask its operator"
        raise ApiError(403, "NO_MAIL", message)


router = APIRouter(tags=["accounts"])
_MAIL = [Depends(_require_mail)]


@router.get("/accounts/features")
async def get_features(request: Request, worker: CurrentWorker) -> AccountFeatures:
    """Return what this server offers to accounts."""
    return AccountFeatures(
        mail=worker.mail.enabled,
        authenticator=worker.authenticator_apps.enabled,
        passkeys=RelyingParty.of(request, worker.settings) is not None,
    )


@router.get("/accounts/me/email", dependencies=_MAIL)
async def get_email(worker: CurrentWorker, caller: RegisteredCaller) -> EmailStatus:
    """Return your email address."""
    return await worker.email_addresses.status(caller.account.id)


@router.put("/accounts/me/email", dependencies=_MAIL)
async def add_email(
    body: NewEmail, request: Request, worker: CurrentWorker, caller: RecentRegisteredCaller
) -> EmailStatus:
    """Send a link to an address. It replaces the present address when the link is opened."""
    account = caller.account.id
    await worker.limits.check_shared("mails", f"verify {account}", account=account)
    now = worker.clock.now()
    await worker.email_addresses.request(account, body.address, body.language, now)
    log_security_event("email_requested", account=account, address=address_of(request))
    return await worker.email_addresses.status(account)


@router.post("/accounts/me/email/link", status_code=204, dependencies=_MAIL)
async def send_link_again(worker: CurrentWorker, caller: RegisteredCaller) -> None:
    """Send another link to the address that waits for its verification."""
    account = caller.account.id
    await worker.limits.check_shared("mails", f"verify {account}", account=account)
    await worker.email_addresses.request_again(account)


@router.delete("/accounts/me/email", status_code=204, dependencies=_MAIL)
async def remove_email(
    request: Request, worker: CurrentWorker, caller: RecentRegisteredCaller
) -> None:
    """Remove your email address."""
    account = caller.account.id
    former = await worker.email_addresses.remove(account)
    log_security_event("email_removed", account=account, address=address_of(request))
    if former is not None:
        await notify_owner(worker, account, "address_removed", request, to=former)


@router.post("/accounts/email-verifications", dependencies=_MAIL)
async def verify_email(
    body: EmailVerification, request: Request, worker: CurrentWorker
) -> EmailVerified:
    """Verify an address with the token of a link, on any device."""
    require_own_origin(request)
    await worker.limits.check_shared("logins", f"verify {network_of_client(request)}")
    account, address, former = await worker.email_addresses.verify(body.token, worker.clock.now())
    log_security_event("email_verified", account=account.id, address=address_of(request))
    if former is not None and former != address:
        await notify_owner(worker, account.id, "address_changed", request, to=former)
    return EmailVerified(name=account.name, address=address)


@router.post("/accounts/reset-requests", status_code=204, dependencies=_MAIL)
async def request_reset(body: ResetRequest, request: Request, worker: CurrentWorker) -> None:
    """Ask for a mail with a link that sets a new password.

    The answer is the same for every name and address: the account is looked up when the mail is
    written.
    """
    require_own_origin(request)
    await worker.limits.check_shared("logins", f"reset {network_of_client(request)}")
    await worker.limits.check_shared("mails", f"reset {body.account.strip().casefold()[:100]}")
    log_security_event("reset_requested", address=address_of(request))
    await worker.mail.store("reset_password", {"account": body.account})
