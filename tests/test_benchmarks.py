"""Benchmarks write their committed results from a clean working tree only."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench.machine import require_clean_tree_for

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "bench" / "results" / "reference-engine.md"


def test_a_result_outside_the_repository_is_written_from_any_tree(tmp_path: Path) -> None:
    require_clean_tree_for(tmp_path / "result.md")


def test_a_committed_result_needs_a_clean_tree() -> None:
    status = ["git", "status", "--porcelain", "--untracked-files=no"]
    changed = subprocess.run(status, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    others = [line for line in changed.splitlines() if not line.endswith("reference-engine.md")]
    if not others:
        require_clean_tree_for(RESULT)
        return
    with pytest.raises(SystemExit) as refused:
        require_clean_tree_for(RESULT)
    assert "uncommitted changes" in str(refused.value)
    assert "--no-write" in str(refused.value)
