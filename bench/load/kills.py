"""`python -m bench.load.kills`: a server killed again and again under load; nothing acknowledged is lost."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import httpx

from bench.load.__main__ import PORT, start_server
from bench.load.scripts import Script, script
from ringrift.host import Table, load_event, load_settings, record_of
from ringrift.records import dump_text, load_text, verify
from ringrift.rules.errors import RingRiftError

BASE = f"http://127.0.0.1:{PORT}"


@dataclass(slots=True)
class Player:
    """One person on both seats of a game, who plays a script and notes what was acknowledged."""

    script: Script
    cookie: str = ""
    csrf: str = ""
    game: str = ""
    acknowledged: dict[int, int] = field(default_factory=dict)  # the script's place: the sequence number
    over: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": f"ringrift_session={self.cookie}", "x-csrf-token": self.csrf}

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        http.cookies.clear()
        guest = await http.post("/accounts/guest")
        self.cookie, self.csrf = guest.cookies["ringrift_session"], guest.json()["csrf"]
        http.cookies.clear()
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = await http.post("/games", json={"seats": seats}, headers=self.headers)
        self.game = made.json()["id"]

    async def play(self, http: httpx.AsyncClient) -> None:
        """From the first move that was not acknowledged, until the server is gone or the game over."""
        for place in range(len(self.acknowledged), len(self.script.choices)):
            move = {"move": self.script.choices[place][1], "client_id": str(place)}
            answer = await http.post(f"/games/{self.game}/moves", json=move, headers=self.headers)
            if answer.status_code == 503:
                return
            answer.raise_for_status()
            self.acknowledged[place] = answer.json()["sequence"]
        self.over = True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(asyncio.run(rounds(args, args.database or f"sqlite:///{folder}/kills.db")))


async def rounds(args: argparse.Namespace, database: str) -> int:
    random = Random(args.seed)
    players: list[Player] = []
    finished: list[Player] = []
    started = perf_counter()
    for number in range(args.rounds):
        server = start_server(database, 1)
        async with httpx.AsyncClient(base_url=BASE, timeout=30) as http:
            finished += [player for player in players if player.over]
            players = [player for player in players if not player.over]
            while len(players) < args.games:
                player = Player(script("square8", random.randrange(1000)))
                await player.sit_down(http)
                players.append(player)
            tasks = [asyncio.create_task(player.play(http)) for player in players]
            await asyncio.sleep(random.uniform(0.05, 1.0))
            server.send_signal(signal.SIGKILL)
            server.wait()
            await asyncio.gather(*tasks, return_exceptions=True)
        print(f"\rround {number + 1} of {args.rounds}", end="", file=sys.stderr, flush=True)
    server = start_server(database, 1)
    try:
        async with httpx.AsyncClient(base_url=BASE, timeout=30) as http:
            lost, corrupted, moves = await check(http, [*players, *finished])
    finally:
        server.terminate()
        server.wait()
    print()
    print(f"{args.rounds} kills, {len(players) + len(finished)} games, {moves} acknowledged moves, ", end="")
    print(f"{lost} lost, {corrupted} games corrupted, {perf_counter() - started:.0f} s")
    return int(bool(lost or corrupted))


async def check(http: httpx.AsyncClient, players: list[Player]) -> tuple[int, int, int]:
    """Every acknowledged move is where it was said to be; every game restores and its record verifies."""
    lost = corrupted = moves = 0
    for player in players:
        story = (await http.get(f"/games/{player.game}/events")).json()["events"]
        chosen = [event for event in story if event["kind"] == "move" and not event["bookkeeping"]]
        for place, sequence in player.acknowledged.items():
            moves += 1
            there = place < len(chosen) and chosen[place]["notation"] == player.script.choices[place][1]
            lost += not there or chosen[place]["sequence"] > sequence
        info = (await http.get(f"/games/{player.game}")).json()
        corrupted += not sound(info["settings"], story)
    return lost, corrupted, moves


def sound(settings: dict[str, Any], story: list[dict[str, Any]]) -> bool:
    """Whether the events restore the game, hash and all, and its record verifies."""
    try:
        table = Table.restore(load_settings(settings), (load_event(event) for event in story))
        verify(load_text(dump_text(record_of(table))))
    except RingRiftError:
        return False
    return [event["sequence"] for event in story] == list(range(1, len(story) + 1))


if __name__ == "__main__":
    main()
