"""A bounded queue with priorities, and with round robin between the shares of a priority."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

from ringrift.server.errors import ApiError

Item = TypeVar("Item")


class Priority(IntEnum):
    """Whose work comes first. Lower numbers precede higher ones."""

    LIVE_GAME = 0  # games in progress that a person plays
    ACCOUNT = 1
    GUEST = 2  # guests, and visitors without an account
    BACKGROUND = 3  # games of levels alone


@dataclass(frozen=True, slots=True)
class Requester:
    """An account; or the address of guests, which anyone can create in numbers."""

    share: str
    priority: Priority


_LIMITED: Final = (Priority.ACCOUNT, Priority.GUEST)  # the number of games limits the others


class FairQueue(Generic[Item]):
    """A share is an account or an address. One with many items delays another's first by one."""

    def __init__(self, *, max_items: int, max_per_share: int) -> None:
        """Limit the items of requests; those of games are never refused."""
        self._max_items = max_items
        self._max_per_share = max_per_share
        self._shares: dict[Priority, OrderedDict[str, deque[Item]]] = {
            priority: OrderedDict() for priority in Priority
        }

    def __len__(self) -> int:
        return self._count(tuple(Priority))

    def push(self, item: Item, share: str, priority: Priority) -> Item | None:
        """Add an item. A full queue gives up and returns an item of the longest lower share."""
        evicted = None
        if priority in _LIMITED:
            own = len(self._shares[priority].get(share, ()))
            if own >= self._max_per_share:
                message = f"{own} of your requests are waiting: wait for their responses first"
                raise ApiError(429, "TOO_MANY", message, more={"retryAfter": 1})
            if self._count(_LIMITED) >= self._max_items:
                evicted = self._evict(priority, own)
        self._shares[priority].setdefault(share, deque()).append(item)
        return evicted

    def pop(self, lowest: Priority = Priority.BACKGROUND) -> Item | None:
        """Return the next item, of the `lowest` priority or a higher one."""
        for priority in Priority:
            shares = self._shares[priority]
            if priority > lowest:
                break
            if shares:
                share, items = next(iter(shares.items()))
                item = items.popleft()
                del shares[share]
                if items:
                    shares[share] = items  # behind the other shares
                return item
        return None

    def remove(self, item: Item) -> None:
        """Remove an item, if it is still queued."""
        for shares in self._shares.values():
            for share, items in shares.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del shares[share]
                    return

    def clear(self) -> list[Item]:
        """Remove and return all items."""
        found = []
        while (item := self.pop()) is not None:
            found.append(item)
        return found

    def _count(self, priorities: tuple[Priority, ...]) -> int:
        return sum(len(items) for one in priorities for items in self._shares[one].values())

    def _evict(self, priority: Priority, waiting: int) -> Item:
        """Remove the last item of the longest share that a new item may displace."""
        for lower in reversed(_LIMITED):
            shares = self._shares[lower]
            if not shares:
                continue
            share, items = max(shares.items(), key=lambda entry: len(entry[1]))
            if lower > priority or (lower == priority and len(items) > waiting + 1):
                item = items.pop()
                if not items:
                    del shares[share]
                return item
            break
        raise queue_full()


def queue_full() -> ApiError:
    """Return the error of work that the server has no capacity for."""
    message = "the server is busy: try again in a few seconds"
    return ApiError(503, "QUEUE_FULL", message, more={"retryAfter": 2})
