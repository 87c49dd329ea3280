"""ASGI middleware: security headers, body size limit, error fallback and request metrics."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringrift.server.errors import ApiError

_log = logging.getLogger("ringrift.server")

_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; "
    "connect-src {connect}; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors {ancestors}"
)
FRAMEABLE: Final = "ringrift.frameable"  # in the ASGI scope: other sites may show this in a frame
_NO_FRAMES: Final = (b"x-frame-options", b"DENY")
_HEADERS: Final = (  # added unless the response sets its own
    (b"cache-control", b"no-store"),  # the page's files set theirs
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_LIMITED: Final = frozenset({429, 431})  # responses to clients that exceed a limit
_MAX_HEADERS: Final = 100
_LARGE_BODY_BYTES: Final = 4 * 1024
_MAX_LARGE_BODIES: Final = 20  # of an address, at the same time
_LARGE: Final = "ringrift.large_body_of"  # in the ASGI scope
_MAX_URL_BYTES: Final = 8 * 1024
_SECURE: Final = (b"strict-transport-security", b"max-age=31536000")


class SecurityMiddleware:
    """Wraps the application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        max_body_bytes: int,
        public_url: str,
        address_of: Callable[[Scope], str],
        check_body: Callable[[str, int], None],
        observe: Any,
        log_request: Callable[[Scope, int, float], None] | None = None,
    ) -> None:
        """`check_body` raises an error if an address sends too many large bodies."""
        self._log_request = log_request
        self._app = app
        self._address_of = address_of
        self._check_body = check_body
        self._large: Counter[str] = Counter()  # running requests with a large body, by address
        self._max_body_bytes = max_body_bytes
        common = (*_HEADERS, _SECURE) if public_url.startswith("https://") else _HEADERS
        policy = content_security_policy(public_url).encode()
        self._headers = ((b"content-security-policy", policy), _NO_FRAMES, *common)
        policy = content_security_policy(public_url, ancestors="*").encode()
        self._frameable_headers = ((b"content-security-policy", policy), *common)
        self._observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        stalls = scope["app"].state.worker.stalls
        scope["ringrift.arrived"] = stalls.elapsed()
        scope["ringrift.stalled"] = stalls.just_ended()
        started, status, read = perf_counter(), 0, 0  # status 0: no response yet

        async def receive_limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._max_body_bytes:
                raise _too_large(self._max_body_bytes)
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = {name.lower() for name, _ in message["headers"]}
                headers = self._frameable_headers if FRAMEABLE in scope else self._headers
                extra = [header for header in headers if header[0] not in named]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        try:
            error = self._error_of(scope)
            if error is not None:
                await send_error(send_with_headers, error)
            else:
                await self._app(scope, receive_limited, send_with_headers)
        except Exception:
            _log.exception("a request failed", extra={"path": scope.get("path")})
            if status:
                raise
            await send_error(
                send_with_headers,
                ApiError(
                    500, "INTERNAL", "the server failed: the error was logged, try again later"
                ),
            )
        finally:
            self._end_large(scope)
            if status in _LIMITED and scope.get("client"):
                scope["app"].state.worker.connections.note_refusal(scope["client"][0])
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            seconds = perf_counter() - started
            self._observe(route, method, status or 500, seconds)
            if self._log_request is not None:
                self._log_request(scope, status or 500, seconds)

    def _error_of(self, scope: Scope) -> ApiError | None:
        """Return why a request is too large to be read."""
        headers = scope["headers"]
        if len(headers) > _MAX_HEADERS:
            return ApiError(431, "TOO_BIG", f"a request may have at most {_MAX_HEADERS} headers")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > _MAX_URL_BYTES:
            return ApiError(414, "TOO_BIG", f"a URL may have at most {_MAX_URL_BYTES} bytes")
        fields = dict(headers)
        length = fields.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._max_body_bytes:
            return _too_large(self._max_body_bytes)
        size = self._max_body_bytes if b"transfer-encoding" in fields else int(length)
        try:
            if size > _LARGE_BODY_BYTES:
                self._begin_large(scope, size)
        except ApiError as error:
            return error
        return None

    def _begin_large(self, scope: Scope, size: int) -> None:
        """Count a request with a large body, or refuse it before it is parsed.

        An address that sends many at the same time waits for its work, not for the parser.
        """
        address = self._address_of(scope)
        if self._large[address] >= _MAX_LARGE_BODIES:
            message = f"{_MAX_LARGE_BODIES} large requests are running: wait for their responses"
            raise ApiError(429, "TOO_MANY", message, more={"retryAfter": 1})
        self._check_body(address, size)
        self._large[address] += 1
        scope[_LARGE] = address

    def _end_large(self, scope: Scope) -> None:
        address = scope.pop(_LARGE, None)
        if address is not None:
            self._large[address] -= 1
            if not self._large[address]:
                del self._large[address]


def content_security_policy(public_url: str, ancestors: str = "'none'") -> str:
    """Return the CSP: the page loads from and connects to this server only.

    `ancestors` are the sites that may show it in a frame.
    """
    # Older browsers do not match sockets of the same host with 'self': name the known address.
    where = urlsplit(public_url)
    socket = (
        f" {'wss' if where.scheme == 'https' else 'ws'}://{where.netloc}" if where.netloc else ""
    )
    return _POLICY.format(connect=f"'self'{socket}", ancestors=ancestors)


def _too_large(limit: int) -> ApiError:
    return ApiError(413, "TOO_BIG", f"a request body may have at most {limit} bytes")


async def send_error(send: Send, error: ApiError) -> None:
    """Send an error as the whole response."""
    body = json.dumps(error.to_json()).encode()
    await send(
        {
            "type": "http.response.start",
            "status": error.status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
