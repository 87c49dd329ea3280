"""Files with password hashes and games are readable by the server's user only."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ringrift.server.storage.backup import back_up, restore
from ringrift.server.storage.database import run_upgrade
from ringrift.server.storage.single_instance import SingleInstance
from tests.server.running_server import on_sqlite, running


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Create files with all rights, unless the code restricts them."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {file.name: f"{stat.S_IMODE(file.stat().st_mode):o}" for file in folder.iterdir()}


def test_the_database_and_its_companions_are_private(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with SingleInstance.acquire(settings.database), running(settings) as server:
        server.guest()
        found = modes(tmp_path)
    assert found.keys() >= {"ringrift.db", "ringrift.db-wal", "ringrift.db-shm"}
    assert "ringrift.db-server" in found
    assert set(found.values()) == {"600"}


def test_backups_and_restored_databases_are_private(tmp_path: Path) -> None:
    run_upgrade(f"sqlite:///{tmp_path}/ringrift.db")
    left_over = tmp_path / "ringrift.backup.part"
    left_over.write_bytes(b"of an interrupted backup")
    asyncio.run(back_up(f"sqlite:///{tmp_path}/ringrift.db", tmp_path / "ringrift.backup"))
    asyncio.run(restore(f"sqlite:///{tmp_path}/again.db", tmp_path / "ringrift.backup"))
    found = modes(tmp_path)
    assert found.keys() >= {"ringrift.db", "ringrift.backup", "again.db"}
    assert set(found.values()) == {"600"}
