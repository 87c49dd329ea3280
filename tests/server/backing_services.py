"""PostgreSQL and Redis for the tests: the running ones of this machine, or new ones."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from uuid import uuid4

import asyncpg
import pytest

_REQUIRED: Final = "RINGRIFT_SERVICES_REQUIRED"  # set in CI: fail instead of skipping
_TIMEOUT: Final = 60.0


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _missing(what: str) -> None:
    message = f"{what} neither runs on 127.0.0.1 nor is installed: its tests cannot run"
    if os.environ.get(_REQUIRED):
        pytest.fail(message)
    pytest.skip(message)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = monotonic() + _TIMEOUT
    while not _listens(port):
        if monotonic() > until or process.poll() is not None:
            raise AssertionError("a service for the tests did not start")
        sleep(0.02)


@contextmanager
def redis_address(folder: Path) -> Iterator[str]:
    """Yield the address of a Redis server."""
    if _listens(6379):
        yield "redis://127.0.0.1:6379/9"
        return
    with own_redis(folder) as address:
        yield address


@contextmanager
def own_redis(folder: Path) -> Iterator[str]:
    """Start a Redis server that a test may harm."""
    binary = shutil.which("redis-server")
    if binary is None:
        _missing("Redis")
        return
    port = find_free_port()
    command = [binary, "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--dir", str(folder), "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(_TIMEOUT)


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """Yield the address of a PostgreSQL server, without a database name."""
    if _listens(5432):
        yield "postgresql://root@127.0.0.1:5432"
        return
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        _missing("PostgreSQL")
        return
    port = find_free_port()
    data = folder / "data"
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres")
        for parent in folder.parents:
            if parent.stat().st_uid == 0 and parent != Path("/"):
                parent.chmod(parent.stat().st_mode | 0o011)
    bin_folder = found[-1].parent
    subprocess.run(
        [*user, bin_folder / "initdb", "-D", data, "-A", "trust", "-U", "root"],
        check=True,
        capture_output=True,
    )
    command = [*user, str(bin_folder / "postgres"), "-D", str(data), "-p", str(port)]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield f"postgresql://root@127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(_TIMEOUT)


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """Create a database and drop it afterwards."""
    name = f"ringrift_{uuid4().hex[:12]}"
    asyncio.run(_execute(server, f"CREATE DATABASE {name}"))
    try:
        yield f"{server}/{name}"
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(server: str, statement: str) -> None:
    connection = await asyncpg.connect(f"{server}/postgres")
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
