"""What the web client draws boards with is generated from the look file."""

from __future__ import annotations

import json
from pathlib import Path

from tools.web_look import COLOURS, STYLES, main

ROOT = Path(__file__).parents[2]


def test_the_committed_files_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_every_theme_has_the_same_variables() -> None:
    file = json.loads((ROOT / COLOURS).read_text())
    assert set(file["themes"]) == {"slate", "walnut", "paper", "contrast"}
    for theme in file["themes"].values():
        assert len(theme["usual"].split()) == len(file["names"].split())
        assert len(theme["clear"].split()) == len(file["clearNames"].split())


def test_the_page_can_show_every_theme() -> None:
    sheet = (ROOT / STYLES).read_text()
    for theme in ("slate", "walnut", "paper", "contrast"):
        assert f':root[data-theme="{theme}"]' in sheet
        assert f'[data-board-theme="{theme}"]' in sheet
