"""The drawn examples of the page's rulebook are those of the documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringrift.rules import apply
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.wire import load_move
from tools.doc_pictures import SCENES
from tools.scene import apply_bookkeeping
from tools.web_rulebook_pictures import TARGET, main

ROOT = Path(__file__).parents[2]


def test_the_committed_pictures_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_each_picture_ends_with_what_the_document_shows() -> None:
    pictures = json.loads((ROOT / TARGET).read_text())
    for scene in SCENES:
        if scene.theme == "paper":
            state, _ = scene.played()
            assert pictures[scene.name]["positions"][-1] == dump_position(state)


def test_the_moves_of_a_picture_lead_from_position_to_position() -> None:
    for picture in json.loads((ROOT / TARGET).read_text()).values():
        positions = picture["positions"]
        for before, move, after in zip(
            positions[:-1], picture["moves"], positions[1:], strict=True
        ):
            made = apply(apply_bookkeeping(load_position(before)), load_move(move))
            assert after in (dump_position(made), dump_position(apply_bookkeeping(made)))


def test_a_file_that_is_out_of_date_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert f"{TARGET} is out of date" in capsys.readouterr().err
    assert main(["--root", str(tmp_path)]) == 0
    assert main(["--check", "--root", str(tmp_path)]) == 0
