"""The stream of a bot: all events of its games as lines of JSON, from one request that stays open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request

from ringrift.host.events import Ended
from ringrift.server.accounts.authentication import KnownCaller, ThisWorker, still_known
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.event_feed import EventBatch
from ringrift.server.games.seeds import redact_seeds
from ringrift.server.json_lines import JsonLines

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

router = APIRouter(tags=["bots"])
_QUEUE: Final = 2000
_ALIVE: Final = 15.0  # seconds after which an empty line says that the connection stands


class BotStream:
    """What happens in the games of one account. One that reads too slowly is ended and begins anew."""

    def __init__(
        self, worker: Worker, caller: Caller, still_known: Callable[[], Awaitable[bool]]
    ) -> None:
        self._worker = worker
        self._caller = caller
        self.account = caller.account.id
        self._still_known = still_known  # its token may be revoked while the stream is being opened
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE)
        self._games: set[str] = set()
        self._watching: set[asyncio.Task[None]] = set()

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Whether it is a stream of these sessions."""
        return self._caller.belongs_to(account, only=only, but=but)

    def events(self, game: str, batch: EventBatch) -> None:
        bodies = ",".join(redact_seeds(body) for _, body in batch)
        self._put(f'{{"type":"events","game":"{game}","events":[{bodies}]}}')
        if json.loads(batch[-1][1])["kind"] == Ended.kind:
            self._worker.event_feed.unwatch(self, game)
            self._games.discard(game)

    def end(self) -> None:
        """Close it, from anywhere."""
        while not self._lines.empty():
            self._lines.get_nowait()
        self._lines.put_nowait(None)

    async def lines(self) -> AsyncIterator[str]:
        topic = account_topic(self.account)
        self._worker.streams.add(self)
        self._worker.presence.come(self.account)
        self._worker.bus.listen(topic, self._game_began)
        try:
            if not await self._still_known():
                return
            for game in await self._worker.games.live_of(self.account):
                await self._watch(game)
            while not self._worker.closing:
                try:
                    line = await asyncio.wait_for(self._lines.get(), _ALIVE)
                except TimeoutError:
                    line = ""
                if line is None:
                    return
                yield line + "\n"
        finally:
            self._worker.streams.discard(self)
            self._worker.presence.go(self.account)
            self._worker.bus.ignore(topic, self._game_began)
            self._worker.event_feed.forget(self)
            for task in tuple(self._watching):
                task.cancel()

    def _game_began(self, message: Any) -> None:
        task = asyncio.create_task(self._watch(message["game"]))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    async def _watch(self, game: str) -> None:
        info = await self._worker.games.info(game)
        if info.status != "live" or game in self._games:
            return
        self._games.add(game)
        look = await self._worker.directory.run(game, "look", {"account": self.account})
        self._put(
            json.dumps(
                {
                    "type": "game",
                    "game": game,
                    "seats": look["your_seats"],
                    "settings": info.settings,
                }
            )
        )
        await self._worker.event_feed.watch(self, game, 0)

    def _put(self, line: str) -> None:
        try:
            self._lines.put_nowait(line)
        except asyncio.QueueFull:
            self.end()


@router.get("/bot/stream", response_class=JsonLines)
async def stream(request: Request, worker: ThisWorker, caller: KnownCaller) -> JsonLines:
    """Lines of JSON: `game` for each game of yours, then its `events`; an empty line now and then."""
    most = worker.settings.streams_per_account
    if sum(other.account == caller.account.id for other in worker.streams) >= most:
        raise ApiError(
            429, "TOO_MANY_STREAMS", f"{most} streams of this bot are open: close one first"
        )
    return JsonLines(BotStream(worker, caller, partial(still_known, request)).lines())
