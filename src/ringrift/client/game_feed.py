"""Follows what happens to an account: its games and challenges become `ClientEvent`s, in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from ringrift.client.connection import Connection
from ringrift.client.errors import ServerRefusalError
from ringrift.client.events import (
    ChallengeChanged,
    ChallengeReceived,
    ClientEvent,
    GameChanged,
    GameOver,
    GameStarted,
    RematchOffered,
    TakeBackOffered,
    YourTurn,
)
from ringrift.client.live_game import GameFold, LiveGame
from ringrift.client.types import Challenge, GameInfo
from ringrift.rules.errors import RingRiftError

_RESTORED: Final = "STALE"  # of a `watch`: the server went back to a backup
_log = logging.getLogger("ringrift.client")


class GameFeed:
    """Folds each game in its own task and thread, so that a long one delays no other."""

    def __init__(
        self,
        connection: Connection,
        fetch_game: Callable[[str], Awaitable[GameInfo]],
        emit: Callable[[ClientEvent], None],
    ) -> None:
        self._connection = connection
        self._fetch_game = fetch_game
        self._emit = emit
        self._account = ""
        self._games: dict[str, _FollowedGame] = {}
        self._challenges: dict[str, Challenge] = {}
        self._rematches: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def games(self) -> list[LiveGame]:
        """The games in progress."""
        return [one.view for one in self._games.values() if one.view is not None]

    async def start(self, account: str) -> None:
        """Follow all games and challenges of the account."""
        self._account = account
        await self._connection.subscribe("waiting", lambda: {"type": "waiting.watch"})

    def receive(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the server."""
        kind, game = message["type"], message.get("game")
        if kind == "waiting":
            self._receive_waiting(message)
        elif game in self._games and kind in ("events", "watching"):
            self._games[game].inbox.put_nowait(message)
        elif game in self._games and kind == "refused" and message["error"]["code"] == _RESTORED:
            self._forget(game)
            self._follow(game)
        elif kind == "refused":
            _log.warning("the server refused a message: %s", ServerRefusalError.load(message))

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _receive_waiting(self, message: Mapping[str, Any]) -> None:
        for entry in message["games"]:
            rematch_of = entry.get("rematch_of")
            if rematch_of is not None and entry["game"] not in self._rematches:
                self._rematches.add(entry["game"])
                self._emit(RematchOffered(rematch_of, tuple(entry["opponents"])))
            elif rematch_of is None and entry["status"] == "live":
                self._follow(entry["game"])
        for body in message.get("challenges", ()):
            self._receive_challenge(Challenge.load(body))

    def _receive_challenge(self, challenge: Challenge) -> None:
        before = self._challenges.get(challenge.id)
        self._challenges[challenge.id] = challenge
        if before == challenge:
            return
        if before is not None or challenge.status != "open":
            self._emit(ChallengeChanged(challenge))
        elif challenge.challenger.id != self._account:
            self._emit(ChallengeReceived(challenge))

    def _follow(self, game: str) -> None:
        if game not in self._games:
            followed = self._games[game] = _FollowedGame(game)
            work = self._fold(followed)
            self._tasks[game] = asyncio.create_task(work, name=f"game {game}")

    def _forget(self, game: str) -> None:
        self._connection.unsubscribe(game)
        self._games.pop(game, None)
        self._tasks.pop(game).cancel()

    async def _fold(self, followed: _FollowedGame) -> None:
        """Follow one game until its end."""
        game = followed.id
        try:
            info = await self._fetch_game(game)
            fold = followed.fold = GameFold(game, info.settings, self._account)
            await self._connection.subscribe(game, followed.watch)
            while not fold.is_over or followed.catching_up:
                message = await followed.inbox.get()
                if message["type"] == "events":
                    await asyncio.to_thread(fold.apply, message["events"])
                else:
                    followed.catching_up = False
                if not followed.catching_up:
                    self._emit_changes(followed, fold)
            self._connection.unsubscribe(game)
            await self._connection.send({"type": "unwatch", "game": game})
        except RingRiftError:
            _log.exception("the game %s cannot be followed", game)
        del self._games[game], self._tasks[game]

    def _emit_changes(self, followed: _FollowedGame, fold: GameFold) -> None:
        """Emit what changed since the game was last shown."""
        before, view = followed.view, fold.view()
        if before is not None and before.sequence == view.sequence:
            return
        followed.view = view
        self._emit(GameStarted(view) if before is None else GameChanged(view))
        offer = fold.offer
        if offer is not None and offer != followed.offer and offer not in view.your_seats:
            self._emit(TakeBackOffered(view, offer))
        followed.offer = offer
        if view.is_over:
            self._emit(GameOver(view))
        elif view.is_your_turn and fold.decisions != followed.decisions:
            self._emit(YourTurn(view))
        followed.decisions = fold.decisions


class _FollowedGame:
    """A game whose events arrive, and what was last shown of it."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.inbox: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.fold: GameFold | None = None
        self.catching_up = True  # events that happened before the game was watched are arriving
        self.view: LiveGame | None = None
        self.offer: int | None = None
        self.decisions = 0

    def watch(self) -> dict[str, Any]:
        """Return the message that asks for the events after the last one."""
        assert self.fold is not None
        self.catching_up = True
        return {"type": "watch", "game": self.id, "since": self.fold.sequence}
