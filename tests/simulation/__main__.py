"""Simulate the server: python -m tests.simulation --seeds 200 --first 1."""

from __future__ import annotations

import argparse
import sys

from tests.simulation.scenario import run_seed
from tests.simulation.seed_runner import run_all

_CHUNK = 10  # seeds per task of a process


def main() -> int:
    """Run the seeds; return 1 if any of them violates an invariant."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many (200)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--lines", type=int, default=200, help="of a failing trace (200)")
    parser.add_argument("--workers", type=int, help="of a single seed; by default the seed decides")
    chosen = parser.parse_args()
    if chosen.seeds == 1:
        outcome = run_seed(chosen.first, workers=chosen.workers)
        print(outcome.report(chosen.lines))
        print(outcome.traffic)
        return 1 if outcome.violations else 0
    failed, seconds, virtual = 0, 0.0, 0.0
    tasks = [
        (first, min(_CHUNK, chosen.first + chosen.seeds - first), chosen.lines)
        for first in range(chosen.first, chosen.first + chosen.seeds, _CHUNK)
    ]
    for reports, cpu_seconds, virtual_seconds in run_all(tasks, chosen.jobs):
        failed += len(reports)
        seconds += cpu_seconds
        virtual += virtual_seconds
        for report in reports:
            print(report, flush=True)
    print(
        f"{chosen.seeds} seeds, {failed} failed, {virtual:.0f} virtual seconds, "
        f"{seconds / chosen.seeds:.2f} s of processor time a seed"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
