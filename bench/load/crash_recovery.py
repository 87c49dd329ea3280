"""`python -m bench.load.crash_recovery`: a server killed again and again under load; nothing acknowledged is lost."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final

import httpx

from bench.load.game_scripts import Script, script
from bench.load.players import guest
from bench.load.results import publish
from bench.load.server import Server, free_port, serving, start_server
from ringrift.host import GameSession, load_event, load_settings, record_of
from ringrift.records import dump_text, load_text, verify
from ringrift.rules.errors import RingRiftError

_LATEST: Final = 1.0  # seconds after the first move of a round
_UNDER_LOAD: Final = 0.9  # of the kills; the others may come before that
_PATIENCE: Final = 20.0  # seconds for the first move
_MOST_SECONDS: Final = 900.0  # after which no round is begun


@dataclass(slots=True)
class Player:
    """One person on both seats of a game, who plays a script and notes what was acknowledged."""

    script: Script
    headers: dict[str, str] = field(default_factory=dict)
    game: str = ""
    acknowledged: dict[int, int] = field(
        default_factory=dict
    )  # the script's place: the sequence number
    over: bool = False

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        self.headers = (await guest(http)).headers
        seats = [{"kind": "me"}, {"kind": "me"}]
        made = await http.post("/games", json={"seats": seats}, headers=self.headers)
        made.raise_for_status()
        self.game = made.json()["id"]

    async def play(self, http: httpx.AsyncClient) -> None:
        """From the first move that was not acknowledged, until the server is gone or the game over."""
        for place in range(len(self.acknowledged), len(self.script.choices)):
            move = {"move": self.script.choices[place][1], "client_id": str(place)}
            answer = await http.post(f"/games/{self.game}/moves", json=move, headers=self.headers)
            answer.raise_for_status()
            self.acknowledged[place] = answer.json()["sequence"]
        self.over = True


@dataclass(slots=True)
class Toll:
    """What the kills have cost; all but the kills themselves must be nothing."""

    kills: int = 0
    idle: int = 0  # kills before which no move was acknowledged since the one before
    moves: int = 0
    lost: int = 0
    corrupted: int = 0
    errors: list[str] = field(default_factory=list)


def main() -> int:
    """Exit code 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.crash_recovery", description=__doc__
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=20, help="at once (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="default: SQLite in a folder of its own")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/kills.db"
        toll, games = asyncio.run(_rounds(args.rounds, args.games, Random(args.seed), database))
    seconds = perf_counter() - started
    lines = [
        f"{toll.kills} rounds of `kill -9` at a random moment, {args.games} games played as fast as they go, "
        f"{seconds:.0f} s.",
        "",
        "| kills under load | games | acknowledged moves | lost | games corrupted | other errors |",
        "|---:|---:|---:|---:|---:|---:|",
        f"| {toll.kills - toll.idle} | {games} | {toll.moves} | {toll.lost} | {toll.corrupted} "
        f"| {len(toll.errors)} |",
        *(f"- {error}" for error in toll.errors[:5]),
    ]
    missed = [f"{toll.lost} acknowledged moves lost"] if toll.lost else []
    missed += [f"{toll.corrupted} games corrupted"] if toll.corrupted else []
    missed += [f"{len(toll.errors)} errors"] if toll.errors else []
    missed += [f"only {toll.kills} rounds"] if toll.kills < args.rounds else []
    missed += ["most kills met an idle server"] if toll.idle > toll.kills // 2 else []
    return publish("kills", lines, missed=missed, write=not args.no_write)


async def _rounds(rounds: int, games: int, random: Random, database: str) -> tuple[Toll, int]:
    toll = Toll()
    playing: list[Player] = []
    finished: list[Player] = []
    port = free_port()
    begun = perf_counter()
    for number in range(rounds):
        if perf_counter() - begun > _MOST_SECONDS:
            break
        server = start_server(database, port=port)
        finished += [player for player in playing if player.over]
        playing = [player for player in playing if not player.over]
        await _round(server, playing, games, random, toll)
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    everybody = [*playing, *finished]
    with serving(database) as server:
        async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
            for player in everybody:
                await _check(http, player, toll)
    return toll, len(everybody)


async def _round(
    server: Server, playing: list[Player], games: int, random: Random, toll: Toll
) -> None:
    """Fill up the games, play, kill."""
    before = _moves(playing)
    try:
        async with httpx.AsyncClient(base_url=server.base, timeout=30) as http:
            while len(playing) < games:
                player = Player(script("square8", random.randrange(1000)))
                await player.sit_down(http)
                playing.append(player)
            tasks = [asyncio.create_task(player.play(http)) for player in playing]
            if random.random() < _UNDER_LOAD:
                await _first_move(playing, before)
            await asyncio.sleep(random.uniform(0.0, _LATEST))
            server.kill()
            results = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.kill()
    toll.kills += 1
    toll.idle += _moves(playing) == before
    toll.errors += [
        f"{error!r}"
        for error in results
        if isinstance(error, BaseException) and not isinstance(error, httpx.TransportError)
    ]


async def _first_move(playing: list[Player], before: int) -> None:
    """Wait until the server has taken up the games that it found."""
    until = perf_counter() + _PATIENCE
    while _moves(playing) == before and perf_counter() < until:
        await asyncio.sleep(0.01)


def _moves(playing: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in playing)


async def _check(http: httpx.AsyncClient, player: Player, toll: Toll) -> None:
    """Every acknowledged move is where it was said to be; the game restores and its record verifies."""
    told = await http.get(f"/games/{player.game}/events")
    info = await http.get(f"/games/{player.game}")
    if told.status_code != 200 or info.status_code != 200:
        toll.errors.append(f"game {player.game}: {told.status_code}, {info.status_code}")
        return
    events = told.json()["events"]
    chosen = [event for event in events if event["kind"] == "move" and not event["bookkeeping"]]
    for place, sequence in player.acknowledged.items():
        there = place < len(chosen) and chosen[place]["notation"] == player.script.choices[place][1]
        toll.lost += not there or chosen[place]["sequence"] > sequence
    toll.moves += len(player.acknowledged)
    doubled = len(chosen) > len(player.acknowledged) + 1  # one may be stored and not acknowledged
    toll.corrupted += doubled or not _sound(info.json()["settings"], events)


def _sound(settings: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    """Whether the events restore the game, hash and all, and its record verifies."""
    try:
        table = GameSession.restore(
            load_settings(settings), (load_event(event) for event in events)
        )
        verify(load_text(dump_text(record_of(table))))
    except RingRiftError:
        return False
    return [event["sequence"] for event in events] == list(range(1, len(events) + 1))


if __name__ == "__main__":
    sys.exit(main())
