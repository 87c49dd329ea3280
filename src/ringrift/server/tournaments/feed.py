"""Sends a tournament to its subscribers, now and on every change."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Final, Protocol

from ringrift.server.bus.bus import Bus, Handler
from ringrift.server.connections import NOTICED_BYTES
from ringrift.server.errors import ApiError
from ringrift.server.games.messages import TournamentChanged
from ringrift.server.storage.failures import FAILURES
from ringrift.server.tournaments.runner import tournament_topic
from ringrift.server.tournaments.service import Tournaments
from ringrift.server.websocket_frames import EncodedMessage

_DEBOUNCE_SECONDS: Final = 0.25  # changes within this time are sent together
_RETRY_SECONDS: Final = 1.0
_log = logging.getLogger("ringrift.server.tournaments")


class TournamentSubscriber(Protocol):
    """Receives tournaments; must not block."""

    @property
    def buffered_bytes(self) -> int: ...

    def send_encoded(self, message: EncodedMessage) -> None: ...


class _Followed:
    """A tournament with subscribers at this worker."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.subscribers: dict[TournamentSubscriber, None] = {}
        self.behind: set[TournamentSubscriber] = set()
        self.latest: EncodedMessage | None = None


class TournamentFeed:
    """One per worker."""

    def __init__(self, tournaments: Tournaments, bus: Bus) -> None:
        self._tournaments = tournaments
        self._bus = bus
        self._followed: dict[str, _Followed] = {}
        self._due: set[str] = set()
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._send_changes(), name="tournament feed")
        bus.add_loss_listener(self._messages_lost)

    async def subscribe(self, subscriber: TournamentSubscriber, tournament: str) -> None:
        """Send the tournament, now and on every change."""
        view = await self._tournaments.view(tournament)
        followed = self._followed.get(tournament)
        if followed is None:
            followed = self._followed[tournament] = _Followed(partial(self._changed, tournament))
            self._bus.subscribe(tournament_topic(tournament), followed.handler)
        followed.latest = _encode(view)
        followed.subscribers[subscriber] = None
        subscriber.send_encoded(followed.latest)

    def unsubscribe(self, subscriber: TournamentSubscriber, tournament: str) -> None:
        """Stop sending the tournament."""
        followed = self._followed.get(tournament)
        if followed is None:
            return
        followed.subscribers.pop(subscriber, None)
        followed.behind.discard(subscriber)
        if not followed.subscribers:
            del self._followed[tournament]
            self._bus.unsubscribe(tournament_topic(tournament), followed.handler)

    async def close(self) -> None:
        self._bus.remove_loss_listener(self._messages_lost)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _changed(self, tournament: str, _message: Any) -> None:
        self._due.add(tournament)
        self._wake.set()

    def _messages_lost(self) -> None:
        self._due |= set(self._followed)
        self._wake.set()

    async def _send_changes(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(_DEBOUNCE_SECONDS)
            self._wake.clear()
            due, self._due = self._due, set()
            for tournament in due & set(self._followed):
                try:
                    await self._refresh(tournament)
                except (*FAILURES, ApiError):
                    _log.exception("a tournament could not be read")
                    self._retry(tournament)

    async def _refresh(self, tournament: str) -> None:
        message = _encode(await self._tournaments.view(tournament))
        followed = self._followed.get(tournament)
        if followed is None:
            return
        if followed.latest is None or message.text != followed.latest.text:
            followed.latest = message
            followed.behind = set(followed.subscribers)
        for subscriber in tuple(followed.behind):
            if subscriber.buffered_bytes <= NOTICED_BYTES:
                followed.behind.discard(subscriber)
                subscriber.send_encoded(message)
        if followed.behind:  # they get the latest when they have read what they have
            self._retry(tournament)

    def _retry(self, tournament: str) -> None:
        asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._changed, tournament, None)


def _encode(view: Any) -> EncodedMessage:
    return EncodedMessage.of(TournamentChanged(tournament=view.model_dump(exclude={"joined"})))
