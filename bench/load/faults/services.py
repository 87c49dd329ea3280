"""PostgreSQL, Redis and a TCP proxy of our own, which can be killed and restarted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path
from time import monotonic
from typing import Any, Final

import asyncpg

from bench.load.faults.sandbox import run
from bench.load.server import free_port

_TIMEOUT: Final = 30.0
_USER: Final = "postgres"
_OPTIONS: Final = {
    "max_wal_senders": "4",
    "wal_keep_size": "64MB",
    "wal_retrieve_retry_interval": "100ms",
    "max_connections": "100",
    "shared_buffers": "32MB",
}


class Postgres:
    """A PostgreSQL server, primary or standby, with its own data folder."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self.host = host
        self.port = free_port()
        self._data = folder / f"postgres-{self.port}"
        self._socket_folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://root@{self.host}:{self.port}/postgres"

    def initialise(self) -> None:
        """Create an empty cluster."""
        self._as_owner("initdb", "-D", self._data, "-A", "trust", "-U", "root", "--no-sync")
        access = self._data / "pg_hba.conf"
        access.write_text(access.read_text() + "host all all 10.9.0.0/16 trust\n")

    def copy_from(self, primary: Postgres) -> None:
        """Become a standby of the primary."""
        source = ("-h", primary.host, "-p", str(primary.port), "-U", "root")
        options = ("-R", "-X", "stream", "-c", "fast", "--no-sync")
        self._as_owner("pg_basebackup", *source, "-D", self._data, *options)

    async def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        flags = {
            **_OPTIONS,
            "port": str(self.port),
            "listen_addresses": self.host,
            "unix_socket_directories": str(self._socket_folder),
        }
        command = [str(_binary("postgres")), "-D", str(self._data)]
        for name, value in flags.items():
            command += ["-c", f"{name}={value}"]
        (self._data / "postmaster.pid").unlink(missing_ok=True)  # of a killed server
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **_owner())
        deadline = monotonic() + _TIMEOUT
        while True:
            try:
                await self.execute("SELECT 1")
            except (OSError, asyncpg.PostgresError):
                if monotonic() > deadline or self._process.poll() is not None:
                    raise
                await asyncio.sleep(0.02)
            else:
                return

    async def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: SIGINT drops the connections, SIGQUIT also skips the shutdown checkpoint."""
        if self._process is not None:
            self._process.send_signal(how)
            await asyncio.to_thread(self._process.wait, _TIMEOUT)
            self._process = None

    async def discard(self) -> None:
        """Stop the server and delete its data."""
        await self.stop(signal.SIGQUIT)
        await asyncio.to_thread(shutil.rmtree, self._data)

    async def execute(self, *statements: str) -> str | None:
        """Execute statements; return the first value of the last one."""
        connection = await asyncpg.connect(self.address, timeout=5)
        try:
            value = None
            for statement in statements:
                value = await connection.fetchval(statement)
            return None if value is None else str(value)
        finally:
            await connection.close()

    async def require_standby(self) -> None:
        """Wait for a standby, and let every commit wait for its flush from now on."""
        await self._set("synchronous_standby_names", "*")
        deadline = monotonic() + _TIMEOUT
        while await self.execute("SELECT sync_state FROM pg_stat_replication") != "sync":
            if monotonic() > deadline:
                raise TimeoutError("the standby does not follow")
            await asyncio.sleep(0.02)

    async def promote(self) -> None:
        """Turn the standby into a primary without a standby."""
        await self.execute("SELECT pg_promote(true, 20)")
        await self._set("synchronous_standby_names", "")

    async def _set(self, name: str, value: str) -> None:
        await self.execute(f"ALTER SYSTEM SET {name} = '{value}'", "SELECT pg_reload_conf()")

    def _as_owner(self, name: str, *arguments: str | Path) -> None:
        command = [str(_binary(name)), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, check=False, **_owner())
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr.decode()}")


def _owner() -> dict[str, Any]:
    """Return the arguments that start a process as PostgreSQL's user, which cannot be root."""
    as_root = os.geteuid() == 0
    return {"user": _USER, "group": _USER, "extra_groups": []} if as_root else {}


def _binary(name: str) -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not found:
        raise SystemExit(
            f"PostgreSQL is not installed: there is no /usr/lib/postgresql/*/bin/{name}"
        )
    return found[-1]


class Redis:
    """A Redis server without persistence."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    async def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", str(self._folder), "--save", ""]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        await wait_for_port("127.0.0.1", self.port)

    async def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait, _TIMEOUT)
            self._process = None


class Proxy:
    """Forwards TCP connections to a port that can be changed, as a database's proxy does."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)

    def switch(self, target: int) -> None:
        """Close all connections and forward new ones to another port."""
        self._target = target
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        self.switch(0)
        if self._server is not None:
            self._server.close()

    async def _accept(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far: asyncio.StreamWriter | None = None
        try:
            reader, far = await asyncio.open_connection("127.0.0.1", self._target)
            async with asyncio.TaskGroup() as both:
                both.create_task(_copy(near, far))
                both.create_task(_copy(reader, back))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            back.close()
            if far is not None:
                far.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    target.close()


async def wait_for_port(host: str, port: int) -> None:
    """Wait until a server listens."""
    deadline = monotonic() + _TIMEOUT
    while True:
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            if monotonic() > deadline:
                raise
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def prepare_folder(folder: Path) -> None:
    """Let PostgreSQL's user write to the folder."""
    if os.geteuid() == 0:
        run("chown", _USER, folder)
