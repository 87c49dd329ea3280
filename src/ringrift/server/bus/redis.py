"""A bus over Redis pub/sub."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ringrift.server.bus.supervised import SupervisedBus
from ringrift.server.errors import StorageError

_CHANNEL: Final = "ringrift"


class RedisBus(SupervisedBus):
    """One connection to publish and one to subscribe.

    They are single connections without retries: the client of the driver reconnects without
    reporting that messages were lost.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._connections: list[AbstractConnection] = []

    async def _connect(self) -> None:
        try:
            pool = ConnectionPool.from_url(
                self._address, retry=Retry(NoBackoff(), 0), socket_timeout=None, protocol=2
            )
        except ValueError:  # the original message may contain the password
            raise StorageError("this is not a Redis address: write redis://HOST:PORT") from None
        for _ in range(2):
            connection: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
            self._connections.append(connection)
            await connection.connect()  # type: ignore[no-untyped-call]
        _, subscriber = self._connections
        await subscriber.send_command("SUBSCRIBE", _CHANNEL)

    async def _receive(self) -> None:
        _, subscriber = self._connections
        while True:
            kind, _channel, data = await subscriber.read_response()
            if kind == b"message":
                self._received(data.decode(errors="replace"))

    async def _transmit(self, frames: list[str]) -> None:
        publisher, _ = self._connections
        commands = [("PUBLISH", _CHANNEL, frame) for frame in frames]
        await publisher.send_packed_command(publisher.pack_commands(commands))
        for _ in frames:
            await publisher.read_response()

    async def _disconnect(self) -> None:
        connections, self._connections = self._connections, []
        for connection in connections:
            with suppress(RedisError, OSError):
                await connection.disconnect(nowait=True)

    def _explain(self, error: BaseException) -> str:
        if isinstance(error, StorageError):
            return str(error)
        where, reason = _without_credentials(self._address), str(error) or type(error).__name__
        return f"Redis at {where} cannot be reached: {reason}"


def _without_credentials(address: str) -> str:
    """Return the address without user and password."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
