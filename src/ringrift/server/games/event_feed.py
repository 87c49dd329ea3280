"""Delivers the events of games to their subscribers: each once, in order, without a gap."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.bus.bus import Bus
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import read_events
from ringrift.server.storage.tables import games

_log = logging.getLogger("ringrift.server.games")
_RETRY_SECONDS: Final = 0.5
_GAP_CHECK_SECONDS: Final = 2.0
EventBatch = Sequence[tuple[int, str]]  # sequence numbers with events as JSON texts


class EventSubscriber(Protocol):
    """Receives events; must not block."""

    def send_events(self, game: str, batch: EventBatch) -> None: ...


class _Subscription:
    """One subscriber of one game. New events are buffered while it reads the journal."""

    def __init__(self, subscriber: EventSubscriber, since: int) -> None:
        self.subscriber = subscriber
        self.delivered = since
        self.catching_up = True
        self.buffer: list[tuple[int, str]] = []

    def deliver(self, game: str, batch: EventBatch) -> bool:
        """Send the new events; return False if an earlier one is missing."""
        new = [(sequence, body) for sequence, body in batch if sequence > self.delivered]
        if not new:
            return True
        if new[0][0] != self.delivered + 1:
            return False
        self.delivered = new[-1][0]
        self.subscriber.send_events(game, new)
        return True


class EventFeed:
    """The subscriptions of one worker. Events arrive over the bus; the journal fills gaps."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._subscriptions: dict[str, list[_Subscription]] = defaultdict(list)
        self._handlers: dict[str, Callable[[Any], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._gap_checks = asyncio.create_task(self._check_for_gaps(), name="event feed")

    @property
    def subscribed_games(self) -> frozenset[str]:
        """The games that have subscribers here."""
        return frozenset(self._subscriptions)

    async def subscribe(self, subscriber: EventSubscriber, game: str, since: int) -> None:
        """Deliver all events after that sequence number, now and as they happen."""
        self.unsubscribe(subscriber, game)
        subscription = _Subscription(subscriber, since)
        self._subscriptions[game].append(subscription)
        if game not in self._handlers:
            self._handlers[game] = lambda message: self._receive(game, message)
            self._bus.subscribe(game_topic(game), self._handlers[game])
        await self._catch_up(game, subscription)

    def unsubscribe(self, subscriber: EventSubscriber, game: str) -> None:
        """Stop delivering the events of a game."""
        found = self._subscriptions.get(game, [])
        found[:] = [one for one in found if one.subscriber is not subscriber]
        if not found and game in self._handlers:
            self._bus.unsubscribe(game_topic(game), self._handlers.pop(game))
            del self._subscriptions[game]

    def unsubscribe_all(self, subscriber: EventSubscriber) -> None:
        """Stop delivering anything to the subscriber."""
        for game, found in list(self._subscriptions.items()):
            if any(one.subscriber is subscriber for one in found):
                self.unsubscribe(subscriber, game)

    async def close(self) -> None:
        tasks = (self._gap_checks, *self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _check_for_gaps(self) -> None:
        """Compare with the journal: the bus loses messages while it reconnects."""
        while True:
            await asyncio.sleep(_GAP_CHECK_SECONDS)
            subscribed = list(self._subscriptions)
            if not subscribed:
                continue
            latest = select(games.c.id, games.c.sequence).where(games.c.id.in_(subscribed))
            try:
                async with self._database.reading.connect() as connection:
                    rows = (await connection.execute(latest)).all()
            except (SQLAlchemyError, OSError):
                _log.exception("the subscribed games could not be read")
                continue
            for game, sequence in rows:
                for one in tuple(self._subscriptions.get(game, ())):
                    if one.delivered < sequence and not one.catching_up:
                        self._start_catching_up(game, one, [])

    def _start_catching_up(
        self, game: str, subscription: _Subscription, received: list[tuple[int, str]]
    ) -> None:
        subscription.catching_up = True
        subscription.buffer = received
        task = asyncio.create_task(self._catch_up(game, subscription))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _receive(self, game: str, batch: EventBatch) -> None:
        received = [(sequence, body) for sequence, body in batch]
        for one in tuple(self._subscriptions.get(game, ())):
            if one.catching_up:
                one.buffer.extend(received)
            elif not one.deliver(game, received):
                self._start_catching_up(game, one, list(received))

    async def _catch_up(self, game: str, subscription: _Subscription) -> None:
        """Deliver the journal, then the buffered events; repeat while there is a gap."""
        while True:
            try:
                stored = await read_events(self._database, game, since=subscription.delivered)
            except (SQLAlchemyError, OSError):
                _log.exception("a game could not be read", extra={"game": game})
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            subscription.deliver(game, [(row.sequence, row.body) for row in stored])
            buffered, subscription.buffer = subscription.buffer, []
            if subscription.deliver(game, buffered) and not subscription.buffer:
                subscription.catching_up = False
                return
