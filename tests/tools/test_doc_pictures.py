"""The committed pictures are current, and the rules page names every rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringrift.rules import outcome
from tools.doc_pictures import SCENES, main
from tools.faq_scenes import FAQ_SCENES
from tools.rules_scenes import RULES_SCENES
from tools.scene import Scene
from tools.strategy_scenes import STRATEGY_SCENES

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


@pytest.mark.parametrize(
    ("document", "scenes"),
    [("rules", RULES_SCENES), ("faq", FAQ_SCENES), ("strategy", STRATEGY_SCENES)],
    ids=["rules", "faq", "strategy"],
)
def test_a_document_shows_the_pictures_drawn_for_it(
    document: str, scenes: tuple[Scene, ...]
) -> None:
    text = (ROOT / "docs" / f"{document}.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(pictures/([\w-]+)\.svg\)", text))
    assert shown == {scene.name for scene in scenes} - {"board-dark"}


def test_the_rules_page_names_every_rule() -> None:
    text, exact = DOCUMENT.read_text(encoding="utf-8"), EXACT.read_text(encoding="utf-8")
    assert rule_numbers(exact) <= rule_numbers(text)
