"""The kinds of fault: what each needs, and one round of it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from bench.load.faults.cluster import Cluster
from bench.load.faults.sandbox import HOST, NetworkNamespace, add_service_address, run
from bench.load.faults.services import Postgres, Proxy, Redis

_WORKERS: Final = 2
_DISK: Final = "48m"


class Fault:
    """A kind of fault. A round injects it at a random moment and repairs it."""

    summary: str

    async def set_up(self, folder: Path) -> Cluster:
        """Start the services and the workers."""
        cluster = Cluster(folder)
        await self.add_services(cluster)
        await asyncio.gather(*(worker.start() for worker in cluster.workers))
        return cluster

    async def add_services(self, cluster: Cluster) -> None:
        """Start PostgreSQL and add two workers."""
        cluster.postgres = await _start_postgres(cluster.folder)
        for _ in range(_WORKERS):
            cluster.add_worker(cluster.postgres.address)

    async def inject(self, cluster: Cluster, random: Random) -> None:
        """Inject the fault and repair it; on return, every service runs again."""
        raise NotImplementedError

    async def recover(self, cluster: Cluster) -> None:
        """Prepare the next round, once all games are being played again."""


async def _start_postgres(folder: Path, host: str = "127.0.0.1") -> Postgres:
    server = Postgres(folder, host)
    await asyncio.to_thread(server.initialise)
    await server.start()
    return server


class KillWorker(Fault):
    summary = "`kill -9` of one of two workers; it starts again at once"

    async def inject(self, cluster: Cluster, random: Random) -> None:
        worker = random.choice(cluster.workers)
        await worker.kill()
        await worker.start()


class UpgradeWorker(Fault):
    summary = "SIGTERM of one of two workers, as in a rolling upgrade; it starts again at once"

    async def inject(self, cluster: Cluster, random: Random) -> None:
        worker = random.choice(cluster.workers)
        await worker.close()
        await worker.start()


class StopWorker(Fault):
    summary = "SIGSTOP of one of two workers for 0.2 to 3.5 s, then SIGCONT"

    async def inject(self, cluster: Cluster, random: Random) -> None:
        worker = random.choice(cluster.workers)
        worker.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(random.uniform(0.2, 3.5))
        finally:
            worker.send_signal(signal.SIGCONT)


class RestartPostgres(Fault):
    summary = "PostgreSQL restarted, half of the time without a shutdown checkpoint"

    async def inject(self, cluster: Cluster, random: Random) -> None:
        await cluster.primary.stop(random.choice((signal.SIGINT, signal.SIGQUIT)))
        await asyncio.sleep(random.uniform(0.0, 0.5))
        await cluster.primary.start()


class FailOverPostgres(Fault):
    summary = "the PostgreSQL primary killed, its synchronous standby promoted behind a proxy"

    async def add_services(self, cluster: Cluster) -> None:
        cluster.postgres = await _start_postgres(cluster.folder)
        await self.recover(cluster)
        cluster.proxy = Proxy(cluster.postgres.port)
        await cluster.proxy.start()
        for _ in range(_WORKERS):
            cluster.add_worker(f"postgresql://root@127.0.0.1:{cluster.proxy.port}/postgres")

    async def inject(self, cluster: Cluster, random: Random) -> None:
        assert cluster.standby is not None
        assert cluster.proxy is not None
        await cluster.primary.discard()
        await asyncio.sleep(random.uniform(0.0, 0.3))
        await cluster.standby.promote()
        cluster.postgres, cluster.standby = cluster.standby, None
        cluster.proxy.switch(cluster.primary.port)

    async def recover(self, cluster: Cluster) -> None:
        """Give the new primary a standby that every commit waits for."""
        standby = Postgres(cluster.folder)
        await asyncio.to_thread(standby.copy_from, cluster.primary)
        await standby.start()
        await cluster.primary.require_standby()
        cluster.standby = standby


class RestartRedis(Fault):
    summary = "Redis, the bus of two workers, killed and started again within 1 s"

    async def add_services(self, cluster: Cluster) -> None:
        cluster.postgres = await _start_postgres(cluster.folder)
        cluster.redis = Redis(cluster.folder)
        await cluster.redis.start()
        for _ in range(_WORKERS):
            cluster.add_worker(cluster.postgres.address, cluster.redis.address)

    async def inject(self, cluster: Cluster, random: Random) -> None:
        assert cluster.redis is not None
        await cluster.redis.kill()
        await asyncio.sleep(random.uniform(0.0, 1.0))
        await cluster.redis.start()


class FillDisk(Fault):
    summary = "the disk of a SQLite server full for 0.2 to 1.5 s"

    async def add_services(self, cluster: Cluster) -> None:
        disk = cluster.folder / "disk"
        disk.mkdir()
        run("mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", disk)
        cluster.disk = disk
        cluster.add_worker(f"sqlite:///{disk}/ringrift.db")

    async def inject(self, cluster: Cluster, random: Random) -> None:
        assert cluster.disk is not None
        ballast = cluster.disk / "ballast"
        _fill(ballast)
        try:
            await asyncio.sleep(random.uniform(0.2, 1.5))
        finally:
            ballast.unlink()


def _fill(ballast: Path) -> None:
    """Write until the file system has no free block."""
    block = bytes(4096)
    descriptor = os.open(ballast, os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(descriptor, block):
            pass
    except OSError:
        return
    finally:
        os.close(descriptor)


class CutNetwork(Fault):
    summary = "the network of one of two workers, in its own namespace, cut for 0.2 to 3.5 s"

    async def add_services(self, cluster: Cluster) -> None:
        add_service_address()
        cluster.postgres = await _start_postgres(cluster.folder, HOST)
        for number in range(1, _WORKERS + 1):
            cluster.add_worker(cluster.postgres.address, namespace=NetworkNamespace(number))

    async def inject(self, cluster: Cluster, random: Random) -> None:
        namespace = random.choice(cluster.workers).namespace
        assert namespace is not None
        namespace.cut()
        try:
            await asyncio.sleep(random.uniform(0.2, 3.5))
        finally:
            namespace.mend()


KINDS: Final[Mapping[str, Fault]] = {
    "kill": KillWorker(),
    "upgrade": UpgradeWorker(),
    "stop": StopWorker(),
    "postgres-restart": RestartPostgres(),
    "postgres-failover": FailOverPostgres(),
    "redis-restart": RestartRedis(),
    "disk-full": FillDisk(),
    "network": CutNetwork(),
}
