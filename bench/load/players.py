"""The load itself: two players a game, each with a session and a socket, every sequence number checked."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx

from bench.load.game_scripts import Script
from bench.load.load_stats import Tally
from bench.load.websocket_client import Wire

_LATE: Final = 30.0  # seconds after which an answer is missing


@dataclass(slots=True)
class Seat:
    """One player: a session, a socket, and the last event seen."""

    cookie: str
    csrf: str
    wire: Wire | None = None
    seen: int = 0
    choices: int = 0  # moves of the script that this player has seen
    progress: asyncio.Event = field(default_factory=asyncio.Event)
    answer: asyncio.Future[Any] | None = None  # of the move that is under way

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": f"ringrift_session={self.cookie}", "x-csrf-token": self.csrf}


async def guest(http: httpx.AsyncClient) -> Seat:
    """Somebody without an account."""
    answer = await http.post("/accounts/guest", headers={"cookie": ""})
    answer.raise_for_status()
    http.cookies.clear()
    return Seat(answer.cookies["ringrift_session"], answer.json()["csrf"])


class LoadGame:
    """Two players who play a script through their sockets. With a `refuge` they go there if they must."""

    def __init__(self, base: str, script: Script, tally: Tally, refuge: str = "") -> None:
        self._base = base
        self._refuge = refuge
        self._script = script
        self._tally = tally
        self._sent: dict[int, float] = {}
        self._moving: set[asyncio.Task[None]] = set()
        self.seats: list[Seat] = []
        self.id = ""
        self._answered: list[
            tuple[float, float]
        ] = []  # when each move was last sent, and acknowledged

    async def set_up(self, http: httpx.AsyncClient, settings: dict[str, Any]) -> None:
        """Two guests, a game, two sockets that watch it."""
        self.seats = [await guest(http), await guest(http)]
        made = await http.post("/games", json={"settings": settings}, headers=self.seats[0].headers)
        made.raise_for_status()
        self.id = made.json()["id"]
        joined = await http.post(f"/games/{self.id}/join", json={}, headers=self.seats[1].headers)
        joined.raise_for_status()
        for seat in self.seats:
            await self._connect(seat)
            while not seat.seen:
                await self._progress(seat)

    async def play(self, pause: float, until: float, random: Random) -> None:
        """The script, one move in every `pause` seconds, until it ends or the time is up."""
        await asyncio.sleep(random.random() * pause)
        due = perf_counter()
        for place, (number, text) in enumerate(self._script.choices):
            if perf_counter() > until:
                return
            seat = self.seats[number - 1]
            while seat.choices < place:
                await self._progress(seat)
            await self._move(seat, place, text)
            due += pause
            await asyncio.sleep(max(0.0, due - perf_counter()))

    def resumed_at(self, moment: float) -> float | None:
        """When the first move that was sent after that moment was acknowledged."""
        return next((answered for sent, answered in self._answered if sent > moment), None)

    def close(self) -> None:
        for seat in self.seats:
            if seat.wire is not None:
                seat.wire.close()

    async def _connect(self, seat: Seat) -> None:
        seat.wire = await Wire.open(
            self._base, seat.cookie, lambda text: self._heard(seat, text), lambda: self._lost(seat)
        )
        seat.wire.send(json.dumps({"type": "watch", "game": self.id, "since": seat.seen}))

    async def _progress(self, seat: Seat) -> None:
        seat.progress.clear()
        await asyncio.wait_for(seat.progress.wait(), _LATE)

    async def _move(self, seat: Seat, place: int, text: str) -> None:
        """Send it until it is answered; sent again it is the same move."""
        started = sent = self._sent[place] = perf_counter()
        while (told := await self._send(seat, place, text)) is None:
            sent = perf_counter()
        now = perf_counter()
        self._answered.append((sent, now))
        if told["type"] != "accepted":
            self._tally.errors.append(f"{text}: {told['error']}")
        self._tally.chosen += 1
        if self._tally.measures(now):
            self._tally.acknowledged.append(now - started)

    async def _send(self, seat: Seat, place: int, text: str) -> Any:
        """The answer; None if the socket was lost and there is another by now."""
        while seat.wire is None:
            await self._progress(seat)
        message = {"type": "move", "game": self.id, "client_id": str(place), "expected": seat.seen}
        answer = seat.answer = asyncio.get_running_loop().create_future()
        try:
            seat.wire.send(json.dumps(message | {"move": text}))
            async with asyncio.timeout(_LATE):
                return await answer
        except ConnectionError:
            if not self._refuge:
                raise
            return None
        finally:
            seat.answer = None

    def _lost(self, seat: Seat) -> None:
        seat.wire = None
        if seat.answer is not None and not seat.answer.done():
            seat.answer.set_exception(ConnectionError("the server is gone"))
        if self._refuge:
            self._base = self._refuge
            task = asyncio.create_task(self._move_house(seat))
            self._moving.add(task)
            task.add_done_callback(self._moving.discard)
        else:
            self._tally.errors.append("a socket was lost")

    async def _move_house(self, seat: Seat) -> None:
        await self._connect(seat)
        seat.progress.set()

    def _heard(self, seat: Seat, text: bytes) -> None:
        message = json.loads(text)
        match message["type"]:
            case "events":
                for event in message["events"]:
                    self._check(seat, event)
                seat.progress.set()
            case "accepted" | "refused":
                if seat.answer is None or seat.answer.done():
                    self._tally.errors.append(str(message))
                else:
                    seat.answer.set_result(message)
            case _:
                pass

    def _check(self, seat: Seat, event: dict[str, Any]) -> None:
        """Every event once and in order."""
        if event["sequence"] <= seat.seen:
            self._tally.doubled += 1
        elif event["sequence"] != seat.seen + 1:
            self._tally.lost += 1
        seat.seen = event["sequence"]
        if event["kind"] != "move":
            return
        now = perf_counter()
        mine = seat is self.seats[event["seat"] - 1]
        self._tally.applied += mine and self._tally.measures(now)
        if not event["bookkeeping"]:
            if not mine and self._tally.measures(now) and seat.choices in self._sent:
                self._tally.fanned_out.append(now - self._sent[seat.choices])
            seat.choices += 1
