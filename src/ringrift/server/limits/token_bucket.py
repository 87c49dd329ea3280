"""Token buckets in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_MAX_KEYS: Final = 50_000  # the least recently used are evicted: their buckets are full again


@dataclass(slots=True)
class _Bucket:
    tokens: float
    updated_at: float


class RateLimit:
    """One limit with a bucket per key, such as an account or an address."""

    def __init__(
        self,
        capacity: float,
        seconds: float,
        *,
        clock: Callable[[], float],
        max_keys: int = _MAX_KEYS,
    ) -> None:
        """Allow `capacity` requests within any `seconds`, and as many at once."""
        self._capacity = capacity
        self._rate = capacity / seconds
        self._clock = clock
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take tokens and return 0, or return the seconds until there are enough."""
        now = self._clock()
        bucket = self._buckets.pop(key, None) or _Bucket(self._capacity, now)
        self._buckets[key] = bucket
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)
        refilled = bucket.tokens + (now - bucket.updated_at) * self._rate
        bucket.tokens = min(self._capacity, refilled)
        bucket.updated_at = now
        if bucket.tokens < cost:
            return (cost - bucket.tokens) / self._rate if self._rate else float("inf")
        bucket.tokens -= cost
        return 0.0

    def give_back(self, key: str) -> None:
        """Return a token, up to the capacity."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.tokens = min(self._capacity, bucket.tokens + 1.0)
