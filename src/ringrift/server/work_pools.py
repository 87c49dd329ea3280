"""The threads and processes of a worker: bounded pools with fair queues, apart by kind of work.

Nothing whose cost depends on the size of an input or on a position runs on the event loop. Work
that releases the GIL runs in threads; the reference engine, which is Python, runs in a process of
its own. Both have a lower scheduling priority than the event loop.
"""

from __future__ import annotations

import asyncio
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Final, Protocol, Self, TypeVar

from ringrift.server.fair_queue import FairQueue, Priority, queue_full
from ringrift.server.settings import Settings
from ringrift.server.work_process import WorkProcess

Result = TypeVar("Result")

_PASSWORD_THREADS: Final = 1  # a hash uses 64 MiB
_RULES_PROCESSES: Final = 2  # the second only for live games
_NICENESS: Final = 10  # of threads that compute without the GIL
_MAX_QUEUED: Final = 200
_MAX_PER_SHARE: Final = 20


class WorkPool(Protocol):
    """Runs functions apart from the event loop."""

    async def run(
        self,
        work: Callable[[], Result],
        *,
        share: str,
        priority: Priority = Priority.ACCOUNT,
    ) -> Result:
        """Return the function's result. `share` is the account or address that asked for it."""
        ...

    @property
    def queued(self) -> int:
        """How much work waits."""

    async def close(self) -> None: ...


@dataclass(slots=True, eq=False)
class _Ticket:
    """Waits for a thread."""

    priority: Priority
    granted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class _QueuedWorkPool(ABC):
    """Slots and a fair queue. Only live games may use more than `background_slots`."""

    def __init__(
        self,
        slots: int,
        *,
        background_slots: int | None = None,
        max_queued: int = _MAX_QUEUED,
        max_per_share: int = _MAX_PER_SHARE,
    ) -> None:
        self._slots = slots
        self._background_slots = background_slots or slots
        self._queue: FairQueue[_Ticket] = FairQueue(
            max_items=max_queued, max_per_share=max_per_share
        )
        self._live = self._background = 0  # running work
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @property
    def queued(self) -> int:
        return len(self._queue)

    async def run(
        self,
        work: Callable[[], Result],
        *,
        share: str,
        priority: Priority = Priority.ACCOUNT,
    ) -> Result:
        if self._closed:
            raise queue_full()
        if self._has_slot_for(priority):
            self._count(priority, 1)
        else:
            await self._wait_for_slot(share, priority)
        return await self._start(work, lambda: self._release(priority))

    async def close(self) -> None:
        """Refuse the queued work and wait for the running work."""
        self._closed = True
        for ticket in self._queue.clear():
            if not ticket.granted.done():
                ticket.granted.set_exception(queue_full())
        await self._idle.wait()

    @abstractmethod
    def _start(self, work: Callable[[], Result], release: Callable[[], None]) -> Awaitable[Result]:
        """Start the work; call `release` in the event loop when it has ended.

        The slot stays busy when the caller is cancelled.
        """

    async def _wait_for_slot(self, share: str, priority: Priority) -> None:
        ticket = _Ticket(priority)
        evicted = self._queue.push(ticket, share, priority)
        if evicted is not None:
            evicted.granted.set_exception(queue_full())
        try:
            await ticket.granted
        except asyncio.CancelledError:
            if ticket.granted.done() and not ticket.granted.cancelled():
                self._release(priority)
            else:
                self._queue.remove(ticket)
            raise

    def _has_slot_for(self, priority: Priority) -> bool:
        if self._live + self._background >= self._slots:
            return False
        return priority is Priority.LIVE_GAME or self._background < self._background_slots

    def _count(self, priority: Priority, change: int) -> None:
        if priority is Priority.LIVE_GAME:
            self._live += change
        else:
            self._background += change
        if self._live + self._background:
            self._idle.clear()
        else:
            self._idle.set()

    def _release(self, priority: Priority) -> None:
        self._count(priority, -1)
        while (lowest := self._lowest_startable()) is not None:
            ticket = self._queue.pop(lowest)
            if ticket is None:
                return
            if not ticket.granted.done():  # else its caller was cancelled
                self._count(ticket.priority, 1)
                ticket.granted.set_result(None)

    def _lowest_startable(self) -> Priority | None:
        for priority in (Priority.BACKGROUND, Priority.LIVE_GAME):
            if self._has_slot_for(priority):
                return priority
        return None


