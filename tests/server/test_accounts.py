"""Accounts of guests, people and bots: sessions, secrets and personal data."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert
from websockets.exceptions import ConnectionClosed

from ringrift.rules import new_game
from ringrift.rules.position_string import dump_position
from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.security_middleware import content_security_policy
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import analyses
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import (
    TIMEOUT,
    TWO_PLAYERS,
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("accounts"))) as started:
        yield started


def test_guests_need_a_single_request(server: RunningServer) -> None:
    guest = server.guest()
    assert guest.get("/sessions/current")["account"]["kind"] == "guest"


def test_a_session_is_a_cookie_that_scripts_cannot_read(server: RunningServer) -> None:
    answer = server.visitor().http.post("/accounts/guest")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_names_that_look_the_same_are_the_same(server: RunningServer) -> None:
    server.person("Ada Lovelace")
    for name in ("ada lovelace", "ADALOVELACE", "\uff21da Lovelace"):
        refused = server.visitor().post(
            "/accounts", {"name": name, "password": "correct horse"}, status=409
        )
        assert refused["error"]["code"] == "NAME_TAKEN"


def test_a_guest_who_registers_keeps_the_games(server: RunningServer) -> None:
    guest = server.guest()
    game = guest.post("/games", TWO_PLAYERS, status=201)["id"]
    guest.sign(
        guest.post("/accounts", {"name": "Promoted", "password": "correct horse"}, status=201)
    )
    assert [info["id"] for info in guest.get("/players/Promoted/games")] == [game]


@pytest.mark.parametrize(
    ("name", "password"), [("Nobody At All", "correct horse"), ("Grace", "wrong password")]
)
def test_a_failed_login_does_not_reveal_which_part_was_wrong(
    server: RunningServer, name: str, password: str
) -> None:
    if name == "Grace":
        server.person("Grace")
    refused = server.visitor().post("/sessions", {"name": name, "password": password}, status=401)
    assert refused["error"]["message"] == "the name or password is wrong: try again"


def test_logging_in_and_out(server: RunningServer) -> None:
    server.person("Hedy")
    visitor = server.visitor()
    visitor.sign(
        visitor.post("/sessions", {"name": "hedy", "password": "correct horse"}, status=201)
    )
    visitor.delete("/sessions/current")
    visitor.get("/sessions/current", status=401)


def test_logging_out_everywhere_closes_the_sockets_too(server: RunningServer) -> None:
    person = server.person("Katherine")
    with person.socket() as socket:
        person.delete("/sessions")
        assert socket.until("closing")["reason"] == "you are logged out: log in again"
        with pytest.raises(ConnectionClosed):
            socket.receive()
    person.get("/sessions/current", status=401)


def test_a_new_password_ends_the_other_sessions(server: RunningServer) -> None:
    person = server.person("Emmy")
    elsewhere = server.visitor()
    elsewhere.sign(
        elsewhere.post("/sessions", {"name": "Emmy", "password": "correct horse"}, status=201)
    )
    change = {"current": "correct horse", "new": "battery staple"}
    person.put("/accounts/me/password", {**change, "current": "wrong"}, status=403)
    person.put("/accounts/me/password", change)
    person.get("/sessions/current")
    elsewhere.get("/sessions/current", status=401)
    server.visitor().post("/sessions", {"name": "Emmy", "password": "battery staple"}, status=201)


def test_a_change_without_the_csrf_token_is_refused(server: RunningServer) -> None:
    guest = server.guest()
    guest.csrf = "forged"
    assert guest.post("/games", status=403)["error"]["code"] == "CSRF"


def test_a_socket_from_a_foreign_page_is_refused(server: RunningServer) -> None:
    guest = server.guest()
    with guest.socket(origin="https://evil.example") as socket:
        assert socket.welcome["error"]["code"] == "ORIGIN"
    with guest.socket(origin=server.base) as socket:
        assert socket.welcome["type"] == "welcome"


def test_a_foreign_page_cannot_log_anybody_in(server: RunningServer) -> None:
    server.person("Sophie")
    known = {"name": "Sophie", "password": "correct horse"}
    foreign = {"Origin": "https://evil.example"}
    for path, body in (("/accounts/guest", {}), ("/sessions", known), ("/accounts", known)):
        answer = server.visitor().http.post(path, json=body, headers=foreign)
        assert answer.json()["error"]["code"] == "ORIGIN"
        assert "set-cookie" not in answer.headers
    own = server.visitor().http.post("/sessions", json=known, headers={"Origin": server.base})
    assert own.status_code == 201


def test_a_bot_needs_a_person_and_its_token_is_shown_once(server: RunningServer) -> None:
    assert (
        server.guest().post("/bots", {"name": "Robby"}, status=403)["error"]["code"]
        == "ACCOUNT_NEEDED"
    )
    person = server.person("Asimov")
    made = person.post("/bots", {"name": "Robby"}, status=201)
    bot = server.visitor()
    bot.token = made["token"]
    assert bot.get("/sessions/current")["account"] == made["account"]
    assert made["token"] not in json.dumps(person.get("/accounts/me/export"))
    with bot.http.stream("GET", "/bot/stream", headers=bot.headers) as stream:
        person.delete("/bots/Robby/tokens")
        assert [line for line in stream.iter_lines() if line] == []
    assert bot.get("/sessions/current", status=401)["error"]["code"] == "BAD_TOKEN"
    server.person("Somebody else").delete("/bots/Robby/tokens", status=404)


def test_the_export_has_all_own_data_and_no_secret(server: RunningServer) -> None:
    first, second, game = start_two_player_game(server)
    with first.socket() as socket:
        socket.send(type="chat", game=game, text="mine")
        socket.send(type="ping", t=0.0)
        socket.until("pong")
    found = first.get("/accounts/me/export")
    assert [row["id"] for row in found["games"]] == [game]
    assert [line["text"] for line in found["chat"]] == ["mine"]
    text = json.dumps(found)
    assert first.http.cookies["ringrift_session"] not in text
    assert first.csrf not in text
    assert second.csrf not in text


def test_the_export_is_streamed_in_short_pieces(server: RunningServer) -> None:
    """A long export fits neither into memory nor into the unread bytes of a connection."""
    person = server.person("Collector")
    now = server.worker.clock.now()

    async def store() -> None:
        common = {"account_id": person.id, "request": "{}", "status": "done", "created_at": now}
        rows = [
            common | {"id": f"{n:032}", "result": json.dumps({"text": "x" * n})}
            for n in range(1000)
        ]
        async with server.worker.database.engine.begin() as connection:
            await connection.execute(insert(analyses), rows)

    async def pieces() -> list[str]:
        account = Account(id=person.id, name="Collector", kind="person")
        return [piece async for piece in server.worker.accounts.export(account)]

    asyncio.run_coroutine_threadsafe(store(), server.loop).result(TIMEOUT)
    found = asyncio.run_coroutine_threadsafe(pieces(), server.loop).result(TIMEOUT)
    exported = json.loads("".join(found))["analyses"]
    assert [len(row["result"]["text"]) for row in exported] == [*range(1000)]
    assert max(map(len, found)) < 200_000
    assert person.get("/accounts/me/export")["analyses"] == exported


def test_the_export_includes_bots_seeks_and_analyses(server: RunningServer) -> None:
    person = server.person("Exporter")
    token = person.post("/bots", {"name": "Export bot", "label": "at home"}, status=201)["token"]
    person.post("/quick-match", {"settings": {"board": "hexagonal", "players": 4}})
    asked = {"position": dump_position(new_game("square8", 2)), "seconds": 0.1}
    number = person.post("/analyses", asked, status=202)["id"]
    found = person.get("/accounts/me/export")
    person.delete("/quick-match", status=200)
    assert [bot["name"] for bot in found["bots"]] == ["Export bot"]
    assert [made["label"] for made in found["tokens"]] == ["at home"]
    assert [seek["settings"]["board"] for seek in found["seeks"]] == ["hexagonal"]
    assert [(row["id"], row["request"]["seconds"]) for row in found["analyses"]] == [(number, 0.1)]
    assert token not in json.dumps(found)


def test_deleting_an_account_deletes_its_bots(server: RunningServer) -> None:
    person, bot, other = server.person("Maker"), server.visitor(), server.guest()
    bot.token = person.post("/bots", {"name": "Maker bot"}, status=201)["token"]
    game = other.post("/games", TWO_PLAYERS, status=201)["id"]
    bot.post(f"/games/{game}/join")
    begin(other, game)
    person.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    bot.get("/sessions/current", status=401)
    other.get("/players/Maker bot", status=404)
    assert other.get(f"/games/{game}")["reason"] == "resignation"
    assert "Maker bot" not in other.get(f"/games/{game}/record")


def test_a_guest_can_register_only_once(server: RunningServer) -> None:
    guest = server.guest()

    async def promote() -> list[str]:
        """Send two registrations of one guest at the same time."""
        database = Database(server.settings.database)
        account = Account(id=guest.id, name="Guest", kind="guest")
        names = ("Twice", "Two Times")
        try:
            done = await asyncio.gather(
                *(
                    Accounts(database, InlineWorkPool()).promote(account, name, "correct horse")
                    for name in names
                ),
                return_exceptions=True,
            )
        finally:
            await database.close()
        return [
            one.refusal.code if isinstance(one, ApiError) else type(one).__name__ for one in done
        ]

    assert sorted(asyncio.run(promote())) == ["ALREADY_REGISTERED", "Account"]


def test_a_deleted_account_is_erased_and_its_games_stay(server: RunningServer) -> None:
    person, other = server.person("Leaving"), server.guest()
    game = person.post("/games", TWO_PLAYERS, status=201)["id"]
    other.post(f"/games/{game}/join")
    begin(person, game)
    person.post("/accounts/me/delete", {"password": "wrong"}, status=403)
    person.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    person.get("/sessions/current", status=401)
    view = other.get(f"/games/{game}")
    assert (view["status"], view["reason"]) == ("over", "resignation")
    assert "Leaving" not in json.dumps(view["seats"])
    assert "Leaving" not in json.dumps(other.get(f"/games/{game}/events"))
    assert "Leaving" not in other.get(f"/games/{game}/record")
    other.get("/players/Leaving", status=404)
    server.person("Leaving")


def test_too_many_logins_are_rate_limited(tmp_path: Path) -> None:
    with running(replace(on_sqlite(tmp_path), logins_per_minute=3)) as server:
        visitor = server.visitor()
        for _ in range(3):
            visitor.post("/sessions", {"name": "a", "password": "b"}, status=401)
        refused = visitor.post("/sessions", {"name": "a", "password": "b"}, status=429)
    assert refused["error"]["code"] == "TOO_MANY"
    assert refused["retryAfter"] >= 1


def test_a_socket_that_sends_too_much_is_closed(tmp_path: Path) -> None:
    with (
        running(replace(on_sqlite(tmp_path), messages_per_second=5)) as server,
        server.guest().socket() as socket,
    ):
        with suppress(ConnectionClosed):  # the server may close first
            for number in range(50):
                socket.send(type="ping", t=float(number))
        assert "slow down" in socket.until("closing")["reason"]


def test_oversized_requests_are_refused(server: RunningServer) -> None:
    answer = server.guest().http.post("/accounts", content=b"x" * 300_000)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "TOO_BIG"


def test_every_response_has_the_security_headers(server: RunningServer) -> None:
    for path in ("/healthz", "/nothing-here", "/lobby"):
        headers = server.visitor().http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "connect-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("public_url", "connect"),
    [
        ("", "'self'"),
        ("https://play.example.org/", "'self' wss://play.example.org"),
        ("http://10.0.0.5:8080", "'self' ws://10.0.0.5:8080"),
    ],
)
def test_a_page_may_connect_to_its_own_server_only(public_url: str, connect: str) -> None:
    parts = content_security_policy(public_url).split("; ")
    assert f"connect-src {connect}" in parts
    for part in ("script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "style-src 'self'"):
        assert part in parts


def test_the_security_log_names_what_happened_and_no_secret(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "ringrift.security"):
        server.visitor().post("/sessions", {"name": "Mallory", "password": "hunter22"}, status=401)
    [line] = [record for record in caplog.records if record.name == "ringrift.security"]
    assert line.message == "login_failed"
    assert line.__dict__["about"] == "Mallory"
    assert "hunter22" not in str(line.__dict__)
