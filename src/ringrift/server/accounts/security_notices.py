"""Mails that tell the owner of an account what happened to it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from fastapi import Request

from ringrift.server.accounts.authentication import address_of
from ringrift.server.accounts.client_info import describe_client
from ringrift.server.worker import Worker

Notice = Literal[
    "address_changed",
    "address_removed",
    "authenticator_added",
    "authenticator_removed",
    "new_login",
    "passkey_added",
    "passkey_removed",
    "password_changed",
    "recovery_code_used",
    "recovery_codes_created",
]


async def notify_owner(
    worker: Worker,
    account: str,
    notice: Notice,
    request: Request,
    *,
    to: str | None = None,
    **more: str | int,
) -> None:
    """Send a mail to the verified address of the account, or to a former one."""
    if not worker.mail.enabled:
        return
    client = describe_client(request.headers.get("user-agent", ""), address_of(request))
    arguments = {
        **more,
        "address": client.address,
        "device": " on ".join(filter(None, (client.browser, client.system))) or "unknown",
        "time": datetime.fromtimestamp(worker.clock.now(), UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }
    if to is None:
        await worker.mail.send_mail(account, notice, **arguments)
    else:
        await worker.mail.store(notice, arguments, account=account, address=to)
