"""Delivers messages to many subscribers in slices, so that other work is not delayed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, Generic, TypeVar

Subscriber = TypeVar("Subscriber")

_SLICE_SECONDS: Final = 0.002  # of deliveries, after which other work has its turn
_PAUSE_SECONDS: Final = 0.001  # between two slices: a move takes several iterations of the loop
_MIN_SLICE: Final = 20  # subscribers; also between two readings of the clock


class SlicedDelivery(Generic[Subscriber]):
    """One audience. Messages stay in order; few subscribers receive them at once."""

    def __init__(self) -> None:
        self._pending: deque[tuple[Callable[[Subscriber], None], Sequence[Subscriber]]] = deque()

    @property
    def is_pending(self) -> bool:
        """Whether not everybody has received everything."""
        return bool(self._pending)

    def deliver(
        self, send: Callable[[Subscriber], None], subscribers: Sequence[Subscriber]
    ) -> None:
        """Call `send` for each subscriber. It must skip those who have left meanwhile."""
        self._pending.append((send, subscribers))
        if len(self._pending) == 1:
            self._continue(0)

    def _continue(self, start: int) -> None:
        until = perf_counter() + _SLICE_SECONDS
        while self._pending:
            send, subscribers = self._pending[0]
            following = start + _MIN_SLICE
            for subscriber in subscribers[start:following]:
                send(subscriber)
            if following >= len(subscribers):
                self._pending.popleft()
                following = 0
            start = following
            if self._pending and perf_counter() > until:
                asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self._continue, start)
                return
