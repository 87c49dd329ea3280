"""Repeatable requests: a request with an `Idempotency-Key` changes something at most once.

The response is stored for a day and returned to a repeat. What a request creates has an id that
derives from its key: if the server dies before it stores the response, the repeat finds it.
"""

from __future__ import annotations

import logging
import re
from typing import Final, cast

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ringrift.server.accounts.authentication import find_caller_once
from ringrift.server.errors import ApiError
from ringrift.server.request_key import (
    ID_LENGTH,
    RepeatableRequest,
    digest,
    repeatable_request,
    request_key,
)
from ringrift.server.security_middleware import send_error
from ringrift.server.storage.failures import FAILURES, storage_refusal
from ringrift.server.storage.tables import repeatable_responses
from ringrift.server.worker import Worker, worker_of

HEADER: Final = "idempotency-key"
METHODS: Final = frozenset({"DELETE", "POST", "PUT"})
KEY_PATTERN: Final = r"[\x21-\x7e]{1,64}"
_KEY: Final = re.compile(KEY_PATTERN)
_MAX_BODY: Final = 64 * 1024  # bytes of a stored response
_JSON: Final = b"application/json"
# Their responses contain secrets.
SECRET_PATHS: Final = ("/accounts", "/administration", "/bots", "/sessions")
_log = logging.getLogger("ringrift.server")


class IdempotencyMiddleware:
    """Returns the stored response to a repeated request, and stores that of a first one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in METHODS:
            await self._app(scope, receive, send)
            return
        sent = Headers(scope=scope).get(HEADER)
        if sent is None or scope["path"].startswith(SECRET_PATHS):
            await self._app(scope, receive, send)
            return
        try:
            await self._handle(sent, scope, receive, send)
        except ApiError as error:
            await send_error(send, error)

    async def _handle(self, sent: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not _KEY.fullmatch(sent):
            message = f"use 1 to 64 printable characters in the header {HEADER}"
            raise ApiError(422, "MALFORMED", message, path=HEADER)
        connection = HTTPConnection(scope)
        worker = worker_of(connection)
        try:
            caller = await find_caller_once(connection)
        except FAILURES as error:
            raise storage_refusal(error, changes=False) from error
        if caller is None:
            await self._app(scope, receive, send)
            return
        body = await _read_body(receive)
        key = f"{caller.account.id} {sent}"
        fingerprint = digest(scope["method"], scope["path"], body.decode("latin-1"))
        if await _replay(worker, key, fingerprint, send):
            return
        response = _HeldResponse(send)
        request = RepeatableRequest(digest(key)[:ID_LENGTH], caller.account.id, fingerprint)
        token, request_token = request_key.set(key), repeatable_request.set(request)
        try:
            await self._app(scope, _Replayed(body, receive), response.send)
        finally:
            request_key.reset(token)
            repeatable_request.reset(request_token)
        if response.storable:
            row = {
                "id": request.id,
                "account_id": request.account,
                "fingerprint": fingerprint,
                "status": response.status,
                "body": response.text,
                "created_at": worker.clock.now(),
            }
            await _store(worker, row)
        await response.release()


class _Replayed:
    """Receives the body that was read already, then from the client."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._message: Message | None = {"type": "http.request", "body": body, "more_body": False}
        self._receive = receive

    async def __call__(self) -> Message:
        message, self._message = self._message, None
        return message if message is not None else await self._receive()


class _HeldResponse:
    """Holds a response back until it is stored, if it is a success of short JSON or empty."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._held: list[Message] | None = []  # None: passed on as it comes
        self._complete = False

    async def send(self, message: Message) -> None:
        if self._held is None:
            await self._send(message)
            return
        self._held.append(message)
        self._complete = message["type"] == "http.response.body" and not message.get("more_body")
        if not self._may_be_stored():
            await self.release()

    async def release(self) -> None:
        """Send what was held back."""
        held, self._held = self._held or [], None
        for message in held:
            await self._send(message)

    @property
    def storable(self) -> bool:
        return self._held is not None and self._complete

    @property
    def status(self) -> int:
        assert self._held is not None
        return cast(int, self._held[0]["status"])

    @property
    def text(self) -> str:
        return b"".join(self._bodies()).decode()

    def _bodies(self) -> list[bytes]:
        return [message.get("body", b"") for message in (self._held or ())[1:]]

    def _may_be_stored(self) -> bool:
        start = (self._held or ({},))[0]
        kinds = [value for name, value in start.get("headers", ()) if name == b"content-type"]
        json = not kinds or kinds[0].startswith(_JSON)
        return 200 <= start["status"] < 300 and json and sum(map(len, self._bodies())) <= _MAX_BODY


async def _read_body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _replay(worker: Worker, key: str, fingerprint: str, send: Send) -> bool:
    """Send the stored response; return False if there is none."""
    table = repeatable_responses
    wanted = select(table.c.fingerprint, table.c.status, table.c.body).where(
        table.c.id == digest(key)[:ID_LENGTH]
    )
    try:
        async with worker.database.reading.connect() as connection:
            stored = (await connection.execute(wanted)).one_or_none()
    except FAILURES as error:
        raise storage_refusal(error, changes=False) from error
    if stored is None:
        return False
    if stored.fingerprint != fingerprint:
        message = "this Idempotency-Key belongs to another request: use a new key"
        raise ApiError(422, "KEY_REUSED", message, path=HEADER)
    body = stored.body.encode()
    headers = [(b"content-length", str(len(body)).encode()), (b"idempotency-replayed", b"true")]
    if body:
        headers.append((b"content-type", _JSON))
    await send({"type": "http.response.start", "status": stored.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
    return True


async def _store(worker: Worker, row: dict[str, object]) -> None:
    """Store a response before it is sent; without it, a repeat runs again."""
    try:
        async with worker.database.engine.begin() as connection:
            await connection.execute(insert(repeatable_responses), [row])
    except IntegrityError:
        return  # stored with the change, a concurrent repeat, or the account was deleted
    except FAILURES:
        _log.exception("the response of a repeatable request could not be stored")
