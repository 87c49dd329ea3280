"""The WebSocket of a client: it reconnects, resumes, and repeats what was not answered.

After each connection it follows the same games from their last events, and sends the commands that
have no answer again with their old client ids: the server executes each of them once.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from ringrift import __version__
from ringrift.client.backoff import waits
from ringrift.client.errors import (
    REPEATABLE,
    ConnectionLostError,
    ServerRefusalError,
    connection_closed,
)
from ringrift.client.types import Account

Message = Mapping[str, Any]
_PING_SECONDS: Final = 10.0
_SILENCE_SECONDS: Final = 30.0  # after which a connection counts as lost: each ping has a pong
_REPEAT_SECONDS: Final = 0.5
_FATAL: Final = frozenset({"BAD_TOKEN", "NOT_LOGGED_IN", "ORIGIN"})
_log = logging.getLogger("ringrift.client")


class Connection:
    """Open while its task runs. `on_message` gets what the client itself must handle."""

    def __init__(
        self,
        address: str,
        headers: Callable[[], Mapping[str, str]],
        on_message: Callable[[Message], None],
        on_failure: Callable[[Exception], None],
        *,
        patience: float,
    ) -> None:
        self._address = address
        self._headers = headers
        self._on_message = on_message
        self._on_failure = on_failure
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._subscriptions: dict[str, Callable[[], Message]] = {}  # sent on each connection
        self._commands: dict[str, tuple[Message, asyncio.Future[int]]] = {}  # not answered yet
        self._number = 0
        self._prefix = token_hex(4)
        self.account: Account | None = None
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(), name="ringrift connection")
        self._tasks: set[asyncio.Task[None]] = set()

    async def subscribe(self, key: str, message: Callable[[], Message]) -> None:
        """Send this message now and on each connection; it may differ each time."""
        self._subscriptions[key] = message
        await self._send(message())

    def unsubscribe(self, key: str) -> None:
        self._subscriptions.pop(key, None)

    async def command(self, message: Message) -> int:
        """Send a command until it is answered; return the number of its last event."""
        if self._task.done():
            raise connection_closed()
        self._number += 1
        client_id = f"{self._prefix}-{self._number}"
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        sent = {**message, "client_id": client_id}
        self._commands[client_id] = sent, answer
        try:
            await self._send(sent)
            return await answer
        finally:
            self._commands.pop(client_id, None)

    async def send(self, message: Message) -> None:
        """Send a message that needs no answer, if there is a connection."""
        await self._send(message)

    async def close(self) -> None:
        self._task.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(self._task, *self._tasks, return_exceptions=True)
        self._fail(connection_closed())

    async def _send(self, message: Message) -> None:
        if self._socket is not None:
            with suppress(WebSocketException):  # it is sent again after the reconnect
                await self._socket.send(json.dumps(message))

    async def _run(self) -> None:
        attempts = waits()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        try:
            while True:
                try:
                    await self._serve()
                    reason = "the server closed the connection"
                except _RefusedError as refused:
                    if refused.error.code in _FATAL:
                        raise refused.error from None
                    reason = str(refused.error)
                except (OSError, InvalidHandshake, TimeoutError, WebSocketException) as error:
                    if isinstance(error, InvalidURI):
                        raise ConnectionLostError(str(error)) from error
                    reason = str(error) or type(error).__name__
                if self._socket is not None:  # it was open: the patience counts from now
                    self._socket = None
                    attempts, deadline = waits(), loop.time() + self._patience
                wait = next(attempts)
                if loop.time() + wait > deadline:
                    raise ConnectionLostError(f"{self._address} cannot be reached: {reason}")
                _log.info("reconnecting in %.1f s: %s", wait, reason)
                await asyncio.sleep(wait)
        except (ConnectionLostError, ServerRefusalError) as error:
            self._fail(error)
            self._on_failure(error)

    async def _serve(self) -> None:
        """Serve one connection until it ends."""
        async with connect(
            self._address,
            additional_headers=dict(self._headers()),
            user_agent_header=f"ringrift/{__version__}",
            ping_interval=None,  # our own pings measure the lag, too
            compression=None,
        ) as socket:
            welcome = json.loads(await asyncio.wait_for(socket.recv(), _SILENCE_SECONDS))
            if welcome["type"] != "welcome":
                raise _RefusedError(ServerRefusalError.load(welcome))
            account = welcome.get("account")
            self.account = None if account is None else Account.load(account)
            self._socket = socket
            for message in [one() for one in self._subscriptions.values()]:
                await self._send(message)
            for command, _ in list(self._commands.values()):
                await self._send(command)
            if not self.welcomed.done():
                self.welcomed.set_result(None)
            pings = asyncio.create_task(self._ping())
            try:
                while True:
                    text = await asyncio.wait_for(socket.recv(), _SILENCE_SECONDS)
                    await self._receive(json.loads(text))
            finally:
                pings.cancel()

    async def _ping(self) -> None:
        while True:
            await self._send({"type": "ping", "t": asyncio.get_running_loop().time()})
            await asyncio.sleep(_PING_SECONDS)

    async def _receive(self, message: Message) -> None:
        kind, client_id = message["type"], message.get("client_id")
        if kind == "pong":
            await self._send({"type": "echo", "probe": message["probe"]})
        elif kind == "accepted" and client_id in self._commands:
            _settle(self._commands[client_id][1], message["sequence"])
        elif kind == "refused" and client_id in self._commands:
            error = ServerRefusalError.load(message)
            command, answer = self._commands[client_id]
            if error.code in REPEATABLE:
                self._start(self._repeat(command))
            elif not answer.done():
                answer.set_exception(error)
        else:
            self._on_message(message)

    async def _repeat(self, command: Message) -> None:
        await asyncio.sleep(_REPEAT_SECONDS)
        if command["client_id"] in self._commands:
            await self._send(command)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _fail(self, error: Exception) -> None:
        """End everything that waits for an answer."""
        if not self.welcomed.done():
            self.welcomed.set_exception(error)
            self.welcomed.exception()  # nobody may wait for it
        for _, answer in self._commands.values():
            if not answer.done():
                answer.set_exception(error)


class _RefusedError(Exception):
    """The server refused the connection."""

    def __init__(self, error: ServerRefusalError) -> None:
        super().__init__(str(error))
        self.error = error


def _settle(answer: asyncio.Future[int], sequence: int) -> None:
    if not answer.done():
        answer.set_result(sequence)
