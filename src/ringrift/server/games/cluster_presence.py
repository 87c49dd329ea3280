"""Which accounts are connected to any worker, exchanged over the bus and never stored."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock

_TOPIC: Final = "presence"
_MAX_GRACE: Final = 5.0  # seconds
_UPDATE_SECONDS: Final = 0.5  # changes within this time are sent together
_UPDATES_PER_HEARTBEAT: Final = 8  # a heartbeat repeats everything, because messages can be lost
_MISSED_HEARTBEATS: Final = 3  # after which a connection elsewhere counts as gone

OnChange = Callable[[str | None], None]  # gets the account; None: any account may have changed


class ClusterPresence:
    """One per worker. An account that loses its connection has a grace period to reconnect.

    At the start of a worker all accounts count as connected for that period: clients reconnect
    and the other workers have not sent their heartbeats yet.
    """

    def __init__(
        self,
        bus: Bus,
        worker: str,
        absence_seconds: float,
        clock: Clock,
        *,
        update_seconds: float = _UPDATE_SECONDS,
    ) -> None:
        self._bus = bus
        self._clock = clock
        self._worker = worker
        self._update_seconds = update_seconds
        self._grace = min(_MAX_GRACE, absence_seconds / 3)
        self._local: set[str] = set()  # accounts that are connected here
        self._leaving: dict[str, asyncio.TimerHandle] = {}  # of them, those in their grace period
        # For each account elsewhere: its workers, and when each of them last reported it.
        self._remote: dict[str, dict[str, float]] = defaultdict(dict)
        self._unsent: dict[str, bool] = {}  # changes for the other workers
        self._listeners: list[OnChange] = []
        self._warmed_up = False
        self._warm_up = asyncio.get_running_loop().call_later(self._grace, self._end_warm_up)
        self._task = asyncio.create_task(self._send_updates(), name="cluster presence")
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._repeat_all)

    def is_connected(self, account: str) -> bool:
        """Return whether the account is connected to any worker."""
        return not self._warmed_up or account in self._local or account in self._remote

    def connected(self) -> set[str]:
        """Return the accounts that are known to be connected to any worker."""
        return self._local | self._remote.keys()

    def add_listener(self, on_change: OnChange) -> None:
        """Call the listener whenever an account connects or disconnects."""
        self._listeners.append(on_change)

    def connect(self, account: str) -> None:
        """Record the first connection of the account to this worker."""
        leaving = self._leaving.pop(account, None)
        if leaving is not None:
            leaving.cancel()
            return
        self._local.add(account)
        self._changed(account, connected=True)

    def disconnect(self, account: str) -> None:
        """Record the end of the account's last connection to this worker."""
        loop = asyncio.get_running_loop()
        self._leaving[account] = loop.call_later(self._grace, self._end_grace, account)

    async def close(self) -> None:
        """Stop. The other workers miss the heartbeats; by then the clients have reconnected."""
        self._bus.unsubscribe(_TOPIC, self._receive)
        for timer in (self._warm_up, *self._leaving.values()):
            timer.cancel()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _end_grace(self, account: str) -> None:
        del self._leaving[account]
        self._local.discard(account)
        self._changed(account, connected=False)

    def _changed(self, account: str, *, connected: bool) -> None:
        self._unsent[account] = connected
        self._notify(account)

    def _end_warm_up(self) -> None:
        self._warmed_up = True
        self._notify(None)

    def _notify(self, account: str | None) -> None:
        for on_change in self._listeners:
            on_change(account)

    async def _send_updates(self) -> None:
        for number in count(1):
            await asyncio.sleep(self._update_seconds)
            changes, self._unsent = self._unsent, {}
            if number % _UPDATES_PER_HEARTBEAT == 0:
                changes |= dict.fromkeys(self._local, True)
                self._drop_silent()
            if not changes:
                continue
            await self._bus.publish(_TOPIC, {"worker": self._worker, "changes": changes})

    def _repeat_all(self) -> None:
        """Send everything with the next update: the bus lost messages."""
        self._unsent = dict.fromkeys(self._local, True) | self._unsent

    def _receive(self, message: Any) -> None:
        worker = message["worker"]
        if worker == self._worker:
            return
        for account, connected in message["changes"].items():
            if connected:
                new = account not in self._remote
                self._remote[account][worker] = self._clock.monotonic()
                if new:
                    self._notify(account)
            elif account in self._remote:
                self._remove(account, worker)

    def _drop_silent(self) -> None:
        """Remove the accounts of workers whose heartbeats stopped."""
        heartbeat = _UPDATES_PER_HEARTBEAT * self._update_seconds
        since = self._clock.monotonic() - _MISSED_HEARTBEATS * heartbeat
        silent = [
            (account, worker)
            for account, workers in self._remote.items()
            for worker, reported_at in workers.items()
            if reported_at < since
        ]
        for account, worker in silent:
            self._remove(account, worker)

    def _remove(self, account: str, worker: str) -> None:
        workers = self._remote[account]
        workers.pop(worker, None)
        if not workers:
            del self._remote[account]
            self._notify(account)
