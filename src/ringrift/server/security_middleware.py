"""ASGI middleware: security headers, body size limit, error fallback and request metrics."""

from __future__ import annotations

import json
import logging
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
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_SECURE: Final = (b"strict-transport-security", b"max-age=31536000")


class SecurityMiddleware:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, *, max_body_bytes: int, public_url: str, observe: Any) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes
        headers = (
            (b"content-security-policy", content_security_policy(public_url).encode()),
            *_HEADERS,
        )
        self._headers = (*headers, _SECURE) if public_url.startswith("https://") else headers
        self._observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
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
                extra = [header for header in self._headers if header[0] not in named]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        length = dict(scope["headers"]).get(b"content-length", b"0")
        try:
            if not length.isdigit() or int(length) > self._max_body_bytes:
                await _send_error(send_with_headers, _too_large(self._max_body_bytes))
            else:
                await self._app(scope, receive_limited, send_with_headers)
        except Exception:
            _log.exception("a request failed", extra={"path": scope.get("path")})
            if status:
                raise
            await _send_error(
                send_with_headers,
                ApiError(
                    500, "INTERNAL", "the server failed: the error was logged, try again later"
                ),
            )
        finally:
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._observe(route, method, status or 500, perf_counter() - started)


def content_security_policy(public_url: str) -> str:
    """Return the CSP: the page loads from and connects to this server only."""
    # Older browsers do not match sockets of the same host with 'self': name the known address.
    where = urlsplit(public_url)
    socket = (
        f" {'wss' if where.scheme == 'https' else 'ws'}://{where.netloc}" if where.netloc else ""
    )
    return _POLICY.format(connect=f"'self'{socket}")


def _too_large(limit: int) -> ApiError:
    return ApiError(413, "TOO_BIG", f"a request body may have at most {limit} bytes")


async def _send_error(send: Send, error: ApiError) -> None:
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
