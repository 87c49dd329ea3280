"""A bus over LISTEN and NOTIFY of PostgreSQL. Long messages are sent in parts."""

from __future__ import annotations

import asyncio
from typing import Final

import asyncpg

from ringrift.server.bus.supervised import SupervisedBus

_CHANNEL: Final = "ringrift"
# A message announces what is stored already: its commit need not wait for the disk.
_SETTINGS: Final = {"synchronous_commit": "off"}
_NOTIFY: Final = "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part"


class PostgresBus(SupervisedBus):
    """One connection to listen and notify. Messages of one statement share a transaction."""

    max_part = 7000  # the limit of PostgreSQL is below 8000 bytes

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._connection: asyncpg.Connection | None = None
        self._terminated = asyncio.Event()

    async def _connect(self) -> None:
        self._terminated.clear()
        self._connection = await asyncpg.connect(self._address, server_settings=_SETTINGS)
        self._connection.add_termination_listener(lambda _connection: self._terminated.set())
        await self._connection.add_listener(_CHANNEL, self._notified)

    async def _receive(self) -> None:
        await self._terminated.wait()

    async def _transmit(self, frames: list[str]) -> None:
        assert self._connection is not None
        await self._connection.execute(_NOTIFY, _CHANNEL, frames)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None and not connection.is_closed():
            connection.terminate()

    def _explain(self, error: BaseException) -> str:
        reason = str(error) or type(error).__name__
        return f"PostgreSQL cannot be reached for notifications: {reason}"

    def _notified(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._received(str(payload))
