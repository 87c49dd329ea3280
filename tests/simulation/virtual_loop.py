"""An asyncio event loop in virtual time, whose tasks belong to simulated processes.

Nothing sleeps and no thread runs: when nothing is ready, the time jumps to the next timer. The
callbacks of one process run in their order, those of different processes in an order by seed.
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import sys
import warnings
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack
from weakref import WeakSet

_Result = TypeVar("_Result")
_Ts = TypeVarTuple("_Ts")
_process: ContextVar[Process] = ContextVar("simulated process")
_MAX_STEPS: Final = 200_000  # at the same time


class Process:
    """Tasks that are paused and killed together: a worker, or one client."""

    def __init__(self, loop: VirtualLoop, name: str) -> None:
        self.name = name
        self.alive = True
        self.paused = False
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.ready: deque[asyncio.Handle] = deque()
        self.waits_for_turn = False  # whether the loop has it in its list
        self.on_kill: list[Callable[[], None]] = []
        self._loop = loop
        self._buried: list[asyncio.Task[Any]] = []
        self.service: Any = None  # what the process serves
        self.machine: Any = None  # where it runs
        self.context: Context = copy_context()
        self.context.run(_process.set, self)

    def start(self, work: Coroutine[Any, Any, _Result], name: str = "") -> asyncio.Task[_Result]:
        """Run a coroutine as a task of this process."""
        return self._loop.create_task(work, name=name or None, context=self.context.copy())

    def call(self, delay: float, callback: Callable[..., object], *args: Any) -> None:
        """Call back in this process after a delay: how the network delivers to it."""
        self._loop.call_later(delay, callback, *args, context=self.context)

    def kill(self) -> None:
        """Never run any of its tasks again, as `kill -9` does."""
        if not self.alive:
            return
        self.alive = False
        self._buried = list(self.tasks)  # their `finally` blocks must not run
        self.ready.clear()
        for on_kill in self.on_kill:
            on_kill()

    def pause(self) -> None:
        """Stop running its tasks, as SIGSTOP does."""
        self.paused = True

    def resume(self) -> None:
        self.paused = False
        self._loop.offer_turn(self)

    @property
    def pending(self) -> list[asyncio.Task[Any]]:
        """The tasks that are not done."""
        return [task for task in self.tasks if not task.done()]


def current_process() -> Process:
    """Return the process of the running task."""
    return _process.get()


class DeadlockError(Exception):
    """Nothing is ready and no timer is set."""


class LivelockError(Exception):
    """Callbacks follow each other without end, while the time stands still."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs the ready callbacks of a random process, one at a time."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.steps = 0
        self.errors: list[str] = []  # exceptions that nobody retrieved
        self._random = random
        self._now = 0.0
        self._max_steps = _MAX_STEPS
        self._turns: list[Process] = []
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._timer_number = 0
        self.processes: list[Process] = []
        self.root = self.new_process("simulation")
        self.set_exception_handler(self._note_error)

    def new_process(self, name: str) -> Process:
        process = Process(self, name)
        self.processes.append(process)
        return process

    def time(self) -> float:
        return self._now

    def run(self, main: Coroutine[Any, Any, _Result]) -> _Result:
        """Run the coroutine to its end and discard all other tasks."""
        enabled = gc.isenabled()
        gc.disable()  # a cycle that is collected at a random time could run a `finally` block
        try:
            return self.run_until_complete(self.root.start(main))
        finally:
            self._discard_tasks()
            if enabled:
                gc.enable()

    def offer_turn(self, process: Process) -> None:
        """Let the process run if it has something to do."""
        if process.ready and not process.waits_for_turn and process.alive and not process.paused:
            process.waits_for_turn = True
            self._turns.append(process)

    def create_task(
        self,
        coro: Generator[Any, None, _Result] | Coroutine[Any, Any, _Result],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> asyncio.Task[_Result]:
        task: asyncio.Task[_Result] = asyncio.Task(coro, loop=self, context=context)
        if name is not None:
            task.set_name(str(name))
        self._process_of(context).tasks.add(task)
        return task

    def call_soon(
        self,
        callback: Callable[[Unpack[_Ts]], object],
        *args: *_Ts,
        context: Context | None = None,
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._append(self._process_of(context), handle)
        return handle

    def call_soon_threadsafe(
        self,
        callback: Callable[[Unpack[_Ts]], object],
        *args: *_Ts,
        context: Context | None = None,
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[_Ts]], object],
        *args: *_Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._timer_number += 1  # equal times keep their order
        heapq.heappush(self._timers, (when, self._timer_number, handle))
        return handle

    def _process_of(self, context: Context | None) -> Process:
        if context is None:
            return _process.get(self.root)
        return context.get(_process, self.root)

    def _append(self, process: Process, handle: asyncio.Handle) -> None:
        if process.alive:
            process.ready.append(handle)
            if not process.waits_for_turn:
                self.offer_turn(process)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Leave it in the queue: it is skipped when its time comes."""

    def _run_once(self) -> None:
        if not self._turns:
            self._jump()
            return
        if self.steps > self._max_steps:
            raise LivelockError(f"too many steps at {self._now:.3f} s")
        number = int(self._random.random() * len(self._turns))
        process = self._turns[number]
        if process.alive and not process.paused and process.ready:
            handle = process.ready.popleft()
            if not handle.cancelled():
                self.steps += 1
                handle._run()
        if not (process.alive and not process.paused and process.ready):
            process.waits_for_turn = False
            last = self._turns.pop()
            if last is not process:
                self._turns[number] = last

    def _jump(self) -> None:
        """Move to the time of the next timer and make all timers of that time ready."""
        timers = self._timers
        while timers and timers[0][2].cancelled():
            heapq.heappop(timers)
        if not timers:
            raise DeadlockError(f"nothing can happen after {self._now:.3f} s")
        if timers[0][0] > self._now:
            self._now = timers[0][0]
            self._max_steps = self.steps + _MAX_STEPS
        while timers and timers[0][0] <= self._now:
            handle = heapq.heappop(timers)[2]
            if not handle.cancelled():
                context: Context = handle._context  # type: ignore[attr-defined]
                self._append(self._process_of(context), handle)

    def _note_error(self, _loop: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        task = context.get("task") or context.get("future")
        name = task.get_name() if isinstance(task, asyncio.Task) else ""
        self.errors.append(f"{context['message']}: {name} {error!r}")

    def _discard_tasks(self) -> None:
        """End all tasks without running anything that they still wanted to do."""
        hook, sys.unraisablehook = sys.unraisablehook, lambda _unraisable: None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.set_exception_handler(lambda _loop, _context: None)
                for process in self.processes:
                    process.alive = False
                tasks = [
                    task
                    for process in self.processes
                    for task in {*process._buried, *process.tasks}
                ]
                for task in tasks:
                    task._log_destroy_pending = False  # type: ignore[attr-defined]
                    with suppress(BaseException):
                        task.get_coro().close()
                for process in self.processes:
                    process._buried.clear()
                    process.on_kill.clear()
                    process.ready.clear()
                del tasks
                self._timers.clear()
                self._turns.clear()
                self.close()
                gc.collect()
        finally:
            sys.unraisablehook = hook
