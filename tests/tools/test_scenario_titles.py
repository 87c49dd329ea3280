"""Reworded titles belong to scenarios that exist."""

from __future__ import annotations

from pathlib import Path

from ringrift.conformance.vectors import Scenario, read_vectors
from tools.scenario_titles import REWORDED

VECTORS = Path(__file__).parents[1] / "data" / "vectors"


def test_every_reworded_title_belongs_to_a_scenario() -> None:
    rows = read_vectors(VECTORS / "scenarios.jsonl")
    ids = {row.id for row in rows if isinstance(row, Scenario)}
    assert set(REWORDED) <= ids
