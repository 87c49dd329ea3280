"""Which accounts are connected to any worker; workers tell each other over the bus, and nothing is stored."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any, Final

from ringrift.server.bus.bus import Bus

_TOPIC: Final = "presence"
_MOST_GRACE: Final = 5.0  # seconds
_ROUND: Final = 0.5  # seconds: who comes and goes meanwhile is told as one
_ROUNDS_IN_A_CALL: Final = (
    8  # then all who are here are told again, as a message can be lost: within a grace
)
_MISSED_CALLS: Final = 3  # after so many a worker, or a connection there, is gone
_log = logging.getLogger("ringrift.server.games")

Changed = Callable[[str | None], None]  # which account came or went; None: anybody may have


class ClusterPresence:
    """One for a worker. Whoever loses a connection has a grace of some seconds to come back.

    So has everybody when a worker begins: they connect again, and the other workers have not yet spoken.
    """

    def __init__(
        self, bus: Bus, worker: str, absence_seconds: float, *, every: float = _ROUND
    ) -> None:
        self._bus = bus
        self._worker = worker
        self._round = every
        self._grace = min(_MOST_GRACE, absence_seconds / 3)
        self._here: set[str] = set()  # at this worker
        self._leaving: dict[str, asyncio.TimerHandle] = {}  # of them, those who may come back
        self._elsewhere: dict[str, dict[str, float]] = defaultdict(
            dict
        )  # at which workers, and told when
        self._news: dict[str, bool] = {}  # not yet told to the others
        self._listeners: list[Changed] = []
        self._settled = False
        self._settling = asyncio.get_running_loop().call_later(self._grace, self._settle)
        self._task = asyncio.create_task(self._call(), name="cluster presence")
        bus.listen(_TOPIC, self._heard)

    def has(self, account: str) -> bool:
        """Whether the account is here, at whichever worker."""
        return not self._settled or account in self._here or account in self._elsewhere

    def listen(self, changed: Changed) -> None:
        """Tell of all who come or go."""
        self._listeners.append(changed)

    def come(self, account: str) -> None:
        """The account has its first connection at this worker."""
        leaving = self._leaving.pop(account, None)
        if leaving is not None:
            leaving.cancel()
            return
        self._here.add(account)
        self._note(account, here=True)

    def go(self, account: str) -> None:
        """Its last connection at this worker has ended."""
        loop = asyncio.get_running_loop()
        self._leaving[account] = loop.call_later(self._grace, self._gone, account)

    async def close(self) -> None:
        """The others find out by the silence: until then whoever was here has connected to them."""
        self._bus.ignore(_TOPIC, self._heard)
        for timer in (self._settling, *self._leaving.values()):
            timer.cancel()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _gone(self, account: str) -> None:
        del self._leaving[account]
        self._here.discard(account)
        self._note(account, here=False)

    def _note(self, account: str, *, here: bool) -> None:
        self._news[account] = here
        self._tell(account)

    def _settle(self) -> None:
        self._settled = True
        self._tell(None)

    def _tell(self, account: str | None) -> None:
        for changed in self._listeners:
            changed(account)

    async def _call(self) -> None:
        for number in count(1):
            await asyncio.sleep(self._round)
            news, self._news = self._news, {}
            if number % _ROUNDS_IN_A_CALL == 0:
                news |= dict.fromkeys(self._here, True)
                self._forget_silent()
            if not news:
                continue
            try:
                await self._bus.publish(_TOPIC, {"worker": self._worker, "news": news})
            except Exception:  # noqa: BLE001 - who is here is told again, who is gone falls silent
                _log.exception("who is here could not be told to the other workers")

    def _heard(self, message: Any) -> None:
        worker = message["worker"]
        if worker == self._worker:
            return
        for account, here in message["news"].items():
            if here:
                new = account not in self._elsewhere
                self._elsewhere[account][worker] = monotonic()
                if new:
                    self._tell(account)
            elif account in self._elsewhere:
                self._strike(account, worker)

    def _forget_silent(self) -> None:
        since = monotonic() - _MISSED_CALLS * _ROUNDS_IN_A_CALL * self._round
        silent = [
            (account, worker)
            for account, workers in self._elsewhere.items()
            for worker, told in workers.items()
            if told < since
        ]
        for account, worker in silent:
            self._strike(account, worker)

    def _strike(self, account: str, worker: str) -> None:
        workers = self._elsewhere[account]
        workers.pop(worker, None)
        if not workers:
            del self._elsewhere[account]
            self._tell(account)
