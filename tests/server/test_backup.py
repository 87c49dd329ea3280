"""Backup and restore: a consistent snapshot, into either database, all or nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
from alembic.script import ScriptDirectory

from ringrift import Game
from ringrift.cli.main import main
from ringrift.server.errors import StorageError
from ringrift.server.storage.backup import back_up, restore
from ringrift.server.storage.backup_file import BackupWriter, backup_rows, check_backup
from ringrift.server.storage.database import alembic_config, run_upgrade
from tests.server.running_server import Client, RunningServer, begin, on_sqlite, running
from tests.server.test_correspondence import DAYS, turns
from tests.server.test_puzzles import result
from tests.server.test_studies import RECORD
from tests.server.test_tournaments import create as create_tournament

# What people make beside their games.
MET = (
    *("studies", "study_chapters", "puzzle_solvers", "puzzle_results", "puzzle_days"),
    *("saved_searches", "follows", "private_messages", "clubs", "club_members"),
    *("tournaments", "tournament_entrants", "club_tournaments", "conditional_moves", "vacations"),
)
NEWEST = ScriptDirectory.from_config(alembic_config()).get_current_head() or ""
_POSTGRES = "postgresql://postgres@127.0.0.1:5432"


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with games, a bot and what people make beside them, and its backup."""
    folder = tmp_path_factory.mktemp("used")
    with running(on_sqlite(folder)) as server:
        ada, guest = server.person("Ada"), server.guest()
        ada.post("/bots", {"name": "Robby"}, status=201)
        game = ada.post("/games", {"settings": {"players": 2, "rated": False}}, status=201)["id"]
        guest.post(f"/games/{game}/join")
        ada.post(f"/games/{game}/moves", {"move": "@d4", "client_id": "1"}, status=201)
        ada.post(f"/games/{game}/moves", {"move": "d4-d6", "client_id": "2"}, status=201)
        guest.post(f"/games/{game}/resign", {"client_id": "3"}, status=201)
        ada.post(f"/games/{game}/rematch", status=201)
        meet(server, ada, server.person("Ben"))
        asyncio.run(back_up(f"sqlite:///{folder}/ringrift.db", folder / "backup"))
    return folder


def meet(server: RunningServer, ada: Client, ben: Client) -> None:
    """Fill the tables of puzzles, studies, searches, people, tournaments and games by the day."""
    ada.post("/studies", {"name": "Openings", "records": RECORD}, status=201)
    day = datetime.fromtimestamp(server.worker.clock.now(), UTC).date()
    ada.post("/puzzle-results", {"results": [result(0)], "bestRun": 3, "days": [str(day)]})
    ada.post("/searches", {"name": "Wins", "query": {"result": "won", "player": "Ada"}}, status=201)
    ada.put(f"/follows/{ben.id}", {})
    ada.post(f"/messages/{ben.id}", {"text": "Shall we play?"}, status=201)
    club = ada.post("/clubs", {"name": "Ring Lovers"}, status=201)["id"]
    ben.post(f"/clubs/{club}/join")
    tournament = create_tournament(server, ada, club=club, levels=[1])["id"]
    ben.post(f"/tournaments/{tournament}/join")
    slow = ada.post("/games", {"settings": {"players": 2} | DAYS}, status=201)["id"]
    ben.post(f"/games/{slow}/join")
    begin(ada, slow)
    theirs, mine, _ = turns(ben, slow, 3)
    ada.put(f"/games/{slow}/conditional-moves", {"lines": [[*theirs, *mine]]}, status=200)
    ada.put("/vacation", {"days": 5}, status=200)


@pytest.fixture
def backup(used: Path) -> Path:
    return used / "backup"


@pytest.fixture
def empty_postgres() -> Iterator[str]:
    """An empty database on this machine's PostgreSQL."""
    name = f"ringrift_backup_{uuid4().hex[:12]}"

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(f"{_POSTGRES}/postgres")
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    try:
        asyncio.run(execute(f"CREATE DATABASE {name}"))
    except OSError as error:
        if os.environ.get("RINGRIFT_SERVICES_REQUIRED"):
            raise
        pytest.skip(f"no PostgreSQL at 127.0.0.1:5432: {error}")
    yield f"{_POSTGRES}/{name}"
    asyncio.run(execute(f"DROP DATABASE {name} WITH (FORCE)"))


