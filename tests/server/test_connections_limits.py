"""Connections that send or read slowly, or in numbers, cost others nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

import httpx
import pytest

from ringrift.server import connections as connections_module
from ringrift.server.connections import Connections
from ringrift.server.http_protocol import MAX_HEAD_BYTES, HttpProtocol
from tests.server.running_server import TIMEOUT, RunningServer, on_sqlite, running

REQUEST: Final = b"GET /healthz HTTP/1.1\r\nHost: test\r\n"
LIMIT: Final = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("connections")
    with running(on_sqlite(folder, connections_per_address=LIMIT)) as started:
        yield started


def connect(server: RunningServer, *, receive_buffer: int | None = None) -> socket.socket:
    opened = socket.socket()
    opened.settimeout(TIMEOUT)
    if receive_buffer is not None:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    host, _, port = server.base.removeprefix("http://").partition(":")
    opened.connect((host, int(port)))
    return opened


def read_all(opened: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    received = b""
    try:
        while part := opened.recv(1 << 16):
            received += part
    except ConnectionResetError:
        pass
    return received


def wait_for(server: RunningServer, connections: int) -> None:
    until = monotonic() + TIMEOUT
    while len(server.worker.connections) != connections:
        assert monotonic() < until, f"{len(server.worker.connections)} connections are left"


@pytest.mark.parametrize("piece", [1 << 16, 1000])
def test_a_head_without_end_is_refused(server: RunningServer, piece: int) -> None:
    with closing(connect(server)) as opened:
        opened.sendall(REQUEST)
        try:
            for _ in range(2 * MAX_HEAD_BYTES // piece + 1):
                opened.sendall(b"X-Long: " + b"x" * piece + b"\r\n")
        except OSError:
            pass  # the server has already closed the connection
        assert b"431" in read_all(opened).split(b"\r\n")[0] or piece > MAX_HEAD_BYTES
    wait_for(server, 0)


def test_a_long_body_is_not_taken_for_a_long_head(server: RunningServer) -> None:
    """The end of the head arrives in two parts."""
    body = b" " * 200_000
    head = REQUEST.replace(b"GET", b"POST") + b"Content-Length: 200000\r\nConnection: close\r\n"
    with closing(connect(server)) as opened:
        opened.sendall(head + b"\r")
        opened.sendall(b"\n" + body)
        assert read_all(opened).startswith(b"HTTP/1.1 405")


def test_too_many_headers_are_refused(server: RunningServer) -> None:
    headers = {f"x-{number}": "1" for number in range(120)}
    response = httpx.get(f"{server.base}/healthz", headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (431, "TOO_BIG")


def test_a_long_address_is_refused(server: RunningServer) -> None:
    response = httpx.get(f"{server.base}/healthz", params={"x": "y" * 10_000})
    assert (response.status_code, response.json()["error"]["code"]) == (414, "TOO_BIG")


@pytest.mark.parametrize(
    ("sent", "received"),
    [
        (b"", b""),
        (REQUEST, b"HTTP/1.1 408"),
        (REQUEST.replace(b"GET", b"POST") + b"Content-Length: 9\r\n\r\n{", b""),
    ],
)
def test_a_half_sent_request_times_out(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, sent: bytes, received: bytes
) -> None:
    monkeypatch.setattr(HttpProtocol, "head_seconds", 0.1)
    monkeypatch.setattr(HttpProtocol, "body_seconds", 0.1)
    with closing(connect(server)) as opened:
        opened.sendall(sent)
        assert read_all(opened).startswith(received)
    wait_for(server, 0)


def test_a_client_that_does_not_read_its_responses_is_dropped(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HttpProtocol, "read_seconds", 0.2)
    with closing(connect(server, receive_buffer=4096)) as opened:
        opened.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n" * 200)
        wait_for(server, 1)
        wait_for(server, 0)


def test_one_address_opens_a_limited_number_of_connections(server: RunningServer) -> None:
    opened = [connect(server) for _ in range(LIMIT)]
    try:
        wait_for(server, LIMIT)
        with closing(connect(server)) as refused:
            assert read_all(refused) == b""
    finally:
        for one in opened:
            one.close()
    wait_for(server, 0)


def test_an_open_socket_counts_as_one_connection(server: RunningServer) -> None:
    guest = server.guest()
    guest.http.close()
    wait_for(server, 0)
    with guest.socket():
        wait_for(server, 1)
    wait_for(server, 0)


def test_a_proxy_may_open_any_number_of_connections() -> None:
    connections = Connections(per_address=1, total=4, proxies=frozenset({"10.0.0.1"}))
    assert [connections.admit("10.0.0.1") for _ in range(3)] == [True] * 3
    assert [connections.admit("10.0.0.2") for _ in range(3)] == [True, False, False]
    connections.release("10.0.0.2")
    assert connections.admit("10.0.0.2")
    assert not connections.admit("10.0.0.1"), "the server is full"


class SlowReader:
    """A connection whose client has not read these bytes."""

    def __init__(self, client: str, megabytes: float) -> None:
        self.client_key = client
        self.buffered_bytes = int(megabytes * (1 << 20))
        self.dropped = False

    def abort(self) -> None:
        self.dropped = True
        self.buffered_bytes = 0


def test_the_largest_backlog_of_a_client_is_dropped_first() -> None:
    connections = Connections(per_address=1, total=1)
    readers = [SlowReader("ann", size) for size in (4, 8, 2, 4)] + [SlowReader("ben", 14)]
    for reader in readers:
        connections.notice_backlog(reader)
    assert [reader.dropped for reader in readers] == [False, True, False, False, False]


def test_the_backlogs_of_all_clients_are_bounded_together() -> None:
    connections = Connections(per_address=1, total=1)
    readers = [SlowReader(str(number), 1 + number / 1000) for number in range(200)]
    for reader in readers:
        connections.notice_backlog(reader)
    assert sum(reader.buffered_bytes for reader in readers) <= 128 << 20
    assert not any(reader.dropped for reader in readers[:100])


def test_large_bodies_of_an_address_are_limited_before_they_are_parsed(tmp_path: Path) -> None:
    body = b"[" * 200_000
    with running(on_sqlite(tmp_path, requests_per_minute=40)) as server:
        post = partial(httpx.post, f"{server.base}/rules/position", timeout=TIMEOUT)
        statuses = [post(content=body).status_code for _ in range(5)]
        small = post(json={})
    assert statuses == [422, 422, 422, 429, 429]
    assert small.status_code == 422


def test_few_large_requests_of_an_address_run_at_the_same_time(tmp_path: Path) -> None:
    """The others are refused before they are parsed."""
    head = b"POST /rules/position HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
    with running(on_sqlite(tmp_path)) as server:

        def post() -> httpx.Response:
            sent = {"position": "x" * 5000}
            return httpx.post(f"{server.base}/rules/position", json=sent, timeout=TIMEOUT)

        unfinished = [connect(server) for _ in range(20)]
        try:
            for one in unfinished:
                one.sendall(head + b"Content-Length: 5000\r\n\r\n")
            until = monotonic() + TIMEOUT
            while (response := post()).status_code != 429:  # not all have arrived
                assert monotonic() < until
            assert response.json()["error"]["code"] == "TOO_MANY"
            unfinished.pop().close()
            while post().status_code == 429:
                assert monotonic() < until
        finally:
            for one in unfinished:
                one.close()


def test_an_address_with_many_refused_requests_floods_for_a_second() -> None:
    now = 0.0
    noted: list[float] = []
    connections = Connections(
        per_address=10, total=10, clock=lambda: now, on_flood=lambda: noted.append(now)
    )
    for _ in range(100):
        connections.note_refusal("10.0.0.1")
    assert not connections.is_flooding("10.0.0.1")
    connections.note_refusal("10.0.0.1")
    assert connections.is_flooding("10.0.0.1")
    assert not connections.is_flooding("10.0.0.2")
    now = 1.0
    assert not connections.is_flooding("10.0.0.1")
    assert noted == [0.0]


def test_a_proxy_does_not_flood() -> None:
    connections = Connections(per_address=10, total=10, proxies=frozenset({"10.0.0.1"}))
    for _ in range(1000):
        connections.note_refusal("10.0.0.1")
    assert not connections.is_flooding("10.0.0.1")


def test_requests_of_a_flooding_address_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal by the application costs ten times as much."""
    monkeypatch.setattr(connections_module, "_REFUSALS", 3)
    monkeypatch.setattr(connections_module, "_FLOOD_SECONDS", TIMEOUT)
    with running(on_sqlite(tmp_path, requests_per_minute=1)) as server:
        codes = [""]
        while codes[-1] != "FLOOD":
            response = httpx.get(f"{server.base}/lobby", timeout=TIMEOUT)
            codes.append("" if response.is_success else response.json()["error"]["code"])
            assert len(codes) < 100
        assert codes[2:5] == ["TOO_MANY"] * 3
        with closing(connect(server)) as refused:  # it sends nothing
            assert read_all(refused).startswith(b"HTTP/1.1 429 ")
