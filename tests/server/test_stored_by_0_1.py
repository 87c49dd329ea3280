"""Data that version 0.1 wrote: every database, backup and record opens, resumes and verifies."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time
from typing import Any, Final

import asyncpg
import pytest
from sqlalchemy import select

from ringrift import Game
from ringrift.records import Store, dump_text, load_jsonl, load_text, verify
from ringrift.server.accounts.login_sessions import LoginSessions
from ringrift.server.accounts.types import Account
from ringrift.server.settings import Settings
from ringrift.server.storage.backup import restore
from ringrift.server.storage.backup_file import check_backup
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts
from tests.server.running_server import HIGH_LIMITS, Client, RunningServer, running

FOLDER: Final = Path(__file__).parents[1] / "data" / "v0_1"
CONTENTS: Final = json.loads((FOLDER / "contents.json").read_text(encoding="utf-8"))
GAMES: Final[dict[str, dict[str, Any]]] = CONTENTS["games"]
FINISHED: Final = {name: game for name, game in GAMES.items() if game["status"] == "over"}
LIVE: Final = {name: game for name, game in GAMES.items() if game["status"] == "live"}
OPEN: Final = {name: game for name, game in GAMES.items() if game["status"] == "open"}
NAMES: Final = ("Ada", "Ben", "Cleo")


def unpack(name: str) -> bytes:
    return gzip.decompress((FOLDER / name).read_bytes())


def sqlite_file(folder: Path) -> str:
    """Unpack the database of a 0.1 server; return its address."""
    (folder / "ringrift.db").write_bytes(unpack("server.db.gz"))
    return f"sqlite:///{folder}/ringrift.db"


async def load_dump(address: str) -> None:
    """Load the output of pg_dump, as psql does."""
    connection = await asyncpg.connect(address)
    statements: list[str] = []
    lines = iter(unpack("server-postgres.sql.gz").decode().splitlines(keepends=True))
    try:
        for line in lines:
            if line.startswith(("\\", "--")):
                continue  # a command of psql, or a comment
            copy = re.match(r"COPY public\.(\w+) \((.*)\) FROM stdin;", line)
            if copy is None:
                statements.append(line)
                continue
            if any(map(str.strip, statements)):
                await connection.execute("".join(statements))
            statements.clear()
            rows = "".join(iter(lines.__next__, "\\.\n"))
            await connection.copy_to_table(
                copy[1],
                schema_name="public",
                columns=copy[2].split(", "),
                source=io.BytesIO(rows.encode()),
                format="text",
            )
        await connection.execute("".join(statements))
    finally:
        await connection.close()


@pytest.fixture(params=["sqlite", "postgresql", "backup to sqlite", "backup to postgresql"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with the data of 0.1, from each of its files."""
    if request.param == "sqlite":
        return sqlite_file(tmp_path)
    address = f"sqlite:///{tmp_path}/restored.db"
    if request.param.endswith("postgresql"):
        address = request.getfixturevalue("postgres_url")
    if request.param == "postgresql":
        asyncio.run(load_dump(address))
    else:
        result = asyncio.run(restore(address, FOLDER / "server.backup"))
        assert result.replayed == len(FINISHED) + len(LIVE)
    return address


def settings_for(address: str) -> Settings:
    """Settings under which the data never expires, however old the files are."""
    days = {"open_days": 3650, "abandoned_days": 3650, "analysis_days": 3650, "guest_days": 3650}
    return replace(HIGH_LIMITS, database=address, **days)  # type: ignore[arg-type]


@pytest.fixture
def server(stored: str) -> Iterator[RunningServer]:
    """A server of this version on the data of 0.1."""
    with running(settings_for(stored)) as started:
        yield started


def log_in(server: RunningServer) -> list[Client]:
    """Return the accounts of the data, logged in: three people, a bot and a guest."""
    callers = []
    for name in NAMES:
        visitor = server.visitor()
        credentials = {"name": name, "password": CONTENTS["password"]}
        visitor.sign(visitor.post("/sessions", credentials, status=201))
        callers.append(visitor)
    bot = server.visitor()
    bot.token = CONTENTS["bot_token"]
    guest = server.visitor()
    secret = asyncio.run(open_guest_session(server.settings.database))
    guest.http.cookies.set("ringrift_session", secret)
    guest.sign(guest.get("/sessions/current"))
    return [*callers, bot, guest]


