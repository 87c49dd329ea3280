"""Runs many seeds, in one process or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from time import process_time

from tests.simulation.scenario import run_seed

SeedTask = tuple[int, int, int]  # first seed, seeds, lines of a failing trace
SeedResult = tuple[list[str], float, float]  # reports of failures, processor and virtual seconds


def run_all(tasks: Iterable[SeedTask], jobs: int) -> Iterator[SeedResult]:
    """Yield the result of each task, in any order."""
    if jobs == 1:
        yield from map(run_task, tasks)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(run_task, tasks)


def run_task(task: SeedTask) -> SeedResult:
    """Run consecutive seeds."""
    first, seeds, lines = task
    started = process_time()
    outcomes = [run_seed(seed) for seed in range(first, first + seeds)]
    reports = [outcome.report(lines) for outcome in outcomes if outcome.violations]
    virtual = sum(outcome.virtual_seconds for outcome in outcomes)
    return reports, process_time() - started, virtual
