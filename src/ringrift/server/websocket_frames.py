"""WebSocket frames that are encoded once and written to many connections without a task."""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import MutableMapping
from functools import cached_property
from typing import Any, Final, Protocol, Self, cast

from pydantic import BaseModel
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ringrift.server.connections import connections_of

_EXTENSION: Final = "ringrift.frames"
_FINAL_TEXT: Final = 0x81  # RFC 6455: the only frame of a text message
_ONE_BYTE, _TWO_BYTES = 126, 1 << 16  # lengths from which the header grows


class FrameWriter(Protocol):
    """One connection, as far as whole frames concern it."""

    @property
    def buffered_bytes(self) -> int:
        """The bytes that the client has not taken yet."""

    def write_frame(self, frame: bytes) -> None: ...

    async def drain(self) -> None:
        """Wait until the client has taken most of what is buffered."""

    def abort(self) -> None:
        """Close the connection without waiting for the client."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol; its ASGI scope offers the connection as a `FrameWriter`."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            cast(dict[str, Any], self.scope["extensions"])[_EXTENSION] = self

    @property
    def buffered_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    def write_frame(self, frame: bytes) -> None:
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    def abort(self) -> None:
        self.transport.abort()

    async def drain(self) -> None:
        await self.writable.wait()

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._registry = connections_of(self.app)
        self._address = self.client[0] if self.client else "unknown"
        self._admitted = self._registry is None or self._registry.admit(self._address)
        if not self._admitted:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._registry is not None and self._admitted:
            self._registry.release(self._address)
        super().connection_lost(exc)


class EncodedMessage:
    """A text message for many connections, encoded once."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def of(cls, message: BaseModel) -> Self:
        """Encode a message of the live protocol."""
        return cls(message.model_dump_json(exclude_none=True))

    @cached_property
    def frame(self) -> bytes:
        return encode_text_frame(self.text)


def frame_writer(scope: MutableMapping[str, Any]) -> FrameWriter | None:
    """Return the writer of a connection; None under an ASGI server that offers none."""
    return cast("FrameWriter | None", scope.get("extensions", {}).get(_EXTENSION))


def encode_text_frame(text: str) -> bytes:
    """Return the frame of a text message; frames of a server are not masked."""
    body = text.encode()
    length = len(body)
    if length < _ONE_BYTE:
        return bytes((_FINAL_TEXT, length)) + body
    if length < _TWO_BYTES:
        return bytes((_FINAL_TEXT, 126)) + length.to_bytes(2, "big") + body
    return bytes((_FINAL_TEXT, 127)) + length.to_bytes(8, "big") + body
