"""Sends to the sockets of an account what waits for it: games, challenges, messages.

A worker follows the events of the games of its subscribers, which the bus delivers anyway. After
an event it looks up whose turn it is: in memory, or with one call to the owner of the game. Only a
start, an end or a swap reads the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from functools import partial
from typing import Any, Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from ringrift.host.events import ClockWarned, Moved
from ringrift.server.bus.bus import Bus, Handler
from ringrift.server.community.challenge_types import ChallengeInfo
from ringrift.server.community.challenges import Challenges
from ringrift.server.community.private_messages import PrivateMessages
from ringrift.server.connections import NOTICED_BYTES
from ringrift.server.games.bus_topics import account_topic, game_topic
from ringrift.server.games.live_status import LiveStatus, LiveStatuses
from ringrift.server.games.messages import Waiting, WaitingEntry
from ringrift.server.games.types import GameInfo, WaitingGame
from ringrift.server.games.waiting import WaitingGames, arrange
from ringrift.server.websocket_frames import EncodedMessage

_DEBOUNCE_SECONDS: Final = 0.1  # changes within this time are sent together
_RETRY_SECONDS: Final = 1.0
_SAME_GAMES: Final = (Moved.kind, ClockWarned.kind)  # events after which the games are the same
_log = logging.getLogger("ringrift.server.games")


class WaitingSubscriber(Protocol):
    """Receives the list; must not block."""

    @property
    def buffered_bytes(self) -> int: ...

    def send_encoded(self, message: EncodedMessage) -> None: ...


class _AccountFeed:
    """The subscribers of one account, and the games that wait for it."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.subscribers: dict[WaitingSubscriber, None] = {}
        self.behind: set[WaitingSubscriber] = set()  # who do not have the latest list
        self.infos: dict[str, GameInfo] = {}
        self.challenges: list[ChallengeInfo] = []
        self.unread = 0  # messages
        self.statuses: dict[str, LiveStatus] = {}
        self.on_games_changed: Handler = _ignore  # the handler of the account's topic
        self.followed: dict[str, Handler] = {}  # the handler of each game's topic
        self.latest: EncodedMessage | None = None
        self.changed: set[str] = set()  # games whose turn may have changed
        self.reload = True  # whether other games may be in the list now


