"""No player pays with time for the server's delay."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.server.running_server import (
    TIMEOUT,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
)

SECONDS = 3.0  # per move
DELAY = 4.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path)) as started:
        yield started


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let nothing be committed."""
    connection = sqlite3.connect(folder / "ringrift.db", timeout=10, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.rollback()
        connection.close()


def start_game(server: RunningServer, **changes: object) -> tuple[Client, Client, str]:
    clock = {"kind": "per_move", "seconds": SECONDS}
    settings = {"players": 2, "clock": clock, "swap": False, **changes}
    first, second = server.guest(), server.guest()
    game = first.post("/games", {"settings": settings}, status=201)["id"]
    second.post(f"/games/{game}/join")
    begin(first, game)
    for move in ("@h8", "h8-h7"):
        play(second, game, move)
    return first, second, game


def play(client: Client, game: str, move: str) -> int:
    answer = client.http.post(
        f"/games/{game}/moves", json={"move": move, "client_id": move}, headers=client.headers
    )
    assert answer.status_code == 201, answer.text
    sequence: int = answer.json()["sequence"]
    return sequence


def kinds(client: Client, game: str) -> list[str]:
    return [event["kind"] for event in client.get(f"/games/{game}/events")["events"]]


def test_a_flag_does_not_fall_because_the_event_loop_was_blocked(server: RunningServer) -> None:
    first, _, game = start_game(server)
    server.block(DELAY)
    assert first.get(f"/games/{game}")["clock"][0] > SECONDS / 2
    play(first, game, "@c1")
    assert "left" not in kinds(first, game)
    metrics = first.http.get("/metrics").text.splitlines()
    [stalled] = [line for line in metrics if line.startswith("ringrift_stall_seconds_total")]
    assert float(stalled.split()[1]) > DELAY - 0.1


def test_the_time_of_a_commit_is_charged_to_nobody(server: RunningServer, tmp_path: Path) -> None:
    first, _, game = start_game(server)
    with ThreadPoolExecutor(1) as pool:
        with locked(tmp_path):
            played = pool.submit(play, first, game, "@c1")
            sleep(DELAY)
            assert not played.done()
        played.result()
    assert first.get(f"/games/{game}")["clock"][0] > SECONDS / 2
    assert "left" not in kinds(first, game)


def test_a_move_that_arrived_in_time_is_played_however_long_it_waits(
    server: RunningServer, tmp_path: Path
) -> None:
    first, second, game = start_game(server)
    play(first, game, "@c1")
    play(first, game, "c1-b1")
    with ThreadPoolExecutor(2) as pool:
        with locked(tmp_path):
            offer = f"/games/{game}/take-back/offer"
            offered = pool.submit(first.http.post, offer, json={}, headers=first.headers)
            played = pool.submit(play, second, game, "@a1")
            sleep(DELAY)
            assert not played.done()
        assert offered.result().status_code == 201
        played.result()
    assert "left" not in kinds(first, game)


def test_a_flag_still_falls_when_the_player_is_late(server: RunningServer) -> None:
    first, _, game = start_game(server)
    with first.socket() as socket:
        started = monotonic()
        socket.send(type="watch", game=game)
        socket.until_event("left")
        # A slow disk holds it up, too: the clock stands still while nothing can be stored.
        assert SECONDS - 0.5 < monotonic() - started < SECONDS + TIMEOUT
