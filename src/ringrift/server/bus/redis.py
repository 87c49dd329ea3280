"""A bus over Redis pub/sub. A worker that loses the connection reconnects forever."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Final, Self
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ringrift.server.bus.bus import Bus
from ringrift.server.errors import StorageError

_CHANNEL: Final = "ringrift"
_RETRY_SECONDS: Final = 0.5
_log = logging.getLogger("ringrift.server.bus")


class RedisBus(Bus):
    """One channel for all topics: workers are few, and each filters by topic."""

    def __init__(self, client: Redis) -> None:
        super().__init__()
        self._client = client
        self._send_lock = asyncio.Lock()
        self._subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._receive(), name="redis bus")

    @classmethod
    async def open(cls, address: str) -> Self:
        try:
            client = Redis.from_url(address)
        except ValueError:  # the original message may contain the password
            raise StorageError("this is not a Redis address: write redis://HOST:PORT") from None
        try:
            await client.ping()
        except (RedisError, OSError) as error:
            await client.aclose()
            raise StorageError(
                f"Redis at {_without_credentials(address)} cannot be reached: {error}"
            ) from error
        bus = cls(client)
        await bus._subscribed.wait()
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        text = json.dumps([topic, message])
        try:
            async with self._send_lock:
                await self._client.publish(_CHANNEL, text)
        except (RedisError, OSError) as error:
            raise StorageError(f"a message was not sent, try again: {error}") from error

    async def healthy(self) -> bool:
        try:
            return self._subscribed.is_set() and bool(await self._client.ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._client.aclose()

    async def _receive(self) -> None:
        while True:
            try:
                async with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(_CHANNEL)
                    self._subscribed.set()
                    async for received in pubsub.listen():
                        self._received(received["data"])
            except (RedisError, OSError) as error:
                self._subscribed.clear()
                _log.warning("lost the connection to Redis, reconnecting: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    def _received(self, data: bytes) -> None:
        try:
            topic, message = json.loads(data)
        except ValueError:
            _log.warning("ignored an unknown message on the Redis channel %s", _CHANNEL)
            return
        self._deliver(topic, message)


def _without_credentials(address: str) -> str:
    """Return the address without user and password."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
