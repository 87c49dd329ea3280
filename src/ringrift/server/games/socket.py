"""One WebSocket of one client: it follows games and the lobby, and sends commands."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ringrift.server.accounts.authentication import (
    address_of,
    find_caller,
    is_authenticated,
    require_own_origin,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.errors import ApiError
from ringrift.server.games import commands, messages
from ringrift.server.games.event_feed import EventBatch
from ringrift.server.games.lag import LagTracker
from ringrift.server.games.presence_feed import accounts_in, accounts_of
from ringrift.server.games.seeds import redact_seeds
from ringrift.server.games.service import may_watch
from ringrift.server.games.types import load_sent_move
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.validation import malformed
from ringrift.server.worker import worker_of

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

router = APIRouter()
_log = logging.getLogger("ringrift.server.games")
_CLOSE_TIMEOUT: Final = 2.0  # seconds that a client has to read the reason
_QUEUE_SIZE: Final = 2000  # messages; a client that falls further behind must reconnect
_ACCOUNTS_PER_ADDRESS: Final = 10
_FIRST_EVENT: Final = 1
_NORMAL, _POLICY_VIOLATION, _TRY_AGAIN_LATER = 1000, 1008, 1013  # close codes of RFC 6455
_CLIENT_ID: Final[TypeAdapter[str]] = TypeAdapter(messages.ClientId)
_GAME_ID: Final[TypeAdapter[str]] = TypeAdapter(messages.GameId)


class Socket:
    """Sends from a queue, so a slow client delays nobody; handles one message at a time."""

    def __init__(self, socket: WebSocket, worker: Worker, caller: Caller | None) -> None:
        self._socket = socket
        self._worker = worker
        self._caller = caller
        self._outbox: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue(_QUEUE_SIZE)
        per_second = worker.settings.messages_per_second
        self._rate_limit = RateLimit(per_second * 2, 2.0)
        self._watched: set[str] = set()
        self._lag_tracker = LagTracker()
        self._closing = asyncio.Event()

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Return whether the socket belongs to these login sessions."""
        return self._caller is not None and self._caller.belongs_to(account, only=only, but=but)

    def send(self, message: BaseModel) -> None:
        self._put(message.model_dump_json(exclude_none=True))

    def send_events(self, game: str, batch: EventBatch) -> None:
        """Send the events as stored, without seeds; they are not parsed and dumped again."""
        first, body = batch[0]
        if first == _FIRST_EVENT:
            self._worker.presence_feed.set_accounts(game, accounts_in(body))
        bodies = ",".join(redact_seeds(body) for _, body in batch)
        self._put(f'{{"type":"events","game":"{game}","events":[{bodies}]}}')

    def reject(self, error: ApiError) -> None:
        """Close the socket before it serves."""
        self._refuse(None, None, error)
        self.close(error.refusal.message)

    def close(self, reason: str, code: int = _NORMAL) -> None:
        """Close the socket; safe to call from anywhere in the event loop."""
        if self._closing.is_set():
            return
        self._closing.set()
        while self._outbox.full():
            self._outbox.get_nowait()
        self._outbox.put_nowait((code, reason))

    async def serve(self) -> None:
        """Serve until either side closes."""
        account = None if self._caller is None else self._caller.account
        self.send(messages.Welcome(account=account, at=time()))
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._closing.is_set():
                await asyncio.wait((writer,), timeout=_CLOSE_TIMEOUT)
        finally:
            self._closing.set()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._worker.event_feed.unsubscribe_all(self)
            self._worker.lobby.unsubscribe(self)
            self._worker.chat.unsubscribe_all(self)
            for game in self._watched:
                self._worker.presence_feed.unsubscribe(self, game)

    def _put(self, text: str) -> None:
        if self._closing.is_set():
            return
        self._worker.metrics.messages.labels("out").inc()
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self._worker.metrics.closed_sockets.labels("slow").inc()
            reason = "the client reads too slowly: reconnect and watch from your last event"
            self.close(reason, _TRY_AGAIN_LATER)

    async def _write(self) -> None:
        while True:
            item = await self._outbox.get()
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
            if self._rate_limit.take("all"):
                account = None if self._caller is None else self._caller.account.id
                log_security_event("limited", account=account, about="messages")
                self._worker.metrics.closed_sockets.labels("limit").inc()
                self.close("too many messages: slow down", _POLICY_VIOLATION)
                return
            if frame.get("text") is None:
                message = "send a text frame: a message is a JSON object"
                self._refuse(None, None, ApiError(422, "MALFORMED", message))
            else:
                await self._receive(frame["text"])

    async def _receive(self, text: str) -> None:
        client_id = game = None
        try:
            message = messages.RECEIVED.validate_json(text)
            client_id, game = getattr(message, "client_id", None), getattr(message, "game", None)
            await self._handle(message)
        except ValidationError as error:
            client_id, game = _readable_ids(text)
            self._refuse(client_id, game, malformed(error.errors(include_url=False), skip=1))
        except ApiError as error:
            self._refuse(client_id, game, error)
        except Exception:  # noqa: BLE001 - log it and keep serving
            _log.exception("a message failed")
            message = "the server failed to handle this: send it again"
            self._refuse(client_id, game, ApiError(503, "TRY_AGAIN", message))

    async def _handle(self, message: Any) -> None:
        worker = self._worker
        match message:
            case messages.Ping(t=t):
                probe = self._lag_tracker.probe(monotonic())
                self.send(messages.Pong(t=t, at=time(), probe=probe))
            case messages.Echo(probe=probe):
                self._lag_tracker.echo(probe, monotonic())
            case messages.Watch(game=game, since=since, code=code):
                await self._watch(game, since, code)
            case messages.Unwatch(game=game):
                self._watched.discard(game)
                worker.event_feed.unsubscribe(self, game)
                worker.chat.unsubscribe(self, game)
                worker.presence_feed.unsubscribe(self, game)
            case messages.Say(game=game, text=text):
                invited = game in self._watched
                await worker.chat.say(game, self._require_caller(), text, invited=invited)
            case messages.WatchLobby():
                await worker.lobby.subscribe(self)
            case messages.UnwatchLobby():
                worker.lobby.unsubscribe(self)
            case _:
                await self._run_command(message)

    async def _watch(self, game: str, since: int, code: str | None) -> None:
        info = await self._worker.games.info(game)
        account = None if self._caller is None else self._caller.account.id
        if not may_watch(info, account, code):
            raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
        if since > info.sequence:  # possible after a backup was restored
            message = f"the game's last event is {info.sequence}: watch it from 0"
            raise ApiError(409, "STALE", message, path="since", more={"sequence": info.sequence})
        limit = self._worker.settings.watches_per_socket
        if len(self._watched - {game}) >= limit:
            message = f"a socket watches at most {limit} games: unwatch one or open another socket"
            raise ApiError(409, "TOO_MANY_WATCHES", message, path="game")
        self._watched.add(game)
        self._worker.presence_feed.subscribe(self, game, accounts_of(info))
        await self._worker.event_feed.subscribe(self, game, since)
        self._worker.chat.subscribe(self, game)
        self.send(messages.Watching(game=game, sequence=info.sequence))

    async def _run_command(self, message: Any) -> None:
        started = time()
        command = self._command(message, self._require_caller().account.id)
        accepted = await self._worker.directory.run(message.game, command)
        self._worker.metrics.move_seconds.observe(time() - started)
        self.send(
            messages.Accepted(
                client_id=message.client_id, game=message.game, sequence=accepted.sequence
            )
        )

    def _command(self, message: Any, account: str) -> commands.Command:
        client_id = message.client_id
        match message:
            case messages.Move(move=move, expected=expected):
                return commands.PlayMove(
                    account=account,
                    client_id=client_id,
                    move=load_sent_move(move),
                    expected=expected,
                    lag=self._lag_tracker.lag,
                )
            case messages.Resign():
                return commands.Resign(account=account, client_id=client_id)
            case messages.OfferTakeBack(keep=keep):
                return commands.OfferTakeBack(account=account, client_id=client_id, keep=keep)
            case messages.AgreeTakeBack():
                return commands.AgreeTakeBack(account=account, client_id=client_id)
            case messages.DeclineTakeBack():
                return commands.DeclineTakeBack(account=account, client_id=client_id)
        raise TypeError(message)

    def _require_caller(self) -> Caller:
        if self._caller is None:
            message = "log in first: POST /sessions, or POST /accounts/guest"
            raise ApiError(401, "NOT_LOGGED_IN", message)
        return self._caller

    def _refuse(self, client_id: str | None, game: str | None, error: ApiError) -> None:
        self._worker.metrics.refusals.labels(error.refusal.code).inc()
        body = error.to_json()
        self.send(
            messages.Refused(
                client_id=client_id,
                game=game,
                error=body["error"],
                sequence=body.get("sequence"),
                missed=body.get("missed"),
            )
        )


