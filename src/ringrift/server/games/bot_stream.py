"""The event stream of a bot: the events of all its games, as one long response of JSON lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request

from ringrift.host.events import Ended
from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    is_authenticated,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.event_feed import EventBatch
from ringrift.server.games.seeds import redact_seeds
from ringrift.server.json_lines import JsonLines

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

router = APIRouter(tags=["bots"])
_QUEUE_SIZE: Final = 2000
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
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE_SIZE)
        self._games: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Return whether the stream belongs to these login sessions."""
        return self._caller.belongs_to(account, only=only, but=but)

    def send_events(self, game: str, batch: EventBatch) -> None:
        bodies = ",".join(redact_seeds(body) for _, body in batch)
        self._put(f'{{"type":"events","game":"{game}","events":[{bodies}]}}')
        if json.loads(batch[-1][1])["kind"] == Ended.kind:
            self._worker.event_feed.unsubscribe(self, game)
            self._games.discard(game)

    def close(self) -> None:
        """Close the stream; safe to call from anywhere in the event loop."""
        while not self._lines.empty():
            self._lines.get_nowait()
        self._lines.put_nowait(None)

    async def lines(self) -> AsyncIterator[str]:
        topic = account_topic(self.account)
        self._worker.streams.add(self)
        self._worker.presence.connect(self.account)
        self._worker.bus.subscribe(topic, self._game_started)
        try:
            if not await self._is_authenticated():
                return
            for game in await self._worker.games.active_games_of(self.account):
                await self._watch(game)
            while not self._worker.closing:
                try:
                    line = await asyncio.wait_for(self._lines.get(), _KEEPALIVE_SECONDS)
                except TimeoutError:
                    line = ""
                if line is None:
                    return
                yield line + "\n"
        finally:
            self._worker.streams.discard(self)
            self._worker.presence.disconnect(self.account)
            self._worker.bus.unsubscribe(topic, self._game_started)
            self._worker.event_feed.unsubscribe_all(self)
            for task in tuple(self._tasks):
                task.cancel()

    def _game_started(self, message: Any) -> None:
        task = asyncio.create_task(self._watch(message["game"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self, game: str) -> None:
        info = await self._worker.games.info(game)
        if info.status != "live" or game in self._games:
            return
        self._games.add(game)
        snapshot = await self._worker.directory.snapshot(game, self.account)
        self._put(
            json.dumps(
                {
                    "type": "game",
                    "game": game,
                    "seats": snapshot.your_seats,
                    "settings": info.settings,
                }
            )
        )
        await self._worker.event_feed.subscribe(self, game, 0)

    def _put(self, line: str) -> None:
        try:
            self._lines.put_nowait(line)
        except asyncio.QueueFull:
            self.close()


@router.get("/bot/stream", response_class=JsonLines)
async def stream(request: Request, worker: CurrentWorker, caller: AuthenticatedCaller) -> JsonLines:
    """Stream JSON lines: `game` for each game of the bot, then its `events`. Skip empty lines."""
    limit = worker.settings.streams_per_account
    if sum(other.account == caller.account.id for other in worker.streams) >= limit:
        message = f"this bot has {limit} open streams: close one first"
        raise ApiError(429, "TOO_MANY_STREAMS", message)
    return JsonLines(BotStream(worker, caller, partial(is_authenticated, request)).lines())
