"""One WebSocket of one client: it follows games and the lobby, and sends commands."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ringrift.server.accounts.authentication import (
    find_caller,
    is_authenticated,
    network_of_client,
    require_may_change,
    require_own_origin,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.connections import NOTICED_BYTES
from ringrift.server.errors import ApiError
from ringrift.server.games import commands, messages
from ringrift.server.games.event_batch import EventBatch
from ringrift.server.games.lag import LagTracker
from ringrift.server.games.presence_feed import accounts_in, accounts_of
from ringrift.server.games.service import has_seat, may_watch
from ringrift.server.games.types import load_sent_move
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.storage.failures import FAILURES, storage_refusal
from ringrift.server.validation import malformed
from ringrift.server.websocket_frames import EncodedMessage, encode_text_frame, frame_writer
from ringrift.server.worker import worker_of

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

router = APIRouter()
_log = logging.getLogger("ringrift.server.games")
_CLOSE_TIMEOUT: Final = 2.0  # seconds that a client has to read the reason
_MAX_BUFFERED_BYTES: Final = 1 << 20  # a client that falls further behind must reconnect
_ACCOUNTS_PER_ADDRESS: Final = 10
_MAX_TOURNAMENTS: Final = 5
_FIRST_EVENT: Final = 1
_QUEUED_SECONDS: Final = 0.0002  # a message that is received faster was in the queue
_MAX_QUEUED_SECONDS: Final = 1.0
_NORMAL, _POLICY_VIOLATION, _TRY_AGAIN_LATER = 1000, 1008, 1013  # close codes of RFC 6455
_CLIENT_ID: Final[TypeAdapter[str]] = TypeAdapter(messages.ClientId)
_GAME_ID: Final[TypeAdapter[str]] = TypeAdapter(messages.GameId)


class Socket:
    """Sends from a queue, so a slow client delays nobody; handles one message at a time."""

    def __init__(self, socket: WebSocket, worker: Worker, caller: Caller | None) -> None:
        self._socket = socket
        self._worker = worker
        self._caller = caller
        self._frames = frame_writer(socket.scope)
        self._outbox: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self._outbox_bytes = 0
        self._drained = asyncio.Event()
        per_second = worker.settings.messages_per_second
        self._rate_limit = RateLimit(per_second * 2, 2.0, clock=worker.clock.monotonic)
        self._watched: set[str] = set()
        self._tournaments: set[str] = set()
        self._in_lobby = False
        self._waits = False  # whether it follows the games that wait for its account
        self._attending = caller is not None
        self._spectated: set[str] = set()  # of them, those in which the client has no seat
        self._lag_tracker = LagTracker()
        self._arrived = worker.stalls.elapsed()  # when the current message arrived
        self._stalled = 0.0  # for how long it may have been unread, because the worker was late
        self._closing = asyncio.Event()
        self._hidden: frozenset[str] = frozenset()  # accounts whose chat is not shown

    @property
    def reader(self) -> str | None:
        """The account that reads, if any."""
        return None if self._caller is None else self._caller.account.id

    def hide_chat_of(self, hidden: frozenset[str]) -> None:
        """Stop showing the chat of these accounts, and of no others."""
        self._hidden = hidden

    def hides(self, account: str | None) -> bool:
        """Return whether the chat of the account is not shown."""
        return account in self._hidden

    def sees_spectators(self, game: str) -> bool:
        """Return whether the chat of spectators is shown: not to players of the game."""
        return game in self._spectated

    @property
    def caller(self) -> Caller | None:
        return self._caller

    @property
    def client_key(self) -> str:
        """The account, or the address of a client without one."""
        return network_of_client(self._socket) if self._caller is None else self._caller.account.id

    @property
    def buffered_bytes(self) -> int:
        """The bytes that the client has not read yet."""
        return self._outbox_bytes if self._frames is None else self._frames.buffered_bytes

    async def drain(self) -> None:
        """Wait until the client has read most of what is buffered."""
        if self._frames is not None:
            await self._frames.drain()
            return
        while self._outbox_bytes > NOTICED_BYTES and not self._closing.is_set():
            self._drained.clear()
            await self._drained.wait()

    def abort(self) -> None:
        """Drop the connection of a client that reads too slowly, with all that it has not read."""
        self._worker.metrics.closed_sockets.labels("slow").inc()
        self.close("the client reads too slowly")
        if self._frames is not None:
            self._frames.abort()

    def log_out(self) -> None:
        """Close the socket because its login ended."""
        self.close("you are logged out: log in again")

    async def is_authenticated(self) -> bool:
        """Return whether the session or token of the socket is still valid."""
        return await is_authenticated(self._socket)

    def send(self, message: BaseModel) -> None:
        self._put(message.model_dump_json(exclude_none=True))

    def send_encoded(self, message: EncodedMessage) -> None:
        """Send a message that was encoded for many sockets."""
        if self._frames is None:
            self._put(message.text)
        else:
            self._write_frame(message.frame)

    def send_events(self, game: str, batch: EventBatch) -> None:
        """Send the events; the batch is encoded once for all its subscribers."""
        if batch.first == _FIRST_EVENT:
            accounts = accounts_in(batch.events[0][1])
            self._worker.presence_feed.set_accounts(game, accounts)
            if self._caller is not None and self._caller.account.id in accounts:
                self._leave(game)  # it took a seat
        if self._frames is None:
            self._put(batch.message)
        else:
            self._write_frame(batch.frame)

    def reject(self, error: ApiError) -> None:
        """Close the socket before it serves."""
        self._refuse(None, None, error)
        self.close(error.refusal.message)

    def close(self, reason: str, code: int = _NORMAL) -> None:
        """Close the socket; safe to call from anywhere in the event loop."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._drained.set()
        while self._outbox_bytes > _MAX_BUFFERED_BYTES:
            self._take()
        self._outbox.put_nowait((code, reason))

    async def serve(self) -> None:
        """Serve until either side closes."""
        account = None if self._caller is None else self._caller.account
        self.send(messages.Welcome(account=account, at=self._worker.clock.now()))
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._closing.is_set():
                await asyncio.wait((writer,), timeout=_CLOSE_TIMEOUT)
                if self._frames is not None and not writer.done():
                    self._frames.abort()  # the client takes nothing, not even the reason
        finally:
            self._closing.set()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._worker.connections.forget(self)
            self._worker.lobby.unsubscribe(self)
            if self._caller is not None:
                self._worker.waiting_feed.unsubscribe(self, self._caller.account.id)
            for tournament in self._tournaments:
                self._worker.tournament_feed.unsubscribe(self, tournament)
            for game in self._watched:
                self._unsubscribe(game)

    def _put(self, text: str) -> None:
        if self._frames is not None:
            self._write_frame(encode_text_frame(text))
            return
        if self._closing.is_set():
            return
        self._worker.metrics.messages_sent.inc()
        self._outbox.put_nowait(text)
        self._outbox_bytes += len(text)
        self._check_backlog()

    def _write_frame(self, frame: bytes) -> None:
        """Write without a task; the connection buffers what the client has not taken."""
        if self._closing.is_set() or self._frames is None:
            return
        self._worker.metrics.messages_sent.inc()
        self._frames.write_frame(frame)
        self._check_backlog()

    def _check_backlog(self) -> None:
        buffered = self.buffered_bytes
        if buffered > _MAX_BUFFERED_BYTES:
            self._close_slow()
        elif buffered > NOTICED_BYTES:
            self._worker.connections.notice_backlog(self)

    def _take(self) -> str | tuple[int, str]:
        item = self._outbox.get_nowait()
        if isinstance(item, str):
            self._outbox_bytes -= len(item)
        return item

    def _close_slow(self) -> None:
        self._worker.metrics.closed_sockets.labels("slow").inc()
        reason = "the client reads too slowly: reconnect and watch from your last event"
        self.close(reason, _TRY_AGAIN_LATER)

    async def _write(self) -> None:
        while True:
            item = await self._outbox.get()
            if isinstance(item, str):
                self._outbox_bytes -= len(item)
                self._drained.set()
                await self._socket.send_text(item)
                continue
            code, reason = item
            await self._socket.send_text(messages.Closing(reason=reason).model_dump_json())
            await self._socket.close(code, reason[:120])
            return

    async def _read(self) -> None:
        elapsed = self._worker.stalls.elapsed
        while True:
            ready, before = elapsed(), self._arrived
            frame = await self._socket.receive()
            self._arrived = elapsed()
            self._stalled = self._worker.stalls.just_ended()
            if self._arrived - ready < _QUEUED_SECONDS:
                # It arrived while the previous message was handled: the player gets the benefit.
                self._arrived = max(before, ready - _MAX_QUEUED_SECONDS)
            if frame["type"] == "websocket.disconnect":
                return
            self._worker.metrics.messages_received.inc()
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
        client_id = game = message = None
        try:
            message = messages.RECEIVED.validate_json(text)
            client_id, game = getattr(message, "client_id", None), getattr(message, "game", None)
            await self._handle(message)
        except ValidationError as error:
            client_id, game = _readable_ids(text)
            self._refuse(client_id, game, malformed(error.errors(include_url=False), skip=1))
        except ApiError as error:
            self._refuse(client_id, game, error)
        except FAILURES as error:
            _log.error("storage failed: %s", error)
            self._worker.write_check.record_failure(error)
            reading = (
                messages.Watch
                | messages.WatchLobby
                | messages.WatchWaiting
                | messages.WatchTournament
            )
            changes = not isinstance(message, reading)
            self._refuse(client_id, game, storage_refusal(error, changes=changes))
        except Exception:  # noqa: BLE001 - log it and keep serving
            _log.exception("a message failed")
            message = "the server failed to handle this: send it again"
            self._refuse(client_id, game, ApiError(503, "TRY_AGAIN", message))

    async def _handle(self, message: Any) -> None:
        worker = self._worker
        match message:
            case messages.Ping(t=t):
                probe = self._lag_tracker.probe(worker.clock.monotonic())
                self.send(messages.Pong(t=t, at=self._worker.clock.now(), probe=probe))
            case messages.Echo(probe=probe):
                self._lag_tracker.echo(probe, worker.clock.monotonic())
            case messages.Watch(game=game, since=since, code=code):
                await self._watch(game, since, code)
            case messages.Unwatch(game=game):
                self._watched.discard(game)
                self._unsubscribe(game)
            case messages.Say(game=game, text=text, client_id=client_id):
                await worker.chat.say(
                    game,
                    self._require_caller(),
                    text,
                    invited=game in self._watched,
                    client_id=client_id,
                )
            case messages.WatchLobby():
                await worker.lobby.subscribe(self)
                self._in_lobby = True
            case messages.UnwatchLobby():
                worker.lobby.unsubscribe(self)
                self._in_lobby = False
            case messages.WatchWaiting():
                await worker.waiting_feed.subscribe(self, self._require_account())
                self._waits = True
            case messages.UnwatchWaiting():
                worker.waiting_feed.unsubscribe(self, self._require_account())
                self._waits = False
            case messages.WatchTournament(tournament=tournament):
                await self._watch_tournament(tournament)
            case messages.UnwatchTournament(tournament=tournament):
                self._tournaments.discard(tournament)
                worker.tournament_feed.unsubscribe(self, tournament)
            case _:
                await self._run_command(message)
        self._update_presence()

    @property
    def is_attending(self) -> bool:
        """Whether the socket makes its account present to the opponents.

        A page that only follows which games wait does not: its user is not at the board. A program
        with a token always does: it answers by itself.
        """
        return self._attending

    def _update_presence(self) -> None:
        if self._caller is None:
            return
        is_page = self._caller.token is None
        attending = bool(self._watched) or self._in_lobby or not (self._waits and is_page)
        if attending == self._attending:
            return
        self._attending = attending
        account = self._caller.account.id
        if attending:
            self._worker.presence.attend(account)
        else:
            self._worker.presence.withdraw(account)

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
        if account is None or not has_seat(info, account):
            self._enter(game)
        self._worker.presence_feed.subscribe(self, game, accounts_of(info))
        await self._worker.event_feed.subscribe(self, game, since)
        self._hidden = await self._worker.blocks.hidden_from(account)
        self._worker.chat.subscribe(self, game)
        self.send(messages.Watching(game=game, sequence=info.sequence))

    async def _watch_tournament(self, tournament: str) -> None:
        if len(self._tournaments - {tournament}) >= _MAX_TOURNAMENTS:
            message = f"a socket watches at most {_MAX_TOURNAMENTS} tournaments: unwatch one"
            raise ApiError(409, "TOO_MANY_WATCHES", message, path="tournament")
        await self._worker.tournament_feed.subscribe(self, tournament)
        self._tournaments.add(tournament)

    def _unsubscribe(self, game: str) -> None:
        self._worker.event_feed.unsubscribe(self, game)
        self._worker.chat.unsubscribe(self, game)
        self._worker.presence_feed.unsubscribe(self, game)
        self._leave(game)

    def _enter(self, game: str) -> None:
        """Count the client as a spectator of the game."""
        if game not in self._spectated:
            self._spectated.add(game)
            self._worker.spectators.enter(game, self._spectator)

    def _leave(self, game: str) -> None:
        if game in self._spectated:
            self._spectated.discard(game)
            self._worker.spectators.leave(game, self._spectator)

    @property
    def _spectator(self) -> str:
        """The account; a client without one counts for itself."""
        return str(id(self)) if self._caller is None else self._caller.account.id

    async def _run_command(self, message: Any) -> None:
        started = self._worker.clock.monotonic()
        command = self._command(message, self._require_caller().account.id)
        accepted = await self._worker.directory.run(message.game, command)
        self._worker.metrics.move_seconds.observe(self._worker.clock.monotonic() - started)
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
                    waited=max(0.0, self._worker.stalls.elapsed() - self._arrived),
                    stalled=self._stalled,
                )
            case messages.Resign():
                return commands.Resign(account=account, client_id=client_id)
            case messages.Abort():
                return commands.AbortGame(account=account, client_id=client_id)
            case messages.OfferTakeBack(keep=keep):
                return commands.OfferTakeBack(account=account, client_id=client_id, keep=keep)
            case messages.AgreeTakeBack():
                return commands.AgreeTakeBack(account=account, client_id=client_id)
            case messages.DeclineTakeBack():
                return commands.DeclineTakeBack(account=account, client_id=client_id)
        raise TypeError(message)

    def _require_account(self) -> str:
        if self._caller is None:
            message = "log in first: POST /sessions, or POST /accounts/guest"
            raise ApiError(401, "NOT_LOGGED_IN", message)
        return self._caller.account.id

    def _require_caller(self) -> Caller:
        self._require_account()
        assert self._caller is not None
        require_may_change(self._caller)
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


