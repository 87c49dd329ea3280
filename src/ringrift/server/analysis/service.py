"""The analysis queue of one worker. A search releases the GIL, therefore it runs in threads."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from time import time
from typing import Any, Final

from sqlalchemy import func, insert, select, update

from ringrift.players.analysis import analyse, report_json
from ringrift.players.search import expect_decision
from ringrift.rules.state import State
from ringrift.server.accounts.credentials import new_id
from ringrift.server.analysis.types import Analysis, AnalysisRequest, Status
from ringrift.server.bus.bus import Bus
from ringrift.server.errors import ApiError, StorageError
from ringrift.server.operations.metrics import Metrics
from ringrift.server.rules.service import load_sent_state
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import analyses

_MAX_QUEUED: Final = 100  # analyses per worker, running ones included
_POLL_SECONDS: Final = 5.0  # of silence, after which a stream reads the status
_STOP_TOPIC: Final = "analysis.stop"
_ORPHANED_SECONDS: Final = 3600.0
_FINAL_STATUSES: Final = ("done", "failed", "stopped")
_log = logging.getLogger("ringrift.server.analysis")


@dataclass(slots=True)
class _Job:
    id: str
    state: State
    seconds: float
    best: int
    stopped: Event = field(default_factory=Event)
    report: dict[str, Any] | None = None


class Analyses:
    """Queues analyses and publishes their reports on the bus, where any worker can stream them."""

    def __init__(self, database: Database, bus: Bus, metrics: Metrics, settings: Settings) -> None:
        self._database = database
        self._bus = bus
        self._metrics = metrics
        self._max_seconds = settings.analysis_seconds
        self._queue: asyncio.Queue[_Job] = asyncio.Queue()
        self._jobs: dict[str, _Job] = {}
        self._pool = ThreadPoolExecutor(settings.analysis_workers, thread_name_prefix="analysis")
        self._tasks = [asyncio.create_task(self._work()) for _ in range(settings.analysis_workers)]
        bus.subscribe(_STOP_TOPIC, self._receive_stop)

    async def add(self, account: str, request: AnalysisRequest) -> Analysis:
        """Queue an analysis."""
        state = _state(request)
        job = _Job(
            new_id(),
            state,
            min(request.seconds or self._max_seconds, self._max_seconds),
            request.best,
        )
        row = {
            "id": job.id,
            "account_id": account,
            "request": request.model_dump_json(exclude_none=True),
            "status": "queued",
            "created_at": time(),
        }
        if len(self._jobs) >= _MAX_QUEUED:
            raise ApiError(503, "QUEUE_FULL", "too many analyses are queued: try again in a minute")
        self._jobs[job.id] = job
        try:
            async with self._database.engine.begin() as connection:
                await connection.execute(insert(analyses), [row])
        except BaseException:
            del self._jobs[job.id]
            raise
        self._queue.put_nowait(job)
        self._metrics.analyses_queued.set(self._queue.qsize())
        return await self.find(account, job.id)

    async def find(self, account: str, number: str) -> Analysis:
        """Return an analysis of the account."""
        wanted = select(analyses).where(analyses.c.id == number, analyses.c.account_id == account)
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            if row is None:
                raise ApiError(404, "NOT_FOUND", "you have no such analysis")
            before = 0
            if row.status == "queued":
                before = (
                    await connection.scalar(
                        select(func.count()).where(
                            analyses.c.status == "queued", analyses.c.created_at < row.created_at
                        )
                    )
                    or 0
                )
        job = self._jobs.get(number)
        report = json.loads(row.result) if row.result else (job.report if job else None)
        return Analysis(
            id=number,
            status=row.status,
            created_at=row.created_at,
            queued_before=before,
            report=report,
        )

    async def stop(self, account: str, number: str) -> None:
        """Stop an analysis; its last report stays."""
        await self.find(account, number)
        await self._bus.publish(_STOP_TOPIC, number)

    async def stream(self, account: str, number: str) -> AsyncIterator[str]:
        """Yield a JSON line per report until the analysis ends."""
        updates: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        topic = f"analysis.{number}"
        self._bus.subscribe(topic, updates.put_nowait)
        try:
            found = await self.find(account, number)
            yield found.model_dump_json() + "\n"
            while found.status not in _FINAL_STATUSES:
                try:
                    update_ = await asyncio.wait_for(updates.get(), _POLL_SECONDS)
                    found = found.model_copy(update=update_)
                except TimeoutError:  # its worker may be gone; the line keeps the connection open
                    found = await self.find(account, number)
                yield found.model_dump_json() + "\n"
        finally:
            self._bus.unsubscribe(topic, updates.put_nowait)

    async def close(self) -> None:
        """Stop the running analyses and mark the queued ones as stopped."""
        self._bus.unsubscribe(_STOP_TOPIC, self._receive_stop)
        for job in self._jobs.values():
            job.stopped.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
        if self._jobs:
            left = update(analyses).where(
                analyses.c.id.in_(list(self._jobs)), analyses.c.status.in_(("queued", "running"))
            )
            async with self._database.engine.begin() as connection:
                await connection.execute(left.values(status="stopped", finished_at=time()))
            for number in self._jobs:
                with suppress(StorageError):  # streams poll the status
                    await self._bus.publish(f"analysis.{number}", {"status": "stopped"})

    async def stop_orphaned(self) -> None:
        """Mark analyses that a crashed worker left as stopped."""
        age = 0.0 if self._database.is_sqlite else _ORPHANED_SECONDS
        left = update(analyses).where(
            analyses.c.status.in_(("queued", "running")), analyses.c.created_at < time() - age
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(left.values(status="stopped", finished_at=time()))

    def _receive_stop(self, number: str) -> None:
        if number in self._jobs:
            self._jobs[number].stopped.set()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            job = await self._queue.get()
            self._metrics.analyses_queued.set(self._queue.qsize())
            try:
                await self._run(job, loop)
            except Exception:  # noqa: BLE001 - keep serving the queue
                _log.exception("an analysis could not be stored", extra={"analysis": job.id})
            finally:
                self._jobs.pop(job.id, None)

    async def _run(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
        status: Status = "stopped"
        if not job.stopped.is_set():
            await self._set_status(job, "running")
            try:
                await loop.run_in_executor(self._pool, self._search, job, loop)
                status = "stopped" if job.stopped.is_set() else "done"
            except Exception:  # noqa: BLE001 - log it and keep serving
                _log.exception("an analysis failed", extra={"analysis": job.id})
                status = "failed"
        await self._set_status(job, status)
        self._metrics.analyses.labels(status).inc()

    def _search(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
        reports = analyse(job.state, seconds=job.seconds, best=job.best)
        for report in reports:
            job.report = report_json(job.state, report)
            asyncio.run_coroutine_threadsafe(
                self._bus.publish(
                    f"analysis.{job.id}", {"status": "running", "report": job.report}
                ),
                loop,
            )
            if job.stopped.is_set():
                break
        reports.close()  # type: ignore[attr-defined]

    async def _set_status(self, job: _Job, status: Status) -> None:
        values: dict[str, Any] = {"status": status}
        if status in _FINAL_STATUSES:
            values |= {
                "finished_at": time(),
                "result": json.dumps(job.report) if job.report else None,
            }
        async with self._database.engine.begin() as connection:
            await connection.execute(
                update(analyses).where(analyses.c.id == job.id).values(**values)
            )
        message = {"status": status} | ({"report": job.report} if job.report else {})
        await self._bus.publish(f"analysis.{job.id}", message)


def _state(request: AnalysisRequest) -> State:
    state = load_sent_state(request.position, request.state)
    expect_decision(state)
    return state
