"""The event stream of a bot: the events of all its games, as one long response of JSON lines."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request

from ringrift.host.events import Aborted, Ended
from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    is_authenticated,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.community.challenge_types import ChallengeInfo
from ringrift.server.connections import NOTICED_BYTES
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.event_batch import EventBatch
from ringrift.server.json_lines import JsonLines
from ringrift.server.storage.failures import FAILURES

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

_log = logging.getLogger("ringrift.server.games")
router = APIRouter(tags=["bots"])
_MAX_BUFFERED_BYTES: Final = 1 << 20
_RETRY_SECONDS: Final = 0.5
_DEAF_CHECK_SECONDS: Final = 1.0
_SERVER_ERROR: Final = 500
_KEEPALIVE_SECONDS: Final = 15.0  # after which an empty line keeps the connection open


class BotStream:
    """The events of one account's games. A client that reads too slowly is disconnected."""

    def __init__(
        self, worker: Worker, caller: Caller, is_authenticated: Callable[[], Awaitable[bool]]
    ) -> None:
        self._worker = worker
        self._caller = caller
        self.account = caller.account.id
        self._is_authenticated = is_authenticated  # the token may be revoked while it opens
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._buffered = 0
        self._drained = asyncio.Event()
        self._games: set[str] = set()
        self._challenges: dict[str, ChallengeInfo] = {}  # as last sent
        self._reading_challenges = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def caller(self) -> Caller:
        return self._caller

    def log_out(self) -> None:
        """Close the stream because its login ended."""
        self.close()

    async def is_authenticated(self) -> bool:
        """Return whether the token of the stream is still valid."""
        return await self._is_authenticated()

    def send_events(self, game: str, batch: EventBatch) -> None:
        self._put(batch.message)
        if json.loads(batch.events[-1][1])["kind"] in (Ended.kind, Aborted.kind):
            self._worker.event_feed.unsubscribe(self, game)
            self._games.discard(game)

    def close(self) -> None:
        """Close the stream; safe to call from anywhere in the event loop."""
        while not self._lines.empty():
            self._lines.get_nowait()
        self._buffered = 0
        self._drained.set()
        self._lines.put_nowait(None)

    async def drain(self) -> None:
        """Wait until the client has read most of what is buffered."""
        while self._buffered > NOTICED_BYTES:
            self._drained.clear()
            await self._drained.wait()

    async def lines(self) -> AsyncIterator[str]:
        topic = account_topic(self.account)
        self._worker.streams.add(self)
        self._worker.presence.connect(self.account)
        self._worker.bus.subscribe(topic, self._receive)
        self._worker.bus.add_loss_listener(self._messages_lost)
        try:
            if not await self._is_authenticated():
                return
            self._start(self._watch_all())  # it waits while the client reads
            self._start(self._find_games_without_bus())
            while not self._worker.closing:
                try:
                    line = await asyncio.wait_for(self._lines.get(), _KEEPALIVE_SECONDS)
                except TimeoutError:
                    line = ""
                if line is None:
                    return
                self._buffered -= len(line)
                self._drained.set()
                yield line + "\n"
        finally:
            self._worker.streams.discard(self)
            self._worker.presence.disconnect(self.account)
            self._worker.bus.unsubscribe(topic, self._receive)
            self._worker.bus.remove_loss_listener(self._messages_lost)
            self._worker.event_feed.unsubscribe_all(self)
            for task in tuple(self._tasks):
                task.cancel()

    def _receive(self, message: Any) -> None:
        """Look at a game of the account, or at its challenges."""
        if "challenge" in message:
            self._start(self._send_challenges())
        else:
            self._start(self._watch_surely(message["game"]))

    def _messages_lost(self) -> None:
        """Find the games whose start the bus did not deliver."""
        self._start(self._watch_all())

    async def _find_games_without_bus(self) -> None:
        """While the bus is away, no message tells of the start of a game."""
        while True:
            await asyncio.sleep(_DEAF_CHECK_SECONDS)
            if not self._worker.bus.connected:
                await self._watch_all()

    async def _watch_all(self) -> None:
        try:
            games = await self._worker.games.active_games_of(self.account)
        except FAILURES:
            await asyncio.sleep(_RETRY_SECONDS)
            self._start(self._watch_all())
            return
        for game in games:
            await self._watch_surely(game)
        await self._send_challenges()

    async def _send_challenges(self) -> None:
        """Send the challenges of the account that changed since they were last sent."""
        async with self._reading_challenges:
            try:
                found = await self._worker.challenges.of_account(self.account)
                found += await self._closed_challenges({one.id for one in found})
            except FAILURES:
                await asyncio.sleep(_RETRY_SECONDS)
                self._start(self._send_challenges())
                return
            for info in found:
                if self._challenges.get(info.id) != info:
                    self._put(json.dumps({"type": "challenge", "challenge": info.model_dump()}))
            self._challenges = {one.id: one for one in found}

    async def _closed_challenges(self, listed: set[str]) -> list[ChallengeInfo]:
        """Return the challenges that were open when they were sent, and are not listed since."""
        closed = []
        was_open = {one.id for one in self._challenges.values() if one.status == "open"}
        for challenge in was_open - listed:
            try:
                closed.append(await self._worker.challenges.info(challenge, self.account))
            except ApiError:
                continue  # of a deleted account
        return closed

    async def _watch_surely(self, game: str) -> None:
        """Watch a game, as soon as it can be read: nothing else would tell the bot of it."""
        while True:
            try:
                await self._watch(game)
                return
            except ApiError as error:
                if error.status < _SERVER_ERROR:
                    return  # it ended meanwhile
            except FAILURES:
                _log.warning("a bot's game cannot be read yet", extra={"game": game})
            await asyncio.sleep(_RETRY_SECONDS)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self, game: str) -> None:
        info = await self._worker.games.info(game)
        if info.status != "live" or game in self._games:
            return
        self._games.add(game)
        own = [
            one.seat
            for one in info.seats
            if one.account is not None and one.account.id == self.account and one.left is None
        ]
        self._put(
            json.dumps(
                {
                    "type": "game",
                    "game": game,
                    "seats": own,
                    "settings": info.settings,
                }
            )
        )
        await self._worker.event_feed.subscribe(self, game, 0)

    def _put(self, line: str) -> None:
        self._lines.put_nowait(line)
        self._buffered += len(line)
        if self._buffered > _MAX_BUFFERED_BYTES:
            self.close()


@router.get("/bot/stream", response_class=JsonLines)
async def stream(request: Request, worker: CurrentWorker, caller: AuthenticatedCaller) -> JsonLines:
    """Stream JSON lines: `game` for each game of the bot, then its `events`; and `challenge`.

    Skip empty lines.
    """
    limit = worker.settings.streams_per_account
    if sum(other.account == caller.account.id for other in worker.streams) >= limit:
        message = f"this bot has {limit} open streams: close one first"
        raise ApiError(429, "TOO_MANY_STREAMS", message)
    return JsonLines(BotStream(worker, caller, partial(is_authenticated, request)).lines())
