"""Who watches which game, and what they have seen: every event once, in order, none missing."""

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
_RETRY: Final = 0.5
_ROUND: Final = 2.0  # seconds between looks for events of which nobody was told
EventBatch = Sequence[tuple[int, str]]  # sequence numbers with events as JSON texts


class Receiver(Protocol):
    """Somebody who is told; must not wait."""

    def events(self, game: str, batch: EventBatch) -> None: ...


class _Watch:
    """One receiver at one game. While it catches up from the journal, what happens is kept for later."""

    def __init__(self, receiver: Receiver, seen: int) -> None:
        self.receiver = receiver
        self.seen = seen
        self.catching_up = True
        self.kept: list[tuple[int, str]] = []

    def tell(self, game: str, batch: EventBatch) -> bool:
        """Pass on what is new; False if something is missing before it."""
        new = [(sequence, body) for sequence, body in batch if sequence > self.seen]
        if not new:
            return True
        if new[0][0] != self.seen + 1:
            return False
        self.seen = new[-1][0]
        self.receiver.events(game, new)
        return True


class EventFeed:
    """All receivers of one worker. Events arrive over the bus; gaps are filled from the journal."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._watches: dict[str, list[_Watch]] = defaultdict(list)
        self._handlers: dict[str, Callable[[Any], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds = asyncio.create_task(self._make_rounds(), name="watchers")

    @property
    def watched(self) -> frozenset[str]:
        """The games that somebody watches here."""
        return frozenset(self._watches)

    async def watch(self, receiver: Receiver, game: str, since: int) -> None:
        """Tell the receiver everything after that sequence number, and go on telling."""
        self.unwatch(receiver, game)
        watch = _Watch(receiver, since)
        self._watches[game].append(watch)
        if game not in self._handlers:
            self._handlers[game] = lambda message: self._heard(game, message)
            self._bus.listen(game_topic(game), self._handlers[game])
        await self._catch_up(game, watch)

    def unwatch(self, receiver: Receiver, game: str) -> None:
        watches = self._watches.get(game, [])
        watches[:] = [watch for watch in watches if watch.receiver is not receiver]
        if not watches and game in self._handlers:
            self._bus.ignore(game_topic(game), self._handlers.pop(game))
            del self._watches[game]

    def forget(self, receiver: Receiver) -> None:
        """The receiver is gone."""
        for game in [
            game
            for game, watches in self._watches.items()
            if any(w.receiver is receiver for w in watches)
        ]:
            self.unwatch(receiver, game)

    async def close(self) -> None:
        tasks = (self._rounds, *self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make_rounds(self) -> None:
        """A message can be lost while the bus connects again: whoever is behind the journal catches up."""
        while True:
            await asyncio.sleep(_ROUND)
            watched = list(self._watches)
            if not watched:
                continue
            known = select(games.c.id, games.c.sequence).where(games.c.id.in_(watched))
            try:
                async with self._database.reading.connect() as connection:
                    stand = (await connection.execute(known)).all()
            except (SQLAlchemyError, OSError):
                _log.exception("the games that are watched could not be read")
                continue
            for game, sequence in stand:
                for watch in tuple(self._watches.get(game, ())):
                    if watch.seen < sequence and not watch.catching_up:
                        self._start_catching_up(game, watch, [])

    def _start_catching_up(self, game: str, watch: _Watch, heard: list[tuple[int, str]]) -> None:
        watch.catching_up = True
        watch.kept = heard
        task = asyncio.create_task(self._catch_up(game, watch))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, game: str, batch: EventBatch) -> None:
        for watch in tuple(self._watches.get(game, ())):
            if watch.catching_up:
                watch.kept.extend((sequence, body) for sequence, body in batch)
            elif not watch.tell(game, batch):
                self._start_catching_up(game, watch, [(sequence, body) for sequence, body in batch])

    async def _catch_up(self, game: str, watch: _Watch) -> None:
        """From the journal up to now, then what was heard meanwhile; again if there is still a gap."""
        while True:
            try:
                stored = await read_events(self._database, game, since=watch.seen)
            except (SQLAlchemyError, OSError):
                _log.exception("a game could not be read", extra={"game": game})
                await asyncio.sleep(_RETRY)
                continue
            watch.tell(game, [(row.sequence, row.body) for row in stored])
            kept, watch.kept = watch.kept, []
            if watch.tell(game, kept) and not watch.kept:
                watch.catching_up = False
                return
