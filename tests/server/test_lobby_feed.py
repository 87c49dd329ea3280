"""The lobby is encoded once, and a slow subscriber gets the latest one only."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.types import Account
from ringrift.server.bus.bus import LocalBus
from ringrift.server.clock import SystemClock
from ringrift.server.games.service import Games
from ringrift.server.games.types import NewGame
from ringrift.server.lobby import service
from ringrift.server.lobby.quick_match import QuickMatch, SeekRequest
from ringrift.server.lobby.service import Lobby
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games, seeks
from ringrift.server.websocket_frames import EncodedMessage
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import HIGH_LIMITS, TIMEOUT


class Subscriber:
    """Keeps what it receives; `buffered_bytes` is what its client has not read."""

    def __init__(self) -> None:
        self.received: list[EncodedMessage] = []
        self.buffered_bytes = 0

    def send_encoded(self, message: EncodedMessage) -> None:
        self.received.append(message)

    @property
    def latest(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self._message["games"]
        return listed

    @property
    def counts(self) -> list[int]:
        return [count["waiting"] for count in self._message["quick_match"]]

    @property
    def _message(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.received[-1].text)
        assert message["type"] == "lobby"
        return message


class OpenLobby:
    """A lobby on a real database, and an account that creates games."""

    def __init__(
        self,
        lobby: Lobby,
        games_: Games,
        quick_match: QuickMatch,
        account: Account,
        database: Database,
    ) -> None:
        self.lobby = lobby
        self.database = database
        self._games = games_
        self._quick_match = quick_match
        self._account = account

    async def create(self) -> None:
        await self._games.create(self._account, NewGame(settings={"players": 2}))
        await self.lobby.publish_change()

    async def seek(self) -> None:
        await self._quick_match.seek(self._account, SeekRequest())
        await self.lobby.publish_change()


def run(folder: Path, scenario: Callable[[OpenLobby], Awaitable[None]]) -> None:
    async def whole() -> None:
        database, bus, clock = Database(f"sqlite:///{folder}/lobby.db"), LocalBus(), SystemClock()
        await database.start()
        games_ = Games(database, HIGH_LIMITS, clock, InlineWorkPool())
        guest = await Accounts(database, InlineWorkPool()).create_guest(clock.now())
        quick_match = QuickMatch(database, games_, Ratings(database, games_, clock), clock)
        lobby = Lobby(games_, quick_match, bus)
        try:
            await scenario(OpenLobby(lobby, games_, quick_match, guest, database))
        finally:
            await lobby.close()
            await database.close()

    asyncio.run(whole())


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not done():
            await asyncio.sleep(0.01)


def test_a_change_is_encoded_once_for_all_subscribers(tmp_path: Path) -> None:
    async def scenario(opened: OpenLobby) -> None:
        subscribers = [Subscriber() for _ in range(3)]
        for subscriber in subscribers:
            await opened.lobby.subscribe(subscriber)
        await opened.create()
        await until(lambda: all(len(one.received) == 2 for one in subscribers))
        assert len({id(one.received[-1].frame) for one in subscribers}) == 1
        assert len(subscribers[0].latest) == 1

    run(tmp_path, scenario)


def test_a_slow_subscriber_gets_the_latest_list_when_it_has_read_the_earlier_one(
    tmp_path: Path,
) -> None:
    async def scenario(opened: OpenLobby) -> None:
        slow, quick = Subscriber(), Subscriber()
        for subscriber in (slow, quick):
            await opened.lobby.subscribe(subscriber)
        slow.buffered_bytes = 1 << 17
        for number in range(1, 4):
            await opened.create()
            await until(lambda number=number: len(quick.latest) == number)  # type: ignore[misc]
        assert len(slow.received) == 1
        slow.buffered_bytes = 0
        await until(lambda: len(slow.received) == 2)
        assert len(slow.latest) == 3

    run(tmp_path, scenario)


def test_the_list_has_a_bounded_size(tmp_path: Path) -> None:
    async def scenario(opened: OpenLobby) -> None:
        for _ in range(30):
            await opened.create()
        long = json.dumps({"position": "x" * 20_000})
        async with opened.database.engine.begin() as connection:
            await connection.execute(update(games).values(settings=long))
        subscriber = Subscriber()
        await opened.lobby.subscribe(subscriber)
        assert len(subscriber.received[0].frame) < 1 << 18
        assert len(subscriber.latest) == 12

    run(tmp_path, scenario)


def test_nobody_is_sent_the_list_after_unsubscribing(tmp_path: Path) -> None:
    async def scenario(opened: OpenLobby) -> None:
        left, stays = Subscriber(), Subscriber()
        for subscriber in (left, stays):
            await opened.lobby.subscribe(subscriber)
        opened.lobby.unsubscribe(left)
        await opened.create()
        await until(lambda: len(stays.received) == 2)
        assert len(left.received) == 1

    run(tmp_path, scenario)


def test_a_seek_that_expires_is_no_longer_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody announces it: the lobby reads the counts again from time to time."""
    monkeypatch.setattr(service, "_REFRESH_SECONDS", 0.05)

    async def scenario(opened: OpenLobby) -> None:
        subscriber = Subscriber()
        await opened.lobby.subscribe(subscriber)
        await opened.create()
        await opened.seek()
        await until(lambda: subscriber.counts == [1])
        async with opened.database.engine.begin() as connection:
            await connection.execute(update(seeks).values(seen_at=0.0))
        await until(lambda: subscriber.counts == [])
        assert len(subscriber.latest) == 1

    run(tmp_path, scenario)


def test_unchanged_counts_are_not_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_REFRESH_SECONDS", 0.01)

    async def scenario(opened: OpenLobby) -> None:
        subscriber = Subscriber()
        await opened.seek()
        await opened.lobby.subscribe(subscriber)
        await until(lambda: subscriber.counts == [1])
        sent = len(subscriber.received)
        reads = 0
        read = opened.lobby._read_counts

        async def counted() -> list[str]:
            nonlocal reads
            reads += 1
            return await read()

        monkeypatch.setattr(opened.lobby, "_read_counts", counted)
        await until(lambda: reads >= 5)
        assert len(subscriber.received) <= sent + 1  # at most the announced change itself

    run(tmp_path, scenario)
