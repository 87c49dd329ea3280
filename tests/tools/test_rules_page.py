"""The numbers on the rules page are those of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringrift.rules import new_game
from ringrift.rules.grid import grid_named

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
NAMES = {"square8": "Square", "hex8": "Hexagon", "square19": "Big square", "hexagonal": "Big hex"}
BOARDS = tuple(NAMES)


def table_row(board: str, header: str) -> list[str]:
    """The cells of a board's row in the table whose header starts with the given text."""
    table = PAGE.split(header)[1].split("\n\n")[0]
    row = next(line for line in table.splitlines() if line.startswith(f"| {NAMES[board]} |"))
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("board", BOARDS)
def test_the_page_gives_the_height_of_the_tallest_stack(board: str) -> None:
    (sentence,) = re.findall(r"The tallest possible stack[^.]+\.", PAGE)
    (height,) = re.findall(rf"(\d+)(?:\s+rings)?\s+on\s+{NAMES[board]}\b", sentence)
    assert int(height) == grid_named(board).max_stack_height


@pytest.mark.parametrize("board", BOARDS)
def test_the_page_gives_the_thresholds_of_the_default_edition(board: str) -> None:
    games = [new_game(board, players) for players in (2, 3, 4)]
    _, rings, territory = table_row(board, "| | rings, 2 / 3 / 4 players ")
    assert rings == " / ".join(str(game.ring_threshold) for game in games)
    assert territory == " / ".join(str(game.territory_threshold) for game in games)


def test_the_page_uses_no_code_names() -> None:
    assert "`" not in PAGE
    assert not re.findall(r"\b(?:square8|square19|hex8)\b(?!\.svg)", PAGE)


def test_the_page_links_to_the_exact_rules_once_and_to_no_other_reference() -> None:
    assert re.findall(r"\]\((reference/[^)]*)\)", PAGE) == ["reference/rules-exact.md"]
