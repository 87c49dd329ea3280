"""Without PyTorch, `ringrift learn` says what to install."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ringrift.cli.main import main


def test_missing_torch_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["learn", str(tmp_path / "run")]) == 2
    assert "pip install torch" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
