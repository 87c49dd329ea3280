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
_NOTIFY: Final = "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part"
_PART: Final = 7000  # bytes; PostgreSQL takes less than 8000
_RETRY_SECONDS: Final = 0.5
_log = logging.getLogger("ringrift.server.bus")


class _Group:
    """Notifications that are sent together, and whether they were."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class PostgresBus(Bus):
    """One channel for all topics, one connection that listens and speaks.

    Whoever listens here is told at once. For the others, what is said while a notification is on its way
    goes with the next one.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._name = uuid4().hex
        self._numbers = count()
        self._parts: dict[str, list[str]] = {}
        self._group = _Group()
        self._something = asyncio.Event()
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
            asyncio.create_task(bus._stay_connected(), name="postgres bus"),
            asyncio.create_task(bus._speak(), name="postgres bus speaks"),
        )
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)
        text = json.dumps(message)  # plain ASCII: a character is a byte
        pieces = [text[at : at + _PART] for at in range(0, len(text), _PART)]
        key = f"{self._name}.{next(self._numbers)}"
        group = self._group
        group.parts += [
            f"{key} {place} {len(pieces)} {topic} {piece}" for place, piece in enumerate(pieces, 1)
        ]
        self._something.set()
        await asyncio.shield(group.sent)

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            group, self._group = self._group, _Group()
            try:
                await self._notify(group.parts)
                group.sent.set_result(None)
            except Exception as error:  # noqa: BLE001 - whoever waits is told, and the next may get through
                group.sent.set_exception(
                    StorageError(f"a notification was not sent, try again: {error}")
                )
                group.sent.exception()  # nobody may be waiting any more

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
        key, place, of, topic, piece = str(payload).split(" ", 4)
        if key.startswith(self._name) or topic not in self._handlers:
            return
        if of != "1":
            parts = self._parts.setdefault(key, [])
            parts.append(piece)
            if place != of:
                return
            del self._parts[key]
            if len(parts) != int(of):
                return  # this worker has listened only since its middle
            piece = "".join(parts)
        self._deliver(topic, json.loads(piece))
