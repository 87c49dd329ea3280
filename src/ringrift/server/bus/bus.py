"""Publish and subscribe. Handlers run in the event loop and must not block."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import Any

_log = logging.getLogger("ringrift.server.bus")
Handler = Callable[[Any], None]


class Bus(ABC):
    """Delivers JSON values by topic to the subscribers of every worker, the sender included."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = defaultdict(list)

    def subscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic].append(handler)

    def unsubscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic].remove(handler)
        if not self._handlers[topic]:
            del self._handlers[topic]

    @abstractmethod
    async def publish(self, topic: str, message: Any) -> None: ...

    @abstractmethod
    async def healthy(self) -> bool:
        """Return whether messages can be sent and received."""

    @abstractmethod
    async def close(self) -> None: ...

    def _deliver(self, topic: str, message: Any) -> None:
        for handler in tuple(self._handlers.get(topic, ())):
            try:
                handler(message)
            except Exception:  # noqa: BLE001 - a failing handler must not affect the others
                _log.exception("a bus handler failed", extra={"topic": topic})


class LocalBus(Bus):
    """For a single worker: all subscribers are in this process."""

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)

    async def healthy(self) -> bool:
        return True

    async def close(self) -> None:
        self._handlers.clear()
