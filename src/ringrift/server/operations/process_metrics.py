"""`process_*` metrics of every worker, with the label `worker`, from Linux's /proc.

The client library has them for its own process only, and not at all for several processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

_PROC: Final = Path("/proc")
_GAUGES: Final = {
    "process_resident_memory_bytes": "Resident memory of a worker",
    "process_virtual_memory_bytes": "Virtual memory of a worker",
    "process_start_time_seconds": "When a worker started, in seconds since the epoch",
    "process_open_fds": "Open file descriptors of a worker",
    "process_max_fds": "Limit of open file descriptors of a worker",
}
_CPU: Final = "process_cpu_seconds"


def process_metrics(processes: Iterable[int]) -> bytes:
    """Return the metrics of these processes in the text format; nothing without /proc."""
    registry = CollectorRegistry()
    registry.register(_Collector(sorted(processes)))
    return generate_latest(registry)


class _Collector:
    """Reads /proc when it is scraped; a process that has ended is left out."""

    def __init__(self, processes: list[int]) -> None:
        self._processes = processes

    def collect(self) -> Iterable[Metric]:
        cpu = CounterMetricFamily(_CPU, "CPU time of a worker", labels=["worker"])
        gauges = {
            name: GaugeMetricFamily(name, text, labels=["worker"]) for name, text in _GAUGES.items()
        }
        for number, process in enumerate(self._processes, 1):
            try:
                found = _read(process)
            except (OSError, ValueError, IndexError):
                continue
            cpu.add_metric([str(number)], found.pop(_CPU))
            for name, value in found.items():
                gauges[name].add_metric([str(number)], value)
        return [cpu, *gauges.values()]


def _read(process: int) -> dict[str, float]:
    folder = _PROC / str(process)
    # The name in parentheses may contain spaces; field 3 follows it.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    boot = next(
        float(line.split()[1])
        for line in (_PROC / "stat").read_text().splitlines()
        if line.startswith("btime ")
    )
    limit = next(
        line.split()[3]
        for line in (folder / "limits").read_text().splitlines()
        if line.startswith("Max open files")
    )
    return {
        _CPU: (int(fields[11]) + int(fields[12])) / ticks,
        "process_start_time_seconds": boot + int(fields[19]) / ticks,
        "process_virtual_memory_bytes": float(fields[20]),
        "process_resident_memory_bytes": float(fields[21]) * page,
        "process_open_fds": float(len(list((folder / "fd").iterdir()))),
        "process_max_fds": float("inf") if limit == "unlimited" else float(limit),
    }
