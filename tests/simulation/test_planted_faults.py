"""The simulation finds every planted fault, and nothing where none is planted."""

from __future__ import annotations

import pytest

from tests.simulation.planted_faults import PLANTED_FAULTS
from tests.simulation.scenario import run_seed

MORE_SEEDS = 12


@pytest.mark.parametrize("name", PLANTED_FAULTS)
def test_a_planted_fault_is_found(name: str) -> None:
    fault = PLANTED_FAULTS[name]
    for seed in (fault.seed, *range(1, MORE_SEEDS + 1)):
        with fault.planted():
            found = run_seed(seed, fault.faults, workers=fault.workers)
        if found.violations:
            healthy = run_seed(seed, fault.faults, workers=fault.workers)
            assert not healthy.violations, healthy.report(200)
            return
    pytest.fail(f"{name}: no seed finds it")
