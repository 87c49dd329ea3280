"""The load itself: accounts, games and sockets in one process, every sequence number checked."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.load.scripts import Script


@dataclass(slots=True)
class Tally:
    """What the load saw."""

    acknowledged: list[float] = field(default_factory=list)  # seconds from a move to its acknowledgement
    fanned_out: list[float] = field(default_factory=list)  # seconds from a move to the opponent's event
    errors: list[str] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    moves: int = 0
    games_over: int = 0
    processor: float = 0.0  # seconds that the server used


@dataclass(slots=True)
class Seat:
    """One player: a session, a socket, and the last event seen."""

    cookie: str
    csrf: str
    socket: ClientConnection | None = None
    seen: int = 0
    choices: int = 0  # moves of the script that this player has seen
    progress: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: dict[str, asyncio.Future[Any]] = field(default_factory=dict)


class LoadGame:
    """Two players who play a script through their sockets."""

    def __init__(self, base: str, script: Script, tally: Tally) -> None:
        self._base = base
        self._script = script
        self._tally = tally
        self._sent: dict[int, float] = {}
        self.seats: list[Seat] = []
        self.id = ""
        self._readers: list[asyncio.Task[None]] = []

    async def set_up(self, http: httpx.AsyncClient, settings: dict[str, Any]) -> None:
        """Two guests, a game, two sockets that watch it."""
        for _ in range(2):
            answer = await http.post("/accounts/guest", headers={"cookie": ""})
            answer.raise_for_status()
            self.seats.append(Seat(answer.cookies["ringrift_session"], answer.json()["csrf"]))
            http.cookies.clear()
        made = await http.post("/games", json={"settings": settings}, headers=_headers(self.seats[0]))
        made.raise_for_status()
        self.id = made.json()["id"]
        joined = await http.post(f"/games/{self.id}/join", json={}, headers=_headers(self.seats[1]))
        joined.raise_for_status()
        for seat in self.seats:
            await self._connect(seat)

    async def _connect(self, seat: Seat) -> None:
        address = self._base.replace("http", "ws", 1) + "/ws"
        seat.socket = await connect(
            address, additional_headers={"cookie": f"ringrift_session={seat.cookie}"}, compression=None
        )
        await seat.socket.send(json.dumps({"type": "watch", "game": self.id, "since": seat.seen}))
        self._readers.append(asyncio.create_task(self._read(seat)))

    async def play(self, pause: float, until: float, random: Random) -> None:
        """The script, one move in every `pause` seconds, until it ends or the time is up."""
        await asyncio.sleep(random.random() * pause)
        due = perf_counter()
        for place, (number, text) in enumerate(self._script.choices):
            if perf_counter() > until:
                return
            seat = self.seats[number - 1]
            while seat.choices < place:
                seat.progress.clear()
                await asyncio.wait_for(seat.progress.wait(), 30)
            await self._move(seat, place, text)
            due += pause
            await asyncio.sleep(max(0.0, due - perf_counter()))
        self._tally.games_over += 1

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        for seat in self.seats:
            if seat.socket is not None:
                await seat.socket.close()

    async def _move(self, seat: Seat, place: int, text: str) -> None:
        assert seat.socket is not None
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        client_id = str(place)
        seat.waiting[client_id] = answer
        message = {
            "type": "move",
            "game": self.id,
            "client_id": client_id,
            "expected": seat.seen,
            "move": text,
        }
        started = self._sent[place] = perf_counter()
        await seat.socket.send(json.dumps(message))
        told = await asyncio.wait_for(answer, 30)
        self._tally.acknowledged.append(perf_counter() - started)
        if told["type"] != "accepted":
            self._tally.errors.append(f"{text}: {told['error']}")
        self._tally.moves += 1

    async def _read(self, seat: Seat) -> None:
        assert seat.socket is not None
        async for text in seat.socket:
            message = json.loads(text)
            match message["type"]:
                case "events":
                    self._check(seat, message["events"])
                case "accepted" | "refused":
                    waiting = seat.waiting.pop(message.get("client_id", ""), None)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(message)
                    elif waiting is None:
                        self._tally.errors.append(str(message))
                case _:
                    pass

    def _check(self, seat: Seat, events: list[dict[str, Any]]) -> None:
        """Every event once and in order."""
        for event in events:
            if event["sequence"] <= seat.seen:
                self._tally.doubled += 1
            elif event["sequence"] != seat.seen + 1:
                self._tally.lost += 1
            seat.seen = event["sequence"]
            if event["kind"] == "move" and not event["bookkeeping"]:
                if seat is not self.seats[event["seat"] - 1] and seat.choices in self._sent:
                    self._tally.fanned_out.append(perf_counter() - self._sent[seat.choices])
                seat.choices += 1
                seat.progress.set()


def _headers(seat: Seat) -> dict[str, str]:
    return {"cookie": f"ringrift_session={seat.cookie}", "x-csrf-token": seat.csrf}
