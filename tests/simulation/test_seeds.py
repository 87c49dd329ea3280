"""The whole server under faults, in virtual time: no seed may violate an invariant."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.simulation.scenario import run_seed

SEEDS = 200
CHUNK = 10


@pytest.mark.parametrize("first", range(1, SEEDS + 1, CHUNK))
def test_no_fault_violates_an_invariant(first: int) -> None:
    for seed in range(first, first + CHUNK):
        outcome = run_seed(seed)
        assert not outcome.violations, outcome.report(200)


def test_a_seed_has_the_same_trace_in_every_process() -> None:
    program = "from tests.simulation.scenario import run_seed; print(run_seed(2).trace.digest)"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == run_seed(2).trace.digest


def test_a_seed_plays_games_of_several_players_at_several_workers() -> None:
    trace = run_seed(2).trace.lines
    assert sum("is accepted" in line for line in trace) > 20
    assert any("worker 2" in line for line in trace)
