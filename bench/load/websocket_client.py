"""A minimal WebSocket client that leaves the CPU to the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Self
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_END: Final = b"\r\n\r\n"
_TIMEOUT: Final = 30.0  # seconds
_KEY: Final = "AAAAAAAAAAAAAAAAAAAAAA=="  # any 16 bytes: the accept header is not checked


class WebSocketClient(asyncio.Protocol):
    """Calls `on_text` for each text frame and `on_lost` when the connection is lost."""

    def __init__(self, on_text: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        self._on_text = on_text
        self._on_lost = on_lost
        self._buffer = b""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport | None = None
        self._closed = False

    @classmethod
    async def open(
        cls, base: str, cookie: str, on_text: Callable[[bytes], None], on_lost: Callable[[], None]
    ) -> Self:
        """Connect to `/ws` with a session cookie."""
        address = urlsplit(base)
        assert address.hostname is not None
        assert address.port is not None
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(
            lambda: cls(on_text, on_lost), address.hostname, address.port
        )
        client._write(
            f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_KEY}\r\n"
            f"Cookie: ringrift_session={cookie}\r\n\r\n".encode()
        )
        await asyncio.wait_for(client._open, _TIMEOUT)
        return client

    def send(self, text: str) -> None:
        self._frame(_TEXT, text.encode())

    def close(self) -> None:
        """Close without calling `on_lost`."""
        self._closed = True
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError(f"no socket: {exc}"))
        elif not self._closed:
            self._closed = True
            self._on_lost()

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._open.done():
            head, end, rest = self._buffer.partition(_END)
            if not end:
                return
            self._buffer = rest
            if b" 101 " not in head.splitlines()[0]:
                self._open.set_exception(ConnectionError(head.decode()))
                return
            self._open.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Take a complete frame off the buffer. The server does not fragment."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1], 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        kind, body = buffer[0] & 15, buffer[start : start + length]
        self._buffer = buffer[start + length :]
        if kind == _TEXT:
            self._on_text(body)
        elif kind == _PING:
            self._frame(_PONG, body)
        elif kind == _CLOSE and self._transport is not None:
            self._transport.close()
        return True

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")
        self._write(head + b"\0\0\0\0" + body)

    def _write(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            raise ConnectionError("the socket is closed")
        self._transport.write(data)