class WaitingFeed:
    """One per worker."""

    def __init__(
        self,
        waiting: WaitingGames,
        challenges: Challenges,
        messages: PrivateMessages,
        statuses: LiveStatuses,
        bus: Bus,
    ) -> None:
        self._waiting = waiting
        self._challenges = challenges
        self._messages = messages
        self._statuses = statuses
        self._bus = bus
        self._feeds: dict[str, _AccountFeed] = {}
        self._due: dict[str, _AccountFeed] = {}
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._send_changes(), name="waiting games")
        bus.add_loss_listener(self._messages_lost)

    @property
    def subscribed_accounts(self) -> frozenset[str]:
        """The accounts that have subscribers here."""
        return frozenset(self._feeds)

    async def subscribe(self, subscriber: WaitingSubscriber, account: str) -> None:
        """Send the list of the account, now and on every change."""
        feed = self._feeds.get(account)
        if feed is None:
            feed = self._feeds[account] = _AccountFeed(account)
            feed.on_games_changed = partial(self._games_changed, feed)
            self._bus.subscribe(account_topic(account), feed.on_games_changed)
        feed.subscribers[subscriber] = None
        feed.behind.add(subscriber)
        if feed.latest is None:
            await self._refresh(feed)
        self._send(feed)

    def unsubscribe(self, subscriber: WaitingSubscriber, account: str) -> None:
        """Stop sending the list."""
        feed = self._feeds.get(account)
        if feed is None:
            return
        feed.subscribers.pop(subscriber, None)
        feed.behind.discard(subscriber)
        if not feed.subscribers:
            del self._feeds[account]
            self._due.pop(account, None)
            self._follow(feed, ())
            self._bus.unsubscribe(account_topic(account), feed.on_games_changed)

    async def close(self) -> None:
        self._bus.remove_loss_listener(self._messages_lost)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _games_changed(self, feed: _AccountFeed, _message: Any) -> None:
        feed.reload = True
        self._schedule(feed)

    def _game_advanced(self, feed: _AccountFeed, game: str, events: Any) -> None:
        """Look again after events of a game; any but a move can change who plays it."""
        kinds = {json.loads(body)["kind"] for _sequence, body in events}
        feed.changed.add(game)
        feed.reload = feed.reload or not kinds.issubset(_SAME_GAMES)
        self._schedule(feed)

    def _messages_lost(self) -> None:
        for feed in self._feeds.values():
            self._games_changed(feed, None)

    def _schedule(self, feed: _AccountFeed) -> None:
        self._due[feed.account] = feed
        self._wake.set()

    async def _send_changes(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(_DEBOUNCE_SECONDS)
            self._wake.clear()
            due, self._due = self._due, {}
            for feed in due.values():
                try:
                    await self._refresh(feed)
                except (SQLAlchemyError, OSError):
                    _log.exception("the games that wait for an account could not be read")
                    self._retry(feed)
                else:
                    self._send(feed)

    def _retry(self, feed: _AccountFeed) -> None:
        if self._feeds.get(feed.account) is feed:
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._schedule, feed)

    async def _refresh(self, feed: _AccountFeed) -> None:
        """Read what may have changed; encode the list again if it has."""
        changed, feed.changed = feed.changed, set()
        reload, feed.reload = feed.reload, False
        try:
            if reload:
                infos = await self._waiting.games_of(feed.account)
                feed.infos = {info.id: info for info in infos}
                feed.challenges = await self._challenges.of_account(feed.account)
                feed.unread = await self._messages.unread(feed.account)
                changed = {info.id for info in infos if info.status == "live"}
                if self._feeds.get(feed.account) is feed:
                    self._follow(feed, changed)
            found = await self._statuses.find(changed, positions=False) if changed else {}
        except BaseException:
            feed.changed |= changed
            feed.reload = feed.reload or reload
            raise
        kept = {game: one for game, one in feed.statuses.items() if game in feed.infos}
        feed.statuses = kept | found
        if changed - set(found):
            self._retry(feed)  # an owner did not reply: it may be about to change
            feed.changed |= changed - set(found)
        listed = arrange(list(feed.infos.values()), feed.statuses, feed.account)
        entries = [_entry(one, feed.account) for one in listed]
        message = EncodedMessage.of(
            Waiting(games=entries, challenges=feed.challenges, unread_messages=feed.unread)
        )
        if feed.latest is None or message.text != feed.latest.text:
            feed.latest = message
            feed.behind |= set(feed.subscribers)

    def _follow(self, feed: _AccountFeed, wanted: Iterable[str]) -> None:
        """Receive the events of exactly these games."""
        games = set(wanted)
        for game in set(feed.followed) - games:
            self._bus.unsubscribe(game_topic(game), feed.followed.pop(game))
        for game in games - set(feed.followed):
            handler = feed.followed[game] = partial(self._game_advanced, feed, game)
            self._bus.subscribe(game_topic(game), handler)

    def _send(self, feed: _AccountFeed) -> None:
        """Send the latest list; one that reads slowly gets it when it has read the earlier one."""
        if feed.latest is None:
            return
        for subscriber in tuple(feed.behind):
            if subscriber.buffered_bytes <= NOTICED_BYTES:
                feed.behind.discard(subscriber)
                subscriber.send_encoded(feed.latest)
        if feed.behind:
            self._retry(feed)


def _whole(deadline: float | None) -> float | None:
    """Return the deadline in whole seconds: the choices of one turn hardly move it."""
    return None if deadline is None else float(round(deadline))


def _ignore(_message: Any) -> None:
    """Handle nothing."""


def _entry(waiting: WaitingGame, account: str) -> WaitingEntry:
    info = waiting.game
    others = [seat.account for seat in info.seats if seat.account is not None]
    return WaitingEntry(
        game=info.id,
        status=info.status,
        your_turn=waiting.your_turn,
        deadline=_whole(waiting.deadline),
        rematch_of=info.rematch_of if waiting.rematch_offer else None,
        opponents=[one.name for one in others if one.id != account],
    )
