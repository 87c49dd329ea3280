"""Topics and who listens to them. Handlers run in the event loop and must not wait."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import Any

_log = logging.getLogger("ringrift.server.bus")
Handler = Callable[[Any], None]


class Bus(ABC):
    """Messages by topic, to every worker that listens, the sender too. What travels are JSON values."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = defaultdict(list)

    def listen(self, topic: str, handler: Handler) -> None:
        self._handlers[topic].append(handler)

    def ignore(self, topic: str, handler: Handler) -> None:
        """Stop listening."""
        self._handlers[topic].remove(handler)
        if not self._handlers[topic]:
            del self._handlers[topic]

    @abstractmethod
    async def publish(self, topic: str, message: Any) -> None: ...

    @abstractmethod
    async def healthy(self) -> bool:
        """Whether messages get through at the moment."""

    @abstractmethod
    async def close(self) -> None: ...

    def _deliver(self, topic: str, message: Any) -> None:
        for handler in tuple(self._handlers.get(topic, ())):
            try:
                handler(message)
            except Exception:  # noqa: BLE001 - one that fails must not keep the others from hearing
                _log.exception("a message was not understood", extra={"topic": topic})


class LocalBus(Bus):
    """For a single worker: whoever listens is in this process."""

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)

    async def healthy(self) -> bool:
        return True

    async def close(self) -> None:
        self._handlers.clear()
