"""Prometheus metrics, served at /metrics.

Each application has its own registry. Workers that share a port write to files in one folder, and
the one that is scraped reports for all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ringrift.host.rules_guard.counters import COUNTER_NAMES
from ringrift.server.operations.process_metrics import process_metrics

_FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"  # the client library reads it on import
_GAUGE_FILE: Final = re.compile(r"gauge_live\w*_(\d+)\.db")
_COPY_INTERVAL: Final = 2.0  # seconds
_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """The metrics of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.live_games = self._gauge("ringrift_games_live", "Live games")
        self.games_started = self._counter("ringrift_games_started_total", "Games started")
        self.games_ended = self._counter("ringrift_games_ended_total", "Games ended", "reason")
        self.takeovers = self._counter(
            "ringrift_game_takeovers_total", "Live games restored from the journal"
        )
        self.moves = self._counter("ringrift_moves_total", "Moves applied and durable")
        self.stall_seconds = self._counter(
            "ringrift_stall_seconds_total", "Seconds by which the event loop was late"
        )
        self.refusals = self._counter("ringrift_refusals_total", "Rejected requests", "code")
        self.move_seconds = self._histogram(
            "ringrift_move_seconds", "Time from the arrival of a move to its acknowledgement"
        )
        self.commit_seconds = self._histogram(
            "ringrift_journal_commit_seconds", "Duration of a journal commit"
        )
        self.commit_batch_size = Histogram(
            "ringrift_journal_commit_games",
            "Games per journal commit",
            buckets=(1, 2, 5, 10, 25, 50, 100, 250, 500),
            registry=self.registry,
        )
        self.request_seconds = self._histogram(
            "ringrift_request_seconds", "Duration of an HTTP request", "route", "method", "status"
        )
        self.evaluate_seconds = self._histogram(
            "ringrift_evaluate_move_seconds", "Duration of POST /rules/evaluate_move", "board"
        )
        self.sockets = self._gauge("ringrift_sockets", "Open WebSockets")
        messages = self._counter(
            "ringrift_socket_messages_total", "WebSocket messages", "direction"
        )
        self.messages_received = messages.labels("in")
        self.messages_sent = messages.labels("out")
        self.closed_sockets = self._counter(
            "ringrift_sockets_closed_total", "WebSockets closed by the server", "reason"
        )
        self.computer_searches = self._gauge(
            "ringrift_computer_searches", "Computer seats that are choosing a move"
        )
        self.computer_move_seconds = self._histogram(
            "ringrift_computer_move_seconds", "Time that a computer takes to choose a move", "level"
        )
        self.computer_failures = self._counter(
            "ringrift_computer_failures_total", "Computer seat failures", "reason"
        )
        self.queued_work = Gauge(
            "ringrift_queued_work",
            "Work that waits for a thread or process",
            ("pool",),
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.analyses_queued = self._gauge("ringrift_analyses_queued", "Analyses in the queue")
        self.analyses = self._counter("ringrift_analyses_total", "Analyses finished", "status")
        self.mails = self._counter(
            "ringrift_mails_total", "Attempts to hand a mail to the SMTP server", "result"
        )
        self._rules = {name: self._counter(name, "Rules modes") for name in COUNTER_NAMES}
        self._copied = dict.fromkeys(COUNTER_NAMES, 0)
        self._queue_lengths: Callable[[], Mapping[str, int]] = dict
        self._copying: asyncio.Task[None] | None = None

    def start_following(
        self, counters: Mapping[str, int], queue_lengths: Callable[[], Mapping[str, int]]
    ) -> None:
        """Copy the counters of the rules guard and the lengths of queues regularly."""
        self._queue_lengths = queue_lengths

        async def copy() -> None:
            while True:
                self._copy(counters)
                await asyncio.sleep(_COPY_INTERVAL)

        self._copying = asyncio.create_task(copy(), name="metrics")

    async def close(self) -> None:
        if self._copying is not None:
            self._copying.cancel()
            await asyncio.gather(self._copying, return_exceptions=True)

    def exposition(self, counters: Mapping[str, int]) -> bytes:
        """Return the metrics of this worker, or of all that share its port."""
        self._copy(counters)
        if _FOLDER_VARIABLE not in os.environ:
            return generate_latest(self.registry) + process_metrics({os.getpid()})
        folder = Path(os.environ[_FOLDER_VARIABLE])
        _remove_dead_gauges(folder)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry) + process_metrics(_workers(folder))

    def _copy(self, counters: Mapping[str, int]) -> None:
        for name, count in counters.items():
            self._rules[name].inc(count - self._copied[name])
            self._copied[name] = count
        for pool, length in self._queue_lengths().items():
            self.queued_work.labels(pool).set(length)

    def _gauge(self, name: str, description: str) -> Gauge:
        return Gauge(name, description, registry=self.registry, multiprocess_mode="livesum")

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        return Counter(name, description, labels, registry=self.registry)

    def _histogram(self, name: str, description: str, *labels: str) -> Histogram:
        return Histogram(name, description, labels, buckets=_BUCKETS, registry=self.registry)


@contextmanager
def shared_metrics(workers: int) -> Iterator[None]:
    """Give several workers a folder for their metrics; a single one needs none."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="ringrift-metrics-") as folder:
        os.environ[_FOLDER_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[_FOLDER_VARIABLE]


def _workers(folder: Path) -> set[int]:
    """Return the processes that share the folder."""
    found = (_GAUGE_FILE.fullmatch(file.name) for file in folder.iterdir())
    return {os.getpid(), *(int(match[1]) for match in found if match is not None)}


def _remove_dead_gauges(folder: Path) -> None:
    """Remove the gauges of killed workers; their counters stay."""
    for file in folder.iterdir():
        match = _GAUGE_FILE.fullmatch(file.name)
        if match is not None and not _is_running(int(match[1])):
            mark_process_dead(int(match[1]), str(folder))  # type: ignore[no-untyped-call]


def _is_running(process: int) -> bool:
    if os.name == "nt":  # there, signal 0 is Ctrl-C
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
