"""Simulated workers: the server's `Worker` in a process that can crash, pause and restart."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI
from starlette.datastructures import State

from ringrift.server.app import create_app
from ringrift.server.bus import Bus, LocalBus
from ringrift.server.clock import SystemClock
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import current_time, release_all
from ringrift.server.worker import Worker
from tests.simulation.borders import EPOCH
from tests.simulation.bus import SimulatedBus
from tests.simulation.storage import EngineSlot, SimulatedWriter
from tests.simulation.virtual_loop import Process, current_process

if TYPE_CHECKING:
    from tests.simulation.world import World

_SHUTDOWN_SECONDS: Final = 5.0  # for the requests that are being served


class _ProcessState(State):
    """The application's state: each process has its own worker."""

    @property
    def worker(self) -> Worker:
        worker: Worker = current_process().service
        return worker


@cache
def _application() -> FastAPI:
    """Return the one application; its routes are the same for all workers."""
    app = create_app(Settings())
    app.state = _ProcessState({"page": None})
    return app


@cache
def _slot(_number: int) -> EngineSlot:
    """Return the slot of the worker with that number."""
    return EngineSlot()


class SimulatedWorker:
    """One machine that runs one worker, again and again."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.name = f"worker {number}"
        self.clock_offset = 0.0  # of the machine's wall clock
        self.lives = 0
        self.ready = False
        self.open_requests = 0
        self.left_tasks: list[str] = []  # that ran after the last graceful stop
        self.worker: Worker | None = None
        self.process: Process = world.loop.new_process(self.name)
        self.process.alive = False

    @property
    def app(self) -> Any:
        return _application()

    @property
    def accepts(self) -> bool:
        """Whether a client can connect."""
        return self.ready and self.process.alive

    def start(self) -> None:
        """Start the worker in a new process."""
        assert not self.process.alive
        self.lives += 1
        self.open_requests = 0
        self.process = self.world.loop.new_process(self.name)
        self.process.machine = self
        self.process.start(self._open(self.process), "open")
        self.world.trace.add(self.name, f"starts, life {self.lives}")

    async def _open(self, process: Process) -> None:
        world = self.world
        database = _slot(self.number).open(world.storage)
        writer = SimulatedWriter(database, world.storage, self.name)
        try:
            if len(world.workers) == 1:
                await release_all(database)  # as `Worker.open` does for SQLite
            bus = await self._open_bus()
            clock = SystemClock(await self._start_time(database))
            worker = Worker(world.settings, database, bus, clock, journal_writer=writer)
            process.service = worker
            await worker.start()
            worker.stalls.start()
        except Exception as error:  # noqa: BLE001 - a supervisor starts it again
            world.trace.add(self.name, f"fails to start: {error}")
            world.loop.root.call(0.5, self._restart, process)
            return
        self.worker = worker
        self.ready = True
        world.trace.add(self.name, "is ready")

    async def _start_time(self, database: Database) -> float:
        """Return the time of this machine, or of the database server that several workers share."""
        if len(self.world.workers) == 1:
            return await current_time(database)
        return EPOCH + self.world.loop.time()

    async def _open_bus(self) -> Bus:
        if len(self.world.workers) == 1:
            return LocalBus()
        return await SimulatedBus.open_on(self.world.network)

    def _restart(self, process: Process) -> None:
        if self.process is process and process.alive:
            self.crash()
            self.start()

    def crash(self) -> None:
        """Kill the process; its connections close and open transactions are rolled back."""
        self.world.trace.add(self.name, "crashes")
        self._end()

    async def stop(self) -> None:
        """Stop gracefully, as on SIGTERM."""
        process, worker = self.process, self.worker
        if worker is None or not process.alive:
            return
        self.world.trace.add(self.name, "stops")
        self.ready = False
        self.world.loop.root.start(self._watch(process, process.start(self._shut_down(worker))))
        while process.alive:
            await asyncio.sleep(0.01)

    async def _shut_down(self, worker: Worker) -> None:
        """Let the clients reconnect elsewhere, finish the requests and close."""
        worker.disconnect_clients()
        until = self.world.loop.time() + _SHUTDOWN_SECONDS
        while self.open_requests and self.world.loop.time() < until:
            await asyncio.sleep(0.01)
        await worker.close()

    async def _watch(self, process: Process, closing: asyncio.Task[None]) -> None:
        """End the process when it has closed, even if that failed."""
        while not closing.done() and process.alive:
            await asyncio.sleep(0.005)
        if not process.alive:
            return
        error = closing.exception()
        self.left_tasks = [] if error else [_describe(task) for task in process.pending]
        self.world.trace.add(self.name, f"fails to stop: {error}" if error else "has stopped")
        if not error and self.worker is not None and not self.world.database_failed:
            for row in self.world.storage.read(
                "SELECT id FROM games WHERE owner = ?", self.worker.id
            ):
                self.world.excesses.append(f"{self.name} has stopped and owns {row['id'][:6]}")
        self._end()

    async def pause(self, seconds: float) -> None:
        """Stop the process for a while, as SIGSTOP does, but never while it holds the database."""
        process = self.process
        while self.world.storage.lock.process is process and process.alive:
            await asyncio.sleep(0.0005)
        self.world.trace.add(self.name, f"pauses for {seconds:.2f} s")
        process.pause()
        await asyncio.sleep(seconds)
        self.world.trace.add(self.name, "continues")
        process.resume()
        self.world.storage.lock.grant()

    def _end(self) -> None:
        self.ready = False
        self.worker = None
        self.process.kill()
        self.world.storage.lock.grant()


def _describe(task: asyncio.Task[Any]) -> str:
    work = task.get_coro()
    return f"{task.get_name()} ({getattr(work, '__qualname__', work)})"
