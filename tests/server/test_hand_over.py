"""A worker that stops hands its games over, and a player hardly notices."""

from __future__ import annotations

import signal
from dataclasses import replace
from time import monotonic, sleep

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    SocketClient,
    running,
    start_two_player_game,
)
from tests.server.test_workers import at, process

NOTICED_SECONDS = 1.0
TRIALS = 3  # one of which a busy machine does not disturb; waiting for the lease takes 2 s always
SERVICE_RESTART = 1012


def close_code(socket: SocketClient) -> int | None:
    """Receive until the server closes the socket."""
    try:
        while True:
            socket.receive()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def reconnect_and_play(client: Client, game: str, move: str) -> float:
    """Open a socket, watch the game and play a move; return how long that took."""
    started = monotonic()
    with client.socket() as socket:
        socket.send(type="watch", game=game)
        assert socket.move(game, move, move)["type"] == "accepted"
        return monotonic() - started


def test_a_player_notices_a_rolling_upgrade_for_less_than_a_second(
    postgres_url: str, free_port: int
) -> None:
    pauses: list[float] = []
    while min(pauses, default=NOTICED_SECONDS) >= NOTICED_SECONDS:
        assert len(pauses) < TRIALS, pauses
        pauses.append(upgrade_while_playing(postgres_url, free_port))


def upgrade_while_playing(postgres_url: str, free_port: int) -> float:
    """Stop the worker of a game; return how much longer than usual the next moves take."""
    settings = replace(HIGH_LIMITS, database=postgres_url)
    base = f"http://127.0.0.1:{free_port}"
    clock = {"kind": "fischer", "initial": 60, "increment": 0}
    new = {"seats": [{"kind": "me"}, {"kind": "me"}], "settings": {"clock": clock}}
    with (
        running(settings) as survivor,
        process(postgres_url, free_port) as upgraded,
        httpx.Client(base_url=base, timeout=TIMEOUT) as http,
    ):
        player = Client(base, http).become_guest()
        moved = at(survivor, player)
        game, other = (who.post("/games", new, status=201)["id"] for who in (player, moved))
        usual = reconnect_and_play(moved, other, "@d4")
        with player.socket() as socket:
            socket.send(type="watch", game=game)
            assert socket.move(game, "@d4", "1")["type"] == "accepted"
            stopped = monotonic()
            upgraded.send_signal(signal.SIGTERM)
            assert close_code(socket) == SERVICE_RESTART
        closed = monotonic() - stopped
        noticed = closed + reconnect_and_play(moved, game, "d4-d6")
        assert upgraded.wait(TIMEOUT) in (0, -signal.SIGTERM)
        later = reconnect_and_play(moved, game, "@a1")
        assert game in {one.id for one in survivor.worker.directory.live}
        return max(noticed, later) - usual


def test_a_worker_that_begins_to_stop_releases_its_games_at_once(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as stopping, running(settings) as other:
        first, _, game = start_two_player_game(stopping)
        move = f"/games/{game}/moves"
        first.post(move, {"move": "@d4", "client_id": "1"}, status=201)
        stopping.loop.call_soon_threadsafe(stopping.worker.begin_shutdown)
        until = monotonic() + TIMEOUT
        while game not in {one.id for one in other.worker.directory.live}:
            assert monotonic() < until
            sleep(0.01)
        first.post(move, {"move": "d4-d6", "client_id": "2"}, status=201)  # still served there
        assert game in {one.id for one in other.worker.directory.live}
        assert not stopping.worker.directory.live
