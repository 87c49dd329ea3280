"""Several workers serve the same games, and take over those of a dead one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import httpx
import pytest

from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    TWO_PLAYERS,
    Client,
    RunningServer,
    begin,
    running,
    start_two_player_game,
)

# Of a busy machine; `tests/simulation/test_deadlines.py` proves 3 s in virtual time.
TAKEOVER_SECONDS = 20.0
ABSENCE = 1.5  # a third of it is the grace for a client that reconnects


@pytest.fixture(params=["postgresql", "redis"])
def pair(
    request: pytest.FixtureRequest, postgres_url: str
) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two workers that share a bus over PostgreSQL or Redis."""
    bus = "" if request.param == "postgresql" else request.getfixturevalue("redis_url")
    settings = replace(HIGH_LIMITS, database=postgres_url, bus=bus, absence_seconds=ABSENCE)
    with running(settings) as one, running(settings) as other:
        yield one, other


def at(server: RunningServer, visitor: Client) -> Client:
    """Return the same person as a client of another worker."""
    moved = server.visitor()
    moved.http.cookies.set("ringrift_session", visitor.http.cookies["ringrift_session"])
    moved.csrf, moved.account = visitor.csrf, visitor.account
    return moved


def test_players_at_different_workers_play_one_game(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    first, second, game = start_two_player_game(one)
    second = at(other, second)
    with first.socket() as here, second.socket() as there:
        for socket in (here, there):
            socket.send(type="watch", game=game)
            socket.until("watching")
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


def test_a_player_at_another_worker_is_present(pair: tuple[RunningServer, RunningServer]) -> None:
    one, other = pair
    first, second, game = start_two_player_game(one)
    with first.socket() as socket:
        socket.send(type="watch", game=game)
        while socket.until("presence")["here"] != [first.id]:
            pass
        with at(other, second).socket():
            assert sorted(socket.until("presence")["here"]) == sorted([first.id, second.id])
        assert socket.until("presence")["here"] == [first.id]


def test_logging_out_everywhere_closes_sockets_at_every_worker(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    guest = one.guest()
    with at(other, guest).socket() as socket:
        guest.delete("/sessions")
        assert socket.until("closing")["reason"] == "you are logged out: log in again"


def test_the_lobby_shows_games_of_other_workers(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    with one.guest().socket() as socket:
        socket.send(type="lobby.watch")
        socket.until("lobby")
        made = other.guest().post("/games", TWO_PLAYERS, status=201)["id"]
        assert made in {game["id"] for game in socket.until("lobby")["games"]}


def test_three_people_at_different_workers_are_counted_and_meet(
    pair: tuple[RunningServer, RunningServer],
) -> None:
    one, other = pair
    people = [one.guest(), other.guest(), one.guest()]
    wish = {"settings": {"players": 3, "board": "hex8"}}
    with one.guest().socket() as socket:
        socket.send(type="lobby.watch")
        for waiting, person in enumerate(people[:-1], 1):
            assert person.post("/quick-match", wish)["game"] is None
            while [count["waiting"] for count in socket.until("lobby")["quick_match"]] != [waiting]:
                pass
        found = people[-1].post("/quick-match", wish)["game"]
        while socket.until("lobby")["quick_match"] != []:
            pass
    assert {seat["account"]["id"] for seat in found["seats"]} == {person.id for person in people}
    assert all(
        person.post("/quick-match", wish)["game"]["id"] == found["id"] for person in people[:-1]
    )


def await_readiness(worker: subprocess.Popen[bytes], port: int) -> None:
    until = monotonic() + TIMEOUT
    with httpx.Client(verify=False) as http:  # there are no certificates to load
        while monotonic() < until:
            with suppress(httpx.TransportError):
                if http.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    return
            with suppress(subprocess.TimeoutExpired):
                worker.wait(0.05)
                raise AssertionError("the worker has ended")
    raise AssertionError("the worker is not ready")


@contextmanager
def process(database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in its own process, which can be killed."""
    generous = ("RINGRIFT_LOGINS_PER_MINUTE", "RINGRIFT_REQUESTS_PER_MINUTE")
    environment = os.environ | dict.fromkeys(generous, "100000")
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--log-level", "warning"]
    command += ["--port", str(port), "--database", database]
    started = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        await_readiness(started, port)
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        started.wait(TIMEOUT)


def test_the_games_of_a_killed_worker_are_taken_over(postgres_url: str, free_port: int) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as survivor, process(postgres_url, free_port) as victim:
        base = f"http://127.0.0.1:{free_port}"
        with (
            httpx.Client(base_url=base, timeout=TIMEOUT) as a,
            httpx.Client(base_url=base, timeout=TIMEOUT) as b,
        ):
            first, second = Client(base, a).become_guest(), Client(base, b).become_guest()
            game = first.post("/games", TWO_PLAYERS, status=201)["id"]
            second.post(f"/games/{game}/join")
            first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
            moved = at(survivor, first)
        victim.send_signal(signal.SIGKILL)
        victim.wait(TIMEOUT)
        killed = monotonic()
        answer = moved.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
        assert monotonic() - killed < TAKEOVER_SECONDS
        batch = moved.get(f"/games/{game}/events")
    played = [event["notation"] for event in batch["events"] if event["kind"] == "move"]
    assert played[:2] == ["@d4", "d4-d6"]
    assert batch["sequence"] == answer["sequence"]


def test_a_takeover_does_not_refund_thinking_time(postgres_url: str, free_port: int) -> None:
    """Only the time without any worker is not counted, from the last renewal of the lease on."""
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as survivor, process(postgres_url, free_port) as victim:
        base = f"http://127.0.0.1:{free_port}"
        with httpx.Client(base_url=base, timeout=TIMEOUT) as http:
            guest = Client(base, http).become_guest()
            seats = [{"kind": "me"}, {"kind": "me"}]
            game = guest.post("/games", {"settings": {"clock": clock}, "seats": seats}, status=201)[
                "id"
            ]
            begin(guest, game)
            while (before := guest.get(f"/games/{game}"))["clock"][1] > 56.0:
                pass  # the player is thinking
            moved = at(survivor, guest)
        victim.send_signal(signal.SIGKILL)
        victim.wait(TIMEOUT)
        after = moved.get(f"/games/{game}")
        kinds = [event["kind"] for event in moved.get(f"/games/{game}/events")["events"]]
    assert kinds[-1] == "resumed"
    assert after["clock"][1] < before["clock"][1] + 2.0  # a busy worker renews late


def test_acknowledged_moves_survive_a_kill(tmp_path: Path, free_port: int) -> None:
    database = f"sqlite:///{tmp_path}/ringrift.db"
    base = f"http://127.0.0.1:{free_port}"
    secret = csrf = game = ""
    texts = ["@d4", "d4-d6", "@a1", "a1-a3"]
    for number, text in enumerate(texts):
        with (
            process(database, free_port) as server,
            httpx.Client(base_url=base, timeout=TIMEOUT) as http,
        ):
            visitor = Client(base, http)
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
            server.wait(TIMEOUT)
    with process(database, free_port), httpx.Client(base_url=base, timeout=TIMEOUT) as http:
        events = http.get(f"/games/{game}/events").json()["events"]
    played = [
        event["notation"]
        for event in events
        if event["kind"] == "move" and not event["bookkeeping"]
    ]
    assert played == texts
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
