"""Login sessions: cookies, limits, the list of one's own, and entering the password again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from ringrift.server.accounts.client_info import describe_client
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import login_sessions
from tests.server.running_server import Client, RunningServer, on_sqlite, running

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
DAY = 86_400.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("sessions"))) as started:
        yield started


def log_in(server: RunningServer, name: str, agent: str = FIREFOX) -> Client:
    client = server.visitor()
    client.http.headers["User-Agent"] = agent
    sent = {"name": name, "password": "correct horse"}
    client.sign(client.post("/sessions", sent, status=201))
    return client


def move_back(server: RunningServer, client: Client, seconds: float, *columns: str) -> None:
    """Change the times of the client's sessions as if that many seconds had passed."""

    async def change() -> None:
        database = Database(server.settings.database)
        mine = update(login_sessions).where(login_sessions.c.account_id == client.id)
        values: dict[Any, Any] = {
            name: login_sessions.c[name] - seconds for name in columns or ("seen_at",)
        }
        try:
            async with database.engine.begin() as connection:
                await connection.execute(mine.values(values))
        finally:
            await database.close()

    asyncio.run(change())


@pytest.mark.parametrize(
    ("public_url", "names"),
    [
        ("", {"ringrift_session", "ringrift_device"}),
        ("https://play.example.org", {"__Host-ringrift_session", "__Host-ringrift_device"}),
    ],
)
def test_cookies_have_the_host_prefix_over_https(
    tmp_path: Path, public_url: str, names: set[str]
) -> None:
    with running(replace(on_sqlite(tmp_path), public_url=public_url)) as server:
        visitor = server.visitor()
        sent = {"name": "Cookie", "password": "correct horse"}
        answer = visitor.http.post("/accounts", json=sent)
        cookies = dict(line.split("=", 1) for line in answer.headers.get_list("set-cookie"))
        assert cookies.keys() == names
        for cookie in cookies.values():
            attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= attributes
            assert ("secure" in attributes) is bool(public_url)
            assert not any(part.startswith("domain") for part in attributes)
        secret = cookies[min(names, key=lambda name: "session" not in name)].split(";")[0]
        for name in ("ringrift_session", "__Host-ringrift_session"):
            headers = {"Cookie": f"{name}={secret}"}
            status = visitor.http.get("/sessions/current", headers=headers).status_code
            assert status == (200 if name in names else 401)


def test_a_login_replaces_the_session_of_the_browser(server: RunningServer) -> None:
    person = server.person("Rotating")
    before = person.http.cookies["ringrift_session"]
    again = {"name": "Rotating", "password": "correct horse"}
    person.sign(person.post("/sessions", again, status=201))
    assert person.http.cookies["ringrift_session"] != before
    thief = server.visitor()
    thief.http.cookies.set("ringrift_session", before)
    thief.get("/sessions/current", status=401)


def test_an_unused_session_ends(server: RunningServer) -> None:
    person = server.person("Idle")
    move_back(server, person, 13 * DAY)
    person.get("/sessions/current")
    move_back(server, person, 14.1 * DAY)
    person.get("/sessions/current", status=401)


def test_a_used_session_ends_too(server: RunningServer) -> None:
    person = server.person("Busy")
    move_back(server, person, 30.1 * DAY, "expires_at")
    person.get("/sessions/current", status=401)


def test_the_list_of_sessions_names_their_devices(server: RunningServer) -> None:
    server.person("Lister")
    client = log_in(server, "Lister")
    other = log_in(server, "Lister", "curl/8.5.0")
    listed = client.get("/sessions")
    assert [(one["browser"], one["system"], one["current"]) for one in listed] == [
        ("curl", "", False),
        ("Firefox", "Linux", True),
        ("python-httpx", "", False),
    ]
    assert {one["address"] for one in listed} == {"127.0.0.1"}
    assert all(one["created_at"] <= one["seen_at"] < one["expires_at"] for one in listed)
    text = str(listed)
    assert other.csrf not in text
    assert other.http.cookies["ringrift_session"] not in text


