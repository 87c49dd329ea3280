"""The roll of those who are connected, at this worker or another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from ringrift.server.bus import LocalBus
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.presence import Presence
from ringrift.server.storage.database import Database
from tests.server.running_server import PATIENCE

ABSENCE = 0.6  # seconds, so that a grace is short
ROUND = 0.05  # so long that a busy machine misses no calls
SHORT_ROUND = 0.01  # so short that a worker is soon missed


class Heard:
    """A roll, and what it told."""

    def __init__(self, bus: LocalBus, worker: str, *, update_seconds: float = ROUND) -> None:
        self.cluster = ClusterPresence(bus, worker, ABSENCE, update_seconds=update_seconds)
        self.told: list[str | None] = []
        self._news = asyncio.Event()
        self.cluster.add_listener(self._hear)

    def _hear(self, account: str | None) -> None:
        self.told.append(account)
        self._news.set()

    async def until(self, fits: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not fits():
                self._news.clear()
                await self._news.wait()

    async def settled(self) -> None:
        await self.until(lambda: None in self.told)


@asynccontextmanager
async def workers() -> AsyncIterator[tuple[Heard, Heard]]:
    bus = LocalBus()
    one, other = Heard(bus, "one"), Heard(bus, "other")
    await one.settled()
    await other.settled()
    try:
        yield one, other
    finally:
        await one.cluster.close()
        await other.cluster.close()


def played(scenario: Callable[[Heard, Heard], Awaitable[None]]) -> None:
    async def play() -> None:
        async with workers() as (one, other):
            await scenario(one, other)

    asyncio.run(play())


def test_whoever_comes_to_a_worker_is_here_for_all_until_they_go() -> None:
    async def scenario(one: Heard, other: Heard) -> None:
        assert not other.cluster.is_connected("Ada")
        one.cluster.connect("Ada")
        assert one.cluster.is_connected("Ada")
        await other.until(lambda: other.cluster.is_connected("Ada"))
        one.cluster.disconnect("Ada")
        await other.until(lambda: not other.cluster.is_connected("Ada"))
        assert not one.cluster.is_connected("Ada")

    played(scenario)


def test_who_comes_back_within_the_grace_was_never_away() -> None:
    async def scenario(one: Heard, _other: Heard) -> None:
        one.cluster.connect("Ada")
        one.cluster.connect("Bob")
        one.cluster.disconnect("Ada")
        one.cluster.disconnect("Bob")
        one.cluster.connect("Ada")
        await one.until(lambda: not one.cluster.is_connected("Bob"))
        assert one.cluster.is_connected("Ada")
        assert one.told.count("Ada") == 1

    played(scenario)


def test_who_moves_to_another_worker_was_never_away() -> None:
    async def scenario(one: Heard, other: Heard) -> None:
        one.cluster.connect("Ada")
        await other.until(lambda: other.cluster.is_connected("Ada"))
        one.cluster.disconnect("Ada")
        other.cluster.connect("Ada")
        heard = len(one.told)
        await one.until(lambda: len(one.told) >= heard + 2)  # Ada comes there, and goes here
        assert one.cluster.is_connected("Ada")

    played(scenario)


def test_a_visitor_without_an_account_is_on_no_roll(tmp_path: Path) -> None:
    async def scenario(one: Heard, other: Heard) -> None:
        database = Database(f"sqlite:///{tmp_path}/ringrift.db")
        await database.start()
        presence = Presence(database, ABSENCE, one.cluster)
        presence.connect("192.0.2.7", logged_in=False)
        presence.connect("Ada")
        assert presence.connections("192.0.2.7") == 1
        await other.until(lambda: other.cluster.is_connected("Ada"))
        presence.disconnect("192.0.2.7")
        presence.disconnect("Ada")
        await other.until(lambda: not other.cluster.is_connected("Ada"))
        assert {*one.told, *other.told} == {None, "Ada"}
        await presence.close()
        await database.close()

    played(scenario)


def test_a_worker_that_dies_takes_its_people_with_it() -> None:
    async def scenario() -> None:
        bus = LocalBus()
        victim, survivor = (
            Heard(bus, name, update_seconds=SHORT_ROUND) for name in ("victim", "survivor")
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


def test_a_worker_that_has_just_begun_takes_everybody_for_here() -> None:
    """They connect again, and it has not yet heard who is at the others."""

    async def scenario() -> None:
        begun = Heard(LocalBus(), "one")
        assert begun.cluster.is_connected("Ada")
        await begun.settled()
        assert not begun.cluster.is_connected("Ada")
        await begun.cluster.close()

    asyncio.run(scenario())


def test_a_worker_that_begins_later_learns_who_is_at_the_others() -> None:
    async def scenario() -> None:
        bus = LocalBus()
        first = Heard(bus, "first")
        first.cluster.connect("Ada")
        await first.settled()  # its news has been told meanwhile
        later = Heard(bus, "later")
        await later.settled()
        await later.until(lambda: later.cluster.is_connected("Ada"))
        await first.cluster.close()
        await later.cluster.close()

    asyncio.run(scenario())
