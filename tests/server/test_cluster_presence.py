"""Presence of accounts across workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from ringrift.server.bus import LocalBus
from ringrift.server.clock import SystemClock
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.presence import Presence
from ringrift.server.storage.database import Database
from tests.server.running_server import TIMEOUT

CLOCK = SystemClock()
ABSENCE = 0.6  # seconds: gives a short grace period
ROUND = 0.05  # seconds: long enough for a busy machine
SHORT_ROUND = 0.01  # seconds: short, to miss a worker soon


class PresenceRecorder:
    """The presence of a worker, and its notifications."""

    def __init__(self, bus: LocalBus, worker: str, *, update_seconds: float = ROUND) -> None:
        self.cluster = ClusterPresence(bus, worker, ABSENCE, CLOCK, update_seconds=update_seconds)
        self.notified: list[str | None] = []
        self._news = asyncio.Event()
        self.cluster.add_listener(self._hear)

    def _hear(self, account: str | None) -> None:
        self.notified.append(account)
        self._news.set()

    async def until(self, fits: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not fits():
                self._news.clear()
                await self._news.wait()

    async def settled(self) -> None:
        await self.until(lambda: None in self.notified)


@asynccontextmanager
async def workers() -> AsyncIterator[tuple[PresenceRecorder, PresenceRecorder]]:
    bus = LocalBus()
    one, other = PresenceRecorder(bus, "one"), PresenceRecorder(bus, "other")
    await one.settled()
    await other.settled()
    try:
        yield one, other
    finally:
        await one.cluster.close()
        await other.cluster.close()


def run_scenario(scenario: Callable[[PresenceRecorder, PresenceRecorder], Awaitable[None]]) -> None:
    async def play() -> None:
        async with workers() as (one, other):
            await scenario(one, other)

    asyncio.run(play())


def test_a_connection_to_any_worker_counts_at_all_workers() -> None:
    async def scenario(one: PresenceRecorder, other: PresenceRecorder) -> None:
        assert not other.cluster.is_connected("Ada")
        one.cluster.connect("Ada")
        assert one.cluster.is_connected("Ada")
        await other.until(lambda: other.cluster.is_connected("Ada"))
        one.cluster.disconnect("Ada")
        await other.until(lambda: not other.cluster.is_connected("Ada"))
        assert not one.cluster.is_connected("Ada")

    run_scenario(scenario)


def test_a_reconnect_within_the_grace_period_does_not_show() -> None:
    async def scenario(one: PresenceRecorder, _other: PresenceRecorder) -> None:
        one.cluster.connect("Ada")
        one.cluster.connect("Bob")
        one.cluster.disconnect("Ada")
        one.cluster.disconnect("Bob")
        one.cluster.connect("Ada")
        await one.until(lambda: not one.cluster.is_connected("Bob"))
        assert one.cluster.is_connected("Ada")
        assert one.notified.count("Ada") == 1

    run_scenario(scenario)


def test_a_reconnect_to_another_worker_does_not_show() -> None:
    async def scenario(one: PresenceRecorder, other: PresenceRecorder) -> None:
        one.cluster.connect("Ada")
        await other.until(lambda: other.cluster.is_connected("Ada"))
        one.cluster.disconnect("Ada")
        other.cluster.connect("Ada")
        notified_before = len(one.notified)
        await one.until(
            lambda: len(one.notified) >= notified_before + 2
        )  # connected there, disconnected here
        assert one.cluster.is_connected("Ada")

    run_scenario(scenario)


def test_a_visitor_without_an_account_has_no_presence(tmp_path: Path) -> None:
    async def scenario(one: PresenceRecorder, other: PresenceRecorder) -> None:
        database = Database(f"sqlite:///{tmp_path}/ringrift.db")
        await database.start()
        presence = Presence(database, ABSENCE, one.cluster, CLOCK)
        presence.connect("192.0.2.7", logged_in=False)
        presence.connect("Ada")
        assert presence.connections("192.0.2.7") == 1
        await other.until(lambda: other.cluster.is_connected("Ada"))
        presence.disconnect("192.0.2.7")
        presence.disconnect("Ada")
        await other.until(lambda: not other.cluster.is_connected("Ada"))
        assert {*one.notified, *other.notified} == {None, "Ada"}
        await presence.close()
        await database.close()

    run_scenario(scenario)


def test_the_accounts_of_a_dead_worker_disappear() -> None:
    async def scenario() -> None:
        bus = LocalBus()
        victim, survivor = (
            PresenceRecorder(bus, name, update_seconds=SHORT_ROUND)
            for name in ("victim", "survivor")
        )
        await survivor.settled()
        victim.cluster.connect("Ada")
        survivor.cluster.connect("Bob")
        await survivor.until(lambda: survivor.cluster.is_connected("Ada"))
        await victim.cluster.close()
        await survivor.until(lambda: not survivor.cluster.is_connected("Ada"))
        assert survivor.cluster.is_connected("Bob")
        await survivor.cluster.close()

    asyncio.run(scenario())


def test_a_new_worker_reports_everybody_as_connected() -> None:
    """Clients reconnect, and no heartbeat has arrived yet."""

    async def scenario() -> None:
        begun = PresenceRecorder(LocalBus(), "one")
        assert begun.cluster.is_connected("Ada")
        await begun.settled()
        assert not begun.cluster.is_connected("Ada")
        await begun.cluster.close()

    asyncio.run(scenario())


def test_a_late_worker_learns_who_is_connected_elsewhere() -> None:
    async def scenario() -> None:
        bus = LocalBus()
        first = PresenceRecorder(bus, "first")
        first.cluster.connect("Ada")
        await first.settled()  # its changes have been sent by now
        later = PresenceRecorder(bus, "later")
        await later.settled()
        await later.until(lambda: later.cluster.is_connected("Ada"))
        await first.cluster.close()
        await later.cluster.close()

    asyncio.run(scenario())
