"""Metrics of all workers that share a port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

import httpx

from ringrift.host.rules_guard.counters import COMPARED, COUNTER_NAMES
from ringrift.server.operations.metrics import Metrics
from ringrift.server.operations.process_metrics import process_metrics
from tests.server.running_server import TIMEOUT

GUESTS: Final = 12


@contextmanager
def two_workers(database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server with two processes on one port."""
    environment = os.environ | {"RINGRIFT_LOGINS_PER_MINUTE": "100000"}
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--log-level", "error"]
    command += ["--port", str(port), "--database", database, "--workers", "2"]
    server = subprocess.Popen(command, env=environment)
    try:
        until = monotonic() + TIMEOUT
        while len(metric_values(port, "ringrift_games_live")) == 0 or len(children(server)) < 2:
            assert monotonic() < until
            with suppress(subprocess.TimeoutExpired):
                server.wait(0.05)
                raise AssertionError("the server has ended")
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(TIMEOUT)


def children(server: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes of the workers in their start order."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            serves = b"spawn_main" in (path / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == server.pid and serves:
            found.append(int(path.name))
    return sorted(found)


def metric_values(port: int, name: str, **labels: str) -> list[float]:
    """Return the values of a metric, over a new connection to any worker."""
    try:
        text = httpx.get(
            f"http://127.0.0.1:{port}/metrics", verify=False
        ).text  # skip loading certificates
    except httpx.TransportError:
        return []
    lines = re.findall(rf"^{name}(?:\{{(.*)\}})? (\S+)$", text, flags=re.MULTILINE)
    wanted = {f'{label}="{value}"' for label, value in labels.items()}
    return [float(value) for having, value in lines if wanted <= set(having.split(","))]


def test_any_worker_reports_the_metrics_of_all(postgres_url: str, free_port: int) -> None:
    with two_workers(postgres_url, free_port) as server:
        for _ in range(GUESTS):
            httpx.post(
                f"http://127.0.0.1:{free_port}/accounts/guest", verify=False
            ).raise_for_status()
        asked = [
            metric_values(
                free_port, "ringrift_request_seconds_count", route="/accounts/guest", status="201"
            )
            for _ in range(6)
        ]
        assert asked == [[GUESTS]] * 6
        assert metric_values(free_port, "ringrift_sockets") == [0]
        assert metric_values(free_port, COMPARED) == [0]
        os.kill(children(server)[0], signal.SIGKILL)
        until = monotonic() + TIMEOUT
        while not metric_values(free_port, "ringrift_sockets"):
            assert monotonic() < until
        again = metric_values(
            free_port, "ringrift_request_seconds_count", route="/accounts/guest", status="201"
        )
        assert again == [GUESTS]


def test_the_counters_of_the_rules_guard_are_exported() -> None:
    metrics, counters = Metrics(), dict.fromkeys(COUNTER_NAMES, 0)
    counters[COMPARED] = 3
    metrics.exposition(counters)
    counters[COMPARED] = 5
    text = metrics.exposition(counters).decode()
    assert f"{COMPARED} 5.0" in text
    assert "ringrift_sockets 0.0" in text


def test_process_metrics_are_there_for_every_worker_and_not_for_dead_ones() -> None:
    exported = process_metrics([os.getpid(), os.getppid(), 2**22 + 1]).decode()
    for name in ("process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds"):
        values = re.findall(rf'^{name}{{worker="(\d)"}} (\S+)$', exported, flags=re.MULTILINE)
        assert [worker for worker, _ in values] == ["1", "2"]
        assert all(float(value) >= 0 for _, value in values)
