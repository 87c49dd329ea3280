"""The queue of analyses of one worker. Searching lets the interpreter go, so it runs in threads."""

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
from ringrift.server.rules.service import asked_state
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import analyses

_QUEUE: Final = 100  # analyses that wait or run at one worker
_LOOK_AGAIN: Final = (
    5.0  # seconds of silence, then a stream looks whether the analysis has ended unheard
)
_HOUR: Final = 3600.0
_ENDED: Final = ("done", "failed", "stopped")
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
    """Whoever asks gets a number; reports are told on the bus, so any worker can stream them."""

    def __init__(self, database: Database, bus: Bus, metrics: Metrics, settings: Settings) -> None:
        self._database = database
        self._bus = bus
        self._metrics = metrics
        self._most_seconds = settings.analysis_seconds
        self._queue: asyncio.Queue[_Job] = asyncio.Queue()
        self._jobs: dict[str, _Job] = {}
        self._pool = ThreadPoolExecutor(settings.analysis_workers, thread_name_prefix="analysis")
        self._tasks = [asyncio.create_task(self._work()) for _ in range(settings.analysis_workers)]
        bus.listen("analysis.stop", self._stop_heard)

    async def ask(self, account: str, request: AnalysisRequest) -> Analysis:
        """Queue an analysis."""
        state = _state(request)
        job = _Job(
            new_id(),
            state,
            min(request.seconds or self._most_seconds, self._most_seconds),
            request.best,
        )
        row = {
            "id": job.id,
            "account_id": account,
            "request": request.model_dump_json(exclude_none=True),
            "status": "queued",
            "created_at": time(),
        }
        if len(self._jobs) >= _QUEUE:
            raise ApiError(503, "QUEUE_FULL", "too many analyses wait: try again in a minute")
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
        """One's own analysis."""
        wanted = select(analyses).where(analyses.c.id == number, analyses.c.account_id == account)
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            if row is None:
                raise ApiError(404, "NOT_FOUND", "you have asked for no such analysis")
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
        """Enough: the last report stands."""
        await self.find(account, number)
        await self._bus.publish("analysis.stop", number)

    async def stream(self, account: str, number: str) -> AsyncIterator[str]:
        """Every report as a line of JSON, until the analysis has ended."""
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        topic = f"analysis.{number}"
        self._bus.listen(topic, heard.put_nowait)
        try:
            found = await self.find(account, number)
            yield found.model_dump_json() + "\n"
            while found.status not in _ENDED:
                try:
                    told = await asyncio.wait_for(heard.get(), _LOOK_AGAIN)
                    found = found.model_copy(update=told)
                except (
                    TimeoutError
                ):  # its worker may be gone: the line says too that the connection stands
                    found = await self.find(account, number)
                yield found.model_dump_json() + "\n"
        finally:
            self._bus.ignore(topic, heard.put_nowait)

    async def close(self) -> None:
        """Stop what runs; what waits is marked as stopped."""
        self._bus.ignore("analysis.stop", self._stop_heard)
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
                with suppress(StorageError):  # whoever streams it looks again
                    await self._bus.publish(f"analysis.{number}", {"status": "stopped"})

    async def forget_old(self) -> None:
        """After a crash: the only worker knows what was left; of several, nobody needs an hour."""
        patience = 0.0 if self._database.is_sqlite else _HOUR
        left = update(analyses).where(
            analyses.c.status.in_(("queued", "running")), analyses.c.created_at < time() - patience
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(left.values(status="stopped", finished_at=time()))

    def _stop_heard(self, number: str) -> None:
        if number in self._jobs:
            self._jobs[number].stopped.set()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            job = await self._queue.get()
            self._metrics.analyses_queued.set(self._queue.qsize())
            try:
                await self._carry_out(job, loop)
            except Exception:  # noqa: BLE001 - the next one shall not suffer for it
                _log.exception("an analysis could not be kept", extra={"analysis": job.id})
            finally:
                self._jobs.pop(job.id, None)

    async def _carry_out(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
        status: Status = "stopped"
        if not job.stopped.is_set():
            await self._tell(job, "running")
            try:
                await loop.run_in_executor(self._pool, self._think, job, loop)
                status = "stopped" if job.stopped.is_set() else "done"
            except Exception:  # noqa: BLE001 - it is logged, and the rest goes on
                _log.exception("an analysis failed", extra={"analysis": job.id})
                status = "failed"
        await self._tell(job, status)
        self._metrics.analyses.labels(status).inc()

    def _think(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
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

    async def _tell(self, job: _Job, status: Status) -> None:
        values: dict[str, Any] = {"status": status}
        if status in _ENDED:
            values |= {
                "finished_at": time(),
                "result": json.dumps(job.report) if job.report else None,
            }
        async with self._database.engine.begin() as connection:
            await connection.execute(
                update(analyses).where(analyses.c.id == job.id).values(**values)
            )
        told = {"status": status} | ({"report": job.report} if job.report else {})
        await self._bus.publish(f"analysis.{job.id}", told)


def _state(request: AnalysisRequest) -> State:
    state = asked_state(request.position, request.state)
    expect_decision(state)
    return state
