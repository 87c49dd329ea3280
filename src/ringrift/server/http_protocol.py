"""uvicorn's HTTP protocol, with limits on what a client sends or reads slowly.

uvicorn waits for ever for the rest of a request, accepts headers of any size with httptools, and
keeps a response in memory until its client has read it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ringrift.server.connections import NOTICED_BYTES, connections_of
from ringrift.server.errors import ApiError

MAX_HEAD_BYTES: Final = 32 * 1024  # request line and headers
_HEAD_SECONDS: Final = 10.0  # for request line and headers, and for the first byte
_BODY_SECONDS: Final = 30.0
_READ_SECONDS: Final = 60.0  # in which a client must read what is buffered
_END_OF_HEAD: Final = b"\r\n\r\n"
_REASONS: Final = {
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


class HttpProtocol(HttpToolsProtocol):
    """One HTTP connection."""

    head_seconds = _HEAD_SECONDS
    body_seconds = _BODY_SECONDS
    read_seconds = _READ_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._registry = connections_of(self.app)
        self._admitted = False
        self._head_bytes = 0  # of an incomplete request
        self._head_end = b""  # its last bytes
        self._in_body = False
        self._request_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    @property
    def buffered_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    @property
    def address(self) -> str:
        return self.client[0] if self.client else "unknown"

    @property
    def client_key(self) -> str:
        """The address; a proxy's connections belong to different clients."""
        shared = self._registry is not None and self._registry.is_proxy(self.address)
        return f"{self.address} {id(self)}" if shared else self.address

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._registry is not None and not self._registry.admit(self.address):
            self.connections.discard(self)
            transport.abort()
            return
        self._admitted = True
        if self._refuse_flood():
            return
        self._start_request_timer(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_limits()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self._in_body:
            if self._refuse_flood():
                return
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and self._is_head_too_long(data):
                message = f"request line and headers may have at most {MAX_HEAD_BYTES} bytes"
                self._refuse(ApiError(431, "TOO_BIG", message))
                return
            self._head_end = data[1 - len(_END_OF_HEAD) :]
            if self._request_timer is None:
                self._start_request_timer(self.head_seconds)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._in_body = True
        self._start_request_timer(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body, self._head_bytes, self._head_end = False, 0, b""
        self._stop_request_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._end_limits()  # the WebSocket protocol counts the connection again
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self.loop.call_later(self.read_seconds, self.abort)
        if self._registry is not None and self.buffered_bytes > NOTICED_BYTES:
            self._registry.notice_backlog(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_read_timer()

    def abort(self) -> None:
        self.transport.abort()

    def _is_head_too_long(self, data: bytes) -> bool:
        """Return whether the limit is exceeded before the head ends in this data."""
        end = (self._head_end + data).find(_END_OF_HEAD)
        before = self._head_bytes - len(data) - len(self._head_end)
        return end < 0 or before + end > MAX_HEAD_BYTES

    def _refuse_flood(self) -> bool:
        """Refuse an address that floods the server before its request is read."""
        if self._registry is None or not self._registry.is_flooding(self.address):
            return False
        message = "too many refused requests from your address: try again in 2 s"
        self._refuse(ApiError(429, "FLOOD", message, more={"retryAfter": 2}))
        return True

    def _refuse(self, error: ApiError) -> None:
        """Respond without the application, and close."""
        self._stop_request_timer()
        if self._registry is not None and error.status == 431:
            self._registry.note_refusal(self.address)
        if self.transport.is_closing():
            return
        body = json.dumps(error.to_json()).encode()
        head = (
            f"HTTP/1.1 {error.status} {_REASONS[error.status]}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            "connection: close\r\n\r\n"
        )
        unfinished = self.cycle is not None and not self.cycle.response_complete  # type: ignore[redundant-expr]
        if not unfinished:
            self.transport.write(head.encode() + body)
            self.transport.close()
        else:
            self.transport.abort()  # an unfinished response cannot be followed by another

    def _start_request_timer(self, seconds: float) -> None:
        self._stop_request_timer()
        self._request_timer = self.loop.call_later(seconds, self._time_out)

    def _time_out(self) -> None:
        self._request_timer = None
        message = "the request did not arrive in time: send it again"
        if not self._head_bytes and not self._in_body:
            self.transport.close()  # it never sent anything
        else:
            self._refuse(ApiError(408, "TIMEOUT", message))

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _end_limits(self) -> None:
        self._stop_request_timer()
        self._stop_read_timer()
        if self._registry is not None and self._admitted:
            self._admitted = False
            self._registry.release(self.address)
            self._registry.forget(self)
