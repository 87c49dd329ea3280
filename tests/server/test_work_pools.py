"""Threads are shared fairly, and requests that exceed a share are refused."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event
from time import monotonic, process_time, sleep
from typing import Any, TypeVar

import pytest

from ringrift.rules import new_game
from ringrift.rules.errors import RingRiftError
from ringrift.rules.position_string import load_position
from ringrift.rules.wire import dump_state
from ringrift.server import settings as settings_module
from ringrift.server.accounts.passwords import hash_password
from ringrift.server.app import create_app
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import FairQueue, Priority
from ringrift.server.rules.positions import load_sent_state
from ringrift.server.rules.service import list_moves
from ringrift.server.rules.types import LegalMoves, StateRequest
from ringrift.server.settings import Settings
from ringrift.server.work_pools import InlineWorkPool, ProcessWorkPool, ThreadWorkPool
from ringrift.server.work_process import WorkProcess
from tests.server.running_server import TIMEOUT, on_sqlite

Pool = TypeVar("Pool", ThreadWorkPool, ProcessWorkPool)

GUEST, ACCOUNT, LIVE = Priority.GUEST, Priority.ACCOUNT, Priority.LIVE_GAME


def fill(queue: FairQueue[str], items: str, priority: Priority = GUEST) -> None:
    """Add items such as "a1 a2 b1"; the letter is the share."""
    for item in items.split():
        queue.push(item, item[0], priority)


def drain(queue: FairQueue[str]) -> str:
    return " ".join(queue.clear())


def test_shares_take_turns_however_many_items_one_of_them_has() -> None:
    queue: FairQueue[str] = FairQueue(max_items=100, max_per_share=100)
    fill(queue, "a1 a2 a3 a4 b1 c1 b2")
    assert drain(queue) == "a1 b1 c1 a2 b2 a3 a4"


def test_live_games_precede_accounts_and_accounts_precede_guests() -> None:
    queue: FairQueue[str] = FairQueue(max_items=100, max_per_share=100)
    fill(queue, "g1", GUEST)
    fill(queue, "l1", Priority.BACKGROUND)
    fill(queue, "a1", ACCOUNT)
    fill(queue, "p1", LIVE)
    assert drain(queue) == "p1 a1 g1 l1"


def test_one_share_cannot_queue_more_than_its_limit() -> None:
    queue: FairQueue[str] = FairQueue(max_items=100, max_per_share=2)
    fill(queue, "a1 a2 b1")
    with pytest.raises(ApiError) as refused:
        fill(queue, "a3")
    assert (refused.value.status, refused.value.refusal.code) == (429, "TOO_MANY")


def test_a_full_queue_displaces_the_longest_share_for_a_shorter_one() -> None:
    queue: FairQueue[str] = FairQueue(max_items=4, max_per_share=100)
    fill(queue, "a1 a2 a3 b1")
    assert queue.push("c1", "c", GUEST) == "a3"
    assert drain(queue) == "a1 b1 c1 a2"


def test_a_full_queue_displaces_a_guest_for_an_account_but_not_the_reverse() -> None:
    queue: FairQueue[str] = FairQueue(max_items=2, max_per_share=100)
    fill(queue, "a1 b1", ACCOUNT)
    with pytest.raises(ApiError) as refused:
        queue.push("g1", "g", GUEST)
    assert (refused.value.status, refused.value.refusal.code) == (503, "QUEUE_FULL")
    queue = FairQueue(max_items=2, max_per_share=100)
    fill(queue, "g1 h1", GUEST)
    assert queue.push("a1", "a", ACCOUNT) in ("g1", "h1")


def test_work_of_games_is_never_refused() -> None:
    queue: FairQueue[str] = FairQueue(max_items=1, max_per_share=1)
    fill(queue, "p1 p2 p3", LIVE)
    fill(queue, "l1 l2", Priority.BACKGROUND)
    fill(queue, "a1", ACCOUNT)
    assert len(queue) == 6


@asynccontextmanager
async def opened(pool: Pool) -> AsyncIterator[Pool]:
    try:
        yield pool
    finally:
        await pool.close()


def started(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.get_running_loop().create_task(work)


async def queued(pool: ThreadWorkPool, number: int) -> None:
    while pool.queued != number:
        await asyncio.sleep(0)


def note(order: list[str], name: str) -> Callable[[], None]:
    return lambda: order.append(name)


def test_the_first_request_of_another_account_waits_for_one_request_only() -> None:
    async def play() -> list[str]:
        order: list[str] = []
        gate = Event()
        async with opened(ThreadWorkPool("test", 1)) as pool:
            blocker = started(pool.run(gate.wait, share="greedy"))
            many = [started(pool.run(note(order, "greedy"), share="greedy")) for _ in range(10)]
            await queued(pool, 10)
            other = started(pool.run(note(order, "other"), share="other"))
            await queued(pool, 11)
            gate.set()
            await asyncio.gather(blocker, *many, other)
        return order

    assert asyncio.run(play()).index("other") == 1


def test_a_thread_stays_free_for_live_games() -> None:
    async def play() -> str:
        gate = Event()
        async with opened(ThreadWorkPool("test", 2, background_slots=1)) as pool:
            blockers = [started(pool.run(gate.wait, share=str(n))) for n in range(5)]
            await queued(pool, 4)
            done = await pool.run(lambda: "played", share="person", priority=LIVE)
            gate.set()
            await asyncio.gather(*blockers)
        return done

    assert asyncio.run(play()) == "played"


def test_a_cancelled_caller_frees_its_place_in_the_queue() -> None:
    async def play() -> list[str]:
        order: list[str] = []
        gate = Event()
        async with opened(ThreadWorkPool("test", 1)) as pool:
            blocker = started(pool.run(gate.wait, share="a"))
            cancelled = started(pool.run(note(order, "cancelled"), share="b"))
            kept = started(pool.run(note(order, "kept"), share="c"))
            await queued(pool, 2)
            cancelled.cancel()
            await queued(pool, 1)
            gate.set()
            await asyncio.gather(blocker, kept)
            await asyncio.gather(cancelled, return_exceptions=True)
        return order

    assert asyncio.run(play()) == ["kept"]


def test_a_caller_that_is_cancelled_while_its_work_runs_keeps_the_thread_busy() -> None:
    async def play() -> list[str]:
        order: list[str] = []
        gate = Event()
        async with opened(ThreadWorkPool("test", 1)) as pool:
            blocker = started(pool.run(gate.wait, share="a"))
            await asyncio.sleep(0)
            next_one = started(pool.run(note(order, "next"), share="b"))
            await queued(pool, 1)
            blocker.cancel()
            await asyncio.gather(blocker, return_exceptions=True)
            assert pool.queued == 1
            gate.set()
            await next_one
        return order

    assert asyncio.run(play()) == ["next"]


def test_a_displaced_request_is_refused() -> None:
    async def play() -> list[Any]:
        gate = Event()
        async with opened(ThreadWorkPool("test", 1, max_queued=2)) as pool:
            blocker = started(pool.run(gate.wait, share="a"))
            await asyncio.sleep(0)
            many = [started(pool.run(lambda: "done", share="greedy")) for _ in range(2)]
            await queued(pool, 2)
            other = started(pool.run(lambda: "done", share="other"))
            await asyncio.sleep(0)
            gate.set()
            await blocker
            return await asyncio.gather(*many, other, return_exceptions=True)

    first, second, other = asyncio.run(play())
    assert (first, other) == ("done", "done")
    assert isinstance(second, ApiError)
    assert second.refusal.code == "QUEUE_FULL"


def test_an_error_of_the_work_reaches_its_caller_and_frees_the_thread() -> None:
    async def play() -> str:
        async with opened(ThreadWorkPool("test", 1)) as pool:
            with pytest.raises(ZeroDivisionError):
                await pool.run(lambda: 1 / 0, share="a")
            return await pool.run(lambda: "done", share="a")

    assert asyncio.run(play()) == "done"


def test_an_inline_pool_needs_no_threads() -> None:
    assert asyncio.run(InlineWorkPool().run(lambda: "done", share="a")) == "done"


def test_threads_that_compute_have_a_lower_priority_than_the_event_loop() -> None:
    async def niceness() -> list[int]:
        def read() -> int:
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        async with opened(ThreadWorkPool("test", 1, niceness=10)) as pool:
            return [read(), await pool.run(read, share="a")]

    own, of_thread = asyncio.run(niceness())
    assert of_thread == max(own, 10)


def test_work_in_a_process_leaves_the_gil_to_the_event_loop() -> None:
    async def run() -> tuple[int, int]:
        async with opened(ProcessWorkPool(1)) as pool:
            return await pool.run(os.getpid, share="a"), await pool.run(os.getppid, share="a")

    child, parent = asyncio.run(run())
    assert (child != os.getpid(), parent) == (True, os.getpid())


def test_a_process_has_a_lower_priority_than_the_event_loop() -> None:
    async def niceness() -> int:
        async with opened(ProcessWorkPool(1)) as pool:
            return await pool.run(partial(os.getpriority, os.PRIO_PROCESS, 0), share="a")

    assert asyncio.run(niceness()) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_errors_of_the_rules_and_of_the_server_cross_the_process_border() -> None:
    async def run() -> list[Any]:
        async with opened(ProcessWorkPool(1)) as pool:
            works: list[Callable[[], Any]] = [
                partial(load_position, "nonsense"),
                partial(load_sent_state, None, None),
                partial(int, "x"),
            ]
            results = [pool.run(work, share="a") for work in works]
            return await asyncio.gather(*results, return_exceptions=True)

    of_rules, of_server, other = asyncio.run(run())
    assert isinstance(of_rules, RingRiftError)
    assert isinstance(of_server, ApiError)
    assert (of_server.status, of_server.refusal.path) == (422, "position")
    assert isinstance(other, ValueError)


def test_a_process_that_dies_is_replaced() -> None:
    async def run() -> tuple[BaseException, str]:
        async with opened(ProcessWorkPool(1)) as pool:
            [lost] = await asyncio.gather(
                pool.run(partial(os.abort), share="a"), return_exceptions=True
            )
            assert lost is not None
            return lost, await pool.run(partial(str, "alive"), share="a")

    lost, answer = asyncio.run(run())
    assert isinstance(lost, ApiError)
    assert (lost.status, lost.refusal.code, answer) == (503, "TRY_AGAIN", "alive")


def test_work_that_never_ends_is_stopped() -> None:
    async def run() -> tuple[BaseException, str]:
        process = WorkProcess(max_seconds=1.0)
        try:
            [stopped] = await asyncio.gather(
                process.run(partial(sum, count())), return_exceptions=True
            )
            assert isinstance(stopped, BaseException)
            process = WorkProcess()
            return stopped, await process.run(partial(str, "alive"))
        finally:
            await process.close()

    stopped, answer = asyncio.run(run())
    assert isinstance(stopped, ApiError)
    assert (stopped.status, answer) == (503, "alive")


def test_a_process_ends_with_its_worker() -> None:
    """Even if the worker is killed and cannot end it."""
    script = (
        "import asyncio, os\n"
        "from ringrift.server.work_process import WorkProcess\n"
        "async def main():\n"
        "    print(await WorkProcess().run(os.getpid), flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    worker = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    child = int(worker.stdout.readline())
    worker.kill()
    worker.wait()
    worker.stdout.close()
    deadline = monotonic() + 30
    while is_running(child):
        assert monotonic() < deadline
        sleep(0.01)


def is_running(process: int) -> bool:
    """Return whether a process runs; one that nobody waits for may stay as a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_reference_engine_takes_no_processor_time_from_the_event_loop() -> None:
    """In a thread it would take the GIL."""
    work = partial(list_moves, StateRequest(state=dump_state(new_game("hexagonal", 4))))
    before = process_time()
    moves = work()
    inline = process_time() - before

    async def run() -> tuple[LegalMoves, float]:
        async with opened(ProcessWorkPool(1)) as pool:
            await pool.run(os.getpid, share="a")  # it has started
            before = process_time()
            return await pool.run(work, share="a"), process_time() - before

    found, used = asyncio.run(run())
    assert found == moves
    assert used < inline / 2


def test_a_password_hash_uses_one_thread() -> None:
    hashed = asyncio.run(hash_password(InlineWorkPool(), "zebra kettle 94", share="a"))
    assert ",p=1$" in hashed


@pytest.mark.parametrize(
    ("cores", "workers", "level_threads", "threads"),
    [(1, 1, 0, 2), (2, 1, 0, 2), (16, 1, 0, 16), (16, 4, 0, 4), (2, 4, 0, 2), (2, 1, 5, 6)],
)
def test_searches_leave_a_core_to_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, cores: int, workers: int, level_threads: int, threads: int
) -> None:
    monkeypatch.setattr(settings_module, "usable_cores", lambda: cores)
    settings = Settings(workers=workers, level_threads=level_threads, analysis_workers=1)
    assert settings.search_threads == threads


def test_a_started_server_starts_its_process_for_rules_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        app = create_app(on_sqlite(tmp_path), warm_up=True)
        async with app.router.lifespan_context(app), asyncio.timeout(TIMEOUT):
            pool = app.state.worker.pools.rules
            while all(process.id is None for process in pool._processes):
                await asyncio.sleep(0.01)

    asyncio.run(run())
