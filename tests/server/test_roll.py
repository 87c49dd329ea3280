"""The roll of those who are connected, at this worker or another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from ringrift.server.bus import LocalBus
from ringrift.server.games.presence import Presence
from ringrift.server.games.roll import Roll
from ringrift.server.storage.database import Database
from tests.server.serving import PATIENCE

ABSENCE = 0.6  # seconds, so that a grace is short
ROUND = 0.05  # so long that a busy machine misses no calls
SHORT_ROUND = 0.01  # so short that a worker is soon missed


class Heard:
    """A roll, and what it told."""

    def __init__(self, bus: LocalBus, worker: str, *, every: float = ROUND) -> None:
        self.roll = Roll(bus, worker, ABSENCE, every=every)
        self.told: list[str | None] = []
        self._news = asyncio.Event()
        self.roll.listen(self._hear)

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
        await one.roll.close()
        await other.roll.close()


def played(story: Callable[[Heard, Heard], Awaitable[None]]) -> None:
    async def play() -> None:
        async with workers() as (one, other):
            await story(one, other)

    asyncio.run(play())


def test_whoever_comes_to_a_worker_is_here_for_all_until_they_go() -> None:
    async def story(one: Heard, other: Heard) -> None:
        assert not other.roll.has("Ada")
        one.roll.come("Ada")
        assert one.roll.has("Ada")
        await other.until(lambda: other.roll.has("Ada"))
        one.roll.go("Ada")
        await other.until(lambda: not other.roll.has("Ada"))
        assert not one.roll.has("Ada")

    played(story)


def test_who_comes_back_within_the_grace_was_never_away() -> None:
    async def story(one: Heard, _other: Heard) -> None:
        one.roll.come("Ada")
        one.roll.come("Bob")
        one.roll.go("Ada")
        one.roll.go("Bob")
        one.roll.come("Ada")
        await one.until(lambda: not one.roll.has("Bob"))
        assert one.roll.has("Ada")
        assert one.told.count("Ada") == 1

    played(story)


def test_who_moves_to_another_worker_was_never_away() -> None:
    async def story(one: Heard, other: Heard) -> None:
        one.roll.come("Ada")
        await other.until(lambda: other.roll.has("Ada"))
        one.roll.go("Ada")
        other.roll.come("Ada")
        heard = len(one.told)
        await one.until(lambda: len(one.told) >= heard + 2)  # Ada comes there, and goes here
        assert one.roll.has("Ada")

    played(story)


def test_a_visitor_without_an_account_is_on_no_roll(tmp_path: Path) -> None:
    async def story(one: Heard, other: Heard) -> None:
        database = Database(f"sqlite:///{tmp_path}/ringrift.db")
        await database.start()
        presence = Presence(database, ABSENCE, one.roll)
        presence.come("192.0.2.7", known=False)
        presence.come("Ada")
        assert presence.connections("192.0.2.7") == 1
        await other.until(lambda: other.roll.has("Ada"))
        presence.go("192.0.2.7")
        presence.go("Ada")
        await other.until(lambda: not other.roll.has("Ada"))
        assert {*one.told, *other.told} == {None, "Ada"}
        await presence.close()
        await database.close()

    played(story)


def test_a_worker_that_dies_takes_its_people_with_it() -> None:
    async def story() -> None:
        bus = LocalBus()
        victim, survivor = (Heard(bus, name, every=SHORT_ROUND) for name in ("victim", "survivor"))
        await survivor.settled()
        victim.roll.come("Ada")
        survivor.roll.come("Bob")
        await survivor.until(lambda: survivor.roll.has("Ada"))
        await victim.roll.close()
        await survivor.until(lambda: not survivor.roll.has("Ada"))
        assert survivor.roll.has("Bob")
        await survivor.roll.close()

    asyncio.run(story())


def test_a_worker_that_has_just_begun_takes_everybody_for_here() -> None:
    """They connect again, and it has not yet heard who is at the others."""

    async def story() -> None:
        begun = Heard(LocalBus(), "one")
        assert begun.roll.has("Ada")
        await begun.settled()
        assert not begun.roll.has("Ada")
        await begun.roll.close()

    asyncio.run(story())


def test_a_worker_that_begins_later_learns_who_is_at_the_others() -> None:
    async def story() -> None:
        bus = LocalBus()
        first = Heard(bus, "first")
        first.roll.come("Ada")
        await first.settled()  # its news has been told meanwhile
        later = Heard(bus, "later")
        await later.settled()
        await later.until(lambda: later.roll.has("Ada"))
        await first.roll.close()
        await later.roll.close()

    asyncio.run(story())
