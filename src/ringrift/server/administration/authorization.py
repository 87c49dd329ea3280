"""Who may use the endpoints of administration."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from fastapi import Depends, Request

from ringrift.server.accounts.authentication import (
    CurrentWorker,
    SessionCaller,
    address_of,
    recent_caller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.administration.permissions import Actor, Permission
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker

_SAFE_METHODS: Final = frozenset({"GET", "HEAD"})


async def require_second_factor(caller: Caller, worker: Worker) -> None:
    """Refuse staff without a second factor, and sessions that did not use it.

    A session from before the factor was set up may be somebody else's, who knows the password.
    """
    if not worker.settings.require_second_factor_for_staff:
        return
    if not await worker.second_factors.needed(caller.account.id):
        message = (
            "administration needs a second factor: set up an authenticator app or a passkey under "
            "Login security on your account page, /account"
        )
        raise ApiError(403, "SECOND_FACTOR_NEEDED", message)
    if not caller.used_second_factor:
        message = "administration needs your second factor: log out, and log in again with it"
        raise ApiError(403, "SECOND_FACTOR_NEEDED", message)


async def require_recent_authentication(caller: Caller, worker: CurrentWorker) -> None:
    """Refuse a change unless the caller has authenticated recently."""
    await recent_caller(caller, worker)


def allowed(permission: Permission) -> Any:
    """Return the dependency that yields the actor, if their role has the permission.

    Reading needs a login session with a second factor; a change also a recent authentication, and
    counts against the limit of administration.
    """

    async def actor(request: Request, caller: SessionCaller, worker: CurrentWorker) -> Actor:
        found = Actor(caller.account.id, caller.role)
        try:
            found.require(permission)
            await require_second_factor(caller, worker)
        except ApiError:
            log_security_event(
                "administration_refused",
                account=caller.account.id,
                address=address_of(request),
                about=str(permission),
            )
            raise
        if request.method not in _SAFE_METHODS:
            await require_recent_authentication(caller, worker)
            await worker.limits.check_shared(
                "administration", caller.account.id, account=caller.account.id
            )
        return found

    check: Callable[..., Awaitable[Actor]] = actor
    return Depends(check)


FindAccounts = Annotated[Actor, allowed(Permission.FIND_ACCOUNTS)]
DecideReports = Annotated[Actor, allowed(Permission.DECIDE_REPORTS)]
ReadLog = Annotated[Actor, allowed(Permission.READ_LOG)]
RemoveChat = Annotated[Actor, allowed(Permission.REMOVE_CHAT)]
RemoveTexts = Annotated[Actor, allowed(Permission.REMOVE_TEXTS)]
Rename = Annotated[Actor, allowed(Permission.RENAME)]
Suspend = Annotated[Actor, allowed(Permission.SUSPEND)]
CloseGames = Annotated[Actor, allowed(Permission.CLOSE_GAMES)]
Ban = Annotated[Actor, allowed(Permission.BAN)]
ResetPasswords = Annotated[Actor, allowed(Permission.RESET_PASSWORDS)]
AppointModerators = Annotated[Actor, allowed(Permission.APPOINT_MODERATORS)]
ControlRules = Annotated[Actor, allowed(Permission.CONTROL_RULES)]
