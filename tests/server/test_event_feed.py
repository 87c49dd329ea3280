"""The event feed: each event once and in order, to many subscribers without delaying others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from sqlalchemy import insert
from websockets.frames import Frame, Opcode

from ringrift.server.bus.bus import LocalBus
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.games.event_batch import EventBatch
from ringrift.server.games.event_feed import EventFeed
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import events, games
from ringrift.server.websocket_frames import encode_text_frame
from tests.server.running_server import TIMEOUT

GAME = "0" * 32
SPECTATORS = 1000


class Spectator:
    """Keeps what it receives."""

    def __init__(self) -> None:
        self.batches: list[EventBatch] = []
        self.seconds = 0.0  # that a delivery takes
        self.reading = asyncio.Event()
        self.reading.set()

    def send_events(self, game: str, batch: EventBatch) -> None:
        assert game == GAME
        self.batches.append(batch)
        until = perf_counter() + self.seconds
        while perf_counter() < until:
            pass

    async def drain(self) -> None:
        await self.reading.wait()

    @property
    def sequences(self) -> list[int]:
        return [sequence for batch in self.batches for sequence, _ in batch.events]


def run(folder: Path, scenario: Callable[[EventFeed, LocalBus], Awaitable[None]]) -> None:
    async def whole() -> None:
        database, bus = Database(f"sqlite:///{folder}/feed.db"), LocalBus()
        await database.start()
        feed = EventFeed(database, bus)
        try:
            await scenario(feed, bus)
        finally:
            await feed.close()
            await database.close()

    asyncio.run(whole())


async def watch(feed: EventFeed, count: int) -> list[Spectator]:
    spectators = [Spectator() for _ in range(count)]
    for spectator in spectators:
        await feed.subscribe(spectator, GAME, 0)
    return spectators


async def store(database: Database, count: int, size: int) -> None:
    """Store a game with events of that size."""
    game: dict[str, object] = {"id": GAME, "settings": "{}", "status": "live"}
    game |= {"visibility": "public"}
    game |= {"rated": False, "invite_code": "c", "created_at": 0.0, "owner_term": 0}
    rows = [
        {"game_id": GAME, "sequence": number, "at": 0.0, "kind": "move"}
        | {"body": f'{{"padding":"{"x" * size}"}}'}
        for number in range(1, count + 1)
    ]
    async with database.engine.begin() as connection:
        await connection.execute(insert(games), [game | {"sequence": count}])
        await connection.execute(insert(events), rows)


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not done():
            await asyncio.sleep(0)


def test_other_work_continues_while_an_event_reaches_many_spectators(tmp_path: Path) -> None:
    """A delivery takes 0.5 ms: other work has its turn after few of them."""

    async def scenario(feed: EventFeed, bus: LocalBus) -> None:
        spectators = await watch(feed, 200)
        for spectator in spectators:
            spectator.seconds = 0.0005
        reached = [0]
        await bus.publish(game_topic(GAME), [(1, "{}")])
        while reached[-1] < len(spectators):
            reached.append(sum(bool(one.batches) for one in spectators))
            await asyncio.sleep(0)
        assert max(after - before for before, after in pairwise(reached)) <= 40

    run(tmp_path, scenario)


def test_events_reach_few_spectators_at_once(tmp_path: Path) -> None:
    """The players of a game must not wait for a pause."""

    async def scenario(feed: EventFeed, bus: LocalBus) -> None:
        spectators = await watch(feed, 20)
        for sequence in (1, 2):
            await bus.publish(game_topic(GAME), [(sequence, "{}")])
        assert {tuple(one.sequences) for one in spectators} == {(1, 2)}

    run(tmp_path, scenario)


def test_events_that_follow_quickly_arrive_once_and_in_order(tmp_path: Path) -> None:
    async def scenario(feed: EventFeed, bus: LocalBus) -> None:
        spectators = await watch(feed, SPECTATORS)
        for sequence in (1, 2, 3):
            await bus.publish(game_topic(GAME), [(sequence, "{}")])
        await until(lambda: len(spectators[-1].batches) == 3)
        assert {tuple(one.sequences) for one in spectators} == {(1, 2, 3)}

    run(tmp_path, scenario)


def test_an_event_is_encoded_once_for_all_spectators(tmp_path: Path) -> None:
    async def scenario(feed: EventFeed, bus: LocalBus) -> None:
        first, second = await watch(feed, 2)
        await bus.publish(game_topic(GAME), [(1, "{}")])
        assert first.batches[0].frame is second.batches[0].frame

    run(tmp_path, scenario)


def test_a_spectator_who_leaves_during_the_delivery_receives_nothing_more(tmp_path: Path) -> None:
    async def scenario(feed: EventFeed, bus: LocalBus) -> None:
        spectators = await watch(feed, SPECTATORS)
        spectators[0].seconds = 0.003  # a whole slice
        await bus.publish(game_topic(GAME), [(1, "{}")])
        feed.unsubscribe(spectators[-1], GAME)
        await until(lambda: bool(spectators[-2].batches))
        assert not spectators[-1].batches

    run(tmp_path, scenario)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536])
def test_a_frame_has_the_header_of_its_length(length: int) -> None:
    """RFC 6455, section 5.2."""
    text = "x" * length
    reference = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert encode_text_frame(text) == reference


def test_a_long_game_is_sent_in_parts_as_the_client_reads_them(tmp_path: Path) -> None:
    async def scenario(feed: EventFeed, _bus: LocalBus) -> None:
        await store(feed._database, 1200, 1000)
        spectator = Spectator()
        spectator.reading.clear()
        subscribing = asyncio.create_task(feed.subscribe(spectator, GAME, 0))
        await until(lambda: spectator.batches != [])
        assert len(spectator.batches) == 1
        assert len(spectator.batches[0].message) < 1 << 17
        spectator.reading.set()
        await subscribing
        assert spectator.sequences == [*range(1, 1201)]
        assert len(spectator.batches) > 10

    run(tmp_path, scenario)
