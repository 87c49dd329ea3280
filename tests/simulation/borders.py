"""What the simulation replaces in the server: time, randomness, threads, processes, a budget."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

from ringrift.server import clock, sliced_delivery, work_pools
from ringrift.server.analysis import service as analysis
from ringrift.server.games import socket
from ringrift.server.storage import journal, lease
from tests.simulation.virtual_loop import current_process

EPOCH: Final = 1_800_000_000.0  # the wall clock at the start of every simulation
UNREAD_BYTES: Final = 1 << 17  # of a socket; the server's own budget is never reached in seconds
_WORK_SECONDS: Final = 0.003  # virtual duration of work in a thread


@contextmanager
def simulated_borders(seed: str) -> Iterator[None]:
    """Replace time, randomness, threads, processes and a budget while a simulation runs."""
    entropy = random.Random(seed).randbytes
    replaced: tuple[tuple[Any, str, object], ...] = (
        (os, "urandom", entropy),  # of `uuid4`
        (random, "_urandom", entropy),  # of `secrets`
        (clock, "time", wall_time),
        (clock, "monotonic", _monotonic),
        (lease, "wall_time", wall_time),
        (journal, "perf_counter", _monotonic),
        (sliced_delivery, "perf_counter", _monotonic),
        (work_pools, "ThreadPoolExecutor", InlineExecutor),
        (work_pools, "WorkProcess", InlineProcess),
        (analysis.Analyses, "_search", _search),
        (socket, "_MAX_BUFFERED_BYTES", UNREAD_BYTES),
    )
    logging.disable()  # failures are expected, and the trace has what matters
    try:
        with ExitStack() as patches:
            for module, name, value in replaced:
                patches.enter_context(patch.object(module, name, value))
            yield
    finally:
        logging.disable(logging.NOTSET)


def _monotonic() -> float:
    return asyncio.get_running_loop().time()


def wall_time() -> float:
    """Return the wall clock of the machine on which the running process is."""
    machine = current_process().machine
    return EPOCH + _monotonic() + (0.0 if machine is None else machine.clock_offset)


def _search(_analyses: object, job: Any, _loop: object) -> None:
    """Find the same report at once: a search is limited by real time."""
    job.report = {"depth": 1}


class InlineExecutor:
    """Does the work of a thread pool in the loop, after a virtual duration."""

    def __init__(self, *_args: object, **_options: object) -> None:
        """Accept the arguments of a thread pool."""

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()

        def run() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except Exception as error:  # noqa: BLE001 - the waiting task gets it
                    future.set_exception(error)

        asyncio.get_running_loop().call_later(_WORK_SECONDS, run)
        return future

    def shutdown(self, wait: bool = True) -> None:
        """Nothing runs apart from the loop."""


class InlineProcess:
    """Does the work of a process in the loop, after a virtual duration."""

    def __init__(self, **_options: object) -> None:
        """Accept the options of a process."""

    async def run(self, work: Callable[[], Any]) -> Any:
        await asyncio.sleep(_WORK_SECONDS)
        return work()

    async def close(self) -> None:
        """Nothing runs apart from the loop."""
