"""What the terminal keeps between starts goes to a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of what the terminal keeps, empty at first."""
    folder = tmp_path / "state-home"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder
