"""The client for programs without asyncio: an `AsyncClient` in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from typing import Any, Literal, Self, TypeVar

from ringrift.client.async_client import PATIENCE, AsyncClient
from ringrift.client.events import ClientEvent
from ringrift.client.http_api import Method
from ringrift.client.live_game import LiveGame
from ringrift.client.types import (
    Account,
    Challenge,
    ChallengeRules,
    DeclineReason,
    GameInfo,
    OnlineAccount,
)
from ringrift.rules.moves import Move

Result = TypeVar("Result")


class Client:
    """One account at one server, for programs without asyncio.

    The methods are those of `AsyncClient`. Threads may share a client::

        with Client("http://127.0.0.1:8080", token="rrb_…") as client:
            for event in client.events():
                ...
    """

    def __init__(self, url: str, token: str | None = None, *, patience: float = PATIENCE) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="ringrift client", daemon=True
        )
        self._thread.start()
        try:
            self._client = self._run(_create(url, token, patience))
        except BaseException:
            self._stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect; iterators of events end."""
        if not self._loop.is_closed():
            self._run(self._client.close())
            self._stop()

    def log_in(self, name: str, password: str) -> Account:
        """Log in as a person, instead of using a token."""
        return self._run(self._client.log_in(name, password))

    def log_in_as_guest(self) -> Account:
        """Create a guest and play as that, instead of using a token."""
        return self._run(self._client.log_in_as_guest())

    def account(self) -> Account:
        """Return the account of this client."""
        return self._run(self._client.account())

    def events(self) -> Iterator[ClientEvent]:
        """Yield what happens to the account, beginning with its games in progress."""
        events = self._client.events()
        while True:
            try:
                yield self._run(_next(events))
            except StopAsyncIteration:
                return

    def games(self) -> list[LiveGame]:
        """Return the games in progress that the events have shown."""
        return self._run(self._client.games())

    def play(self, game: LiveGame, move: Move | str) -> bool:
        """Play a move; False if the game has moved on since `game`."""
        return self._run(self._client.play(game, move))

    def resign(self, game: LiveGame | str) -> None:
        """Resign, or abort a game in which no person has completed a turn."""
        self._run(self._client.resign(game))

    def abort(self, game: LiveGame | str) -> None:
        """Abort a game in which no person has completed a turn."""
        self._run(self._client.abort(game))

    def take_back(self, game: LiveGame | str, step: Literal["offer", "agree", "decline"]) -> None:
        """Offer a take-back, agree to one, or decline it."""
        self._run(self._client.take_back(game, step))

    def chat(self, game: LiveGame | str, text: str) -> None:
        """Say something in a game."""
        self._run(self._client.chat(game, text))

    def create_game(
        self,
        *,
        seats: Sequence[Mapping[str, Any]] | None = None,
        visibility: Literal["public", "unlisted", "private"] = "public",
        **settings: Any,
    ) -> GameInfo:
        """Create a game with these settings, such as `board="hex8"`, which others can join."""
        create = self._client.create_game(seats=seats, visibility=visibility, **settings)
        return self._run(create)

    def open_games(self, players: int | None = None) -> list[GameInfo]:
        """Return the public games with open seats."""
        return self._run(self._client.open_games(players))

    def game(self, game: str) -> GameInfo:
        """Return a game as it stands."""
        return self._run(self._client.game(game))

    def join(
        self, game: str, *, seat: int | Literal["random"] | None = None, code: str | None = None
    ) -> GameInfo:
        """Take a seat in an open game."""
        return self._run(self._client.join(game, seat=seat, code=code))

    def leave(self, game: str) -> None:
        """Leave a game before it starts."""
        self._run(self._client.leave(game))

    def rematch(self, game: str) -> GameInfo:
        """Propose a rematch of a finished game, or accept one."""
        return self._run(self._client.rematch(game))

    def record(self, game: str) -> str:
        """Return the record of a game as text."""
        return self._run(self._client.record(game))

    def challenge(
        self,
        *opponents: str,
        seat: int | Literal["random"] = "random",
        visibility: Literal["public", "unlisted", "private"] = "public",
        expires_in: float | None = None,
        **settings: Any,
    ) -> Challenge:
        """Challenge accounts by name, to a game with these settings."""
        sent = self._client.challenge(
            *opponents, seat=seat, visibility=visibility, expires_in=expires_in, **settings
        )
        return self._run(sent)

    def challenges(self) -> list[Challenge]:
        """Return the challenges that were received or sent."""
        return self._run(self._client.challenges())

    def accept(self, challenge: Challenge | str) -> Challenge:
        """Accept a challenge."""
        return self._run(self._client.accept(challenge))

    def decline(self, challenge: Challenge | str, reason: DeclineReason = "other") -> Challenge:
        """Decline a challenge."""
        return self._run(self._client.decline(challenge, reason))

    def withdraw(self, challenge: Challenge | str) -> Challenge:
        """Withdraw your own challenge."""
        return self._run(self._client.withdraw(challenge))

    def challenge_rules(self) -> ChallengeRules:
        """Return which challenges the account accepts."""
        return self._run(self._client.challenge_rules())

    def set_challenge_rules(self, rules: ChallengeRules) -> None:
        """Set which challenges the account accepts; the server refuses the others."""
        self._run(self._client.set_challenge_rules(rules))

    def online(self, kind: Literal["person", "guest", "bot"] | None = None) -> list[OnlineAccount]:
        """Return who is connected, and what they accept."""
        return self._run(self._client.online(kind))

    def request(
        self,
        method: Method,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """Send any request of docs/reference/server.md; return the JSON or text of the response."""
        return self._run(self._client.request(method, path, body, query=query))

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # after Ctrl-C
            raise

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _create(url: str, token: str | None, patience: float) -> AsyncClient:
    return AsyncClient(url, token, patience=patience)


async def _next(events: Any) -> ClientEvent:
    event: ClientEvent = await anext(events)
    return event
