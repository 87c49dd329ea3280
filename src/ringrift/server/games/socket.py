"""One socket of one client: many games, the lobby, and what may be sent."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ringrift.server.accounts.authentication import (
    address_of,
    expect_own_origin,
    find_caller,
    still_known,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import note
from ringrift.server.errors import ApiError
from ringrift.server.games import messages
from ringrift.server.games.event_feed import EventBatch
from ringrift.server.games.lag import LagTracker
from ringrift.server.games.presence_feed import people_in, people_of
from ringrift.server.games.seeds import redact_seeds
from ringrift.server.games.service import may_watch
from ringrift.server.limits.token_bucket import Limit
from ringrift.server.worker import worker_of

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

router = APIRouter()
_log = logging.getLogger("ringrift.server.games")
_LAST_WORDS: Final = 2.0  # seconds that a client has to read why it is closed
_QUEUE: Final = 2000  # messages that a slow client may be behind; then it must connect again
_PEOPLE_AT_AN_ADDRESS: Final = 10
_STARTED: Final = 1  # the number of the event with which a game begins
_NORMAL, _REFUSED, _TOO_MUCH = 1000, 1008, 1013  # why a socket is closed
_COMMANDS: Final[dict[type[BaseModel], str]] = {
    messages.Move: "move",
    messages.Resign: "resign",
    messages.OfferTakeBack: "offer_take_back",
    messages.AgreeTakeBack: "agree_take_back",
    messages.DeclineTakeBack: "decline_take_back",
}


class Socket:
    """Sends from a queue, so that nobody waits for a slow client; receives one message after the other."""

    def __init__(self, socket: WebSocket, worker: Worker, caller: Caller | None) -> None:
        self._socket = socket
        self._worker = worker
        self._caller = caller
        self._out: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue(_QUEUE)
        per_second = worker.settings.messages_per_second
        self._limit = Limit(per_second * 2, 2.0)
        self._watched: set[str] = set()
        self._lag_tracker = LagTracker()
        self._ended = asyncio.Event()

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Whether it is a socket of these sessions."""
        return self._caller is not None and self._caller.belongs_to(account, only=only, but=but)

    def send(self, message: BaseModel) -> None:
        self._put(message.model_dump_json(exclude_none=True))

    def events(self, game: str, batch: EventBatch) -> None:
        """The events as they were stored, but for seeds: nothing is written twice."""
        first, body = batch[0]
        if first == _STARTED:
            self._worker.presence_feed.seat(game, people_in(body))
        bodies = ",".join(redact_seeds(body) for _, body in batch)
        self._put(f'{{"type":"events","game":"{game}","events":[{bodies}]}}')

    def turn_away(self, error: ApiError) -> None:
        """Close it before it begins."""
        self._refuse(None, None, error)
        self.end(error.refusal.message)

    def end(self, reason: str, code: int = _NORMAL) -> None:
        """Close it, from anywhere."""
        if self._ended.is_set():
            return
        self._ended.set()
        while self._out.full():
            self._out.get_nowait()
        self._out.put_nowait((code, reason))

    async def serve(self) -> None:
        """Until either side has had enough."""
        account = None if self._caller is None else self._caller.account
        self.send(messages.Welcome(account=account, at=time()))
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._ended.is_set():
                await asyncio.wait(
                    (writer,), timeout=_LAST_WORDS
                )  # it says why the socket is closed
        finally:
            self._ended.set()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._worker.event_feed.forget(self)
            self._worker.lobby.forget(self)
            self._worker.chat.forget(self)
            for game in self._watched:
                self._worker.presence_feed.unwatch(self, game)

    def _put(self, text: str) -> None:
        if self._ended.is_set():
            return
        self._worker.metrics.messages.labels("out").inc()
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._worker.metrics.dropped_sockets.labels("slow").inc()
            self.end(
                "too slow: connect again and watch from the last event that you have", _TOO_MUCH
            )

    async def _write(self) -> None:
        while True:
            item = await self._out.get()
            if isinstance(item, str):
                await self._socket.send_text(item)
                continue
            code, reason = item
            await self._socket.send_text(messages.Closing(reason=reason).model_dump_json())
            await self._socket.close(code, reason[:120])
            return

    async def _read(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            self._worker.metrics.messages.labels("in").inc()
            if self._limit.take("all"):
                account = None if self._caller is None else self._caller.account.id
                note("limited", account=account, about="messages")
                self._worker.metrics.dropped_sockets.labels("limit").inc()
                self.end("too many messages: slow down", _REFUSED)
                return
            if frame.get("text") is None:
                self._refuse(
                    None, None, ApiError(422, "MALFORMED", "send text: a message is a JSON object")
                )
            else:
                await self._receive(frame["text"])

    async def _receive(self, text: str) -> None:
        client_id = game = None
        try:
            message = messages.RECEIVED.validate_json(text)
            client_id, game = getattr(message, "client_id", None), getattr(message, "game", None)
            await self._handle(message)
        except ValidationError as error:
            self._refuse(client_id, game, _malformed(error))
        except ApiError as error:
            self._refuse(client_id, game, error)
        except Exception:  # noqa: BLE001 - it is logged, and the rest goes on
            _log.exception("a message failed")
            self._refuse(
                client_id, game, ApiError(503, "TRY_AGAIN", "that failed here: send it again")
            )

    async def _handle(self, message: Any) -> None:
        worker = self._worker
        match message:
            case messages.Ping(t=t):
                self.send(messages.Pong(t=t, at=time(), probe=self._lag_tracker.probe(monotonic())))
            case messages.Echo(probe=probe):
                self._lag_tracker.echo(probe, monotonic())
            case messages.Watch(game=game, since=since, code=code):
                await self._watch(game, since, code)
            case messages.Unwatch(game=game):
                self._watched.discard(game)
                worker.event_feed.unwatch(self, game)
                worker.chat.unwatch(self, game)
                worker.presence_feed.unwatch(self, game)
            case messages.Say(game=game, text=text):
                await worker.chat.say(game, self._known(), text, invited=game in self._watched)
            case messages.WatchLobby():
                await worker.lobby.watch(self)
            case messages.UnwatchLobby():
                worker.lobby.forget(self)
            case _:
                await self._command(message)

    async def _watch(self, game: str, since: int, code: str | None) -> None:
        info = await self._worker.games.info(game)
        account = None if self._caller is None else self._caller.account.id
        if not may_watch(info, account, code):
            raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
        if since > info.sequence:  # as after the restore of a backup
            message = f"the game stands at event {info.sequence}: watch it from 0"
            raise ApiError(409, "STALE", message, path="since", more={"sequence": info.sequence})
        most = self._worker.settings.watches_per_socket
        if len(self._watched - {game}) >= most:
            message = f"a socket watches {most} games at most: unwatch one, or open another socket"
            raise ApiError(409, "TOO_MANY_WATCHES", message, path="game")
        self._watched.add(game)
        self._worker.presence_feed.watch(self, game, people_of(info))
        await self._worker.event_feed.watch(self, game, since)
        self._worker.chat.watch(self, game)
        self.send(messages.Watching(game=game, sequence=info.sequence))

    async def _command(self, message: Any) -> None:
        arguments = message.model_dump(exclude={"type", "game"})
        arguments |= {"account": self._known().account.id, "lag": self._lag_tracker.lag}
        started = time()
        answer = await self._worker.directory.run(message.game, _COMMANDS[type(message)], arguments)
        self._worker.metrics.move_seconds.observe(time() - started)
        self.send(
            messages.Accepted(
                client_id=message.client_id, game=message.game, sequence=answer["sequence"]
            )
        )

    def _known(self) -> Caller:
        if self._caller is None:
            raise ApiError(
                401, "NOT_LOGGED_IN", "log in first: POST /sessions, or POST /accounts/guest"
            )
        return self._caller

    def _refuse(self, client_id: str | None, game: str | None, error: ApiError) -> None:
        self._worker.metrics.refusals.labels(error.refusal.code).inc()
        told = error.to_json()
        self.send(
            messages.Refused(
                client_id=client_id,
                game=game,
                error=told["error"],
                sequence=told.get("sequence"),
                missed=told.get("missed"),
            )
        )


@router.websocket("/ws")
async def open_socket(socket: WebSocket) -> None:
    """The live connection of a page or a program."""
    worker = worker_of(socket)
    try:
        expect_own_origin(socket)
        caller = await find_caller(socket)
        key = caller.account.id if caller else address_of(socket)
        worker.limits.check("requests", key)
        _expect_few(worker, key, known=caller is not None)
        if worker.closing:
            raise ApiError(503, "CLOSING", "the server restarts: connect again")
    except ApiError as error:
        await socket.accept()
        await socket.send_text(json.dumps({"type": "refused", **error.to_json()}))
        await socket.close(_REFUSED, error.refusal.code)
        return
    worker.presence.come(key, known=caller is not None)
    worker.metrics.sockets.inc()
    opened = Socket(socket, worker, caller)
    try:
        await socket.accept()
        worker.sockets.add(opened)
        if caller is not None and not await still_known(socket):
            opened.turn_away(ApiError(401, "NOT_LOGGED_IN", "you are logged out"))
        await opened.serve()
    except WebSocketDisconnect:
        pass
    finally:
        worker.sockets.discard(opened)
        worker.presence.go(key)
        worker.metrics.sockets.dec()
        if socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):  # the other side was quicker
                await socket.close()


def _expect_few(worker: Worker, key: str, *, known: bool) -> None:
    """Behind one address there may be many people: so many more are let in without an account."""
    most = worker.settings.sockets_per_account * (1 if known else _PEOPLE_AT_AN_ADDRESS)
    if worker.presence.connections(key) >= most:
        note(
            "limited",
            account=key if known else None,
            address=None if known else key,
            about="sockets",
        )
        raise ApiError(429, "TOO_MANY_SOCKETS", f"you have {most} sockets open: close one first")


def _malformed(error: ValidationError) -> ApiError:
    first = error.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"][1:])
    return ApiError(422, "MALFORMED", first["msg"], path=path)
