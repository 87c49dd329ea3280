"""Who sends a request, and whether it may: sessions, tokens, CSRF, the origin of sockets."""

from __future__ import annotations

from hmac import compare_digest
from time import time
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import note
from ringrift.server.errors import ApiError
from ringrift.server.worker import Worker, worker_of

COOKIE: Final = "ringrift_session"
CSRF_HEADER: Final = "x-csrf-token"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; a proxy is believed only if the settings name it."""
    peer = connection.client.host if connection.client else "unknown"
    trusted = {
        part.strip() for part in worker_of(connection).settings.trusted_proxies.split(",") if part
    }
    forwarded = connection.headers.get("x-forwarded-for", "")
    return forwarded.split(",")[-1].strip() or peer if peer in trusted else peer


async def find_caller(connection: HTTPConnection) -> Caller | None:
    """The account behind a bearer token or a session's cookie, if any."""
    sessions = worker_of(connection).login_sessions
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        caller = await sessions.bearer(token.strip())
        if caller is None:
            await worker_of(connection).limits.check_all("sign-ins", address_of(connection))
            note("token_refused", address=address_of(connection))
            raise ApiError(
                401, "BAD_TOKEN", "this token is not valid: make a new one with POST /bots"
            )
        return caller
    secret = connection.cookies.get(COOKIE)
    return None if secret is None else await sessions.caller(secret, time())


async def still_known(connection: HTTPConnection) -> bool:
    """Whether the session or the token is good: it may have ended while the connection was being made."""
    try:
        return await find_caller(connection) is not None
    except ApiError:
        return False


async def maybe_caller(request: Request) -> Caller | None:
    """Whoever asks, known or not. Changes by a browser's session must carry its CSRF token."""
    caller = await find_caller(request)
    key = caller.account.id if caller else address_of(request)
    worker_of(request).limits.check("requests", key, account=caller.account.id if caller else None)
    if caller is not None and caller.csrf is not None and request.method not in _SAFE:
        sent = request.headers.get(CSRF_HEADER, "")
        if not compare_digest(sent.encode(), caller.csrf.encode()):
            note("csrf_refused", account=caller.account.id, address=address_of(request))
            raise ApiError(
                403, "CSRF", f"send the session's csrf token as the header {CSRF_HEADER}"
            )
    return caller


async def known_caller(caller: Annotated[Caller | None, Depends(maybe_caller)]) -> Caller:
    """Whoever asks; nobody is sent to log in."""
    if caller is None:
        raise ApiError(
            401,
            "NOT_LOGGED_IN",
            "log in first: POST /sessions, or POST /accounts/guest for a guest",
        )
    return caller


async def known_person(caller: Annotated[Caller, Depends(known_caller)]) -> Caller:
    """A registered person: guests and bots cannot do this."""
    if caller.account.kind != "person":
        raise ApiError(403, "ACCOUNT_NEEDED", "this needs an account: POST /accounts makes one")
    return caller


def expect_own_origin(connection: HTTPConnection) -> None:
    """Sockets and sessions are opened by our own pages alone. Programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    settings = worker_of(connection).settings
    own = {urlsplit(settings.address).netloc, connection.headers.get("host", "")}
    if settings.public_url:
        own = {urlsplit(settings.public_url).netloc}
    if urlsplit(origin).netloc not in own:
        note("origin_refused", address=address_of(connection), about=origin[:100])
        raise ApiError(
            403, "ORIGIN", f"sockets and sessions are opened from {settings.address} only"
        )


async def this_worker(connection: HTTPConnection) -> Worker:
    """Whoever serves: a coroutine, because a plain function would be asked in a thread of its own."""
    return worker_of(connection)


SomeCaller = Annotated[Caller | None, Depends(maybe_caller)]
KnownCaller = Annotated[Caller, Depends(known_caller)]
KnownPerson = Annotated[Caller, Depends(known_person)]
ThisWorker = Annotated[Worker, Depends(this_worker)]
