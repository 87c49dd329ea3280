"""Token buckets: so many at once, and so many a second after that."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

_MOST_KEYS: Final = 50_000  # the longest unused are forgotten first: they have filled up again


@dataclass(slots=True)
class Bucket:
    """What one caller has left."""

    left: float
    at: float


class Limit:
    """The same limit for every key, such as an account or an address."""

    def __init__(
        self,
        most: float,
        seconds: float,
        *,
        clock: Callable[[], float] = monotonic,
        keys: int = _MOST_KEYS,
    ) -> None:
        """`most` in any `seconds`; as many at once."""
        self._most = most
        self._rate = most / seconds
        self._clock = clock
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Use it up; returns 0, or in how many seconds it may be tried again."""
        now = self._clock()
        bucket = self._buckets.pop(key, None) or Bucket(self._most, now)
        self._buckets[key] = bucket
        if len(self._buckets) > self._keys:
            self._buckets.popitem(last=False)
        bucket.left = min(self._most, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.left < cost:
            return (cost - bucket.left) / self._rate if self._rate else float("inf")
        bucket.left -= cost
        return 0.0
