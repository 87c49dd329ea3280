"""PostgreSQL's LISTEN and NOTIFY between workers. What is too long for one notification goes in parts."""

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
_PART: Final = 7000  # bytes; PostgreSQL takes less than 8000
_RETRY_SECONDS: Final = 0.5
_log = logging.getLogger("ringrift.server.bus")


class PostgresBus(Bus):
    """One channel for all topics, one connection that listens and speaks."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._name = uuid4().hex
        self._numbers = count()
        self._parts: dict[str, list[str]] = {}
        self._speaking = asyncio.Lock()
        self._connection: asyncpg.Connection | None = None
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str) -> Self:
        bus = cls(address)
        try:
            await bus._connect()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise StorageError(f"PostgreSQL cannot be reached for notifications: {error}") from error
        bus._task = asyncio.create_task(bus._stay_connected(), name="postgres bus")
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        text = json.dumps([topic, message])  # plain ASCII: a character is a byte
        pieces = [text[at : at + _PART] for at in range(0, len(text), _PART)]
        key = f"{self._name}.{next(self._numbers)}"
        async with self._speaking:
            if self._connection is None:
                raise StorageError("the connection for notifications is lost: try again in a moment")
            for place, piece in enumerate(pieces, 1):
                body = f"{key} {place} {len(pieces)} {piece}"
                await self._connection.execute("SELECT pg_notify($1, $2)", _CHANNEL, body)

    async def healthy(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._address)
        connection.add_termination_listener(lambda _connection: self._lost.set())
        await connection.add_listener(_CHANNEL, self._received)
        self._connection = connection

    async def _stay_connected(self) -> None:
        while True:
            await self._lost.wait()
            self._connection = None
            self._parts.clear()
            try:
                self._lost.clear()
                await self._connect()
            except Exception as error:  # noqa: BLE001 - however it fails: without it this worker would be deaf
                self._lost.set()
                _log.warning("the connection for notifications was lost, trying again: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    def _received(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        key, place, of, piece = str(payload).split(" ", 3)
        if of != "1":
            parts = self._parts.setdefault(key, [])
            parts.append(piece)
            if place != of:
                return
            piece = "".join(self._parts.pop(key))
        topic, message = json.loads(piece)
        self._deliver(topic, message)
