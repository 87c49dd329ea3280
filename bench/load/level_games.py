"""Games against a level during a load: the person plays random legal moves."""

from __future__ import annotations

import asyncio
import json
from random import Random
from time import perf_counter
from typing import Any

import httpx

from bench.load.players import Player, log_in_as_guest
from bench.load.websocket_client import WebSocketClient
from ringrift.rules import apply, legal_moves, new_game
from ringrift.rules.wire_moves import dump_move, load_move


class LevelGame:
    """Plays consecutive games on square8, with a move by the person every `pause` seconds."""

    def __init__(self, base: str, level: int, seed: int) -> None:
        self._base = base
        self._level = level
        self._random = Random(seed)
        self._updated = asyncio.Event()
        self._player: Player | None = None
        self._game = ""
        self._start()
        self.level_moves = 0
        self.errors: list[str] = []

    def _start(self) -> None:
        self._state = new_game("square8", 2, swap=False)
        self._sequence = 0

    async def play(self, pause: float, deadline: float) -> None:
        # Skip loading certificates: it would delay the load.
        async with httpx.AsyncClient(base_url=self._base, timeout=60, verify=False) as http:
            self._player = await log_in_as_guest(http)
            while perf_counter() < deadline:
                await self._play_once(http, pause, deadline)

    async def _play_once(self, http: httpx.AsyncClient, pause: float, deadline: float) -> None:
        assert self._player is not None
        self._start()
        seats = [{"kind": "me"}, {"kind": "level", "level": self._level}]
        settings = {"board": "square8", "players": 2, "swap": False}
        wanted = {"settings": settings, "seats": seats}
        made = await http.post("/games", json=wanted, headers=self._player.headers)
        made.raise_for_status()
        self._game = made.json()["id"]
        socket = await WebSocketClient.open(
            self._base, self._player.cookie, self._receive, self._on_lost
        )
        try:
            socket.send(json.dumps({"type": "watch", "game": self._game, "since": 0}))
            while perf_counter() < deadline and self._state.outcome is None and not self.errors:
                self._updated.clear()
                if self._sequence and self._state.player == 1:
                    await asyncio.sleep(pause)
                    self._send(socket, dump_move(self._random.choice(legal_moves(self._state))))
                await asyncio.wait_for(self._updated.wait(), 30)
        finally:
            socket.close()

    def _send(self, socket: WebSocketClient, move: Any) -> None:
        message = {
            "type": "move",
            "game": self._game,
            "client_id": str(self._sequence),
            "move": move,
        }
        socket.send(json.dumps(message))

    def _receive(self, text: bytes) -> None:
        message = json.loads(text)
        if message["type"] == "refused":
            self.errors.append(str(message["error"]))
        if message["type"] == "events":
            for event in message["events"]:
                self._apply(event)
            self._updated.set()

    def _apply(self, event: dict[str, Any]) -> None:
        self._sequence = event["sequence"]
        if event["kind"] == "move":
            self._state = apply(self._state, load_move(event["move"]))
            self.level_moves += event["seat"] == 2 and not event["bookkeeping"]

    def _on_lost(self) -> None:
        self.errors.append("a socket was lost")
        self._updated.set()
