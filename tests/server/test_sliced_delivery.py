"""A message to many subscribers does not delay other work."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise
from time import perf_counter

from ringrift.server.sliced_delivery import SlicedDelivery


def test_many_subscribers_receive_messages_in_slices_and_in_order() -> None:
    """A delivery takes 0.5 ms: other work has its turn after few of them."""
    received: dict[int, list[str]] = {number: [] for number in range(200)}

    def deliver(message: str, subscriber: int) -> None:
        received[subscriber].append(message)
        until = perf_counter() + 0.0005
        while perf_counter() < until:
            pass

    async def run() -> list[int]:
        delivery: SlicedDelivery[int] = SlicedDelivery()
        for message in ("first", "second"):
            delivery.deliver(partial(deliver, message), [*received])
        counts = [0]
        while delivery.is_pending:
            counts.append(sum(map(len, received.values())))
            await asyncio.sleep(0)
        return counts

    counts = asyncio.run(run())
    assert max(after - before for before, after in pairwise(counts)) <= 40
    assert {tuple(messages) for messages in received.values()} == {("first", "second")}


def test_few_subscribers_receive_messages_at_once() -> None:
    received: list[int] = []
    delivery: SlicedDelivery[int] = SlicedDelivery()
    delivery.deliver(received.append, [*range(20)])
    assert received == [*range(20)]
    assert not delivery.is_pending
