"""Load games: two players with a socket each, who check every sequence number."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx

from bench.load.game_scripts import GameScript
from bench.load.load_stats import LoadStats
from bench.load.websocket_client import WebSocketClient

_TIMEOUT: Final = 30.0  # seconds


@dataclass(slots=True)
class Player:
    """One player: a login session, a socket, and the last event received."""

    cookie: str
    csrf: str
    socket: WebSocketClient | None = None
    last_event: int = 0
    choices: int = 0  # moves of the script that the player has received
    updated: asyncio.Event = field(default_factory=asyncio.Event)
    reply: asyncio.Future[Any] | None = None  # to the pending move

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": f"ringrift_session={self.cookie}", "x-csrf-token": self.csrf}


async def log_in_as_guest(http: httpx.AsyncClient) -> Player:
    """Create a guest session."""
    answer = await http.post("/accounts/guest", headers={"cookie": ""})
    answer.raise_for_status()
    http.cookies.clear()
    return Player(answer.cookies["ringrift_session"], answer.json()["csrf"])


class LoadGame:
    """Two players who play a script; they reconnect to the `fallback` server, if there is one."""

    def __init__(self, base: str, script: GameScript, stats: LoadStats, fallback: str = "") -> None:
        self._base = base
        self._fallback = fallback
        self.script = script
        self.stats = stats
        self._played = 0  # choices of the script
        self._sent: dict[int, float] = {}
        self._reconnects: set[asyncio.Task[None]] = set()
        self.players: list[Player] = []
        self.id = ""
        self.times: list[tuple[float, float]] = []  # when each move was sent and acknowledged

    async def set_up(self, http: httpx.AsyncClient, settings: dict[str, Any]) -> None:
        """Create two guests, a game, and two sockets that watch it."""
        self.players = [await log_in_as_guest(http), await log_in_as_guest(http)]
        made = await http.post(
            "/games",
            json={"settings": {"players": 2, **settings}},
            headers=self.players[0].headers,
        )
        made.raise_for_status()
        self.id = made.json()["id"]
        joined = await http.post(f"/games/{self.id}/join", json={}, headers=self.players[1].headers)
        joined.raise_for_status()
        for player in self.players:
            await self._connect(player)
            while not player.last_event:
                await self._wait_for_update(player)

    async def play(self, pause: float, deadline: float, random: Random) -> None:
        """Play the next move of the script every `pause` seconds until the deadline."""
        await asyncio.sleep(random.random() * pause)
        due = perf_counter()
        while self._played < len(self.script.choices):
            if perf_counter() > deadline:
                return
            number, text = self.script.choices[self._played]
            player = self.players[number - 1]
            await self.wait_for_choice(player, self._played)
            await self.play_move(player, self._played, text)
            self._played += 1
            due += pause
            await asyncio.sleep(max(0.0, due - perf_counter()))

    async def wait_for_choice(self, player: Player, index: int) -> None:
        """Wait until the player has received all moves of the script before this one."""
        while player.choices < index:
            await self._wait_for_update(player)

    def resumed_at(self, moment: float) -> float | None:
        """Return when the first move sent after `moment` was acknowledged."""
        return next((acknowledged for sent, acknowledged in self.times if sent > moment), None)

    def close(self) -> None:
        for player in self.players:
            if player.socket is not None:
                player.socket.close()

    async def _connect(self, player: Player) -> None:
        player.socket = await WebSocketClient.open(
            self._base,
            player.cookie,
            lambda text: self._receive(player, text),
            lambda: self._on_lost(player),
        )
        player.socket.send(
            json.dumps({"type": "watch", "game": self.id, "since": player.last_event})
        )

    async def _wait_for_update(self, player: Player) -> None:
        player.updated.clear()
        await asyncio.wait_for(player.updated.wait(), _TIMEOUT)

    async def play_move(self, player: Player, index: int, text: str) -> None:
        """Send the move until it is answered; a repeat has no effect."""
        started = sent = self._sent[index] = perf_counter()
        while (reply := await self._send(player, index, text)) is None:
            sent = perf_counter()
        now = perf_counter()
        self.times.append((sent, now))
        if reply["type"] != "accepted":
            self.stats.errors.append(f"{text}: {reply['error']}")
        self.stats.chosen += 1
        if self.stats.in_window(now):
            self.stats.acknowledged.append(now - started)

    async def _send(self, player: Player, index: int, text: str) -> Any:
        """Return the reply, or None if the socket was lost and replaced."""
        while player.socket is None:
            await self._wait_for_update(player)
        message = {
            "type": "move",
            "game": self.id,
            "client_id": str(index),
            "expected": player.last_event,
        }
        reply = player.reply = asyncio.get_running_loop().create_future()
        try:
            player.socket.send(json.dumps(message | {"move": text}))
            async with asyncio.timeout(_TIMEOUT):
                return await reply
        except ConnectionError:
            if not self._fallback:
                raise
            return None
        finally:
            player.reply = None

    def _on_lost(self, player: Player) -> None:
        player.socket = None
        if player.reply is not None and not player.reply.done():
            player.reply.set_exception(ConnectionError("the server is gone"))
        if self._fallback:
            self._base = self._fallback
            task = asyncio.create_task(self._reconnect(player))
            self._reconnects.add(task)
            task.add_done_callback(self._reconnects.discard)
        else:
            self.stats.errors.append("a socket was lost")

    async def _reconnect(self, player: Player) -> None:
        await self._connect(player)
        player.updated.set()

    def _receive(self, player: Player, text: bytes) -> None:
        message = json.loads(text)
        match message["type"]:
            case "events":
                for event in message["events"]:
                    self._check(player, event)
                player.updated.set()
            case "accepted" | "refused":
                if player.reply is None or player.reply.done():
                    self.stats.errors.append(str(message))
                else:
                    player.reply.set_result(message)
            case _:
                pass

    def _check(self, player: Player, event: dict[str, Any]) -> None:
        """Check that every event arrives once and in order."""
        if event["sequence"] <= player.last_event:
            self.stats.duplicates += 1
        elif event["sequence"] != player.last_event + 1:
            self.stats.lost += 1
        player.last_event = event["sequence"]
        if event["kind"] != "move":
            return
        now = perf_counter()
        own = player is self.players[event["seat"] - 1]
        self.stats.applied += own and self.stats.in_window(now)
        if not event["bookkeeping"]:
            if not own and self.stats.in_window(now) and player.choices in self._sent:
                self.stats.delivered.append(now - self._sent[player.choices])
            player.choices += 1
