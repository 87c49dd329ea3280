"""`ringrift puzzles`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.puzzles.pack import shipped_puzzles


def test_puzzles_are_made_selected_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, chosen = tmp_path / "journal.jsonl", tmp_path / "chosen.jsonl"
    made = ["puzzles", "make", "--board", "hex8", "--games", "1", "--out", str(journal)]
    assert main([*made, "--seconds", "60"]) == 0
    assert main(made) == 0
    assert "0 puzzles added" in capsys.readouterr().out
    assert main(["puzzles", "select", str(journal), "--out", str(chosen)]) == 0
    assert main(["puzzles", "verify", "--file", str(chosen)]) == 0
    assert "0 do not hold" in capsys.readouterr().out


def test_a_shipped_puzzle_is_shown_and_its_solution_only_on_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = shipped_puzzles()[0]
    assert main(["puzzles", "show", puzzle.id]) == 0
    shown = capsys.readouterr().out
    assert puzzle.position in shown
    assert "solution" not in shown
    main(["puzzles", "show", puzzle.id, "--solution"])
    assert " ".join(puzzle.solution) in capsys.readouterr().out


def test_the_shipped_puzzles_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "show"]) == 0
    assert f"{len(shipped_puzzles()):,} puzzles" in capsys.readouterr().out


def test_an_unknown_puzzle_and_a_missing_file_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["puzzles", "show", "nothing"]) == 2
    assert "no puzzle 'nothing'" in capsys.readouterr().err
    assert main(["puzzles", "verify", "--file", "missing.jsonl"]) == 2
    assert "missing.jsonl" in capsys.readouterr().err
