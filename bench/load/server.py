"""A `ringrift serve` process for a benchmark."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final
from uuid import uuid4

import asyncpg
import httpx

POSTGRES: Final = "postgresql://root@127.0.0.1:5432"
_TIMEOUT: Final = 120.0
_LIMITS: Final = (
    *("REQUESTS_PER_MINUTE", "LOGINS_PER_MINUTE", "ANALYSES_PER_HOUR"),
    *("CONNECTIONS_PER_ADDRESS", "MAX_CONNECTIONS", "SOCKETS_PER_ACCOUNT"),
)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server process."""

    process: subprocess.Popen[bytes]
    base: str

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server, its workers and their processes."""
        ticks = sum(int(fields[11]) + int(fields[12]) for fields in self._stats())
        return ticks / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        """Return the memory of the server, its workers and their processes."""
        return sum(int(fields[21]) for fields in self._stats()) * os.sysconf("SC_PAGE_SIZE")

    def _stats(self) -> list[list[str]]:
        """Return the fields of `/proc/*/stat` after the name, of each process of the server."""
        found: dict[int, list[str]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has just ended
                found[int(stat.parent.name)] = stat.read_text().rpartition(")")[2].split()
        own = {self.process.pid}
        while more := {pid for pid, fields in found.items() if int(fields[1]) in own} - own:
            own |= more
        return [found[pid] for pid in own if pid in found]

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


def launch_server(
    *flags: str,
    prefix: Sequence[str] = (),
    log: IO[bytes] | None = None,
    raised: Sequence[str] = _LIMITS,
) -> subprocess.Popen[bytes]:
    """Launch `ringrift serve` with limits raised; `prefix` is a command that runs it."""
    environment = os.environ | {f"RINGRIFT_{name}": "1000000" for name in raised}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # cache bytecode between starts
    command = [*prefix, sys.executable, "-m", "ringrift.cli.main", "serve"]
    command += ["--log-level", "warning", *flags]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log)


def start_server(
    database: str, *, workers: int = 1, port: int = 0, raised: Sequence[str] = _LIMITS
) -> Server:
    """Start a server with these limits raised, and wait until it is ready."""
    port = port or free_port()
    flags = ("--port", str(port), "--database", database, "--workers", str(workers))
    server = Server(launch_server(*flags, raised=raised), f"http://127.0.0.1:{port}")
    deadline = monotonic() + _TIMEOUT
    while not _is_ready(server.base):
        if monotonic() > deadline or server.process.poll() is not None:
            server.stop()
            raise SystemExit("the server did not start")
        sleep(0.02)
    return server


@contextmanager
def run_server(
    database: str, *, workers: int = 1, raised: Sequence[str] = _LIMITS
) -> Iterator[Server]:
    """Run a server within the context."""
    server = start_server(database, workers=workers, raised=raised)
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
