"""The client for programs that use asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, Literal, Self
from urllib.parse import quote, urlsplit

from ringrift.client.connection import Connection
from ringrift.client.errors import ServerRefusalError
from ringrift.client.events import ClientEvent
from ringrift.client.game_feed import GameFeed
from ringrift.client.http_api import HttpApi, Method
from ringrift.client.live_game import LiveGame
from ringrift.client.types import (
    Account,
    Challenge,
    ChallengeRules,
    DeclineReason,
    GameInfo,
    OnlineAccount,
)
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.moves import Move
from ringrift.rules.wire_moves import dump_move

PATIENCE: Final = 300.0  # seconds that a server may be away
_TIMEOUT: Final = 30.0
_MOVED_ON: Final = frozenset({"STALE", "GAME_OVER", "NOT_YOUR_TURN"})


class AsyncClient:
    """One account at one server.

    `events` yields what happens to it. The methods send requests; those that change something are
    executed once, however often they are sent. `patience` is how many seconds the server may be
    away before a request fails and the events end with `ConnectionLostError`::

        async with AsyncClient("http://127.0.0.1:8080", token="rrb_…") as client:
            async for event in client.events():
                ...
    """

    def __init__(self, url: str, token: str | None = None, *, patience: float = PATIENCE) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            message = f"{url!r} is not the address of a server: use http://… or https://…"
            raise InvalidSetupError(Refusal("MALFORMED", None, message, "url"))
        self._patience = patience
        self._api = HttpApi(url, token, patience=patience, timeout=_TIMEOUT)
        self._address = self._api.url.replace("http", "ws", 1) + "/ws"
        self._connection: Connection | None = None
        self._feed: GameFeed | None = None
        self._inbox: asyncio.Queue[ClientEvent | Exception | None] = asyncio.Queue()
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect; iterators of events end."""
        if self._feed is not None:
            await self._feed.close()
        if self._connection is not None:
            await self._connection.close()
        await self._api.close()
        self._inbox.put_nowait(None)

    # Accounts

    async def log_in(self, name: str, password: str) -> Account:
        """Log in as a person, instead of using a token."""
        body = {"name": name, "password": password}
        return self._signed(await self.request("POST", "/sessions", body))

    async def log_in_as_guest(self) -> Account:
        """Create a guest and play as that, instead of using a token."""
        return self._signed(await self.request("POST", "/accounts/guest"))

    async def account(self) -> Account:
        """Return the account of this client."""
        connection = await self._connect()
        assert connection.account is not None
        return connection.account

    # What happens

    async def events(self) -> AsyncIterator[ClientEvent]:
        """Yield what happens to the account, beginning with its games in progress.

        Reconnects by itself. Use one iterator per client.
        """
        await self._connect()
        while (event := await self._inbox.get()) is not None:
            if isinstance(event, Exception):
                raise event
            yield event

    async def games(self) -> list[LiveGame]:
        """Return the games in progress that the events have shown."""
        await self._connect()
        assert self._feed is not None
        return self._feed.games

    # Moves

    async def play(self, game: LiveGame, move: Move | str) -> bool:
        """Play a move, as an object or in notation; return when it is durable.

        Returns False if the game has moved on since `game`: its events have arrived or will.
        """
        sent = dump_move(move) if isinstance(move, Move) else move
        message = {"type": "move", "game": game.id, "expected": game.sequence, "move": sent}
        try:
            await self._command(message)
        except ServerRefusalError as error:
            if error.code in _MOVED_ON:
                return False
            raise
        return True

    async def resign(self, game: LiveGame | str) -> None:
        """Resign, or abort a game in which no person has completed a turn."""
        await self._command({"type": "resign", "game": _id(game)})

    async def abort(self, game: LiveGame | str) -> None:
        """Abort a game in which no person has completed a turn."""
        await self._command({"type": "abort", "game": _id(game)})

    async def take_back(
        self, game: LiveGame | str, step: Literal["offer", "agree", "decline"]
    ) -> None:
        """Offer a take-back, agree to one, or decline it."""
        await self._command({"type": f"take_back.{step}", "game": _id(game)})

    async def chat(self, game: LiveGame | str, text: str) -> None:
        """Say something in a game."""
        await self.request("POST", f"/games/{_id(game)}/chat", {"text": text})

    # Finding games

    async def create_game(
        self,
        *,
        seats: Sequence[Mapping[str, Any]] | None = None,
        visibility: Literal["public", "unlisted", "private"] = "public",
        **settings: Any,
    ) -> GameInfo:
        """Create a game with these settings, such as `board="hex8"`, which others can join."""
        body: dict[str, Any] = {"settings": settings, "visibility": visibility}
        if seats is not None:
            body["seats"] = list(seats)
        return GameInfo.load(await self.request("POST", "/games", body))

    async def open_games(self, players: int | None = None) -> list[GameInfo]:
        """Return the public games with open seats."""
        found = await self.request("GET", "/lobby", query={"players": players})
        return list(map(GameInfo.load, found))

    async def game(self, game: str) -> GameInfo:
        """Return a game as it stands."""
        return GameInfo.load(await self.request("GET", f"/games/{game}"))

    async def join(
        self, game: str, *, seat: int | Literal["random"] | None = None, code: str | None = None
    ) -> GameInfo:
        """Take a seat in an open game."""
        body = {"seat": seat, "code": code}
        return GameInfo.load(await self.request("POST", f"/games/{game}/join", body))

    async def leave(self, game: str) -> None:
        """Leave a game before it starts."""
        await self.request("POST", f"/games/{game}/leave")

    async def rematch(self, game: str) -> GameInfo:
        """Propose a rematch of a finished game, or accept one."""
        return GameInfo.load(await self.request("POST", f"/games/{game}/rematch"))

    async def record(self, game: str) -> str:
        """Return the record of a game as text."""
        text: str = await self.request("GET", f"/games/{game}/record")
        return text

    # Challenges

    async def challenge(
        self,
        *opponents: str,
        seat: int | Literal["random"] = "random",
        visibility: Literal["public", "unlisted", "private"] = "public",
        expires_in: float | None = None,
        **settings: Any,
    ) -> Challenge:
        """Challenge accounts by name, to a game with these settings."""
        body = {
            "opponents": list(opponents),
            "settings": settings,
            "seat": seat,
            "visibility": visibility,
            "expires_in": expires_in,
        }
        return Challenge.load(await self.request("POST", "/challenges", body))

    async def challenges(self) -> list[Challenge]:
        """Return the challenges that were received or sent."""
        return list(map(Challenge.load, await self.request("GET", "/challenges")))

    async def accept(self, challenge: Challenge | str) -> Challenge:
        """Accept a challenge."""
        return await self._answer(challenge, "accept")

    async def decline(
        self, challenge: Challenge | str, reason: DeclineReason = "other"
    ) -> Challenge:
        """Decline a challenge."""
        return await self._answer(challenge, "decline", {"reason": reason})

    async def withdraw(self, challenge: Challenge | str) -> Challenge:
        """Withdraw your own challenge."""
        return await self._answer(challenge, "withdraw")

    async def challenge_rules(self) -> ChallengeRules:
        """Return which challenges the account accepts."""
        return ChallengeRules.load(await self.request("GET", "/challenge-rules"))

    async def set_challenge_rules(self, rules: ChallengeRules) -> None:
        """Set which challenges the account accepts; the server refuses the others."""
        await self.request("PUT", "/challenge-rules", rules.to_json())

    async def online(
        self, kind: Literal["person", "guest", "bot"] | None = None
    ) -> list[OnlineAccount]:
        """Return who is connected, and what they accept."""
        found = await self.request("GET", "/online", query={"kind": kind})
        return list(map(OnlineAccount.load, found))

    # Everything else

    async def request(
        self,
        method: Method,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """Send any request of docs/reference/server.md; return the JSON or text of the response."""
        return await self._api.request(method, path, body, query=query)

    async def _answer(
        self, challenge: Challenge | str, what: str, body: Mapping[str, Any] | None = None
    ) -> Challenge:
        key = challenge if isinstance(challenge, str) else challenge.id
        path = f"/challenges/{quote(key, safe='')}/{what}"
        return Challenge.load(await self.request("POST", path, body))

    async def _command(self, message: Mapping[str, Any]) -> int:
        return await (await self._connect()).command(message)

    async def _connect(self) -> Connection:
        """Open the connection on first use."""
        async with self._opening:
            if self._connection is None:
                self._connection = Connection(
                    self._address,
                    lambda: self._api.headers,
                    self._receive,
                    self._inbox.put_nowait,
                    patience=self._patience,
                )
                self._feed = GameFeed(self._connection, self.game, self._inbox.put_nowait)
                await self._connection.welcomed
                if self._connection.account is None:
                    message = "give a token, or log in first"
                    raise ServerRefusalError(Refusal("NOT_LOGGED_IN", None, message))
                await self._feed.start(self._connection.account.id)
        await asyncio.shield(self._connection.welcomed)
        return self._connection

    def _receive(self, message: Mapping[str, Any]) -> None:
        if self._feed is not None:
            self._feed.receive(message)

    def _signed(self, session: Mapping[str, Any]) -> Account:
        self._api.log_in(session)
        return Account.load(session["account"])


def _id(game: LiveGame | str) -> str:
    return game if isinstance(game, str) else game.id
