"""Connections between clients and workers: the server's ASGI application without sockets.

Both directions keep their order, take a latency, and end when either side dies.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Final

from tests.simulation.virtual_loop import Process, current_process

if TYPE_CHECKING:
    from tests.simulation.workers import SimulatedWorker

_WINDOW_BYTES: Final = 64 * 1024  # that the network buffers for a client
_RESPONSE_SECONDS: Final = 12.0
HTTP_HOST: Final = b"ringrift.test"


@dataclass(frozen=True, slots=True)
class Response:
    """The response to a request."""

    status: int
    body: Any
    cookies: Mapping[str, str]


class _Pipe:
    """Delivers to one process, in order."""

    def __init__(self, receiver: Process, latency: float) -> None:
        self._receiver = receiver
        self._latency = latency
        self._last = 0.0

    def deliver(self, callback: Any, *args: Any) -> None:
        now = asyncio.get_running_loop().time()
        self._last = max(self._last, now + self._latency)
        self._receiver.call(self._last - now, callback, *args)


def _scope(kind: str, path: str, headers: Mapping[str, str], client: str) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (b"host", HTTP_HOST),
            *((name.lower().encode(), value.encode()) for name, value in headers.items()),
        ],
        "client": (client, 40000),
        "server": ("127.0.0.1", 8080),
    }


async def request(
    server: SimulatedWorker,
    method: str,
    path: str,
    body: object = None,
    *,
    headers: Mapping[str, str],
    client: str,
    latency: float,
) -> Response:
    """Send a request from the running process; raise `ConnectionError` if the worker dies."""
    answered: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
    here, there = current_process(), server.process
    sent = b"" if body is None else json.dumps(body).encode()
    scope = _scope("http", path, headers, client) | {"method": method}
    scope["headers"].append((b"content-length", str(len(sent)).encode()))
    if body is not None:
        scope["headers"].append((b"content-type", b"application/json"))

    def answer(result: Response | Exception) -> None:
        if not answered.done():
            if isinstance(result, Response):
                answered.set_result(result)
            else:
                answered.set_exception(result)

    async def serve() -> None:
        parts: list[bytes] = []
        start: dict[str, Any] = {}
        messages = [{"type": "http.request", "body": sent, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            await asyncio.get_running_loop().create_future()  # the client stays connected
            raise AssertionError

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        server.open_requests += 1
        await server.app(scope, receive, send)
        server.open_requests -= 1
        text = b"".join(parts)
        here.call(latency, answer, _response(start, text))

    if not server.accepts:
        await asyncio.sleep(latency)
        raise ConnectionError("connection refused")

    def cut() -> None:
        here.call(latency, answer, ConnectionError("the connection was cut"))

    there.on_kill.append(cut)
    there.call(latency, lambda: there.start(serve(), f"{method} {path}"))
    try:
        return await asyncio.wait_for(answered, _RESPONSE_SECONDS)
    finally:
        there.on_kill.remove(cut)


def _response(start: Mapping[str, Any], text: bytes) -> Response:
    cookies: SimpleCookie = SimpleCookie()
    kind = ""
    for name, value in start["headers"]:
        if name == b"set-cookie":
            cookies.load(value.decode())
        elif name == b"content-type":
            kind = value.decode()
    body = json.loads(text) if text and kind.startswith("application/json") else text.decode()
    return Response(start["status"], body, {name: one.value for name, one in cookies.items()})


class ClientSocket:
    """One WebSocket, from the client's side. `receive` returns None when it is closed."""

    def __init__(
        self, server: SimulatedWorker, headers: Mapping[str, str], client: str, latency: float
    ) -> None:
        self.server = server
        self._client = current_process()
        self._server = server.process
        self._up = _Pipe(server.process, latency)
        self._down = _Pipe(self._client, latency)
        self._scope = _scope("websocket", "/ws", headers, client) | {"subprotocols": []}
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._received: deque[tuple[str | None, int]] = deque()
        self._arrived = asyncio.Event()
        self._unread = 0
        self._drained: asyncio.Future[None] | None = None
        self.closed = False  # as the client knows
        self._server_closed = False
        self._to_server.put_nowait({"type": "websocket.connect"})

    def open(self) -> None:
        """Connect; the first message or the end tells the result."""
        server = self.server
        if not server.accepts:
            self._down.deliver(self._end)
            return
        self._server.on_kill.append(self._cut_by_server)
        self._client.on_kill.append(self.close)  # the operating system closes it
        self._up.deliver(lambda: self._server.start(self._serve(), "socket"))

    def send(self, message: str) -> None:
        if self.closed:
            raise ConnectionError("the socket is closed")
        self._up.deliver(self._push, {"type": "websocket.receive", "text": message})

    async def receive(self) -> str | None:
        """Return the next message, or None at the end."""
        while not self._received:
            self._arrived.clear()
            await self._arrived.wait()
        text, size = self._received.popleft()
        self._unread -= size
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        return text

    def close(self) -> None:
        """Close from the client's side, as a lost connection does."""
        if not self.closed:
            self._end()
            self._up.deliver(self._push, {"type": "websocket.disconnect", "code": 1006})
            self._up.deliver(self._mark_closed)

    def _mark_closed(self) -> None:
        self._server_closed = True
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)

    def _push(self, message: dict[str, Any]) -> None:
        self._to_server.put_nowait(message)

    def _arrive(self, text: str | None, size: int) -> None:
        if not self.closed:
            self._received.append((text, size))
            self._arrived.set()

    def _end(self) -> None:
        if not self.closed:
            self._arrive(None, 0)
            self.closed = True

    def _cut_by_server(self) -> None:
        self._down.deliver(self._end)

    async def _serve(self) -> None:
        try:
            await self.server.app(self._scope, self._to_server.get, self._send)
        except Exception as error:  # noqa: BLE001 - the ASGI server logs it and closes the socket
            self.server.world.trace.add(self.server.name, f"a socket fails: {type(error).__name__}")
        self._server.on_kill.remove(self._cut_by_server)
        self._down.deliver(self._end)

    async def _send(self, message: Any) -> None:
        if self._server_closed:
            raise OSError("the client is gone")
        if message["type"] == "websocket.send":
            text = message["text"]
            while self._unread > _WINDOW_BYTES and not self._server_closed:
                self._drained = asyncio.get_running_loop().create_future()
                await self._drained
            if self._server_closed:
                raise OSError("the client is gone")
            self._unread += len(text)
            self._down.deliver(self._arrive, text, len(text))
        elif message["type"] == "websocket.close":
            self._down.deliver(self._end)


