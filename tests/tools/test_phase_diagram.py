"""The phase diagram in the documents is the phase machine's."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ringrift.rules import MOVE_TYPES, Phase
from ringrift.rules.phases import TRANSITIONS
from tools.phase_diagram import PAGE, PICTURE, build_arrows, main, render_page, render_picture

ROOT = Path(__file__).parents[2]


def test_the_committed_page_and_picture_are_up_to_date() -> None:
    assert (ROOT / PAGE).read_text() == render_page(), "run `make docs`"
    assert (ROOT / PICTURE).read_text() == render_picture(), "run `make docs`"
    assert main(["--check"]) == 0


def test_every_transition_is_on_an_arrow_and_in_the_table() -> None:
    """R070-R076."""
    labels = sum(len(arrow.labels) for arrow in build_arrows())
    assert labels == len(TRANSITIONS) + 2  # and the two ways out of the end of a turn
    rows = [line for line in render_page().splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) == len(TRANSITIONS)
    assert all(any(f"`{move}`" in row for row in rows) for move in MOVE_TYPES)


def test_the_picture_is_sound_and_needs_nothing_from_outside() -> None:
    picture = ET.fromstring(render_picture())
    texts = [text for text in picture.itertext() if text.strip()]
    assert all(phase.value in texts for phase in Phase)
    outside = [
        value for element in picture.iter() for value in element.attrib.values() if "http" in value
    ]
    assert outside == []


def test_nothing_in_the_picture_lies_outside_it() -> None:
    picture = ET.fromstring(render_picture())
    _, _, width, height = map(int, picture.attrib["viewBox"].split())
    for element in picture.iter():
        assert int(element.get("x", element.get("cx", 0))) <= width
        assert int(element.get("y", element.get("cy", 0))) <= height


def test_files_that_are_out_of_date_fail_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert f"{PICTURE} is out of date" in capsys.readouterr().err
    assert main(["--root", str(tmp_path)]) == 0
    assert main(["--check", "--root", str(tmp_path)]) == 0
