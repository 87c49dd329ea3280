"""A WebSocket client that costs little, so that the load leaves the processors to the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Self
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_END: Final = b"\r\n\r\n"
_LATE: Final = 30.0  # seconds for a connection
_KEY: Final = "AAAAAAAAAAAAAAAAAAAAAA=="  # any sixteen bytes: nobody here checks what the server makes of them


class Wire(asyncio.Protocol):
    """Calls `heard` with each text and `lost` once it is over. What it sends is masked with zeros."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport | None = None
        self._closed = False

    @classmethod
    async def open(
        cls, base: str, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None]
    ) -> Self:
        """Connect to `/ws` of a server as whoever has that session."""
        address = urlsplit(base)
        assert address.hostname is not None
        assert address.port is not None
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(
            lambda: cls(heard, lost), address.hostname, address.port
        )
        wire._write(
            f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_KEY}\r\n"
            f"Cookie: ringrift_session={cookie}\r\n\r\n".encode()
        )
        await asyncio.wait_for(wire._open, _LATE)
        return wire

    def send(self, text: str) -> None:
        self._frame(_TEXT, text.encode())

    def close(self) -> None:
        """Without `lost` being called."""
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
            self._lost()

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
        """One frame off the buffer, if it is there as a whole. The server sends none in parts."""
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
            self._heard(body)
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
