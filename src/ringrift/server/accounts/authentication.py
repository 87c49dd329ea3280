"""Authenticates requests: session cookies, bearer tokens, CSRF tokens and origins."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated, Final, cast
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ringrift.server.accounts.client_info import network_of
from ringrift.server.accounts.cookies import SESSION_COOKIE, read_cookie
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker, worker_of

CSRF_HEADER: Final = "x-csrf-token"
RECENT_SECONDS: Final = 600.0  # for which an entered password allows sensitive requests
CALLER: Final = "ringrift.caller"  # its key in the ASGI scope
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address; only a trusted proxy may forward another one."""
    peer = connection.client.host if connection.client else "unknown"
    trusted = {
        part.strip() for part in worker_of(connection).settings.trusted_proxies.split(",") if part
    }
    forwarded = connection.headers.get("x-forwarded-for", "")
    return forwarded.split(",")[-1].strip() or peer if peer in trusted else peer


def network_of_client(connection: HTTPConnection) -> str:
    """Return the key of limits by address: for IPv6 the /64 network, which one customer has."""
    return network_of(address_of(connection))


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """Return the account of the bearer token or the session cookie, if any."""
    worker = worker_of(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        caller = await worker.bot_tokens.authenticate(token.strip(), worker.clock.now())
        if caller is None:
            # Apart from logins: a forgotten program must not keep people at its address out.
            await worker.limits.check_shared("logins", f"token {network_of_client(connection)}")
            log_security_event("token_refused", address=address_of(connection))
            raise ApiError(
                401,
                "BAD_TOKEN",
                "this token is revoked, expired or unknown: create one with "
                "POST /bots/{name}/tokens",
            )
        return caller
    secret = read_cookie(connection, SESSION_COOKIE, worker.settings)
    if secret is None:
        return None
    return await worker.login_sessions.by_cookie(secret, worker.clock.now())


async def find_caller_once(request: HTTPConnection) -> Caller | None:
    """Return the caller of a request; middleware and route share one look-up."""
    if CALLER not in request.scope:
        request.scope[CALLER] = await find_caller(request)
    return cast("Caller | None", request.scope[CALLER])


async def is_authenticated(connection: HTTPConnection) -> bool:
    """Return whether the session or token is still valid: it may end while a socket opens."""
    try:
        return await find_caller(connection) is not None
    except ApiError:
        return False


async def current_worker(connection: HTTPConnection) -> Worker:
    """Return the worker. A coroutine, because FastAPI runs plain functions in threads."""
    return worker_of(connection)


async def optional_caller(request: Request) -> Caller | None:
    """Return the caller, or None. A change by a session cookie needs the CSRF token."""
    caller = await find_caller_once(request)
    key = caller.account.id if caller else network_of_client(request)
    worker_of(request).limits.check("requests", key, account=caller.account.id if caller else None)
    if caller is not None and request.method not in _SAFE_METHODS:
        require_may_change(caller)
    if caller is not None and caller.csrf is not None and request.method not in _SAFE_METHODS:
        sent = request.headers.get(CSRF_HEADER, "")
        if not compare_digest(sent.encode(), caller.csrf.encode()):
            log_security_event(
                "csrf_refused", account=caller.account.id, address=address_of(request)
            )
            raise ApiError(
                403, "CSRF", f"send the session's CSRF token in the header {CSRF_HEADER}"
            )
    return caller


async def authenticated_caller(
    caller: Annotated[Caller | None, Depends(optional_caller)],
) -> Caller:
    """Return the caller, or refuse the request."""
    if caller is None:
        raise ApiError(
            401,
            "NOT_LOGGED_IN",
            "log in first: POST /sessions, or POST /accounts/guest",
        )
    return caller


def require_may_change(caller: Caller) -> None:
    """Refuse a change by a token that may only read."""
    if caller.read_only:
        message = "this token may only read: create one with the scope play"
        raise ApiError(403, "READ_ONLY", message)


async def session_caller(caller: Annotated[Caller, Depends(authenticated_caller)]) -> Caller:
    """Return the caller of a login session. Tokens cannot manage accounts."""
    if caller.session is None:
        raise ApiError(403, "SESSION_NEEDED", "a token cannot do this: log in with POST /sessions")
    return caller


async def recent_caller(
    caller: Annotated[Caller, Depends(session_caller)],
    worker: Annotated[Worker, Depends(current_worker)],
) -> Caller:
    """Return the caller if the password was entered recently. Guests have none."""
    age = worker.clock.now() - caller.authenticated_at
    if caller.account.kind == "person" and age > RECENT_SECONDS:
        message = "enter your password again: POST /sessions/current/password"
        raise ApiError(403, "PASSWORD_NEEDED", message)
    return caller


async def registered_caller(caller: Annotated[Caller, Depends(authenticated_caller)]) -> Caller:
    """Return the caller if it is a registered person, not a guest or bot."""
    if caller.account.kind != "person":
        raise ApiError(403, "ACCOUNT_NEEDED", "this needs an account: register with POST /accounts")
    return caller


async def recent_registered_caller(
    caller: Annotated[Caller, Depends(registered_caller)],
    worker: Annotated[Worker, Depends(current_worker)],
) -> Caller:
    """Return the registered person if the password was entered recently."""
    return await recent_caller(caller, worker)


async def factor_caller(
    caller: Annotated[Caller, Depends(recent_registered_caller)],
    worker: Annotated[Worker, Depends(current_worker)],
) -> Caller:
    """Return the person who may change their factors.

    A session that did not use a factor of the account may be somebody else's, who knows the
    password.
    """
    if not caller.used_second_factor and await worker.second_factors.needed(caller.account.id):
        message = "this needs your second factor: log out, and log in again with it"
        raise ApiError(403, "SECOND_FACTOR_NEEDED", message)
    return caller


def require_own_origin(connection: HTTPConnection) -> None:
    """Refuse sockets and logins from pages of other origins. Programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    settings = worker_of(connection).settings
    own = {urlsplit(settings.address).netloc, connection.headers.get("host", "")}
    if settings.public_url:
        own = {urlsplit(settings.public_url).netloc}
    if urlsplit(origin).netloc not in own:
        log_security_event("origin_refused", address=address_of(connection), about=origin[:100])
        raise ApiError(
            403, "ORIGIN", f"open this from {settings.address}: other origins are not allowed"
        )


OptionalCaller = Annotated[Caller | None, Depends(optional_caller)]
AuthenticatedCaller = Annotated[Caller, Depends(authenticated_caller)]
SessionCaller = Annotated[Caller, Depends(session_caller)]
RecentCaller = Annotated[Caller, Depends(recent_caller)]
RegisteredCaller = Annotated[Caller, Depends(registered_caller)]
RecentRegisteredCaller = Annotated[Caller, Depends(recent_registered_caller)]
FactorCaller = Annotated[Caller, Depends(factor_caller)]
CurrentWorker = Annotated[Worker, Depends(current_worker)]
