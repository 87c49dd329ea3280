"""The example of docs/how-to/train.md: from self-play to a network that plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="`make test-learning` installs PyTorch")
ROOT = Path(__file__).parents[2]
SMALL = {
    "--games 400": "--games 12",
    "--cycles 50": "--cycles 2",
    "--generations 3": "--generations 1",
    "--games 5000": "--games 24",
    "--nodes 200": "--nodes 20 --match-nodes 20 --match-games 24",
}


def test_the_commands_of_the_page_train_a_network_that_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "train.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.*)$", page, flags=re.MULTILINE)
    assert len(commands) == 5
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    printed = ""
    for command in commands:
        done = subprocess.run(
            reduce(lambda text, change: text.replace(*change), SMALL.items(), command),
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
    assert "generation 1: " in printed


def test_the_example_has_less_than_60_lines() -> None:
    assert len((ROOT / "examples" / "network.py").read_text(encoding="utf-8").splitlines()) < 60
