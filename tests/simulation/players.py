"""Clients that play: they connect, create and join games, move, chat, leave and come back."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ringrift.rules.moves import SwapSides
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire_moves import dump_move
from tests.simulation.accounts import TestAccount
from tests.simulation.connections import ClientSocket, Response, request
from tests.simulation.replicas import GameReplica

if TYPE_CHECKING:
    from tests.simulation.games import GamePlan
    from tests.simulation.world import World

_REPLY_SECONDS: Final = 3.0  # after which a client sends its command again
RECONNECT_SECONDS: Final = 0.2
_TRIES_PER_SOCKET: Final = 2
_CLAIM_SECONDS: Final = 2.0
_RETRY: Final = frozenset({"TRY_AGAIN", "OUTCOME_UNKNOWN", "STORAGE_FULL", "CLOSING", "TOO_MANY"})


@dataclass(slots=True)
class SentCommand:
    """A command, and every answer that it got."""

    game: str
    client_id: str
    kind: str
    accepted: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        return bool(self.accepted) or self.refused_for_good

    @property
    def refused_for_good(self) -> bool:
        return any(code not in _RETRY for code in self.refused)


class Player:
    """One client of one account."""

    def __init__(self, world: World, account: TestAccount, random: Random) -> None:
        self.world = world
        self.account = account
        self.name = account.name
        self.random = random
        self.process = world.loop.new_process(account.name)
        self.latency = random.uniform(0.002, 0.06)
        self.games: dict[str, GameReplica] = {}
        self.commands: list[SentCommand] = []
        self.said: list[tuple[str, str]] = []  # acknowledged lines of chat
        self.heard: dict[str, list[str]] = {}
        self.plans: list[GamePlan] = []
        self.away = False  # left by its own choice
        self.connected_since = 0.0
        self.connected_until = 0.0  # infinite while a socket is open
        self.analyses = 0  # that were requested
        self.excused = False  # may lose on time: it was away or read nothing
        self.busy = 0  # commands and requests without a definite answer
        self.moves_accepted = 0
        self._replies: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._socket: ClientSocket | None = None
        self._welcomed = asyncio.Event()
        self._changed = asyncio.Event()
        self._numbers = 0

    def start(self) -> None:
        self.process.start(self._stay_connected(), "connection")
        for plan in self.plans:
            self.process.start(self._take_part(plan), "game")

    def note(self, action: str) -> None:
        self.world.trace.add(self.name, action)

    # The connection.

    async def _stay_connected(self) -> None:
        while True:
            while self.away:
                await asyncio.sleep(0.05)
            server = self.random.choice(self.world.workers)
            socket = ClientSocket(server, self.account.headers, self.account.address, self.latency)
            socket.open()
            await self._read(socket)
            self.connected_until = min(self.connected_until, self.world.loop.time())
            self._welcomed.clear()
            self._socket = None
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(ConnectionError("the socket is closed"))
            await asyncio.sleep(RECONNECT_SECONDS * self.random.uniform(0.5, 1.5))

    async def _read(self, socket: ClientSocket) -> None:
        while True:
            text = await socket.receive()
            if text is None:
                return
            message = json.loads(text)
            if message["type"] == "welcome":
                self.note(f"is welcomed by {socket.server.name}")
                self._socket = socket
                self.connected_since = self.world.loop.time()
                self.connected_until = math.inf
                self._welcomed.set()
                for game in self.games:
                    self._watch(game)
            else:
                self._handle(message)

    def _handle(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "events":
                replica = self.games.get(message["game"])
                if replica is not None:
                    for event in message["events"]:
                        replica.receive(event)
                    self.note(f"sees {message['game'][:6]} up to {replica.sequence}")
                    self._notify()
            case "accepted" | "refused":
                reply = self._replies.get(message.get("client_id") or "")
                if reply is not None and not reply.done():
                    reply.set_result(message)
                elif message.get("client_id") is None and message.get("game") in self.games:
                    self.note(f"may not watch: {message['error']['code']}")
                    self.process.start(self._watch_again(message["game"]))
            case "chat":
                self.heard.setdefault(message["game"], []).append(message["text"])

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _send(self, **message: object) -> None:
        if self._socket is None or self._socket.closed:
            raise ConnectionError("not connected")
        self._socket.send(json.dumps(message))

    def _watch(self, game: str) -> None:
        self._send(type="watch", game=game, since=self.games[game].sequence)

    async def _watch_again(self, game: str) -> None:
        await asyncio.sleep(RECONNECT_SECONDS)
        if self._socket is not None and not self._socket.closed:
            self._watch(game)

    def disconnect(self) -> None:
        """Lose the connection; `_stay_connected` opens another one."""
        if self._socket is not None:
            self._socket.close()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for events that make the condition true."""
        while not condition():
            await self._changed.wait()

    # Requests.

    async def call(self, method: str, path: str, body: object = None) -> Response:
        """Repeat a request with one idempotency key until it gets a definite response."""
        self.busy += 1
        try:
            return await self._call(method, path, body)
        finally:
            self.busy -= 1

    async def _call(self, method: str, path: str, body: object) -> Response:
        self._numbers += 1
        headers = self.account.headers | {
            "idempotency-key": f"request-{self._numbers}-of-{self.name}"
        }
        while True:
            server = self.random.choice(self.world.workers)
            try:
                response = await request(
                    server,
                    method,
                    path,
                    body,
                    headers=headers,
                    client=self.account.address,
                    latency=self.latency,
                )
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            self.note(f"{method} {path} gets {response.status}")
            if response.status < 429:
                return response
            if response.status == 500:
                self.world.server_errors.append(f"{method} {path} of {self.name}: {response.body}")
            await asyncio.sleep(RECONNECT_SECONDS)

    async def command(self, game: str, kind: str, **fields: object) -> SentCommand:
        """Send a command until it is accepted or refused for good."""
        self._numbers += 1
        sent = SentCommand(game, f"{self._numbers}", kind)
        self.commands.append(sent)
        self.busy += 1
        await self._send_until_decided(sent, fields)
        if sent.accepted and self.random.random() < 0.1:
            await self._send_once(sent, fields)  # must get the same reply
        self.busy -= 1
        return sent

    async def _send_until_decided(self, sent: SentCommand, fields: dict[str, object]) -> None:
        while not sent.decided:
            await self._send_once(sent, fields)

    async def _send_once(self, sent: SentCommand, fields: dict[str, object]) -> None:
        """Send the command and note the reply, if there is one."""
        await self._welcomed.wait()
        about = f"{sent.kind} {sent.client_id}"
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[sent.client_id] = reply
        try:
            self._send(type=sent.kind, game=sent.game, client_id=sent.client_id, **fields)
            message = await asyncio.wait_for(reply, _REPLY_SECONDS)
        except (ConnectionError, TimeoutError) as error:
            self.note(f"{about} gets no reply: {error}")
            await asyncio.sleep(RECONNECT_SECONDS)
            return
        finally:
            del self._replies[sent.client_id]
        if message["type"] == "accepted":
            sent.accepted.append(message["sequence"])
            self.note(f"{about} is accepted as {message['sequence']}")
            return
        code = message["error"]["code"]
        sent.refused.append(code)
        self.note(f"{about} is refused: {code}")
        if code in _RETRY:
            if len(sent.refused) % _TRIES_PER_SOCKET == 0:
                self.disconnect()  # another worker may be healthier
            await asyncio.sleep(RECONNECT_SECONDS)

    # Games.

    async def _take_part(self, plan: GamePlan) -> None:
        """Get into the planned game and play it."""
        await asyncio.sleep(plan.starts_at)
        game = await plan.enter(self)
        while game is not None:
            if game not in self.games:
                info = (await self.call("GET", f"/games/{game}")).body
                replica = GameReplica(game, info["settings"], self.world.positions)
                self.games.setdefault(game, replica)  # a bot may have seen its start
                if self._welcomed.is_set() and self._socket is not None and not self._socket.closed:
                    self._watch(game)
            if plan.absence is not None:
                name = "absence" if plan.players[0] is self else "claims"
                work = self._vanish(plan.absence) if name == "absence" else self._claim(game)
                self.process.start(work, name)
            await self._play(self.games[game], plan)
            game = await self._rematch(game) if plan.rematches and not self.world.quiet else None

    async def _rematch(self, game: str) -> str | None:
        response = await self.call("POST", f"/games/{game}/rematch")
        return str(response.body["id"]) if response.status == 201 else None

    async def _vanish(self, seconds: float) -> None:
        """Be absent for so long that the opponents may claim the game."""
        await asyncio.sleep(self.random.uniform(0.0, 2.0))
        self.note("vanishes")
        self.away = True
        self.disconnect()
        await asyncio.sleep(seconds)
        self.away = False

    async def _claim(self, game: str) -> None:
        """Claim the game again and again, while somebody else is to move."""
        replica = self.games[game]
        while not replica.over and not self.world.quiet:
            await asyncio.sleep(_CLAIM_SECONDS)
            absent = replica.account_to_move
            if absent in ("", self.account.id):
                continue
            response = await self.call("POST", f"/games/{game}/claim", {})
            if response.status == 201:
                self.world.check_absence(absent, game)

    async def _play(self, replica: GameReplica, plan: GamePlan) -> None:
        while not replica.over:
            await self.until(lambda: replica.over or self._has_choice(replica))
            await self._do_something_else(replica)
            await asyncio.sleep(plan.think(self.random))
            if not self._has_choice(replica):
                continue
            early = plan.rematches and self.random.random() < 0.05
            if early or (self.world.ends_games and self.random.random() < 0.6):
                await self.command(replica.game, "resign")
            elif replica.offer is not None:
                await self._answer_offer(replica)
            else:
                await self._move(replica)

    def _has_choice(self, replica: GameReplica) -> bool:
        if self.world.quiet or replica.over or not replica.seats:
            return False
        seat = replica.seat_of(self.account.id)
        asked = replica.offer is not None and seat is not None and replica.offer != seat
        return asked or replica.is_to_move(self.account.id)

    async def _move(self, replica: GameReplica) -> None:
        if not replica.is_to_move(self.account.id):
            return
        moves = replica.legal_moves()
        swaps = [move for move in moves if isinstance(move, SwapSides)]
        move = self.random.choice(swaps if swaps and self.random.random() < 0.5 else moves)
        sent = await self.command(
            replica.game, "move", move=dump_move(move), expected=replica.sequence
        )
        if not sent.accepted:
            await asyncio.sleep(0.1)
            return
        self.moves_accepted += 1
        seen = sent.accepted[-1]
        await self.until(lambda: replica.over or replica.sequence >= seen)
        if replica.settings.take_backs and self.random.random() < 0.1 and not replica.over:
            await self.command(replica.game, "take_back.offer")

    async def _answer_offer(self, replica: GameReplica) -> None:
        kind = self.random.choice(("take_back.agree", "take_back.decline"))
        if replica.offer == replica.seat_of(self.account.id):
            kind = "take_back.decline"
        sent = await self.command(replica.game, kind)
        if sent.accepted:
            seen = sent.accepted[-1]
            await self.until(lambda: replica.over or replica.sequence >= seen)
        else:
            await asyncio.sleep(0.1)

    async def _do_something_else(self, replica: GameReplica) -> None:
        """Chat, ask for an analysis, lose the connection or leave for a while."""
        luck = self.random.random()
        if luck < 0.08:
            self._numbers += 1
            text = f"line {self._numbers} of {self.name}"
            response = await self.call("POST", f"/games/{replica.game}/chat", {"text": text})
            if response.status == 204:
                self.said.append((replica.game, text))
        elif luck < 0.11:
            self.note("reconnects")
            self.disconnect()
        elif luck < 0.14:
            self.analyses += 1
            position = dump_position(replica.state)
            await self.call("POST", "/analyses", {"position": position, "seconds": 0.1})
        elif luck < 0.16 and replica.settings.clock.kind in ("none", "correspondence"):
            self.note("leaves")
            self.away = True
            self.disconnect()
            await asyncio.sleep(self.random.uniform(0.2, 3.0))
            self.away = False
