"""Who of a game's people is here, told to those who watch it: when they begin, and whenever it changes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.messages import Presence
from ringrift.server.games.types import GameInfo
from ringrift.server.lobby.service import Listener


@dataclass(slots=True)
class _Watched:
    """A game that somebody watches at this worker."""

    listeners: set[Listener] = field(default_factory=set)
    people: frozenset[str] = frozenset()
    told: list[str] = field(default_factory=list)


class PresenceFeed:
    """One for a worker. It tells accounts, not seats: these may be changed meanwhile, by an event."""

    def __init__(self, cluster: ClusterPresence) -> None:
        self._cluster = cluster
        self._watched: dict[str, _Watched] = {}
        self._games: dict[str, set[str]] = defaultdict(set)  # in which an account plays, of those
        cluster.listen(self._changed)

    def here(self, people: Iterable[str]) -> list[str]:
        """Those of them who are here."""
        return sorted(filter(self._cluster.has, people))

    def watch(self, listener: Listener, game: str, people: frozenset[str]) -> None:
        """Tell the listener who is here, and go on telling."""
        watched = self._watched.setdefault(game, _Watched())
        self.seat(game, people)
        watched.listeners.add(listener)
        listener.send(Presence(game=game, here=watched.told))

    def seat(self, game: str, people: frozenset[str]) -> None:
        """These play in it: some may have sat down since it is watched."""
        watched = self._watched.get(game)
        if watched is None:
            return
        for account in watched.people - people:
            self._let_go(account, game)
        for account in people:
            self._games[account].add(game)
        watched.people = people
        self._tell(game)

    def unwatch(self, listener: Listener, game: str) -> None:
        watched = self._watched.get(game)
        if watched is None:
            return
        watched.listeners.discard(listener)
        if not watched.listeners:
            del self._watched[game]
            for account in watched.people:
                self._let_go(account, game)

    def _let_go(self, account: str, game: str) -> None:
        self._games[account].discard(game)
        if not self._games[account]:
            del self._games[account]

    def _changed(self, account: str | None) -> None:
        for game in tuple(self._watched if account is None else self._games.get(account, ())):
            self._tell(game)

    def _tell(self, game: str) -> None:
        watched = self._watched[game]
        here = self.here(watched.people)
        if here == watched.told:
            return
        watched.told = here
        for listener in watched.listeners:
            listener.send(Presence(game=game, here=here))


def people_of(info: GameInfo) -> frozenset[str]:
    """The accounts that have a seat."""
    return frozenset(place.account.id for place in info.seats if place.account is not None)


def people_in(started: str) -> frozenset[str]:
    """The same, out of a game's first event."""
    return frozenset(
        occupant["id"] for occupant in json.loads(started)["seats"] if "id" in occupant
    )
