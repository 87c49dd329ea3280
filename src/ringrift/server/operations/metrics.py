"""The figures that Prometheus collects at /metrics.

Each app has a registry of its own. Workers behind one port write theirs into files of one folder, and
whichever is asked tells those of all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ringrift.host.rules_guard.counters import COUNTER_NAMES

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # the client library reads it when it is imported
_LIVE_FILE: Final = re.compile(r"gauge_live\w*_(\d+)\.db")
_LOOK_EVERY: Final = 2.0  # seconds
_QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """Everything that is counted and timed in one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.games_live = Gauge(
            "ringrift_games_live",
            "Games that this worker plays",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.games_started = Counter(
            "ringrift_games_started_total", "Games started", registry=registry
        )
        self.games_ended = Counter(
            "ringrift_games_ended_total", "Games ended", ["reason"], registry=registry
        )
        self.taken_over = Counter(
            "ringrift_games_taken_over_total",
            "Live games restored from the journal",
            registry=registry,
        )
        self.moves = Counter(
            "ringrift_moves_total", "Moves applied and durable", ["by"], registry=registry
        )
        self.refusals = Counter(
            "ringrift_refusals_total", "Requests refused", ["code"], registry=registry
        )
        self.move_seconds = Histogram(
            "ringrift_move_seconds",
            "From a move's arrival to its acknowledgement",
            buckets=_QUICK,
            registry=registry,
        )
        self.commit_seconds = Histogram(
            "ringrift_commit_seconds", "A commit of the journal", buckets=_QUICK, registry=registry
        )
        self.commit_appends = Histogram(
            "ringrift_commit_appends",
            "Games served by one commit",
            buckets=(1, 2, 5, 10, 25, 50, 100, 250, 500),
            registry=registry,
        )
        self.request_seconds = Histogram(
            "ringrift_request_seconds",
            "HTTP requests",
            ["route", "method", "status"],
            buckets=_QUICK,
            registry=registry,
        )
        self.evaluate_seconds = Histogram(
            "ringrift_evaluate_move_seconds",
            "POST /rules/evaluate_move",
            ["board"],
            buckets=_QUICK,
            registry=registry,
        )
        self.sockets = Gauge(
            "ringrift_sockets", "Open sockets", registry=registry, multiprocess_mode="livesum"
        )
        self.messages = Counter(
            "ringrift_messages_total", "Messages on sockets", ["way"], registry=registry
        )
        self.dropped_sockets = Counter(
            "ringrift_sockets_dropped_total",
            "Sockets closed by the server",
            ["why"],
            registry=registry,
        )
        self.thinking = Gauge(
            "ringrift_computers_thinking",
            "Computer seats at work",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.think_seconds = Histogram(
            "ringrift_think_seconds",
            "A computer's decision",
            ["level"],
            buckets=_QUICK,
            registry=registry,
        )
        self.computer_trouble = Counter(
            "ringrift_computer_trouble_total",
            "Computer seats that failed",
            ["what"],
            registry=registry,
        )
        self.analyses_queued = Gauge(
            "ringrift_analyses_queued",
            "Analyses that wait",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.analyses = Counter(
            "ringrift_analyses_total", "Analyses finished", ["status"], registry=registry
        )

        self._rules = {
            name: Counter(name, "Rules modes", registry=registry) for name in COUNTER_NAMES
        }
        self._counted = dict.fromkeys(COUNTER_NAMES, 0)
        self._following: asyncio.Task[None] | None = None

    def follow(self, counters: Mapping[str, int]) -> None:
        """Take the counters of the rules modes over, so that another worker can tell them too."""

        async def look() -> None:
            while True:
                self._take_over(counters)
                await asyncio.sleep(_LOOK_EVERY)

        self._following = asyncio.create_task(look(), name="figures")

    async def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

    def exposition(self, counters: Mapping[str, int]) -> bytes:
        """As Prometheus reads it: of this worker, or of all that share a port with it."""
        self._take_over(counters)
        if _FOLDER not in os.environ:
            return generate_latest(self.registry)
        folder = Path(os.environ[_FOLDER])
        _forget_dead(folder)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _take_over(self, counters: Mapping[str, int]) -> None:
        for name, count in counters.items():
            self._rules[name].inc(count - self._counted[name])
            self._counted[name] = count


@contextmanager
def shared_figures(workers: int) -> Iterator[None]:
    """Where several workers that are started now write their figures; one alone needs no files."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="ringrift-figures-") as folder:
        os.environ[_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[_FOLDER]


def _forget_dead(folder: Path) -> None:
    """A worker that was killed has no sockets and no live games any more; what it counted stays."""
    for file in folder.iterdir():
        named = _LIVE_FILE.fullmatch(file.name)
        if named is not None and not _runs(int(named[1])):
            mark_process_dead(int(named[1]), str(folder))  # type: ignore[no-untyped-call]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
