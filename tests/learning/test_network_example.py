"""The example of docs/how-to/train.md: from self-play to a network that plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="`make test-learning` installs PyTorch")
ROOT = Path(__file__).parents[2]


def test_the_commands_of_the_page_train_a_network_that_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "train.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.*)$", page, flags=re.MULTILINE)
    assert len(commands) == 4
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    printed = ""
    for command in commands:
        small = command.replace("--games 400", "--games 12").replace("--cycles 50", "--cycles 2")
        done = subprocess.run(
            small,
            shell=True,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        printed += done.stdout
    losses = [float(text) for text in re.findall(r"epoch \d+: .* ([\d.]+)$", printed, re.MULTILINE)]
    assert losses[-1] < losses[0]
    assert "| 4 |" in printed  # games that were played


def test_the_example_has_less_than_60_lines() -> None:
    assert len((ROOT / "examples" / "network.py").read_text(encoding="utf-8").splitlines()) < 60