class ClientStream:
    """A long response of lines, from the client's side. `receive` returns None at its end."""

    def __init__(
        self,
        server: SimulatedWorker,
        path: str,
        headers: Mapping[str, str],
        client: str,
        latency: float,
    ) -> None:
        self.server = server
        self._client = current_process()
        self._server = server.process
        self._up = _Pipe(server.process, latency)
        self._down = _Pipe(self._client, latency)
        self._scope = _scope("http", path, headers, client) | {"method": "GET"}
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False
        self._gone = asyncio.Event()  # as the server knows
        self._requested = False
        self._status = 0

    def open(self) -> None:
        if not self.server.accepts:
            self._down.deliver(self._end)
            return
        self._server.on_kill.append(self._cut)
        self._client.on_kill.append(self.close)
        self._up.deliver(lambda: self._server.start(self._serve(), "stream"))

    async def receive(self) -> str | None:
        """Return the next line, or None at the end."""
        return await self._lines.get()

    def close(self) -> None:
        """Close from the client's side."""
        if not self._ended:
            self._end()
            self._up.deliver(self._gone.set)

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._lines.put_nowait(None)

    def _cut(self) -> None:
        self._down.deliver(self._end)

    def _arrive(self, text: str) -> None:
        if not self._ended:
            for line in text.splitlines():
                self._lines.put_nowait(line)

    async def _receive(self) -> dict[str, Any]:
        if not self._requested:
            self._requested = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self._gone.is_set():
            raise OSError("the client is gone")
        body = message.get("body", b"")
        if body and self._status == 200:
            self._down.deliver(self._arrive, body.decode())
        elif message["type"] == "http.response.start":
            self._status = message["status"]

    async def _serve(self) -> None:
        try:
            await self.server.app(self._scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001 - the ASGI server logs it and closes the stream
            self.server.world.trace.add(self.server.name, f"a stream ends: {type(error).__name__}")
        self._server.on_kill.remove(self._cut)
        self._down.deliver(self._end)
