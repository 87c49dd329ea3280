"""The analyses of one worker. A search releases the GIL, therefore it runs in a thread."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Any, Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ringrift.players.analysis import analyse, report_json
from ringrift.players.search import expect_decision
from ringrift.rules.state import State
from ringrift.server.analysis.types import Analysis, AnalysisRequest, Status
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError, StorageError
from ringrift.server.fair_queue import Requester
from ringrift.server.games.fair_play import BoardKey, require_not_in_play
from ringrift.server.operations.metrics import Metrics
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.rules.positions import load_sent_state
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import analyses
from ringrift.server.work_pools import WorkPools

_MAX_PER_ACCOUNT: Final = 3  # unfinished analyses
_POLL_SECONDS: Final = 5.0  # of silence, after which a stream reads the status
_STOP_TOPIC: Final = "analysis.stop"
_ORPHANED_SECONDS: Final = 3600.0
_FINAL_STATUSES: Final = ("done", "failed", "stopped")
_log = logging.getLogger("ringrift.server.analysis")


@dataclass(slots=True)
class _Job:
    id: str
    account: str
    requester: Requester
    state: State
    seconds: float
    best: int
    stopped: Event = field(default_factory=Event)
    started: bool = False
    report: dict[str, Any] | None = None


class Analyses:
    """Queues analyses and publishes their reports on the bus, where any worker can stream them."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        metrics: Metrics,
        settings: Settings,
        clock: Clock,
        pools: WorkPools,
    ) -> None:
        self._clock = clock
        self._database = database
        self._bus = bus
        self._metrics = metrics
        self._max_seconds = settings.analysis_seconds
        self._pools = pools
        self._jobs: dict[str, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(_STOP_TOPIC, self._receive_stop)

    async def add(
        self,
        account: str,
        request: AnalysisRequest,
        requester: Requester,
        boards_in_play: Collection[BoardKey] = (),
    ) -> Analysis:
        """Queue an analysis. Accounts take turns, and guests follow them.

        A position with one of the boards in play is refused.
        """
        self._require_few(account)
        state = await self._pools.rules.run(
            partial(_load_state, request, boards_in_play),
            share=requester.share,
            priority=requester.priority,
        )
        self._require_few(account)  # concurrent requests of the account have waited, too
        seconds = min(request.seconds or self._max_seconds, self._max_seconds)
        job = _Job(id_for("analysis"), account, requester, state, seconds, request.best)
        row = {
            "id": job.id,
            "account_id": account,
            "request": request.model_dump_json(exclude_none=True),
            "status": "queued",
            "created_at": self._clock.now(),
        }
        self._jobs[job.id] = job
        try:
            async with self._database.engine.begin() as connection:
                await connection.execute(insert(analyses), [row])
        except IntegrityError:
            del self._jobs[job.id]
            return await self.find(account, job.id)  # a repeat was faster
        except BaseException:
            del self._jobs[job.id]
            raise
        self._metrics.analyses_queued.inc()
        task = asyncio.create_task(self._work(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await self.find(account, job.id)

    def _require_few(self, account: str) -> None:
        """Refuse another analysis of an account that has too many unfinished ones."""
        own = sum(job.account == account for job in self._jobs.values())
        if own >= _MAX_PER_ACCOUNT:
            message = f"{own} of your analyses are unfinished: wait for one, or stop it"
            raise ApiError(429, "TOO_MANY", message, more={"retryAfter": 5})

    async def find_repeated(self, account: str) -> Analysis | None:
        """Return the analysis that this request has already created, if it is a repeat."""
        if not is_repeatable():
            return None
        with suppress(ApiError):
            return await self.find(account, id_for("analysis"))
        return None

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
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._jobs:
            left = update(analyses).where(
                analyses.c.id.in_(list(self._jobs)), analyses.c.status.in_(("queued", "running"))
            )
            async with self._database.engine.begin() as connection:
                await connection.execute(
                    left.values(status="stopped", finished_at=self._clock.now())
                )
            for number in self._jobs:
                with suppress(StorageError):  # streams poll the status
                    await self._bus.publish(f"analysis.{number}", {"status": "stopped"})

    async def stop_orphaned(self) -> None:
        """Mark analyses that a crashed worker left as stopped."""
        age = 0.0 if self._database.is_sqlite else _ORPHANED_SECONDS
        left = update(analyses).where(
            analyses.c.status.in_(("queued", "running")),
            analyses.c.created_at < self._clock.now() - age,
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(left.values(status="stopped", finished_at=self._clock.now()))

    def _receive_stop(self, number: str) -> None:
        if number in self._jobs:
            self._jobs[number].stopped.set()

    async def _work(self, job: _Job) -> None:
        try:
            await self._run(job)
        except Exception:  # noqa: BLE001 - the other analyses continue
            _log.exception("an analysis could not be stored", extra={"analysis": job.id})
        finally:
            if not job.started:
                self._metrics.analyses_queued.dec()
        self._jobs.pop(job.id, None)  # a cancelled one stays: `close` stores its status

    async def _run(self, job: _Job) -> None:
        status: Status = "stopped"
        try:
            await self._search_in_thread(job)
            status = "stopped" if job.stopped.is_set() else "done"
        except Exception:  # noqa: BLE001 - log it and keep serving
            _log.exception("an analysis failed", extra={"analysis": job.id})
            status = "failed"
        await self._set_status(job, status)
        self._metrics.analyses.labels(status).inc()

    async def _search_in_thread(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()

        def search() -> None:
            loop.call_soon_threadsafe(_complete, begun)
            if not job.stopped.is_set():
                self._search(job, loop)

        searching = asyncio.ensure_future(
            self._pools.search.run(
                search, share=job.requester.share, priority=job.requester.priority
            )
        )
        try:
            await asyncio.wait({searching, begun}, return_when=asyncio.FIRST_COMPLETED)
            if begun.done():
                job.started = True
                self._metrics.analyses_queued.dec()
                await self._set_status(job, "running")
            await searching
        finally:
            searching.cancel()

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
                "finished_at": self._clock.now(),
                "result": json.dumps(job.report) if job.report else None,
            }
        async with self._database.engine.begin() as connection:
            await connection.execute(
                update(analyses).where(analyses.c.id == job.id).values(**values)
            )
        message = {"status": status} | ({"report": job.report} if job.report else {})
        await self._bus.publish(f"analysis.{job.id}", message)


def _load_state(request: AnalysisRequest, boards_in_play: Collection[BoardKey]) -> State:
    state = load_sent_state(request.position, request.state)
    require_not_in_play(state, boards_in_play)
    expect_decision(state)
    return state


def _complete(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
