"""Publish and subscribe. Handlers run in the event loop and must not block."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import Any

_log = logging.getLogger("ringrift.server.bus")
Handler = Callable[[Any], None]
LossListener = Callable[[], None]


class Bus(ABC):
    """Delivers JSON values by topic to the subscribers of every worker, the sender included.

    A message can be lost while a worker is disconnected. Afterwards the loss listeners of the
    workers that missed something are called: they read the database instead.
    """

    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = defaultdict(list)
        self._loss_listeners: list[LossListener] = []
        self.can_store = True  # whether this worker reaches the database, which it tells the others

    def subscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic].append(handler)

    def unsubscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic].remove(handler)
        if not self._handlers[topic]:
            del self._handlers[topic]

    def add_loss_listener(self, listener: LossListener) -> None:
        """Call the listener whenever messages may have been lost."""
        self._loss_listeners.append(listener)

    def remove_loss_listener(self, listener: LossListener) -> None:
        self._loss_listeners.remove(listener)

    @abstractmethod
    async def publish(self, topic: str, message: Any) -> None:
        """Send a message. It never fails: what it announces is stored, and may be read there."""

    @property
    @abstractmethod
    def seconds_disconnected(self) -> float:
        """For how long messages have not been sent or received; 0 while they are."""

    @property
    @abstractmethod
    def peer_can_store(self) -> bool:
        """Whether another worker is there that reaches the database."""

    @abstractmethod
    def has_received_until(self, at: float, /) -> bool:
        """Return whether everything that others sent before that loop time has arrived.

        It is False as long as that is not known; ask again a moment later.
        """

    @abstractmethod
    async def close(self) -> None: ...

    @property
    def connected(self) -> bool:
        """Whether messages can be sent and received."""
        return self.seconds_disconnected == 0.0

    def _deliver(self, topic: str, message: Any) -> None:
        for handler in tuple(self._handlers.get(topic, ())):
            try:
                handler(message)
            except Exception:  # noqa: BLE001 - a failing handler must not affect the others
                _log.exception("a bus handler failed", extra={"topic": topic})

    def _report_loss(self) -> None:
        for listener in tuple(self._loss_listeners):
            try:
                listener()
            except Exception:  # noqa: BLE001 - a failing listener must not affect the others
                _log.exception("a subscriber could not catch up")


class LocalBus(Bus):
    """For a single worker: all subscribers are in this process."""

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)

    @property
    def seconds_disconnected(self) -> float:
        return 0.0

    @property
    def peer_can_store(self) -> bool:
        return False

    def has_received_until(self, _at: float, /) -> bool:
        return True

    async def close(self) -> None:
        self._handlers.clear()
