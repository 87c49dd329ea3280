"""A server in this process, and clients that use it over the network."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from time import monotonic, sleep
from typing import Any, Final, Self

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from ringrift import Game
from ringrift.server.app import create_app
from ringrift.server.http_protocol import HttpProtocol
from ringrift.server.settings import Settings
from ringrift.server.websocket_frames import FrameProtocol
from ringrift.server.worker import Worker
from tests.server.backing_services import postgres_database

TIMEOUT: Final = 60.0  # ends a test that hangs; a busy machine is slow, and slowness is no fault
TWO_PLAYERS: Final[dict[str, Any]] = {"settings": {"players": 2}}
HIGH_LIMITS: Final = Settings(
    port=0,
    requests_per_minute=100_000,
    logins_per_minute=100_000,
    analyses_per_hour=100_000,
    reports_per_hour=100_000,
)


class RunningServer:
    """One worker on its own port, in a thread; it is stopped as by Ctrl-C."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        config = uvicorn.Config(
            self.app,
            host="127.0.0.1",
            port=0,
            log_config=None,
            http=HttpProtocol,
            ws=FrameProtocol,
            ws_max_size=settings.max_message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._visitors: list[Client] = []

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self._server.serve()

    def block(self, seconds: float) -> None:
        """Block the event loop for this time, as an expensive request would; wait for its end."""
        blocked = threading.Event()

        def wait() -> None:
            sleep(seconds)
            blocked.set()

        self.loop.call_soon_threadsafe(wait)
        assert blocked.wait(seconds + TIMEOUT)

    def start(self) -> Self:
        self._thread.start()
        until = monotonic() + TIMEOUT
        while not self._server.started:
            if monotonic() > until or not self._thread.is_alive():
                raise AssertionError("the server did not start")
            self._thread.join(0.01)
        return self

    def stop(self) -> None:
        for visitor in self._visitors:
            visitor.http.close()
        self._server.should_exit = True
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), "the server did not stop"

    @property
    def worker(self) -> Worker:
        worker: Worker = self.app.state.worker
        return worker

    @property
    def base(self) -> str:
        [server] = self._server.servers
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    def visitor(self) -> Client:
        """Return a client without an account."""
        # without TLS there are no certificates to load, which would take 25 ms
        http = httpx.Client(base_url=self.base, timeout=TIMEOUT, verify=False)
        self._visitors.append(Client(self.base, http))
        return self._visitors[-1]

    def guest(self) -> Client:
        return self.visitor().become_guest()

    def person(self, name: str, password: str = "correct horse") -> Client:
        """Return a client that registered under that name."""
        visitor = self.visitor()
        visitor.sign(visitor.post("/accounts", {"name": name, "password": password}, status=201))
        return visitor


