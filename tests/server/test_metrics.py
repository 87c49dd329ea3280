"""Figures: what Prometheus reads is of all workers that share a port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import httpx

from ringrift.host.rules_guard.counters import COMPARED, COUNTER_NAMES
from ringrift.server.operations.metrics import Metrics
from tests.server.running_server import PATIENCE

GUESTS: Final = 12


@contextmanager
def two_workers(database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server of two processes behind one port."""
    environment = os.environ | {"RINGRIFT_SIGN_INS_PER_MINUTE": "100000"}
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--log-level", "error"]
    command += ["--port", str(port), "--database", database, "--workers", "2"]
    server = subprocess.Popen(command, env=environment)
    try:
        until = monotonic() + PATIENCE
        while len(figures(port, "ringrift_games_live")) == 0 or len(children(server)) < 2:
            assert monotonic() < until
            assert server.poll() is None
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)


def children(server: subprocess.Popen[bytes]) -> list[int]:
    """The processes of the workers, in the order in which they were started."""
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


def figures(port: int, name: str, **labels: str) -> list[float]:
    """The values of a figure, from a new connection: any worker may answer."""
    try:
        told = httpx.get(
            f"http://127.0.0.1:{port}/metrics", verify=False
        ).text  # no certificates to load
    except httpx.TransportError:
        return []
    lines = re.findall(rf"^{name}(?:\{{(.*)\}})? (\S+)$", told, flags=re.MULTILINE)
    wanted = {f'{label}="{value}"' for label, value in labels.items()}
    return [float(value) for having, value in lines if wanted <= set(having.split(","))]


def test_any_worker_tells_the_figures_of_all(postgres_url: str, free_port: int) -> None:
    with two_workers(postgres_url, free_port) as server:
        for _ in range(GUESTS):
            httpx.post(f"http://127.0.0.1:{free_port}/accounts/guest").raise_for_status()
        asked = [
            figures(
                free_port, "ringrift_request_seconds_count", route="/accounts/guest", status="201"
            )
            for _ in range(6)
        ]
        assert asked == [[GUESTS]] * 6
        assert figures(free_port, "ringrift_sockets") == [0]
        assert figures(free_port, COMPARED) == [0]
        os.kill(children(server)[0], signal.SIGKILL)
        until = monotonic() + PATIENCE
        while not figures(free_port, "ringrift_sockets"):
            assert monotonic() < until
        again = figures(
            free_port, "ringrift_request_seconds_count", route="/accounts/guest", status="201"
        )
        assert again == [GUESTS]


def test_the_counters_of_the_rules_modes_stand_beside_the_others() -> None:
    metrics, counters = Metrics(), dict.fromkeys(COUNTER_NAMES, 0)
    counters[COMPARED] = 3
    metrics.exposition(counters)
    counters[COMPARED] = 5
    told = metrics.exposition(counters).decode()
    assert f"{COMPARED} 5.0" in told
    assert "ringrift_sockets 0.0" in told
