"""The committed pictures are current, and the rules page names every rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringrift.rules import outcome
from tools.doc_pictures import SCENES, Scene, main

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "rules.md"
EXACT = ROOT / "docs" / "reference" / "rules-exact.md"


def rule_numbers(text: str) -> set[int]:
    """Every rule number in a text, ranges counted whole."""
    numbers = set()
    for first, last in re.findall(r"\bR(\d{3})(?:\s?[-\u2013]\s?R(\d{3}))?", text):
        numbers |= set(range(int(first), int(last or first) + 1))
    return numbers


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_committed_picture_is_what_the_renderer_draws(scene: Scene) -> None:
    path = ROOT / "docs" / "pictures" / f"{scene.name}.svg"
    assert path.read_text(encoding="utf-8") == scene.svg() + "\n", (
        "run python -m tools.doc_pictures"
    )


@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if scene.ends], ids=lambda scene: scene.name
)
def test_each_victory_picture_shows_the_victory_it_is_named_after(scene: Scene) -> None:
    end = outcome(scene.played()[0])
    assert end is not None
    assert (end.winner, end.reason) == (1, scene.ends)


def test_all_four_victories_are_drawn() -> None:
    ends = {scene.ends for scene in SCENES if scene.ends}
    assert ends == {"ring_elimination", "territory_control", "last_player_standing", "stalemate"}


def test_pictures_are_written_where_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 0
    assert (
        len(capsys.readouterr().out.splitlines())
        == len(list(tmp_path.glob("*.svg")))
        == len(SCENES)
    )


def test_the_rules_page_shows_only_pictures_that_exist() -> None:
    shown = set(re.findall(r"\(pictures/([\w-]+)\.svg\)", DOCUMENT.read_text(encoding="utf-8")))
    drawn = {scene.name for scene in SCENES}
    assert shown == drawn - {"board-dark"}


def test_the_rules_page_names_every_rule_and_every_decision() -> None:
    text, exact = DOCUMENT.read_text(encoding="utf-8"), EXACT.read_text(encoding="utf-8")
    known = rule_numbers(exact)
    assert known <= rule_numbers(text)
    questions = exact.split("## 12.")[1].count("\n| ") - 1
    decisions = text.split("## Decisions")[1].count("\n| ") - 1
    assert decisions == questions