def test_one_session_can_be_ended_from_another(server: RunningServer) -> None:
    server.person("Ender")
    client, other = log_in(server, "Ender"), log_in(server, "Ender", "curl/8.5.0")
    [foreign] = [one["id"] for one in client.get("/sessions") if one["browser"] == "curl"]
    server.person("Stranger").delete(f"/sessions/{foreign}", status=404)
    other.get("/sessions/current")
    with other.socket() as socket:
        client.delete(f"/sessions/{foreign}")
        assert socket.until("closing")["reason"] == "you are logged out: log in again"
    other.get("/sessions/current", status=401)
    client.delete(f"/sessions/{foreign}", status=404)


def test_all_other_sessions_can_be_ended_at_once(server: RunningServer) -> None:
    person = server.person("Tidy")
    client, other = log_in(server, "Tidy"), log_in(server, "Tidy")
    client.delete("/sessions/others")
    assert [one["current"] for one in client.get("/sessions")] == [True]
    for ended in (person, other):
        ended.get("/sessions/current", status=401)


def test_sensitive_requests_need_a_recent_password(server: RunningServer) -> None:
    person = server.person("Careful")
    person.post("/bots", {"name": "Early bot"}, status=201)
    move_back(server, person, 601, "authenticated_at")
    for method, path, body in (
        ("GET", "/accounts/me/export", None),
        ("POST", "/bots", {"name": "Late bot"}),
        ("POST", "/bots/Early bot/tokens", {}),
    ):
        answer = person.http.request(method, path, json=body, headers=person.headers)
        assert answer.json()["error"]["code"] == "PASSWORD_NEEDED", path
    person.get("/bots")  # not sensitive
    person.post("/sessions/current/password", {"password": "wrong"}, status=403)
    person.get("/accounts/me/export", status=403)
    entered = person.post("/sessions/current/password", {"password": "correct horse"})
    assert entered["csrf"] == person.csrf
    person.get("/accounts/me/export")
    person.post("/bots", {"name": "Late bot"}, status=201)


def test_a_guest_needs_no_password_for_the_own_data(server: RunningServer) -> None:
    guest = server.guest()
    move_back(server, guest, 3600, "authenticated_at")
    assert guest.get("/accounts/me/export")["account"]


def test_a_token_cannot_manage_the_account(server: RunningServer) -> None:
    bot = server.visitor()
    bot.token = server.person("Principal").post("/bots", {"name": "Agent"}, status=201)["token"]
    for method, path in (
        ("GET", "/accounts/me/export"),
        ("GET", "/sessions"),
        ("DELETE", "/sessions"),
        ("POST", "/accounts/me/delete"),
        ("POST", "/bots"),
    ):
        body = {"name": "Nested"} if path == "/bots" else {}
        answer = bot.http.request(method, path, json=body, headers=bot.headers)
        assert answer.status_code == 403, path
    bot.get("/sessions/current")


def test_a_socket_keeps_its_session_in_use_until_the_absolute_limit(
    server: RunningServer,
) -> None:
    person, other = server.person("Silent"), server.person("Connected")
    with person.socket() as socket, other.socket() as kept:
        move_back(server, other, 10 * DAY)
        check_logins(server)
        move_back(server, other, 13.9 * DAY)  # the check has stored that the socket uses it
        move_back(server, person, 31 * DAY, "expires_at")
        check_logins(server)
        assert socket.until("closing")["reason"] == "you are logged out: log in again"
        kept.send(type="ping", t=1.0)
        kept.until("pong")


def check_logins(server: RunningServer) -> None:
    """Check the sessions of open sockets, in the event loop of the server."""
    asyncio.run_coroutine_threadsafe(server.worker.login_checks.check(), server.loop).result(20)


def test_api_responses_are_not_cached(server: RunningServer) -> None:
    person = server.person("Private")
    for path in ("/sessions/current", "/accounts/me/export", "/lobby", "/nothing", "/players/x"):
        answer = person.http.get(path, headers=person.headers | {"Accept": "application/json"})
        assert answer.headers["cache-control"] == "no-store", path


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (FIREFOX, "Firefox", "Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit Safari/604.1", "Safari", "iOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0", "Edge", "Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537", "Chrome", "Android"),
        ("<script>alert(1)</script>", "", ""),
        ("", "", ""),
        ("x" * 10_000, "x" * 40, ""),
    ],
)
def test_a_browser_is_described_in_words(agent: str, browser: str, system: str) -> None:
    client = describe_client(agent, "192.0.2.1")
    assert (client.browser, client.system) == (browser, system)
