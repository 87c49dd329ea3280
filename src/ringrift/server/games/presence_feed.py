"""Tells the spectators and players of a game which of its players are connected."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.messages import Presence
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.service import MessageSubscriber
from ringrift.server.sliced_delivery import SlicedDelivery
from ringrift.server.websocket_frames import EncodedMessage


@dataclass(slots=True)
class _WatchedGame:
    """A game with subscribers at this worker."""

    subscribers: set[MessageSubscriber] = field(default_factory=set)
    accounts: frozenset[str] = frozenset()  # that have a seat
    delivery: SlicedDelivery[MessageSubscriber] = field(default_factory=SlicedDelivery)
    sent: list[str] = field(default_factory=list)  # the accounts that were last sent as connected


class PresenceFeed:
    """One per worker. It sends accounts instead of seats, because people can swap seats."""

    def __init__(self, cluster: ClusterPresence) -> None:
        self._cluster = cluster
        self._watched: dict[str, _WatchedGame] = {}
        self._games: dict[str, set[str]] = defaultdict(set)  # the watched games of each account
        cluster.add_listener(self._changed)

    def connected(self, accounts: Iterable[str]) -> list[str]:
        """Return those of the accounts that are connected to any worker."""
        return sorted(filter(self._cluster.is_connected, accounts))

    def subscribe(self, subscriber: MessageSubscriber, game: str, accounts: frozenset[str]) -> None:
        """Send who is connected, now and on every change."""
        watched = self._watched.setdefault(game, _WatchedGame())
        self.set_accounts(game, accounts)
        watched.subscribers.add(subscriber)
        subscriber.send(Presence(game=game, here=watched.sent))

    def set_accounts(self, game: str, accounts: frozenset[str]) -> None:
        """Set the accounts that have a seat in a watched game."""
        watched = self._watched.get(game)
        if watched is None:
            return
        for account in watched.accounts - accounts:
            self._forget(account, game)
        for account in accounts:
            self._games[account].add(game)
        watched.accounts = accounts
        self._send(game)

    def unsubscribe(self, subscriber: MessageSubscriber, game: str) -> None:
        """Stop sending the presence of a game."""
        watched = self._watched.get(game)
        if watched is None:
            return
        watched.subscribers.discard(subscriber)
        if not watched.subscribers:
            del self._watched[game]
            for account in watched.accounts:
                self._forget(account, game)

    def _forget(self, account: str, game: str) -> None:
        self._games[account].discard(game)
        if not self._games[account]:
            del self._games[account]

    def _changed(self, account: str | None) -> None:
        for game in tuple(self._watched if account is None else self._games.get(account, ())):
            self._send(game)

    def _send(self, game: str) -> None:
        watched = self._watched[game]
        connected = self.connected(watched.accounts)
        if connected == watched.sent:
            return
        watched.sent = connected
        encoded = EncodedMessage.of(Presence(game=game, here=connected))

        def send(subscriber: MessageSubscriber) -> None:
            if subscriber in watched.subscribers:
                subscriber.send_encoded(encoded)

        watched.delivery.deliver(send, tuple(watched.subscribers))


def accounts_of(info: GameInfo) -> frozenset[str]:
    """Return the accounts that have a seat in the game."""
    return frozenset(seat.account.id for seat in info.seats if seat.account is not None)


def accounts_in(started: str) -> frozenset[str]:
    """Return the accounts that have a seat according to the game's first event."""
    return frozenset(
        occupant["id"] for occupant in json.loads(started)["seats"] if "id" in occupant
    )