@dataclass
class Client:
    """A browser or program with cookies, a CSRF token and sockets."""

    base: str
    http: httpx.Client
    csrf: str = ""
    account: dict[str, Any] | None = None
    token: str = ""

    def become_guest(self) -> Self:
        self.sign(self.post("/accounts/guest", status=201))
        return self

    def sign(self, session: dict[str, Any]) -> None:
        self.csrf, self.account = session["csrf"], session["account"]

    @property
    def id(self) -> str:
        assert self.account is not None
        return str(self.account["id"])

    @property
    def headers(self) -> dict[str, str]:
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"X-CSRF-Token": self.csrf} if self.csrf else {}

    def get(self, path: str, *, status: int = 200, **query: Any) -> Any:
        return self._body(self.http.get(path, params=query or None, headers=self.headers), status)

    def post(self, path: str, body: Any = None, *, status: int = 200) -> Any:
        return self._body(self.http.post(path, json=body or {}, headers=self.headers), status)

    def put(self, path: str, body: Any, *, status: int = 204) -> Any:
        return self._body(self.http.put(path, json=body, headers=self.headers), status)

    def delete(self, path: str, *, status: int = 204) -> Any:
        return self._body(self.http.delete(path, headers=self.headers), status)

    @staticmethod
    def _body(answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
        kind = answer.headers.get("content-type", "") if answer.content else ""
        return answer.json() if kind.startswith("application/json") else answer.text

    @contextmanager
    def socket(self, *, origin: str | None = None, query: str = "") -> Iterator[SocketClient]:
        """Open a WebSocket and receive its welcome."""
        headers = {}
        if secret := self.http.cookies.get("ringrift_session"):
            headers["Cookie"] = f"ringrift_session={secret}"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        address = self.base.replace("http", "ws", 1) + "/ws" + query
        from_page = None if origin is None else Origin(origin)
        with connect(
            address,
            additional_headers=headers,
            origin=from_page,
            compression=None,
            open_timeout=TIMEOUT,
            ping_timeout=TIMEOUT,
        ) as connection:
            socket = SocketClient(connection)
            socket.welcome = socket.receive()
            yield socket


class SocketClient:
    """One open WebSocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.welcome: dict[str, Any] = {}
        self.seen: list[dict[str, Any]] = []  # received events, in order
        self._looked = 0

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(TIMEOUT))
        if message["type"] == "events":
            self.seen += message["events"]
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """Return the next message of one of these types; events are collected."""
        while True:
            message = self.receive()
            if message["type"] in types:
                return message

    def until_event(self, kind: str) -> dict[str, Any]:
        """Return the next event of that kind."""
        while True:
            while self._looked < len(self.seen):
                self._looked += 1
                if self.seen[self._looked - 1]["kind"] == kind:
                    return self.seen[self._looked - 1]
            self.receive()

    def move(
        self, game: str, move: str, client_id: str, expected: int | None = None
    ) -> dict[str, Any]:
        """Play a move and return the answer."""
        self.send(type="move", game=game, move=move, client_id=client_id, expected=expected)
        return self.until("accepted", "refused")


@contextmanager
def running(settings: Settings) -> Iterator[RunningServer]:
    server = RunningServer(settings).start()
    try:
        yield server
    finally:
        server.stop()


def on_sqlite(folder: Any, **changes: Any) -> Settings:
    """Return settings with a database in that folder and high rate limits."""
    return replace(HIGH_LIMITS, database=f"sqlite:///{folder}/ringrift.db", **changes)


@contextmanager
def running_on(kind: str, request: pytest.FixtureRequest, folder: Any) -> Iterator[RunningServer]:
    """Run a server with an empty database of this kind: sqlite or postgresql."""
    if kind == "sqlite":
        with running(on_sqlite(folder)) as started:
            yield started
        return
    with (
        postgres_database(request.getfixturevalue("postgres")) as url,
        running(replace(HIGH_LIMITS, database=url)) as started,
    ):
        yield started


def start_two_player_game(
    server: RunningServer, settings: dict[str, Any] | None = None
) -> tuple[Client, Client, str]:
    """Start a game between two guests."""
    first, second = server.guest(), server.guest()
    wanted = {"settings": {"players": 2} | (settings or {})}
    game = first.post("/games", wanted, status=201)["id"]
    assert second.post(f"/games/{game}/join")["status"] == "live"
    return first, second, game


def begin(client: Client, game: str) -> None:
    """Complete the first turn, of seat 1: from then on the game cannot be aborted."""
    for move in ("@d4", "d4-d6"):
        client.post(f"/games/{game}/moves", {"move": move, "client_id": f"b{move}"}, status=201)


def play_turns(players: Sequence[Client], game: str, turns: int) -> None:
    """Play random moves until that many turns are complete."""
    while True:
        view = players[0].get(f"/games/{game}")
        position = Game.from_position(view["position"])
        if position.state.turn_number > turns:
            return
        account = view["seats"][view["to_choose"] - 1]["account"]
        [to_move] = [player for player in players if player.id == account["id"]]
        move = position.notation(Random(1).choice(list(position.legal_moves)))
        sent = {"move": move, "client_id": str(view["sequence"]), "expected": view["sequence"]}
        to_move.post(f"/games/{game}/moves", sent, status=201)
