"""Authenticates requests: session cookies, bearer tokens, CSRF tokens and origins."""

from __future__ import annotations

from hmac import compare_digest
from time import time
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker, worker_of

COOKIE: Final = "ringrift_session"
CSRF_HEADER: Final = "x-csrf-token"
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address; only a trusted proxy may forward another one."""
    peer = connection.client.host if connection.client else "unknown"
    trusted = {
        part.strip() for part in worker_of(connection).settings.trusted_proxies.split(",") if part
    }
    forwarded = connection.headers.get("x-forwarded-for", "")
    return forwarded.split(",")[-1].strip() or peer if peer in trusted else peer


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """Return the account of the bearer token or the session cookie, if any."""
    sessions = worker_of(connection).login_sessions
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        caller = await sessions.by_token(token.strip())
        if caller is None:
            await worker_of(connection).limits.check_shared("logins", address_of(connection))
            log_security_event("token_refused", address=address_of(connection))
            raise ApiError(
                401,
                "BAD_TOKEN",
                "this token is not valid: create a new one with POST /bots/{name}/tokens",
            )
        return caller
    secret = connection.cookies.get(COOKIE)
    return None if secret is None else await sessions.by_cookie(secret, time())


async def is_authenticated(connection: HTTPConnection) -> bool:
    """Return whether the session or token is still valid: it may end while a socket opens."""
    try:
        return await find_caller(connection) is not None
    except ApiError:
        return False


async def optional_caller(request: Request) -> Caller | None:
    """Return the caller, or None. A change by a session cookie needs the CSRF token."""
    caller = await find_caller(request)
    key = caller.account.id if caller else address_of(request)
    worker_of(request).limits.check("requests", key, account=caller.account.id if caller else None)
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


async def registered_caller(caller: Annotated[Caller, Depends(authenticated_caller)]) -> Caller:
    """Return the caller if it is a registered person, not a guest or bot."""
    if caller.account.kind != "person":
        raise ApiError(403, "ACCOUNT_NEEDED", "this needs an account: register with POST /accounts")
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


async def current_worker(connection: HTTPConnection) -> Worker:
    """Return the worker. A coroutine, because FastAPI runs plain functions in threads."""
    return worker_of(connection)


OptionalCaller = Annotated[Caller | None, Depends(optional_caller)]
AuthenticatedCaller = Annotated[Caller, Depends(authenticated_caller)]
RegisteredCaller = Annotated[Caller, Depends(registered_caller)]
CurrentWorker = Annotated[Worker, Depends(current_worker)]
