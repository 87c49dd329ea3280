"""The workers of a run and the services they use."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

import httpx

from bench.load.faults.sandbox import NetworkNamespace, run
from bench.load.faults.services import Postgres, Proxy, Redis
from bench.load.server import free_port, launch_server

_TIMEOUT: Final = 120.0  # seconds: the machine may be busy


class Worker:
    """One `ringrift serve` process that can be killed, stopped and started again."""

    def __init__(
        self, database: str, bus: str, log: Path, namespace: NetworkNamespace | None = None
    ) -> None:
        host = "127.0.0.1" if namespace is None else namespace.address
        port = free_port()
        self.base = f"http://{host}:{port}"
        self.namespace = namespace
        self._log = log
        self._flags = ["--host", host, "--port", str(port), "--database", database]
        self._flags += ["--bus", bus] if bus else []
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        prefix = () if self.namespace is None else self.namespace.prefix
        with self._log.open("ab") as log:
            self._process = launch_server(*self._flags, prefix=prefix, log=log)
        if not await self.wait_until_ready(_TIMEOUT):
            tail = self._log.read_text(errors="replace")[-2000:]
            raise RuntimeError(f"a worker did not start: {tail}")

    async def wait_until_ready(self, seconds: float) -> bool:
        """Return whether the worker says within this time that games can be played."""
        deadline = monotonic() + seconds
        async with httpx.AsyncClient(base_url=self.base, timeout=1) as http:
            while not await _is_ready(http):
                if monotonic() > deadline or (self._process and self._process.poll() is not None):
                    return False
                await asyncio.sleep(0.05)
        return True

    async def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
        if self._process is not None:
            await asyncio.to_thread(self._process.wait, _TIMEOUT)

    def send_signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    async def close(self) -> None:
        """Stop the process; a worker that hangs is killed."""
        if self._process is None:
            return
        self.send_signal(signal.SIGCONT)
        self.send_signal(signal.SIGTERM)
        try:
            await asyncio.to_thread(self._process.wait, 5)
        except subprocess.TimeoutExpired:
            await self.kill()


async def _is_ready(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/readyz")).status_code == 200
    except httpx.TransportError:
        return False


@dataclass(slots=True)
class Cluster:
    """Everything that a fault can hit."""

    folder: Path
    workers: list[Worker] = field(default_factory=list)
    postgres: Postgres | None = None
    standby: Postgres | None = None
    redis: Redis | None = None
    proxy: Proxy | None = None
    disk: Path | None = None  # the small file system of the SQLite database

    @property
    def primary(self) -> Postgres:
        assert self.postgres is not None
        return self.postgres

    @property
    def bases(self) -> list[str]:
        return [worker.base for worker in self.workers]

    def add_worker(
        self, database: str, bus: str = "", namespace: NetworkNamespace | None = None
    ) -> None:
        log = self.folder / f"worker{len(self.workers)}.log"
        self.workers.append(Worker(database, bus, log, namespace))

    async def restart_workers(self) -> None:
        await asyncio.gather(*(worker.kill() for worker in self.workers))
        await asyncio.gather(*(worker.start() for worker in self.workers))

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self.workers))
        for worker in self.workers:
            if worker.namespace is not None:
                worker.namespace.close()
        if self.proxy is not None:
            await self.proxy.close()
        if self.redis is not None:
            await self.redis.kill()
        for server in (self.standby, self.postgres):
            if server is not None:
                await server.stop(signal.SIGQUIT)
        if self.disk is not None:
            run("umount", self.disk)
