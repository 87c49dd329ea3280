"""The open connections of a worker: how many there are, and how much they hold in memory."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, Protocol, Self, cast

from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.settings import Settings

NOTICED_BYTES: Final = 1 << 16  # unread bytes from which a connection counts as slow
_REFUSALS: Final = 100  # within ten seconds, beyond which an address floods
_REFUSAL_SECONDS: Final = 10.0
_FLOOD_SECONDS: Final = 1.0  # for which requests of a flooding address are not read
_MAX_FLOODS: Final = 10_000  # addresses
_MAX_UNREAD_BYTES: Final = 1 << 27  # of all slow connections
_MAX_UNREAD_BYTES_PER_CLIENT: Final = 1 << 24


class SlowConnection(Protocol):
    """A connection that buffers what its client has not read."""

    @property
    def buffered_bytes(self) -> int: ...

    @property
    def client_key(self) -> str:
        """The account or the address."""

    def abort(self) -> None:
        """Drop the connection and its buffer at once."""


class Connections:
    """One per worker; counts connections by address and bounds their buffers together."""

    def __init__(
        self,
        *,
        per_address: int,
        total: int,
        proxies: frozenset[str] = frozenset(),
        clock: Callable[[], float] = monotonic,
        on_flood: Callable[[], object] = lambda: None,
    ) -> None:
        """Proxies may open any number, because many clients share them.

        `on_flood` is called for each request of a flooding address.
        """
        self._clock = clock
        self._on_flood = on_flood
        self._refusals = RateLimit(_REFUSALS, _REFUSAL_SECONDS, clock=clock)
        self._floods: OrderedDict[str, float] = OrderedDict()  # until when, by address
        self._per_address = per_address
        self._total = total
        self._proxies = proxies
        self._count: Counter[str] = Counter()
        self._slow: set[SlowConnection] = set()

    @classmethod
    def of(
        cls, settings: Settings, clock: Callable[[], float], on_flood: Callable[[], object]
    ) -> Self:
        return cls(
            clock=clock,
            on_flood=on_flood,
            per_address=settings.connections_per_address,
            total=settings.max_connections,
            proxies=frozenset(filter(None, map(str.strip, settings.trusted_proxies.split(",")))),
        )

    def __len__(self) -> int:
        return self._count.total()

    def is_proxy(self, address: str) -> bool:
        """Return whether many clients share the address."""
        return address in self._proxies

    def admit(self, address: str) -> bool:
        """Count a new connection; return False if there are too many."""
        if len(self) >= self._total or (
            not self.is_proxy(address) and self._count[address] >= self._per_address
        ):
            return False
        self._count[address] += 1
        return True

    def release(self, address: str) -> None:
        """Forget a connection that was admitted."""
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def note_refusal(self, address: str) -> None:
        """Count a request that exceeded a limit; too many of them are a flood."""
        if self.is_proxy(address) or not self._refusals.take(address):
            return
        if address not in self._floods:
            log_security_event("limited", address=address, about="flood")
        self._floods[address] = self._clock() + _FLOOD_SECONDS
        if len(self._floods) > _MAX_FLOODS:
            self._floods.popitem(last=False)

    def is_flooding(self, address: str) -> bool:
        """Return whether to refuse a request of the address without reading it.

        A refusal by the application takes a millisecond of the event loop.
        """
        until = self._floods.get(address)
        if until is None:
            return False
        if self._clock() >= until:
            del self._floods[address]
            return False
        self._on_flood()
        return True

    def notice_backlog(self, connection: SlowConnection) -> None:
        """Drop the connection with the most unread bytes, of a client or of all, beyond a limit."""
        self._slow.add(connection)
        self._slow = {one for one in self._slow if one.buffered_bytes > NOTICED_BYTES}
        same = [one for one in self._slow if one.client_key == connection.client_key]
        for group, limit in (
            (same, _MAX_UNREAD_BYTES_PER_CLIENT),
            ([*self._slow], _MAX_UNREAD_BYTES),
        ):
            waiting = sorted(group, key=lambda one: one.buffered_bytes)
            while sum(one.buffered_bytes for one in waiting) > limit:
                self.forget(worst := waiting.pop())
                worst.abort()

    def forget(self, connection: SlowConnection) -> None:
        """Stop watching the buffer of a connection."""
        self._slow.discard(connection)


def connections_of(app: Any) -> Connections | None:
    """Return the connections of the application's worker; None for another application."""
    worker = getattr(getattr(app, "state", None), "worker", None)
    return None if worker is None else cast(Connections, worker.connections)
