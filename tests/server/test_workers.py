"""Several workers serve the same games; one that dies is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import httpx
import pytest

from tests.server.running_server import (
    GENEROUS,
    PATIENCE,
    RunningServer,
    Visitor,
    running,
    two_guests_at,
)

TAKE_OVER = 5.0  # seconds


@pytest.fixture(params=["postgresql", "redis"])
def pair(
    request: pytest.FixtureRequest, postgres_url: str
) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two workers that meet over the database's notifications, or over Redis."""
    bus = "" if request.param == "postgresql" else request.getfixturevalue("redis_url")
    settings = replace(GENEROUS, database=postgres_url, bus=bus)
    with running(settings) as one, running(settings) as other:
        yield one, other


def at(server: RunningServer, visitor: Visitor) -> Visitor:
    """The same person, at another worker."""
    moved = server.visitor()
    moved.http.cookies.set("ringrift_session", visitor.http.cookies["ringrift_session"])
    moved.csrf, moved.account = visitor.csrf, visitor.account
    return moved


def test_players_at_different_workers_play_one_game(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    first, second, game = two_guests_at(one)
    second = at(other, second)
    with first.socket() as here, second.socket() as there:
        for wire in (here, there):
            wire.send(type="watch", game=game)
            wire.until("watching")
        here.move(game, "@d4", "1")
        here.move(game, "d4-d6", "2")
        while (
            there.seen[-1]["kind"] != "move" or there.seen[-1]["seat"] != 1 or len(there.seen) < 4
        ):
            there.receive()
        answer = there.move(game, "@a1", "3", there.seen[-1]["sequence"])
        assert answer["type"] == "accepted"
        while here.seen[-1]["sequence"] < answer["sequence"]:
            here.receive()
        while there.seen[-1]["sequence"] < answer["sequence"]:
            there.receive()
    assert here.seen == there.seen
    assert [event["sequence"] for event in here.seen] == list(range(1, len(here.seen) + 1))


def test_who_is_at_another_worker_is_here(pair: tuple[RunningServer, RunningServer]) -> None:
    one, other = pair
    first, second, game = two_guests_at(one)
    with first.socket() as wire:
        wire.send(type="watch", game=game)
        while wire.until("presence")["here"] != [first.id]:
            pass
        with at(other, second).socket():
            assert sorted(wire.until("presence")["here"]) == sorted([first.id, second.id])
        assert wire.until("presence")["here"] == [first.id]


def test_logging_out_everywhere_closes_sockets_at_every_worker(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    guest = one.guest()
    with at(other, guest).socket() as wire:
        guest.delete("/sessions")
        assert wire.until("closing")["reason"] == "you are logged out: log in again"


def test_the_lobby_of_one_worker_tells_of_games_made_at_another(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    with one.guest().socket() as wire:
        wire.send(type="lobby.watch")
        wire.until("lobby")
        made = other.guest().post("/games", status=201)["id"]
        assert made in {game["id"] for game in wire.until("lobby")["games"]}


@contextmanager
def process(database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in a process of its own, which can be killed."""
    generous = ("RINGRIFT_SIGN_INS_PER_MINUTE", "RINGRIFT_REQUESTS_PER_MINUTE")
    environment = os.environ | dict.fromkeys(generous, "100000")
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--log-level", "warning"]
    command += ["--port", str(port), "--database", database]
    started = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        until = monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                assert monotonic() < until
                assert started.poll() is None
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        started.wait(PATIENCE)


def test_the_games_of_a_killed_worker_are_taken_over(postgres_url: str, free_port: int) -> None:
    settings = replace(GENEROUS, database=postgres_url)
    with running(settings) as survivor, process(postgres_url, free_port) as victim:
        base = f"http://127.0.0.1:{free_port}"
        with (
            httpx.Client(base_url=base, timeout=PATIENCE) as a,
            httpx.Client(base_url=base, timeout=PATIENCE) as b,
        ):
            first, second = Visitor(base, a).become_guest(), Visitor(base, b).become_guest()
            game = first.post("/games", status=201)["id"]
            second.post(f"/games/{game}/join")
            first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
            moved = at(survivor, first)
        victim.send_signal(signal.SIGKILL)
        victim.wait(PATIENCE)
        killed = monotonic()
        answer = moved.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
        assert monotonic() - killed < TAKE_OVER
        batch = moved.get(f"/games/{game}/events")
    played = [event["notation"] for event in batch["events"] if event["kind"] == "move"]
    assert played[:2] == ["@d4", "d4-d6"]
    assert batch["sequence"] == answer["sequence"]


def test_a_take_over_gives_nobody_the_time_back_that_was_thought(
    postgres_url: str, free_port: int
) -> None:
    """Only what passed without any worker is nobody's: at most a few seconds."""
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    settings = replace(GENEROUS, database=postgres_url)
    with running(settings) as survivor, process(postgres_url, free_port) as victim:
        base = f"http://127.0.0.1:{free_port}"
        with httpx.Client(base_url=base, timeout=PATIENCE) as http:
            guest = Visitor(base, http).become_guest()
            seats = [{"kind": "me"}, {"kind": "me"}]
            game = guest.post("/games", {"settings": {"clock": clock}, "seats": seats}, status=201)[
                "id"
            ]
            while (before := guest.get(f"/games/{game}"))["clock"][0] > 57.0:
                pass  # the player thinks
            moved = at(survivor, guest)
        victim.send_signal(signal.SIGKILL)
        victim.wait(PATIENCE)
        after = moved.get(f"/games/{game}")
        kinds = [event["kind"] for event in moved.get(f"/games/{game}/events")["events"]]
    assert kinds[-1] == "resumed"
    assert after["clock"][0] < before["clock"][0] + 1.0  # the last sign of life was not older


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, free_port: int) -> None:
    database = f"sqlite:///{tmp_path}/ringrift.db"
    base = f"http://127.0.0.1:{free_port}"
    secret = csrf = game = ""
    texts = ["@d4", "d4-d6", "@a1", "a1-a3"]
    for number, text in enumerate(texts):
        with (
            process(database, free_port) as server,
            httpx.Client(base_url=base, timeout=PATIENCE) as http,
        ):
            visitor = Visitor(base, http)
            if not game:
                visitor.become_guest()
                secret, csrf = http.cookies["ringrift_session"], visitor.csrf
                seats = [{"kind": "me"}, {"kind": "me"}]
                game = visitor.post("/games", {"seats": seats}, status=201)["id"]
            http.cookies.set("ringrift_session", secret)
            visitor.csrf = csrf
            visitor.post(
                f"/games/{game}/moves", {"move": text, "client_id": str(number)}, status=201
            )
            server.send_signal(signal.SIGKILL)
            server.wait(PATIENCE)
    with process(database, free_port), httpx.Client(base_url=base, timeout=PATIENCE) as http:
        events = http.get(f"/games/{game}/events").json()["events"]
    played = [
        event["notation"]
        for event in events
        if event["kind"] == "move" and not event["bookkeeping"]
    ]
    assert played == texts
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
