"""`ringrift verify` counts what it checked, shows what failed, and ends with a code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ringrift.cli import verify
from ringrift.cli.main import main
from ringrift.cli.verify import FOLDER_VARIABLE

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
PERFT: dict[str, Any] = {
    "board": "hex8",
    "players": 3,
    "edition": "classic",
    "state": None,
    "perft": [183],
}


def test_scenarios_are_counted_by_tag(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(VECTORS / "scenarios.jsonl")]) == 0
    said = capsys.readouterr().out
    rows = [json.loads(line) for line in (VECTORS / "scenarios.jsonl").read_text().splitlines()]
    moves = sum(len(row.get("steps", [])) for row in rows)
    assert f"scenarios.jsonl {len(rows):>8} {moves:>6}            0       0" in said
    assert f"swap {sum('swap' in row['tags'] for row in rows)}" in said
    assert "all passed" in said


def test_a_tag_chooses_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["verify", str(VECTORS / "scenarios.jsonl"), "--tag", "swap", "--tag", "stalemate"])
        == 0
    )
    rows = [json.loads(line) for line in (VECTORS / "scenarios.jsonl").read_text().splitlines()]
    chosen = sum(not {"swap", "stalemate"}.isdisjoint(row["tags"]) for row in rows)
    assert f"total           {chosen:>8}" in capsys.readouterr().out


def test_a_kind_and_a_board_choose_vectors(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mixed.jsonl"
    rows = [PERFT, PERFT | {"board": "square8", "perft": [192]}]
    scenario = (VECTORS / "scenarios.jsonl").read_text().splitlines()[0]
    file.write_text("\n".join([*map(json.dumps, rows), scenario]))
    assert main(["verify", str(file), "--tag", "perft", "--board", "hex8"]) == 0
    assert "total              1      0          183" in capsys.readouterr().out


def test_without_files_a_folder_is_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.jsonl").write_text(json.dumps(PERFT))
    (tmp_path / "notes.txt").write_text("not a vector")
    assert main(["verify", "--folder", str(tmp_path)]) == 0
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert main(["verify"]) == 0
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert main(["verify", "--tag", "ranking"]) == 0  # the repository's own
    assert "scenarios.jsonl" in capsys.readouterr().out


def test_outside_a_repository_the_vectors_of_the_package_are_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shipped.jsonl").write_text(json.dumps(PERFT))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verify, "_IN_REPOSITORY", Path("nowhere"))
    monkeypatch.setattr(verify, "_IN_PACKAGE", tmp_path)
    assert main(["verify"]) == 0
    assert "shipped.jsonl" in capsys.readouterr().out
    monkeypatch.setattr(verify, "_IN_PACKAGE", tmp_path / "nowhere")
    assert main(["verify"]) == 2
    assert "Not in a repository" in capsys.readouterr().err


def test_a_disagreement_is_shown_and_ends_with_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join([json.dumps(PERFT | {"perft": [184]})] * 3))
    assert main(["verify", str(file), "--show", "2"]) == 1
    said = capsys.readouterr().out
    assert "wrong.jsonl wrong-1: sequences of 1 moves" in said
    assert "expected: 184" in said
    assert "found:    183" in said
    assert "and 1 more failures" in said
    assert "3 failures" in said


@pytest.mark.parametrize("number", ["-1", "0", "all"])
def test_failures_are_shown_in_a_number_that_makes_sense(
    capsys: pytest.CaptureFixture[str], number: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(VECTORS / "scenarios.jsonl"), "--show", number])
    assert ended.value.code == 2
    assert "at least 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: The file cannot be read"),
        (["broken.jsonl"], "broken.jsonl:1: "),
        (["--folder", "."], "no .jsonl or .jsonl.gz file"),
        ([str(VECTORS / "scenarios.jsonl"), "--tag", "chess"], "No vector matches"),
    ],
)
def test_what_cannot_be_run_ends_with_two(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if "broken.jsonl" in arguments:
        (tmp_path / "broken.jsonl").write_text("{")
    assert main(["verify", *arguments]) == 2
    assert why in capsys.readouterr().err
