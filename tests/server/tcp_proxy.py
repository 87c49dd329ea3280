"""A TCP proxy between the server and a backing service, which can fail."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit


class TcpProxy:
    """Forwards connections, in its own thread, until it hangs or cuts them.

    `address` is that of the service, through the proxy.
    """

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._forwarding = asyncio.Event()
        self._forwarding.set()
        self._answering = asyncio.Event()
        self._answering.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""

    def __enter__(self) -> Self:
        self._thread.start()
        port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        user = f"{self._parts.username}@" if self._parts.username else ""
        self.address = urlunsplit(self._parts._replace(netloc=f"{user}127.0.0.1:{port}"))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def hang(self) -> None:
        """Stop forwarding; connections stay open, and new ones are accepted."""
        self._loop.call_soon_threadsafe(self._forwarding.clear)

    def resume(self) -> None:
        """Reset the connections and forward new ones."""
        self.cut()
        self._loop.call_soon_threadsafe(self._forwarding.set)
        self._loop.call_soon_threadsafe(self._answering.set)

    def hang_answers(self) -> None:
        """Forward what the client sends, but nothing back to it."""
        self._loop.call_soon_threadsafe(self._answering.clear)

    def cut(self) -> None:
        """Reset all connections."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _listen(self) -> int:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        self._server = server
        return port

    async def _close(self) -> None:
        self._server.close()
        self._abort()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self._start(self._connect(reader, writer))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._forwarding.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection(
                self._parts.hostname, self._parts.port
            )
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(far_writer)
        self._start(self._forward(reader, far_writer, self._forwarding))
        self._start(self._forward(far_reader, writer, self._forwarding, self._answering))

    async def _forward(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *permits: asyncio.Event
    ) -> None:
        try:
            while data := await source.read(65536):
                for permit in permits:
                    await permit.wait()
                sink.write(data)
        except OSError:
            pass
        finally:
            sink.transport.abort()
            self._writers.discard(sink)
