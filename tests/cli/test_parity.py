"""`ringrift parity`, with engines that differ and engines that do not."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ringrift.cli import parity
from ringrift.conformance.vectors import InvalidVectorError, Scenario, read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules import InvalidSetupError
from tests.host.rules_guard.faulty_engines import OmitsSkipCapture, OmitsTerritoryBookkeeping

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
Command = Callable[..., int]
SMALL = ("--games", "2", "--positions", "20", "--board", "square8")


@pytest.fixture
def compare(tmp_path: Path) -> Command:
    """The command with these arguments on any engine; its exit code."""

    def command(engine: type[Engine], *arguments: str) -> int:
        parser = argparse.ArgumentParser()
        parity.register(parser.add_subparsers())
        out = ("--out", str(tmp_path / "found.jsonl"))
        return parity.compare(parser.parse_args(["parity", *out, *arguments]), engine)

    return command


def test_equal_engines_end_with_code_0_and_no_file(
    compare: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(ReferencePosition, *SMALL) == 0
    shown = capsys.readouterr().out
    assert "runs         22\n" in shown
    assert "differences  0\n" in shown
    assert not (tmp_path / "found.jsonl").exists()


def test_a_difference_ends_with_code_1_a_diagram_and_a_vector(
    compare: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(OmitsSkipCapture, *SMALL) == 1
    shown = capsys.readouterr().out
    assert "differences  1\n" in shown
    assert "The engines differ in the legal moves." in shown
    assert "phase: capture" in shown
    assert "SkipCapture(player=" in shown
    (vector,) = read_vectors(tmp_path / "found.jsonl")
    assert isinstance(vector, Scenario)
    assert vector.tags == ("parity",)
    assert check_vector(vector).passed


def test_a_kept_vector_finds_the_difference_again(compare: Command, tmp_path: Path) -> None:
    assert compare(OmitsSkipCapture, *SMALL) == 1
    kept = (tmp_path / "found.jsonl").rename(tmp_path / "kept.jsonl")
    nothing_else = ("--games", "0", "--positions", "0")
    assert compare(OmitsSkipCapture, str(kept), *nothing_else) == 1
    assert compare(ReferencePosition, str(kept), *nothing_else) == 0


def test_several_differences_can_be_looked_for(
    compare: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(OmitsSkipCapture, *SMALL, "--stop-after", "3") == 1
    assert "differences  3\n" in capsys.readouterr().out
    assert 1 <= len(list(read_vectors(tmp_path / "found.jsonl"))) <= 3


def test_given_vectors_are_walked(compare: Command, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(VECTORS / "scenarios.jsonl")
    assert compare(ReferencePosition, file, "--games", "0", "--positions", "0") == 0
    assert compare(OmitsTerritoryBookkeeping, file, "--games", "0", "--positions", "0") == 1
    assert "runs         178\n" in capsys.readouterr().out


def test_a_comparison_of_nothing_proves_nothing(compare: Command) -> None:
    with pytest.raises(InvalidSetupError, match="There is nothing to compare"):
        compare(ReferencePosition, "--games", "0", "--positions", "0")


def test_a_file_that_is_not_there_is_refused(compare: Command, tmp_path: Path) -> None:
    with pytest.raises(InvalidVectorError, match="cannot be read"):
        compare(ReferencePosition, str(tmp_path / "nothing.jsonl"))


def test_time_ends_it_after_a_run(compare: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(ReferencePosition, *SMALL, "--seconds", "0") == 0
    assert "runs         1\n" in capsys.readouterr().out


def test_the_same_seed_finds_the_same_difference(
    compare: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "found.jsonl"
    assert compare(OmitsSkipCapture, *SMALL, "--seed", "5") == 1
    first = found.read_bytes()
    assert compare(OmitsSkipCapture, *SMALL, "--seed", "5") == 1
    assert found.read_bytes() == first
    assert capsys.readouterr().out.count("after") == 2


@pytest.mark.parametrize(
    "wrong",
    [("--stop-after", "0"), ("--games", "-1"), ("--positions", "many"), ("--board", "square9")],
)
def test_what_makes_no_sense_is_refused(compare: Command, wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as refused:
        compare(ReferencePosition, *wrong)
    assert refused.value.code == 2


WITHOUT_NATIVE_CODE = """
import sys

class NoNativeCode:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("ringrift.") and name.rpartition(".")[2].startswith("_"):
            raise ImportError(name)

sys.meta_path.insert(0, NoNativeCode())
from ringrift.cli.main import main
sys.exit(main(["parity", "--games", "1"]))
"""


def test_without_the_kernel_it_says_how_to_build_one() -> None:
    """In a process that finds no native module, whether one was built or not."""
    command = [sys.executable, "-c", WITHOUT_NATIVE_CODE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("ringrift: The kernel is not built: ")
    assert "pip install ." in done.stderr
