"""The open games and the quick-match counts, sent to their subscribers on every change."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, Protocol

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.bus.bus import Bus
from ringrift.server.connections import NOTICED_BYTES
from ringrift.server.games.service import Games
from ringrift.server.lobby.quick_match import QuickMatch
from ringrift.server.sliced_delivery import SlicedDelivery
from ringrift.server.websocket_frames import EncodedMessage

_TOPIC: Final = "lobby.changed"
_log = logging.getLogger("ringrift.server.lobby")
_DEBOUNCE_SECONDS: Final = 0.1  # changes within this time are sent together
_RETRY_SECONDS: Final = 0.5  # after which a slow subscriber is tried again
_REFRESH_SECONDS: Final = 5.0  # after which the counts are read again: seeks expire silently
_MAX_BYTES: Final = 1 << 18  # of the lists


class MessageSubscriber(Protocol):
    """Receives messages; must not block."""

    def send(self, message: BaseModel) -> None: ...

    def send_encoded(self, message: EncodedMessage) -> None: ...


class LobbySubscriber(Protocol):
    """Receives the lobby; must not block."""

    @property
    def buffered_bytes(self) -> int: ...

    def send_encoded(self, message: EncodedMessage) -> None: ...


class Lobby:
    """One per worker; a change at any worker reaches the subscribers of all."""

    def __init__(self, games: Games, quick_match: QuickMatch, bus: Bus) -> None:
        self._games = games
        self._quick_match = quick_match
        self._bus = bus
        self._subscribers: dict[LobbySubscriber, None] = {}
        self._latest: EncodedMessage | None = None
        self._listed: list[str] = []  # the open games of the latest message, as JSON
        self._counts: list[str] = []  # its quick-match counts
        self._behind: dict[LobbySubscriber, None] = {}  # who have not read an earlier list
        self._delivery: SlicedDelivery[LobbySubscriber] = SlicedDelivery()
        self._stale = asyncio.Event()
        self._task = asyncio.create_task(self._send_changes(), name="lobby")
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._stale.set)

    async def publish_change(self) -> None:
        """Announce that a game was created, joined, left or started, or a seek began or ended."""
        await self._bus.publish(_TOPIC, None)

    async def subscribe(self, subscriber: LobbySubscriber) -> None:
        """Send the lobby, now and on every change."""
        if not self._subscribers or self._latest is None or self._stale.is_set():
            await self._read()
        self._subscribers[subscriber] = None
        self._send(subscriber)

    def unsubscribe(self, subscriber: LobbySubscriber) -> None:
        """Stop sending the lobby."""
        self._subscribers.pop(subscriber, None)
        self._behind.pop(subscriber, None)

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _receive(self, _message: Any) -> None:
        self._stale.set()

    async def _send_changes(self) -> None:
        while True:
            changed = await self._wait_for_change()
            if self._subscribers:
                try:
                    if changed:
                        await self._read()
                    elif self._counts:
                        changed = await self._refresh_counts()
                except (SQLAlchemyError, OSError):
                    _log.exception("the lobby could not be read")
                    self._stale.set()
                    continue
            due = tuple(self._subscribers if changed else self._behind)
            self._delivery.deliver(self._send_if_subscribed, due)

    async def _wait_for_change(self) -> bool:
        """Return True after a change; False when it is time to retry or to read the counts."""
        waits = [_RETRY_SECONDS] if self._behind else []
        if self._counts and self._subscribers:
            waits.append(_REFRESH_SECONDS)
        try:
            await asyncio.wait_for(self._stale.wait(), min(waits, default=None))
        except TimeoutError:
            return False
        await asyncio.sleep(_DEBOUNCE_SECONDS)
        self._stale.clear()
        return True

    def _send_if_subscribed(self, subscriber: LobbySubscriber) -> None:
        if subscriber in self._subscribers:
            self._send(subscriber)

    def _send(self, subscriber: LobbySubscriber) -> None:
        """Send the latest list; one that reads slowly gets it when it has read the earlier one."""
        assert self._latest is not None
        if subscriber.buffered_bytes > NOTICED_BYTES:
            self._behind[subscriber] = None
        else:
            self._behind.pop(subscriber, None)
            subscriber.send_encoded(self._latest)

    async def _read(self) -> None:
        """Read the newest games that fit, and the counts."""
        counts = await self._read_counts()
        room = _MAX_BYTES - sum(map(len, counts))
        listed: list[str] = []
        for info in await self._games.open_games():
            text = info.model_dump_json(exclude={"invite"})
            room -= len(text)
            if room < 0:
                break
            listed.append(text)
        self._encode(listed, counts)

    async def _refresh_counts(self) -> bool:
        """Read the counts alone; return whether they have changed."""
        counts = await self._read_counts()
        if counts == self._counts:
            return False
        self._encode(self._listed, counts)
        return True

    async def _read_counts(self) -> list[str]:
        return [count.model_dump_json() for count in await self._quick_match.counts()]

    def _encode(self, listed: list[str], counts: list[str]) -> None:
        """Encode the message once for all subscribers."""
        self._listed, self._counts = listed, counts
        self._latest = EncodedMessage(
            f'{{"type":"lobby","games":[{",".join(listed)}],"quick_match":[{",".join(counts)}]}}'
        )