class ThreadWorkPool(_QueuedWorkPool):
    """Some threads and a fair queue. Only live games may use more than `background_slots`."""

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        niceness: int = 0,
        background_slots: int | None = None,
        max_queued: int = _MAX_QUEUED,
    ) -> None:
        """`niceness` is for work that releases the GIL: a thread that holds it must not wait."""
        super().__init__(threads, background_slots=background_slots, max_queued=max_queued)
        self._executor = ThreadPoolExecutor(
            threads,
            thread_name_prefix=name,
            initializer=lower_thread_priority,
            initargs=(niceness,),
        )

    async def close(self) -> None:
        await super().close()
        self._executor.shutdown(wait=False)

    def _start(self, work: Callable[[], Result], release: Callable[[], None]) -> Awaitable[Result]:
        loop = asyncio.get_running_loop()
        future = self._executor.submit(work)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(release))
        return asyncio.wrap_future(future)


class ProcessWorkPool(_QueuedWorkPool):
    """Some processes and a fair queue, for work that would hold the GIL.

    The work must be picklable, such as a `partial` of a function of a module; so must its result.
    """

    def __init__(
        self,
        processes: int,
        *,
        background_slots: int | None = None,
        create: Callable[[], WorkProcess] = WorkProcess,
    ) -> None:
        """The processes start when they are needed."""
        super().__init__(processes, background_slots=background_slots)
        self._free = [create() for _ in range(processes)]
        self._processes = tuple(self._free)

    async def close(self) -> None:
        await super().close()
        for process in self._processes:
            await process.close()

    def _start(self, work: Callable[[], Result], release: Callable[[], None]) -> Awaitable[Result]:
        process = self._free.pop()

        def free(task: asyncio.Task[Result]) -> None:
            self._free.append(process)
            release()
            if not task.cancelled():
                task.exception()  # the caller may be gone: mark the error as retrieved

        task = asyncio.ensure_future(process.run(work))
        task.add_done_callback(free)
        return asyncio.shield(task)


def lower_thread_priority(niceness: int) -> None:
    """Lower the scheduling priority of the calling thread, where the system has one per thread."""
    if niceness and hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class InlineWorkPool:
    """Runs work at once, for tests and simulations without threads."""

    queued = 0

    async def run(
        self,
        work: Callable[[], Result],
        *,
        share: str,  # noqa: ARG002
        priority: Priority = Priority.ACCOUNT,  # noqa: ARG002
    ) -> Result:
        await asyncio.sleep(0)
        return work()

    async def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class WorkPools:
    """The pools of one worker. A log-in never waits for rules, nor a person's game for guests."""

    passwords: WorkPool
    rules: WorkPool  # positions, legal moves, evaluation, replays: picklable work
    search: WorkPool  # moves of levels, and analyses
    restore: WorkPool  # games of a stopped worker

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """Return pools of threads and processes, with the sizes of the settings."""
        return cls(
            passwords=ThreadWorkPool("passwords", _PASSWORD_THREADS, niceness=_NICENESS),
            rules=ProcessWorkPool(
                _RULES_PROCESSES,
                background_slots=_RULES_PROCESSES - 1,
                create=partial(
                    WorkProcess, log_level=settings.log_level, log_format=settings.log_format
                ),
            ),
            search=ThreadWorkPool(
                "search",
                settings.search_threads,
                niceness=_NICENESS,
                background_slots=settings.analysis_workers,
            ),
            restore=ThreadWorkPool("restore", 1),  # more would compete for the GIL
        )

    @classmethod
    def inline(cls) -> Self:
        """Return pools without threads."""
        return cls(*(InlineWorkPool() for _ in range(4)))

    def queue_lengths(self) -> dict[str, int]:
        """Return how much work waits in each pool, by its name."""
        return {one.name: getattr(self, one.name).queued for one in fields(self)}

    async def close(self) -> None:
        for pool in (self.passwords, self.rules, self.search, self.restore):
            await pool.close()