@router.websocket("/ws")
async def open_socket(socket: WebSocket) -> None:
    """Serve the live connection of a page or a program."""
    worker = worker_of(socket)
    try:
        require_own_origin(socket)
        caller = await find_caller(socket)
        key = caller.account.id if caller else address_of(socket)
        worker.limits.check("requests", key)
        _require_below_limit(worker, key, logged_in=caller is not None)
        if worker.closing:
            raise ApiError(503, "CLOSING", "the server is restarting: reconnect in a moment")
    except ApiError as error:
        await socket.accept()
        await socket.send_text(json.dumps({"type": "refused", **error.to_json()}))
        await socket.close(_POLICY_VIOLATION, error.refusal.code)
        return
    worker.presence.connect(key, logged_in=caller is not None)
    worker.metrics.sockets.inc()
    opened = Socket(socket, worker, caller)
    try:
        await socket.accept()
        worker.sockets.add(opened)
        if caller is not None and not await is_authenticated(socket):
            opened.reject(ApiError(401, "NOT_LOGGED_IN", "you are logged out: log in again"))
        await opened.serve()
    except WebSocketDisconnect:
        pass
    finally:
        worker.sockets.discard(opened)
        worker.presence.disconnect(key)
        worker.metrics.sockets.dec()
        if socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):  # the client closed first
                await socket.close()


def _require_below_limit(worker: Worker, key: str, *, logged_in: bool) -> None:
    """Refuse one socket too many. Several people may share an address, so its limit is higher."""
    limit = worker.settings.sockets_per_account * (1 if logged_in else _ACCOUNTS_PER_ADDRESS)
    if worker.presence.connections(key) >= limit:
        account, address = (key, None) if logged_in else (None, key)
        log_security_event("limited", account=account, address=address, about="sockets")
        message = f"you have {limit} open sockets: close one first"
        raise ApiError(429, "TOO_MANY_SOCKETS", message)


def _readable_ids(text: str) -> tuple[str | None, str | None]:
    """Return the `client_id` and `game` of a malformed message, where they are valid."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(message, dict):
        return None, None
    return _valid(_CLIENT_ID, message.get("client_id")), _valid(_GAME_ID, message.get("game"))


def _valid(adapter: TypeAdapter[str], value: object) -> str | None:
    try:
        return adapter.validate_python(value)
    except ValidationError:
        return None
