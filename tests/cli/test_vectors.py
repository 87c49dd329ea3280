"""`ringrift vectors` writes files that `ringrift verify` accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringrift.cli.main import main
from ringrift.records import Heading, Recorder, dump_text
from ringrift.rules import new_game
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import dump_position

SETUP = ["--board", "hex8", "--players", "3", "--edition", "standard"]


@pytest.mark.parametrize("kind", ["games", "positions", "perft"])
def test_made_vectors_pass(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "made.jsonl.gz")
    assert (
        main(
            [
                "vectors",
                "generate",
                "--kind",
                kind,
                "--count",
                "2",
                "--seed",
                "4",
                "--out",
                file,
                *SETUP,
            ]
        )
        == 0
    )
    assert f"{file}: 2 vectors" in capsys.readouterr().out
    assert main(["verify", file]) == 0


def test_equal_seeds_make_equal_files_whatever_else_is_made(tmp_path: Path) -> None:
    alone, among = tmp_path / "alone.jsonl", tmp_path / "among.jsonl"
    made = ["vectors", "generate", "--kind", "positions", "--board", "hex8", "--edition", "classic"]
    assert main([*made, "--players", "4", "--out", str(alone)]) == 0
    assert main([*made, "--players", "2", "--players", "4", "--out", str(among)]) == 0
    assert among.read_text().splitlines()[1] == alone.read_text().strip()


def test_a_record_becomes_a_scenario_to_finish(tmp_path: Path) -> None:
    recorder = Recorder(Heading("square8", players=2))
    for text in ("@d4", "d4-d5", "-", "-", "swap"):
        recorder.append(parse_move(recorder.state, text))
    record, made = tmp_path / "story.rrg", tmp_path / "story.jsonl"
    record.write_text(dump_text(recorder.record()))
    options = ["--record", str(record), "--out", str(made)]
    assert main(["vectors", "generate", "--kind", "scenarios", *options]) == 0
    assert main(["verify", str(made)]) == 0
    assert '"id": "story-1"' in made.read_text()


def test_a_scenario_needs_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["vectors", "generate", "--kind", "scenarios", "--out", str(tmp_path / "x.jsonl")])
        == 2
    )
    assert "--record" in capsys.readouterr().err


def test_perft_counts_and_divides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "perft", "--players", "2", "--depth", "2", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["1 192", "2 3192"]
    assert len(lines) == 2 + 192
    assert sum(int(line.split()[1]) for line in lines[2:]) == 3192


def test_perft_counts_from_a_position_string(capsys: pytest.CaptureFixture[str]) -> None:

    text = dump_position(new_game("hex8", 4, "classic"))
    assert main(["vectors", "perft", "--position", text, "--depth", "1"]) == 0
    assert capsys.readouterr().out == "1 183\n"
    assert main(["vectors", "perft", "--position", "nonsense"]) == 2