async def open_guest_session(address: str) -> str:
    """Open a session of the guest, who has no password; return its secret."""
    database = Database(address)
    try:
        async with database.engine.connect() as connection:
            stored = select(accounts.c.id, accounts.c.name).where(accounts.c.kind == "guest")
            row = (await connection.execute(stored)).one()
        guest = Account(id=row.id, name=row.name, kind="guest")
        sessions = LoginSessions(database, days=1, idle_days=1)
        secret, _ = await sessions.open(guest, time())
    finally:
        await database.close()
    return secret


def play_one(callers: list[Client], game: str) -> bool:
    """Play a move for the account that is to choose; return whether there was one."""
    for caller in callers:
        view = caller.get(f"/games/{game}")
        if view["to_choose"] not in view["your_seats"]:
            continue
        position = Game.from_position(view["position"])
        move = position.notation(Random(1).choice(list(position.legal_moves)))
        command = {"move": move, "client_id": "first", "expected": view["sequence"]}
        accepted = caller.post(f"/games/{game}/moves", command, status=201)
        assert accepted["sequence"] > view["sequence"]
        return True
    return False


def test_a_server_opens_resumes_and_verifies_the_data_of_0_1(server: RunningServer) -> None:
    callers = log_in(server)
    for name, game in OPEN.items():
        found = callers[0].get(f"/games/{game['id']}", code=game.get("invite", ""))
        assert found["status"] == "open", name
        assert found["settings"]["rules"] in (None, "python"), name
    for name, game in FINISHED.items():
        found = callers[0].get(f"/games/{game['id']}")
        assert {key: found[key] for key in game} == game, name
        assert found["settings"]["rules"] != "law", name
    for name, game in LIVE.items():
        found = callers[0].get(f"/games/{game['id']}")
        assert found["status"] == "live", name
        assert found["sequence"] >= game["sequence"], name
        if name != "live_level":  # the level may have moved
            assert found["position"] == game["position"], name
    assert [name for name, game in LIVE.items() if not play_one(callers, game["id"])] == []
    leaders = server.visitor().get("/leaderboard", players=2)
    assert "Ada" in [line["account"]["name"] for line in leaders]
    assert callers[0].get("/players/Ada")["ratings"]
    history = callers[0].get("/players/Ada/ratings")
    assert {change["board"] for change in history} == {"square8"}
    assert history[-1] in callers[0].get("/players/Ada/ratings", speed=history[-1]["speed"])


def test_the_records_of_finished_games_are_those_that_0_1_wrote(server: RunningServer) -> None:
    """Only after a swap they differ: 0.1 named the people by the seat that they took first."""
    games = (FOLDER / "records.rrg").read_text(encoding="utf-8").split("\n[RingRift ")
    written = [game if number == 0 else f"[RingRift {game}" for number, game in enumerate(games)]
    expected = {dump_text(load_text(text)).strip() for text in written}
    for name, game in FINISHED.items():
        record = server.visitor().get(f"/games/{game['id']}/record").strip()
        assert record in expected, name
        assert name == "finished_swap_resigned" or record in map(str.strip, written), name


def test_the_backup_of_0_1_is_intact() -> None:
    contents = check_backup(FOLDER / "server.backup")
    assert contents.revision == "0003"
    assert contents.rows["games"] == len(GAMES)


def test_a_seek_of_0_1_still_matches(tmp_path: Path) -> None:
    address = sqlite_file(tmp_path)
    with running(settings_for(address)):
        pass
    connection = sqlite3.connect(tmp_path / "ringrift.db")
    [[stored]] = connection.execute("SELECT settings FROM seeks")
    connection.close()
    assert json.loads(stored)["rules"] == "python"
    assert stored == json.dumps(json.loads(stored), sort_keys=True)  # seeks match by their text


def test_every_record_of_0_1_verifies(tmp_path: Path) -> None:
    games = (FOLDER / "records.rrg").read_text(encoding="utf-8").split("[RingRift ")[1:]
    text = [load_text(f"[RingRift {game}") for game in games]
    lines = [load_jsonl(line) for line in unpack("records.jsonl.gz").decode().splitlines()]
    assert len(text) == len(lines) == len(FINISHED)
    for record in (*text, *lines):
        verify(record)
    (tmp_path / "records.sqlite3").write_bytes(unpack("records.sqlite3.gz"))
    with Store(tmp_path / "records.sqlite3", create=False) as store:
        assert len(store) == len(FINISHED)
        for game in store.ids():
            store.verify(game)
