"""The examples in the README, on the pages and in the docstrings run as they stand."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from ringrift.cli.screen.arrangement import least_size
from ringrift.cli.screen.dialogs import BOARD_KEYS, GAME_KEYS
from ringrift.rules.grid import BOARD_NAMES

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"`(.)`|(\w\w+)")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN_ELSEWHERE = {"wire.md", "notation.md"}  # by the tests of what they describe
WITH_EXAMPLES = [
    page
    for page in PAGES
    if page.name not in RUN_ELSEWHERE and ">>> " in page.read_text(encoding="utf-8")
]

MODULES_WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path) -> None:
    # The fence that closes an example is no part of what it prints.
    text = re.sub(r"^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    complaints: list[str] = []
    results = doctest.DocTestRunner().run(examples, out=complaints.append)
    assert results.attempted > 0
    assert not results.failed, "".join(complaints)


@pytest.mark.parametrize("module", MODULES_WITH_EXAMPLES)
def test_the_examples_of_a_docstring_run(module: str) -> None:
    results = doctest.testmod(import_module(module))
    assert results.attempted > 0
    assert not results.failed


def test_the_readme_opens_with_a_whole_game_in_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    example = text.split("```python\n")[1].split("```")[0].splitlines()
    assert len(example) == 10
    assert "Game(" in example[1]
    assert "wins" in example[-1]


def test_there_is_a_picture_before_the_first_example() -> None:
    opening = (ROOT / "README.md").read_text(encoding="utf-8").split("```python")[0]
    picture = re.search(r"!\[.+\]\((.+\.svg)\)", opening)
    assert picture is not None
    assert (ROOT / picture[1]).read_text(encoding="utf-8").startswith("<svg")


def test_the_how_to_for_the_library_has_examples() -> None:
    assert ROOT / "docs/how-to/library.md" in WITH_EXAMPLES


def test_the_guide_lists_the_keys_and_sizes_of_the_full_screen() -> None:
    text = (ROOT / "docs" / "how-to" / "play.md").read_text(encoding="utf-8")
    section = text.split("\n## On the full screen\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| ([^|]+) \|", section, flags=re.MULTILINE)
    listed = {word for cell in cells for found in KEY.findall(cell) for word in found}
    shown = {word for keys, _ in (*GAME_KEYS, *BOARD_KEYS) for word in re.findall(r"\w+|\S", keys)}
    assert shown - listed == {"click", "mouse"}
    for board in BOARD_NAMES:
        columns, height = least_size(board)
        assert f"| `{board}` | {columns} \N{MULTIPLICATION SIGN} {height} |" in section
