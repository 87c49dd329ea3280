"""Games of a person against a level, beside the load: somebody who plays any legal move."""

from __future__ import annotations

import asyncio
import json
from random import Random
from time import perf_counter
from typing import Any

import httpx

from bench.load.players import Seat, guest
from bench.load.websocket_client import Wire
from ringrift.rules import apply, legal_moves, new_game
from ringrift.rules.wire_moves import dump_move, load_move


class LevelGame:
    """One game after the other on square8, with a move of the person's in every `pause` seconds."""

    def __init__(self, base: str, level: int, seed: int) -> None:
        self._base = base
        self._level = level
        self._random = Random(seed)
        self._told = asyncio.Event()
        self._seat: Seat | None = None
        self._game = ""
        self._start()
        self.answers = 0  # choices of the level
        self.errors: list[str] = []

    def _start(self) -> None:
        self._state = new_game("square8", 2, swap=False)
        self._sequence = 0

    async def play(self, pause: float, until: float) -> None:
        # Certificates are not loaded: twenty times that would hold up the load beside it.
        async with httpx.AsyncClient(base_url=self._base, timeout=60, verify=False) as http:
            self._seat = await guest(http)
            while perf_counter() < until:
                await self._play_once(http, pause, until)

    async def _play_once(self, http: httpx.AsyncClient, pause: float, until: float) -> None:
        assert self._seat is not None
        self._start()
        seats = [{"kind": "me"}, {"kind": "level", "level": self._level}]
        wanted = {"settings": {"board": "square8", "swap": False}, "seats": seats}
        made = await http.post("/games", json=wanted, headers=self._seat.headers)
        made.raise_for_status()
        self._game = made.json()["id"]
        wire = await Wire.open(self._base, self._seat.cookie, self._heard, self._lost)
        try:
            wire.send(json.dumps({"type": "watch", "game": self._game, "since": 0}))
            while perf_counter() < until and self._state.outcome is None and not self.errors:
                self._told.clear()
                if self._sequence and self._state.player == 1:
                    await asyncio.sleep(pause)
                    self._send(wire, dump_move(self._random.choice(legal_moves(self._state))))
                await asyncio.wait_for(self._told.wait(), 30)
        finally:
            wire.close()

    def _send(self, wire: Wire, move: Any) -> None:
        message = {
            "type": "move",
            "game": self._game,
            "client_id": str(self._sequence),
            "move": move,
        }
        wire.send(json.dumps(message))

    def _heard(self, text: bytes) -> None:
        message = json.loads(text)
        if message["type"] == "refused":
            self.errors.append(str(message["error"]))
        if message["type"] == "events":
            for event in message["events"]:
                self._follow(event)
            self._told.set()

    def _follow(self, event: dict[str, Any]) -> None:
        self._sequence = event["sequence"]
        if event["kind"] == "move":
            self._state = apply(self._state, load_move(event["move"]))
            self.answers += event["seat"] == 2 and not event["bookkeeping"]

    def _lost(self) -> None:
        self.errors.append("a socket was lost")
        self._told.set()
