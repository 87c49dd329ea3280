"""Delivers the events of games to their subscribers: each once, in order, without a gap."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.bus.bus import Bus
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.games.event_batch import EventBatch, SequencedEvent
from ringrift.server.sliced_delivery import SlicedDelivery
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, read_events
from ringrift.server.storage.tables import games

_log = logging.getLogger("ringrift.server.games")
_RETRY_SECONDS: Final = 0.5
_GAP_CHECK_SECONDS: Final = 2.0
_DEAF_CHECK_SECONDS: Final = 0.5  # while the bus is away: players must see whose turn it is
_PAGE: Final = 500  # events that are read from the journal at once
_MAX_BATCH_CHARACTERS: Final = 1 << 16  # of a message; a longer game is sent in several


class EventSubscriber(Protocol):
    """Receives events; must not block."""

    def send_events(self, game: str, batch: EventBatch) -> None: ...

    async def drain(self) -> None:
        """Wait until the subscriber can take more."""


class _Subscription:
    """One subscriber of one game. New events are buffered while it reads the journal."""

    def __init__(self, subscriber: EventSubscriber, since: int) -> None:
        self.subscriber = subscriber
        self.delivered = since
        self.catching_up = True
        self.ended = False
        self.buffer: list[SequencedEvent] = []

    def deliver(self, batch: EventBatch) -> bool:
        """Send the new events; return False if an earlier one is missing."""
        new = batch.after(self.delivered)
        if new is None:
            return True
        if new.first != self.delivered + 1:
            return False
        self.delivered = new.last
        self.subscriber.send_events(new.game, new)
        return True


class _GameFeed:
    """The subscriptions of one game, and the batches that not all of them have yet."""

    def __init__(self, game: str, feed: EventFeed) -> None:
        self.game = game
        self._feed = feed
        self.subscriptions: dict[EventSubscriber, _Subscription] = {}
        self.delivery: SlicedDelivery[_Subscription] = SlicedDelivery()

    def receive(self, events: Sequence[SequencedEvent]) -> None:
        """Deliver events of the bus."""
        batch = EventBatch(self.game, [(sequence, body) for sequence, body in events])
        self.delivery.deliver(partial(self._deliver, batch), tuple(self.subscriptions.values()))

    def _deliver(self, batch: EventBatch, subscription: _Subscription) -> None:
        if subscription.ended:
            return
        if subscription.catching_up:
            subscription.buffer.extend(batch.events)
        elif not subscription.deliver(batch):
            self._feed.start_catching_up(self.game, subscription, list(batch.events))


class EventFeed:
    """The subscriptions of one worker. Events arrive over the bus; the journal fills gaps."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._games: dict[str, _GameFeed] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._check_due = asyncio.Event()
        bus.add_loss_listener(self._check_due.set)
        self._gap_checks = asyncio.create_task(self._check_for_gaps(), name="event feed")

    @property
    def subscribed_games(self) -> frozenset[str]:
        """The games that have subscribers here."""
        return frozenset(self._games)

    async def subscribe(self, subscriber: EventSubscriber, game: str, since: int) -> None:
        """Deliver all events after that sequence number, now and as they happen."""
        self.unsubscribe(subscriber, game)
        feed = self._games.get(game)
        if feed is None:
            feed = self._games[game] = _GameFeed(game, self)
            self._bus.subscribe(game_topic(game), feed.receive)
        subscription = feed.subscriptions[subscriber] = _Subscription(subscriber, since)
        await self._catch_up(game, subscription)

    def unsubscribe(self, subscriber: EventSubscriber, game: str) -> None:
        """Stop delivering the events of a game."""
        feed = self._games.get(game)
        ended = None if feed is None else feed.subscriptions.pop(subscriber, None)
        if feed is None or ended is None:
            return
        ended.ended = True
        if not feed.subscriptions:
            self._bus.unsubscribe(game_topic(game), feed.receive)
            del self._games[game]

    def unsubscribe_all(self, subscriber: EventSubscriber) -> None:
        """Stop delivering anything to the subscriber."""
        for game, feed in list(self._games.items()):
            if subscriber in feed.subscriptions:
                self.unsubscribe(subscriber, game)

    async def close(self) -> None:
        tasks = (self._gap_checks, *self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _check_for_gaps(self) -> None:
        """Compare with the journal regularly, and at once when the bus lost messages."""
        while True:
            with suppress(TimeoutError):
                seconds = _GAP_CHECK_SECONDS if self._bus.connected else _DEAF_CHECK_SECONDS
                await asyncio.wait_for(self._check_due.wait(), seconds)
            self._check_due.clear()
            subscribed = [
                game for game, feed in self._games.items() if not feed.delivery.is_pending
            ]
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
                feed = self._games.get(game)
                if feed is None or feed.delivery.is_pending:
                    continue
                for one in feed.subscriptions.values():
                    if one.delivered < sequence and not one.catching_up:
                        self.start_catching_up(game, one, [])

    def start_catching_up(
        self, game: str, subscription: _Subscription, received: list[SequencedEvent]
    ) -> None:
        """Deliver what the subscriber misses from the journal, then the received events."""
        subscription.catching_up = True
        subscription.buffer = received
        task = asyncio.create_task(self._catch_up(game, subscription))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, game: str, subscription: _Subscription) -> None:
        """Deliver the journal, then the buffered events; repeat while there is a gap."""
        while True:
            try:
                stored = await read_events(
                    self._database, game, since=subscription.delivered, limit=_PAGE
                )
            except (SQLAlchemyError, OSError):
                _log.exception("a game could not be read", extra={"game": game})
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            if subscription.ended:
                return
            for batch in _split(game, stored):
                subscription.deliver(batch)
                await subscription.subscriber.drain()
            if len(stored) == _PAGE:
                continue
            buffered, subscription.buffer = subscription.buffer, []
            if not buffered or subscription.deliver(EventBatch(game, buffered)):
                subscription.catching_up = False
                return


def _split(game: str, rows: Sequence[EventRow]) -> Iterator[EventBatch]:
    """Yield stored events in batches of bounded size."""
    batch: list[SequencedEvent] = []
    size = 0
    for row in rows:
        if batch and size + len(row.body) > _MAX_BATCH_CHARACTERS:
            yield EventBatch(game, batch)
            batch, size = [], 0
        batch.append((row.sequence, row.body))
        size += len(row.body)
    if batch:
        yield EventBatch(game, batch)
