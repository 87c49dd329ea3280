"""A full disk, a lost connection and an interrupted commit: clear answers, and none is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import asyncpg
import pytest

from ringrift.server.errors import OutcomeUnknownError, StorageError
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import Journal, read_events
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)
from tests.server.tcp_proxy import TcpProxy
from tests.server.test_storage import GAME, add_game, opened, row

_FULL = """
    CREATE OR REPLACE FUNCTION fail_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a file system needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Fill the file system of this folder."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 512)
    try:
        yield
    finally:
        filler.unlink()


def refusals(first: Client, game: str) -> list[tuple[int, str]]:
    """Return the answers to one change of each kind."""
    answers = [
        first.http.post(path, json=body, headers=first.headers)
        for path, body in (
            ("/games", {}),
            (f"/games/{game}/chat", {"text": "x" * 400}),
            (f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}),
            ("/quick-match", {}),
        )
    ]
    return [(one.status_code, one.json()["error"]["code"]) for one in answers]


def test_a_full_disk_is_reported_as_such_with_sqlite(small_disk: Path) -> None:
    with running(on_sqlite(small_disk)) as server:
        first, _, game = start_two_player_game(server)
        with full(small_disk):
            found = [refusals(first, game) for _ in range(10)]  # the log may have free pages
            assert {status for one in found for status, _ in one} == {503}
            assert {code for _, code in found[-1]} == {"STORAGE_FULL"}
            ready = first.http.get("/readyz")
            assert (ready.status_code, ready.json()["checks"]["storage"]) == (503, False)
            assert first.get(f"/games/{game}/events")["sequence"] == 1
        move = {"move": "@d4", "client_id": "1"}
        assert first.post(f"/games/{game}/moves", move, status=201)["sequence"] > 1


def test_a_full_disk_is_reported_as_such_with_postgresql(postgres_url: str) -> None:
    tables = ("games", "chat", "events", "seeks", "write_checks")

    async def execute(*statements: str) -> None:
        connection = await asyncpg.connect(postgres_url)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    with running(replace(HIGH_LIMITS, database=postgres_url)) as server:
        first, _, game = start_two_player_game(server)
        fail = (
            f"CREATE TRIGGER f BEFORE INSERT ON {table} EXECUTE FUNCTION fail_full()"
            for table in tables
        )
        asyncio.run(execute(_FULL, *fail))
        assert set(refusals(first, game)) == {(503, "STORAGE_FULL")}
        ready = first.http.get("/readyz")
        assert (ready.status_code, ready.json()["checks"]["storage"]) == (503, False)
        asyncio.run(execute(*(f"DROP TRIGGER f ON {table}" for table in tables)))
        first.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)


def test_a_socket_is_refused_while_the_database_fails(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        guest = server.guest()
        with sqlite3.connect(tmp_path / "ringrift.db") as database:
            database.execute("ALTER TABLE login_sessions RENAME TO elsewhere")
        with guest.socket() as socket:
            assert socket.welcome["type"] == "refused"
            assert socket.welcome["error"]["code"] == "TRY_AGAIN"
        with sqlite3.connect(tmp_path / "ringrift.db") as database:
            database.execute("ALTER TABLE elsewhere RENAME TO login_sessions")
        with guest.socket() as socket:
            assert socket.welcome["type"] == "welcome"


def test_an_interrupted_commit_that_was_stored_is_acknowledged(postgres_url: str) -> None:
    async def scenario(direct: Database, through: Database, proxy: TcpProxy) -> None:
        await add_game(direct)
        journal = Journal(through)
        await journal.append(GAME, [row(1)], term=1)
        proxy.hang_answers()
        append = asyncio.create_task(journal.append(GAME, [row(2)], term=1))
        while len(await read_events(direct, GAME)) < 2:
            await asyncio.sleep(0.01)
        proxy.resume()
        await append
        await journal.append(GAME, [row(3)], term=1)
        await journal.close()
        assert [event.sequence for event in await read_events(direct, GAME)] == [1, 2, 3]

    _run_through_proxy(postgres_url, scenario)


def test_an_interrupted_commit_that_was_not_stored_is_refused(postgres_url: str) -> None:
    async def scenario(direct: Database, through: Database, proxy: TcpProxy) -> None:
        await add_game(direct)
        journal = Journal(through)
        await journal.append(GAME, [row(1)], term=1)
        proxy.hang()
        append = asyncio.create_task(journal.append(GAME, [row(2)], term=1))
        await asyncio.sleep(0)
        proxy.resume()
        with pytest.raises(StorageError) as refused:
            await append
        assert not isinstance(refused.value, OutcomeUnknownError)
        await journal.append(GAME, [row(2)], term=1)
        await journal.close()
        assert [event.sequence for event in await read_events(direct, GAME)] == [1, 2]

    _run_through_proxy(postgres_url, scenario)


def _run_through_proxy(
    url: str, scenario: Callable[[Database, Database, TcpProxy], Awaitable[None]]
) -> None:
    async def whole(proxy: TcpProxy) -> None:
        async with (
            asyncio.timeout(TIMEOUT),
            opened(url) as direct,
            opened(proxy.address) as through,
        ):
            await scenario(direct, through, proxy)

    with TcpProxy(url) as proxy:
        asyncio.run(whole(proxy))


def test_a_game_that_could_not_be_rated_is_rated_later(postgres_url: str) -> None:
    async def query(statement: str) -> object:
        connection = await asyncpg.connect(postgres_url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    with running(replace(HIGH_LIMITS, database=postgres_url)) as server:
        first, second = server.person("Ada"), server.person("Bob")
        game = first.post("/games", {"settings": {"players": 2, "rated": True}}, status=201)["id"]
        second.post(f"/games/{game}/join")
        begin(first, game)
        asyncio.run(query(_FULL))
        fail = "CREATE TRIGGER f BEFORE UPDATE OF rating_outcome ON games EXECUTE FUNCTION"
        asyncio.run(query(f"{fail} fail_full()"))
        first.post(f"/games/{game}/resign", status=201)
        assert asyncio.run(query("SELECT rating_due FROM games")) is True
        asyncio.run(query("DROP TRIGGER f ON games"))
        until = monotonic() + TIMEOUT
        while asyncio.run(query("SELECT rating_outcome FROM games")) is None:
            assert monotonic() < until
            sleep(0.1)
