"""Tokens of bots: scope, expiry, number, and their revocation one by one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import time

import pytest
from sqlalchemy import update

from ringrift.server.accounts.service import MAX_BOTS
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import tokens
from tests.server.running_server import TWO_PLAYERS, Client, RunningServer, on_sqlite, running

DAY = 86_400.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("tokens"))) as started:
        yield started


def bot_with(server: RunningServer, secret: str) -> Client:
    bot = server.visitor()
    bot.token = secret
    return bot


def test_the_list_of_bots_shows_tokens_without_their_secrets(server: RunningServer) -> None:
    person = server.person("Keeper")
    made = person.post("/bots", {"name": "Keeper bot", "label": "at home"}, status=201)
    wanted = {"label": "watcher", "scope": "read", "days": 7}
    person.post("/bots/Keeper bot/tokens", wanted, status=201)
    bot_with(server, made["token"]).get("/sessions/current")
    [listed] = person.get("/bots")
    assert listed["account"] == made["account"]
    newest, oldest = listed["tokens"]
    assert (newest["label"], newest["scope"], newest["last_used_at"]) == ("watcher", "read", None)
    assert newest["expires_at"] == pytest.approx(time() + 7 * DAY, abs=60)
    assert (oldest["label"], oldest["scope"]) == ("at home", "play")
    assert oldest["expires_at"] == pytest.approx(time() + 90 * DAY, abs=60)
    assert oldest["last_used_at"] == pytest.approx(time(), abs=60)
    assert made["token"].startswith(oldest["prefix"])
    assert len(oldest["prefix"]) == 8
    assert made["token"] not in str(listed)
    assert server.person("Other keeper").get("/bots") == []


def test_an_expired_token_is_refused(server: RunningServer) -> None:
    person = server.person("Expiring")
    made = person.post("/bots", {"name": "Expiring bot", "days": 1}, status=201)
    bot = bot_with(server, made["token"])
    bot.get("/sessions/current")

    async def expire() -> None:
        database = Database(server.settings.database)
        try:
            async with database.engine.begin() as connection:
                old = update(tokens).where(tokens.c.id == made["info"]["id"])
                await connection.execute(old.values(expires_at=time() - 1))
        finally:
            await database.close()

    asyncio.run(expire())
    assert bot.get("/sessions/current", status=401)["error"]["code"] == "BAD_TOKEN"
    assert person.get("/bots")[0]["tokens"] == []


@pytest.mark.parametrize("wanted", [{"days": 0}, {"days": 367}, {"scope": "admin"}, {"label": ""}])
def test_a_token_without_bounds_is_refused(
    server: RunningServer, wanted: dict[str, object]
) -> None:
    person = server.person(f"Bounded {next(iter(wanted))} {len(str(wanted))}")
    person.post("/bots", {"name": "Unbounded bot", **wanted}, status=422)


def test_a_bot_has_at_most_ten_tokens(server: RunningServer) -> None:
    person = server.person("Collector")
    person.post("/bots", {"name": "Collector bot"}, status=201)
    made = [person.post("/bots/Collector bot/tokens", status=201) for _ in range(9)]
    refused = person.post("/bots/Collector bot/tokens", status=409)
    assert refused["error"]["code"] == "TOO_MANY_TOKENS"
    person.delete(f"/bots/Collector bot/tokens/{made[0]['info']['id']}")
    person.post("/bots/Collector bot/tokens", status=201)


def test_a_person_has_at_most_twenty_bots(server: RunningServer) -> None:
    person = server.person("Breeder")
    for number in range(MAX_BOTS):
        person.post("/bots", {"name": f"Swarm {number}"}, status=201)
    refused = person.post("/bots", {"name": "One too many"}, status=409)
    assert refused["error"]["code"] == "TOO_MANY_BOTS"
    server.person("Other breeder").post("/bots", {"name": "First of another"}, status=201)


def test_a_program_with_an_old_token_keeps_nobody_at_its_address_out(tmp_path: Path) -> None:
    with running(replace(on_sqlite(tmp_path), logins_per_minute=2)) as limited:
        limited.person("Neighbour")
        program = bot_with(limited, "rrb_expired")
        for status in (401, 401, 429):
            program.get("/sessions/current", status=status)
        known = {"name": "Neighbour", "password": "correct horse"}
        limited.visitor().post("/sessions", known, status=201)


def test_a_token_that_may_read_changes_nothing(server: RunningServer) -> None:
    person = server.person("Watcher")
    made = person.post("/bots", {"name": "Watcher bot", "scope": "read"}, status=201)
    bot, opponent = bot_with(server, made["token"]), server.guest()
    game = opponent.post("/games", TWO_PLAYERS, status=201)["id"]
    bot.get(f"/games/{game}")
    assert bot.post(f"/games/{game}/join", status=403)["error"]["code"] == "READ_ONLY"
    bot.post("/games", status=403)
    with bot.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        socket.send(type="chat", game=game, text="hello")
        assert socket.until("refused")["error"]["code"] == "READ_ONLY"
        assert socket.move(game, "@d4", "1")["error"]["code"] == "READ_ONLY"


def test_one_token_is_revoked_without_the_others(server: RunningServer) -> None:
    person = server.person("Revoker")
    first = person.post("/bots", {"name": "Revoker bot"}, status=201)
    second = person.post("/bots/Revoker bot/tokens", {"label": "second"}, status=201)
    path = f"/bots/Revoker bot/tokens/{first['info']['id']}"
    server.person("Foreigner").delete(path, status=404)
    bot, kept = bot_with(server, first["token"]), bot_with(server, second["token"])
    with (
        bot.http.stream("GET", "/bot/stream", headers=bot.headers) as stream,
        kept.socket() as socket,
    ):
        person.delete(path)
        assert [line for line in stream.iter_lines() if line] == []
        socket.send(type="ping", t=1.0)
        socket.until("pong")
    bot.get("/sessions/current", status=401)
    kept.get("/sessions/current")
    person.delete(path, status=404)


def test_a_token_of_an_older_version_works_for_another_year(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/ringrift.db"

    async def upgrade(revision: str) -> None:
        database = Database(address)
        try:
            await database.upgrade(revision)
        finally:
            await database.close()

    asyncio.run(upgrade("0006"))
    connection = sqlite3.connect(tmp_path / "ringrift.db")
    with connection:
        connection.execute(
            "INSERT INTO accounts (id, name, name_key, look_key, kind, created_at) "
            "VALUES ('a', 'Robby', 'robby', 'robby', 'bot', 0)"
        )
        connection.execute(
            "INSERT INTO tokens (id, account_id, token_hash, label, created_at) "
            "VALUES ('t', 'a', 'h', 'first token', 0)"
        )
    asyncio.run(upgrade("head"))
    [row] = connection.execute("SELECT scope, prefix, expires_at FROM tokens")
    connection.close()
    assert row[:2] == ("play", "")
    assert row[2] == pytest.approx(time() + 365 * DAY, abs=60)
