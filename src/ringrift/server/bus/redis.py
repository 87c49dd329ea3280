"""Redis pub/sub between workers. A worker that lost the connection tries again for ever."""

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
    """One channel for all topics: workers are few, and each picks what it listens to."""

    def __init__(self, client: Redis) -> None:
        super().__init__()
        self._client = client
        self._speaking = asyncio.Lock()
        self._subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._receive(), name="redis bus")

    @classmethod
    async def open(cls, address: str) -> Self:
        try:
            client = Redis.from_url(address)
        except ValueError:  # its words may repeat a part of the password
            raise StorageError("this is no address of Redis: write redis://HOST:PORT") from None
        try:
            await client.ping()
        except (RedisError, OSError) as error:
            await client.aclose()
            raise StorageError(f"Redis at {_shown(address)} cannot be reached: {error}") from error
        bus = cls(client)
        await bus._subscribed.wait()
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        text = json.dumps([topic, message])
        try:
            async with (
                self._speaking
            ):  # in order, and over one connection however much there is to say
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
                        self._heard(received["data"])
            except (RedisError, OSError) as error:
                self._subscribed.clear()
                _log.warning("the connection to Redis was lost, trying again: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    def _heard(self, data: bytes) -> None:
        try:
            topic, message = json.loads(data)
        except ValueError:
            _log.warning("somebody else speaks on the channel %s of this Redis", _CHANNEL)
            return
        self._deliver(topic, message)


def _shown(address: str) -> str:
    """The address without its user and password."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
