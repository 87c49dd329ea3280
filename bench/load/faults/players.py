"""Players that keep playing through faults and remember what the server acknowledged."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx

from bench.load.game_scripts import GameScript, random_script
from bench.load.journal_check import is_valid_journal
from bench.load.websocket_client import WebSocketClient

_PAUSE: Final = 0.05  # seconds between two moves of a game
_REQUEST_TIMEOUT: Final = 1.0
_RETRY: Final = 0.05
_PING: Final = 0.5
_TRY_AGAIN: Final = 503  # the only status with which a server may refuse because of a fault
_SILENCE: Final = 2.0  # after which a spectator reconnects
_MAX_MOVES: Final = 60  # of a game
_MIN_WATCHED: Final = 20  # moves, by which the spectator must have received events


@dataclass(slots=True)
class FaultStats:
    """What the players of one kind of fault saw."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    invalid: int = 0  # journals that do not verify
    unwatched: int = 0  # games whose spectator received nothing
    games: int = 0
    outages: list[float] = field(default_factory=list)  # longest of each round, in seconds
    recoveries: list[float] = field(default_factory=list)  # from the repair to a move in each game
    answers: Counter[str] = field(default_factory=Counter)  # errors that were retried, by code
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PlayedGame:
    """A game, the acknowledged moves, and the events that its spectator received."""

    id: str
    script: GameScript
    acknowledged: dict[int, int] = field(default_factory=dict)  # script index: sequence number
    seen: list[dict[str, Any]] = field(default_factory=list)


class Player:
    """Plays one game after the other, with both seats, and watches each over a socket."""

    def __init__(self, bases: list[str], number: int, stats: FaultStats) -> None:
        self._bases = bases
        self._at = number  # of the worker to ask next
        self._random = Random(number)
        self.stats = stats
        self._headers: dict[str, str] = {}
        self._cookie = ""
        self._http = httpx.AsyncClient(timeout=_REQUEST_TIMEOUT)
        self.games: list[PlayedGame] = []
        self.sent_at = 0.0  # when the last acknowledged move was sent
        self.acknowledged_at = perf_counter()
        self.longest_gap = 0.0  # between two acknowledgements, since it was last reset

    async def run(self) -> None:
        """Play until cancelled."""
        guest = await self._request("POST", "/accounts/guest")
        self._cookie = guest.cookies["ringrift_session"]
        self._http.cookies.clear()
        self._headers = {
            "cookie": f"ringrift_session={self._cookie}",
            "x-csrf-token": guest.json()["csrf"],
        }
        try:
            for _ in count():
                await self._play_game()
        finally:
            await self._http.aclose()

    async def _play_game(self) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = await self._request("POST", "/games", {"settings": {"players": 2}, "seats": seats})
        game = PlayedGame(made.json()["id"], random_script("square8", self._random.randrange(500)))
        self.games.append(game)
        watching = asyncio.create_task(self._watch(game))
        try:
            for index, (_, text) in enumerate(game.script.choices[:_MAX_MOVES]):
                sent = perf_counter()
                move = {"move": text, "client_id": str(index)}
                answer = await self._request("POST", f"/games/{game.id}/moves", move)
                game.acknowledged[index] = answer.json()["sequence"]
                self.stats.acknowledged += 1
                self._note_acknowledgement(sent)
                self._at += 1  # the players of the two seats are at different workers
                await asyncio.sleep(_PAUSE)
        finally:
            watching.cancel()

    def _note_acknowledgement(self, sent: float) -> None:
        now = perf_counter()
        self.longest_gap = max(self.longest_gap, now - self.acknowledged_at)
        self.sent_at, self.acknowledged_at = sent, now

    async def _request(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> httpx.Response:
        """Repeat a request, at the next worker each time, until it succeeds."""
        while True:
            base = self._bases[self._at % len(self._bases)]
            try:
                answer = await self._http.request(
                    method, base + path, json=body, headers=self._headers
                )
            except httpx.TransportError as error:
                self.stats.answers[type(error).__name__] += 1
            else:
                if answer.is_success:
                    return answer
                code = str(answer.json().get("error", {}).get("code", answer.status_code))
                self.stats.answers[code] += 1
                if answer.status_code != _TRY_AGAIN:
                    self.stats.errors.append(f"{path}: {answer.text[:200]}")
            self._at += 1
            await asyncio.sleep(_RETRY)

    async def _watch(self, game: PlayedGame) -> None:
        """Follow a game over a socket; reconnect to the next worker when it is lost or silent."""
        for at in count(self._at):
            lost = asyncio.Event()
            heard = perf_counter()

            def receive(text: bytes, lost: asyncio.Event = lost) -> None:
                nonlocal heard
                heard = perf_counter()
                message = json.loads(text)
                if message["type"] == "refused":  # the server could not read the game: try again
                    lost.set()
                self._receive(game, message)

            base = self._bases[at % len(self._bases)]
            socket: WebSocketClient | None = None
            try:
                async with asyncio.timeout(_SILENCE):
                    socket = await WebSocketClient.open(base, self._cookie, receive, lost.set)
                since = game.seen[-1]["sequence"] if game.seen else 0
                socket.send(json.dumps({"type": "watch", "game": game.id, "since": since}))
                while not lost.is_set() and perf_counter() - heard < _SILENCE:
                    socket.send(json.dumps({"type": "ping", "t": 0}))
                    await asyncio.sleep(_PING)
            except (OSError, TimeoutError):
                pass
            finally:
                if socket is not None:
                    socket.close()
            await asyncio.sleep(_RETRY)

    def _receive(self, game: PlayedGame, message: dict[str, Any]) -> None:
        if message["type"] != "events":
            return
        for event in message["events"]:
            last = game.seen[-1]["sequence"] if game.seen else 0
            if event["sequence"] <= last:
                self.stats.doubled += 1
            elif event["sequence"] != last + 1:
                self.stats.lost += 1
            game.seen.append(event)

    async def check_games(self, base: str) -> None:
        """Compare every game with its journal."""
        async with httpx.AsyncClient(base_url=base, timeout=60) as http:
            for game in self.games:
                found = await http.get(f"/games/{game.id}/events", headers=self._headers)
                info = await http.get(f"/games/{game.id}", headers=self._headers)
                if not (found.is_success and info.is_success):
                    self.stats.errors.append(f"{game.id}: {(found.text, info.text)}"[:300])
                    self.stats.lost += len(game.acknowledged)
                    continue
                check_game(self.stats, game, info.json()["settings"], found.json()["events"])


def check_game(
    stats: FaultStats, game: PlayedGame, settings: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    """Compare what the clients of a game know with its journal."""
    stats.games += 1
    chosen = [event for event in events if event["kind"] == "move" and not event["bookkeeping"]]
    for index, sequence in game.acknowledged.items():
        stored = (
            index < len(chosen)
            and chosen[index]["notation"] == game.script.choices[index][1]
            and chosen[index]["sequence"] <= sequence
        )
        stats.lost += not stored
    stats.doubled += max(0, len(chosen) - len(game.acknowledged) - 1)  # one may be unanswered
    stats.lost += _count_foreign(game.seen, events)
    stats.unwatched += len(game.acknowledged) > _MIN_WATCHED and not game.seen
    stats.invalid += not is_valid_journal(settings, events)


def _count_foreign(seen: list[dict[str, Any]], events: list[dict[str, Any]]) -> int:
    """Return how many events a spectator saw that the journal does not contain."""
    stored = {event["sequence"]: event for event in events}
    return sum(stored.get(event["sequence"], {}).get("hash") != event.get("hash") for event in seen)