def _is_anonymous(socket: WebSocket) -> bool:
    """Return whether the client acts for nobody: a browser cannot leave out its cookies."""
    return socket.query_params.get("anonymous") == "true"


@router.websocket("/ws")
async def open_socket(socket: WebSocket) -> None:
    """Serve the live connection of a page or a program."""
    worker = worker_of(socket)
    try:
        require_own_origin(socket)
        caller = None if _is_anonymous(socket) else await find_caller(socket)
        key = caller.account.id if caller else network_of_client(socket)
        worker.limits.check("requests", key)
        _require_below_limit(worker, key, logged_in=caller is not None)
        if worker.closing:
            raise ApiError(503, "CLOSING", "the server is restarting: reconnect in a moment")
    except ApiError as error:
        await _refuse_socket(socket, error, _POLICY_VIOLATION)
        return
    except FAILURES as error:
        _log.error("a socket could not be authenticated: %s", error)
        await _refuse_socket(socket, storage_refusal(error, changes=False), _TRY_AGAIN_LATER)
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
    except FAILURES as error:  # the database failed, or the client closed first
        _log.warning("a socket could not be opened: %s", error)
    finally:
        worker.sockets.discard(opened)
        worker.presence.disconnect(key, attending=opened.is_attending)
        worker.metrics.sockets.dec()
        if socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):  # the client closed first
                await socket.close()


async def _refuse_socket(socket: WebSocket, error: ApiError, code: int) -> None:
    """Accept the socket, say why it is refused, and close it."""
    with suppress(OSError, RuntimeError, WebSocketDisconnect):  # the client closed first
        await socket.accept()
        await socket.send_text(json.dumps({"type": "refused", **error.to_json()}))
        await socket.close(code, error.refusal.code)


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