def rows_of(path: Path) -> dict[str, list[str]]:
    """Return the rows of a backup in a canonical order."""
    found: dict[str, list[str]] = {}
    for table, row in backup_rows(path):
        found.setdefault(table, []).append(json.dumps(row, sort_keys=True))
    return {table: sorted(rows) for table, rows in found.items()}


def rewritten(path: Path, target: Path, change: Any) -> Path:
    """Return a copy with changed lines."""
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    target.write_bytes(gzip.compress(b"".join(change(lines))))
    return target


def test_a_restored_backup_equals_the_original(backup: Path, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/new.db"
    done = asyncio.run(restore(address, backup))
    assert done.replayed == 2
    assert done.contents.rows["accounts"] == 4
    empty = {table for table in MET if not done.contents.rows[table]}
    assert empty == set()
    asyncio.run(back_up(address, tmp_path / "again"))
    assert rows_of(tmp_path / "again") == rows_of(backup)


def test_a_backup_moves_from_sqlite_to_postgresql_and_back(
    backup: Path, tmp_path: Path, empty_postgres: str
) -> None:
    asyncio.run(restore(empty_postgres, backup))
    asyncio.run(back_up(empty_postgres, tmp_path / "of-postgres"))
    assert rows_of(tmp_path / "of-postgres") == rows_of(backup)
    asyncio.run(restore(f"sqlite:///{tmp_path}/home.db", tmp_path / "of-postgres"))


def test_a_backup_of_a_running_server_is_consistent(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/ringrift.db"
    with running(on_sqlite(tmp_path)) as server:
        guest = server.guest()
        game = guest.post("/games", {"seats": [{"kind": "me"}, {"kind": "me"}]}, status=201)["id"]
        enough = threading.Event()
        player = threading.Thread(target=play_on, args=(guest, game, enough))
        player.start()
        for name in ("first", "second", "third"):
            asyncio.run(back_up(address, tmp_path / name))
        enough.set()
        player.join()
    for name in ("first", "second", "third"):  # the number of events stays right
        asyncio.run(restore(f"sqlite:///{tmp_path}/{name}.db", tmp_path / name))


def play_on(guest: Client, game: str, enough: threading.Event) -> None:
    """Play random moves on both seats as fast as possible."""
    rng, local = Random(1), Game(players=2)
    while not enough.is_set() and not local.is_over:
        move = local.notation(rng.choice(list(local.legal_moves)))
        guest.post(f"/games/{game}/moves", {"move": move, "client_id": uuid4().hex}, status=201)
        local.push_notation(move)
        local.play_bookkeeping()


def test_a_server_continues_from_a_restored_database(backup: Path, tmp_path: Path) -> None:
    asyncio.run(restore(f"sqlite:///{tmp_path}/ringrift.db", backup))
    with running(on_sqlite(tmp_path)) as server:
        visitor = server.visitor()
        visitor.sign(
            visitor.post("/sessions", {"name": "Ada", "password": "correct horse"}, status=201)
        )
        games = visitor.get("/players/Ada/games")
        assert {game["status"] for game in games} == {"over", "open", "live"}
        assert [study["name"] for study in visitor.get("/studies")["studies"]] == ["Openings"]
        assert [search["name"] for search in visitor.get("/searches")] == ["Wins"]
        assert [line["latest"]["text"] for line in visitor.get("/messages")] == ["Shall we play?"]
        [upcoming] = visitor.get("/tournaments")["upcoming"]
        assert (upcoming["club"]["name"], upcoming["entrants"]) == ("Ring Lovers", 2)
        assert visitor.get("/vacation")["until"] is not None


def test_a_backup_is_readable_by_its_owner_only(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_a_backup_never_overwrites_a_file(used: Path, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(StorageError, match="a backup never overwrites"):
        asyncio.run(back_up(f"sqlite:///{used}/ringrift.db", backup))
    assert backup.read_bytes() == before


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    def fail() -> None:
        with BackupWriter(tmp_path / "half", "0001", 0.0) as writer:
            writer.row("accounts", {"id": "a"})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_not_empty_is_not_overwritten(backup: Path, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/used.db"
    run_upgrade(address)
    with pytest.raises(StorageError, match="is not empty: restore into a new database"):
        asyncio.run(restore(address, backup))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-1], "truncated"),
        (lambda lines: lines[:1] + lines[2:], "checksum"),
        (lambda lines: [line.replace(b'"Ada"', b'"Eve"') for line in lines], "checksum"),
        (lambda lines: [b"{}\n", *lines[1:]], "not a RingRift backup"),
        (lambda lines: [lines[0].replace(b'"version":1', b'"version":9'), *lines[1:]], "version 9"),
        (lambda _: [], "not JSON"),
    ],
)
def test_a_damaged_backup_is_refused(
    backup: Path, tmp_path: Path, change: Any, message: str
) -> None:
    with pytest.raises(StorageError, match=message):
        check_backup(rewritten(backup, tmp_path / "spoilt", change))


def test_a_truncated_file_is_refused(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(backup.read_bytes()[:-30])
    with pytest.raises(StorageError, match="is damaged"):
        check_backup(tmp_path / "short")


def copied(backup: Path, target: Path, revision: str, change: Any) -> Path:
    """Return a backup with wrong rows and a right checksum."""
    with BackupWriter(target, revision, 0.0) as writer:
        for table, row in backup_rows(backup):
            for changed in change(table, row):
                writer.row(table, changed)
    return target


def test_a_game_that_cannot_be_replayed_leaves_the_database_empty(
    backup: Path, tmp_path: Path
) -> None:
    def lose_the_second_event(table: str, row: dict[str, Any]) -> list[dict[str, Any]]:
        return [] if table == "events" and row["sequence"] == 2 else [row]

    broken = copied(backup, tmp_path / "broken", NEWEST, lose_the_second_event)
    with pytest.raises(
        StorageError, match=r"the game \w+ cannot be replayed .*: nothing was restored"
    ):
        asyncio.run(restore(f"sqlite:///{tmp_path}/new.db", broken))
    with sqlite3.connect(tmp_path / "new.db") as connection:
        assert connection.execute("SELECT * FROM sqlite_master").fetchall() == []
    connection.close()
    asyncio.run(restore(f"sqlite:///{tmp_path}/new.db", backup))


def test_a_backup_of_a_newer_version_is_refused(backup: Path, tmp_path: Path) -> None:
    newer = copied(backup, tmp_path / "newer", "9999", lambda _table, row: [row])
    with pytest.raises(StorageError, match="has the unknown schema 9999"):
        asyncio.run(restore(f"sqlite:///{tmp_path}/new.db", newer))
    assert not (tmp_path / "new.db").exists()


def test_backup_and_restore_commands(
    used: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, address = str(tmp_path / "out"), f"sqlite:///{used}/ringrift.db"
    assert main(["backup", "--database", address, out]) == 0
    assert "4 accounts, 3 games" in capsys.readouterr().err
    assert main(["restore", "--database", f"sqlite:///{tmp_path}/new.db", out]) == 0
    assert "games replayed: 2, all valid" in capsys.readouterr().err
    assert main(["restore", "--quick", "--database", f"sqlite:///{tmp_path}/new.db", out]) == 1
    assert "is not empty" in capsys.readouterr().err


def test_standard_output_gets_the_backup_and_nothing_else(used: Path, tmp_path: Path) -> None:
    address, backup = f"sqlite:///{used}/ringrift.db", tmp_path / "file"
    command = [sys.executable, "-m", "ringrift", "backup", "-", "--database", address]
    assert main(["backup", "--database", address, str(backup)]) == 0
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"4 accounts, 3 games" in done.stderr
    (tmp_path / "streamed").write_bytes(done.stdout)
    assert rows_of(tmp_path / "streamed") == rows_of(backup)
    asyncio.run(restore(f"sqlite:///{tmp_path}/new.db", tmp_path / "streamed"))


def test_a_stream_that_ends_early_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "streamed"
    with (
        path.open("wb") as stream,
        suppress(ZeroDivisionError),
        BackupWriter(stream, NEWEST, 0.0) as writer,
    ):
        writer.row("accounts", {"id": "1"})
        raise ZeroDivisionError
    with pytest.raises(StorageError, match="truncated"):
        check_backup(path)


def test_a_terminal_gets_no_backup(
    used: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["backup", "--database", f"sqlite:///{used}/ringrift.db", "-"]) == 1
    assert "redirect the output to a file" in capsys.readouterr().err


def test_a_backup_of_an_empty_database_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["backup", "--database", f"sqlite:///{tmp_path}/none.db", str(tmp_path / "out")]) == 1
    )
    assert "there is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_restore_into_a_missing_folder_says_what_to_do(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="create its folder"):
        asyncio.run(restore(f"sqlite:///{tmp_path}/missing/new.db", backup))
