"""A bus over LISTEN and NOTIFY of PostgreSQL. Long messages are sent in parts."""

from __future__ import annotations

import asyncio
import json
import logging
from itertools import count
from typing import Any, Final, Self
from uuid import uuid4

import asyncpg

from ringrift.server.bus.bus import Bus
from ringrift.server.errors import StorageError

_CHANNEL: Final = "ringrift"
_NOTIFY: Final = "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part"
_MAX_PART: Final = 7000  # bytes; the limit of PostgreSQL is below 8000
_RETRY_SECONDS: Final = 0.5
_log = logging.getLogger("ringrift.server.bus")


class _NotificationBatch:
    """Notifications of one statement."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class PostgresBus(Bus):
    """One channel for all topics, one connection to listen and notify.

    Local subscribers are called at once. Messages that arrive while a statement runs share the next
    one.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._name = uuid4().hex
        self._numbers = count()
        self._parts: dict[str, list[str]] = {}
        self._batch = _NotificationBatch()
        self._wake = asyncio.Event()
        self._connection: asyncpg.Connection | None = None
        self._lost = asyncio.Event()
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @classmethod
    async def open(cls, address: str) -> Self:
        bus = cls(address)
        try:
            await bus._connect()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StorageError(
                f"PostgreSQL cannot be reached for notifications: {error}"
            ) from error
        bus._tasks = (
            asyncio.create_task(bus._reconnect(), name="postgres bus"),
            asyncio.create_task(bus._send(), name="postgres bus sends"),
        )
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)
        text = json.dumps(message)  # ASCII: one byte per character
        pieces = [text[at : at + _MAX_PART] for at in range(0, len(text), _MAX_PART)]
        key = f"{self._name}.{next(self._numbers)}"
        batch = self._batch
        batch.parts += [
            f"{key} {part} {len(pieces)} {topic} {piece}" for part, piece in enumerate(pieces, 1)
        ]
        self._wake.set()
        await asyncio.shield(batch.sent)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._batch = self._batch, _NotificationBatch()
            try:
                await self._notify(batch.parts)
                batch.sent.set_result(None)
            except Exception as error:  # noqa: BLE001 - report it and try the next batch
                batch.sent.set_exception(
                    StorageError(f"a notification was not sent, try again: {error}")
                )
                batch.sent.exception()  # mark it as retrieved: the publisher may be gone

    async def _notify(self, parts: list[str]) -> None:
        if self._connection is None:
            raise StorageError("the connection is lost")
        await self._connection.execute(_NOTIFY, _CHANNEL, parts)

    async def healthy(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._address)
        connection.add_termination_listener(lambda _connection: self._lost.set())
        await connection.add_listener(_CHANNEL, self._received)
        self._connection = connection

    async def _reconnect(self) -> None:
        while True:
            await self._lost.wait()
            self._connection = None
            self._parts.clear()
            try:
                self._lost.clear()
                await self._connect()
            except Exception as error:  # noqa: BLE001 - without it the worker receives nothing
                self._lost.set()
                _log.warning("lost the connection for notifications, reconnecting: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    def _received(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        key, part, total, topic, piece = str(payload).split(" ", 4)
        if key.startswith(self._name) or topic not in self._handlers:
            return
        if total != "1":
            parts = self._parts.setdefault(key, [])
            parts.append(piece)
            if part != total:
                return
            del self._parts[key]
            if len(parts) != int(total):
                return  # the first parts arrived before this worker listened
            piece = "".join(parts)
        self._deliver(topic, json.loads(piece))
