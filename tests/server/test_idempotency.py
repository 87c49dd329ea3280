"""Repeated requests with an Idempotency-Key, and repeated lines of chat, change things once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ringrift.server import idempotency
from ringrift.server.games import routes
from tests.server.running_server import (
    TWO_PLAYERS,
    Client,
    RunningServer,
    on_sqlite,
    running,
    start_two_player_game,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("idempotency")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[RunningServer]:
    with running(on_sqlite(folder)) as started:
        yield started


@pytest.fixture(params=["answered", "interrupted"])
def forget(request: pytest.FixtureRequest, folder: Path) -> Any:
    """Do nothing, or lose the stored responses as if the server had died before storing them."""

    def lose() -> None:
        connection = sqlite3.connect(folder / "ringrift.db", timeout=10)
        with connection:
            connection.execute("DELETE FROM repeatable_responses")
        connection.close()

    return lose if request.param == "interrupted" else lambda: None


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server die after each change, before it stores and sends the response."""

    async def lose(*_args: object) -> None:
        pass

    monkeypatch.setattr(idempotency, "_store", lose)


def send(client: Client, method: str, path: str, key: str, body: Any = None) -> httpx.Response:
    headers = client.headers | {"Idempotency-Key": key}
    return client.http.request(method, path, json=body or {}, headers=headers)


def test_a_request_with_a_key_looks_its_caller_up_once(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = server.guest()
    sessions, looked_up = server.worker.login_sessions, []
    by_cookie = sessions.by_cookie

    async def count(secret: str, now: float) -> Any:
        looked_up.append(secret)
        return await by_cookie(secret, now)

    monkeypatch.setattr(sessions, "by_cookie", count)
    assert send(guest, "POST", "/games", "once").status_code == 201
    assert len(looked_up) == 1


def test_a_repeated_request_creates_one_game(server: RunningServer, forget: Any) -> None:
    guest = server.guest()
    first = send(guest, "POST", "/games", "k1")
    forget()
    again = send(guest, "POST", "/games", "k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert send(guest, "POST", "/games", "k2").json()["id"] != first.json()["id"]
    assert send(server.guest(), "POST", "/games", "k1").json()["id"] != first.json()["id"]


def test_a_repeated_line_of_chat_is_said_once(server: RunningServer, forget: Any) -> None:
    first, _, game = start_two_player_game(server)
    for _ in range(2):
        assert send(first, "POST", f"/games/{game}/chat", "c1", {"text": "hi"}).status_code == 204
        forget()
    with first.socket() as socket:
        for _ in range(2):
            socket.send(type="chat", game=game, text="hello", client_id="s1")
        socket.send(type="ping", t=1)
        socket.until("pong")
    said = first.get(f"/games/{game}/chat")
    assert [line["text"] for line in said] == ["hi", "hello"]


def test_a_repeated_command_without_a_client_id_has_no_effect(
    server: RunningServer, forget: Any
) -> None:
    first, _, game = start_two_player_game(server)
    answer = send(first, "POST", f"/games/{game}/resign", "r1")
    forget()
    assert answer.status_code == 201
    assert send(first, "POST", f"/games/{game}/resign", "r1").json() == answer.json()


def test_a_repeated_request_gets_the_first_response(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    created = first.post("/games", TWO_PLAYERS, status=201)["id"]
    left = send(first, "POST", f"/games/{created}/leave", "l1")
    again = send(first, "POST", f"/games/{created}/leave", "l1")
    assert left.json()["status"] == "aborted"
    assert (again.status_code, again.json()) == (200, left.json())
    assert "idempotency-replayed" in again.headers
    second.post(f"/games/{game}/leave", status=409)


def test_a_key_belongs_to_one_request(server: RunningServer) -> None:
    guest = server.guest()
    assert send(guest, "POST", "/games", "k1").status_code == 201
    other = send(guest, "POST", "/games", "k1", {"visibility": "private"})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "KEY_REUSED")
    wrong = send(guest, "POST", "/games", "x" * 65)
    assert (wrong.status_code, wrong.json()["error"]["path"]) == (422, "idempotency-key")


def test_a_refused_request_may_succeed_when_repeated(server: RunningServer) -> None:
    first, second = server.guest(), server.guest()
    game = first.post("/games", TWO_PLAYERS, status=201)["id"]
    assert send(first, "POST", f"/games/{game}/start", "s1").status_code == 409
    second.post(f"/games/{game}/join")
    assert send(second, "POST", f"/games/{game}/leave", "l1").status_code == 409


def test_a_response_is_returned_only_to_its_account(server: RunningServer) -> None:
    guest = server.guest()
    send(guest, "POST", "/games", "secret")
    guest.delete("/sessions")
    assert send(guest, "POST", "/games", "secret").status_code == 401


@pytest.mark.usefixtures("crashing")
def test_leaving_is_repeatable_after_a_crash(server: RunningServer) -> None:
    creator, other = server.guest(), server.guest()
    game = creator.post("/games", {"settings": {"players": 3}}, status=201)["id"]
    other.post(f"/games/{game}/join")
    for client in (other, creator):
        left = send(client, "POST", f"/games/{game}/leave", "l1")
        again = send(client, "POST", f"/games/{game}/leave", "l1")
        assert (left.status_code, again.status_code) == (200, 200)
        assert again.json() == left.json()
    assert send(server.guest(), "POST", f"/games/{game}/leave", "l1").status_code == 409


@pytest.mark.usefixtures("crashing")
def test_a_start_is_repeatable_after_a_crash(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do_not_start(_worker: object, info: Any, _caller: object) -> Any:
        return info

    creator, other = server.guest(), server.guest()
    game = creator.post("/games", {"settings": {"players": 2}}, status=201)["id"]
    with monkeypatch.context() as patches:  # the worker dies between the join and the start
        patches.setattr(routes, "start_if_full", do_not_start)
        other.post(f"/games/{game}/join")
    started = send(creator, "POST", f"/games/{game}/start", "s1")
    again = send(creator, "POST", f"/games/{game}/start", "s1")
    assert (started.status_code, started.json()["status"]) == (200, "live")
    assert (again.status_code, again.json()) == (200, started.json())
    assert send(creator, "POST", f"/games/{game}/start", "s2").status_code == 409


@pytest.mark.usefixtures("crashing")
def test_a_repeated_analysis_is_created_once(server: RunningServer) -> None:
    guest = server.guest()
    position = guest.post("/rules/new_game", {})["position"]
    body = {"position": position, "seconds": 0.1}
    first = send(guest, "POST", "/analyses", "a1", body)
    again = send(guest, "POST", "/analyses", "a1", body)
    other = send(guest, "POST", "/analyses", "a2", body)
    assert [first.status_code, again.status_code, other.status_code] == [202, 202, 202]
    assert first.json()["id"] == again.json()["id"] != other.json()["id"]


def test_the_api_description_names_the_header(server: RunningServer) -> None:
    paths = server.visitor().get("/openapi.json")["paths"]
    described = {
        (method, path)
        for path, operations in paths.items()
        for method, operation in operations.items()
        for parameter in operation.get("parameters", ())
        if parameter["name"] == "idempotency-key"
    }
    assert {("post", "/games"), ("delete", "/quick-match"), ("post", "/analyses")} <= described
    assert not any(path.startswith(("/accounts", "/bots", "/sessions")) for _, path in described)
    assert not any(method == "get" for method, _ in described)
