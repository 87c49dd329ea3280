"""A `ringrift serve` process for a benchmark."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from uuid import uuid4

import asyncpg
import httpx

POSTGRES: Final = "postgresql://root@127.0.0.1:5432"
_TIMEOUT: Final = 30.0
_LIMITS: Final = ("REQUESTS_PER_MINUTE", "LOGINS_PER_MINUTE", "ANALYSES_PER_HOUR")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server process."""

    process: subprocess.Popen[bytes]
    base: str

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server and its workers."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if self.process.pid in (int(stat.parent.name), int(fields[1])):
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.process.kill()
        self.process.wait(_TIMEOUT)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(_TIMEOUT)
            except subprocess.TimeoutExpired:
                self.kill()


def start_server(database: str, *, workers: int = 1, port: int = 0) -> Server:
    """Start a server with high rate limits and wait until it is ready."""
    port = port or free_port()
    environment = os.environ | {f"RINGRIFT_{name}": "1000000" for name in _LIMITS}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # cache bytecode between starts
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--log-level", "warning"]
    command += ["--port", str(port), "--database", database, "--workers", str(workers)]
    server = Server(
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL),
        f"http://127.0.0.1:{port}",
    )
    deadline = monotonic() + _TIMEOUT
    while not _is_ready(server.base):
        if monotonic() > deadline or server.process.poll() is not None:
            server.stop()
            raise SystemExit("the server did not start")
        sleep(0.02)
    return server


@contextmanager
def run_server(database: str, *, workers: int = 1) -> Iterator[Server]:
    """Run a server within the context."""
    server = start_server(database, workers=workers)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def postgres_database(address: str = POSTGRES) -> Iterator[str]:
    """Create an empty PostgreSQL database and drop it afterwards."""
    name = f"ringrift_load_{uuid4().hex[:12]}"
    asyncio.run(_execute(address, f"CREATE DATABASE {name}"))
    try:
        yield f"{address}/{name}"
    finally:
        asyncio.run(_execute(address, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(address: str, statement: str) -> None:
    try:
        connection = await asyncpg.connect(f"{address}/postgres")
    except OSError as error:
        raise SystemExit(f"PostgreSQL at {address} cannot be reached: {error}") from error
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _is_ready(base: str) -> bool:
    try:
        return httpx.get(f"{base}/readyz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False
