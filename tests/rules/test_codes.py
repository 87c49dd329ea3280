"""Codes are stable: what the law refuses with, what it documents and what it exports are the same list."""

from __future__ import annotations

import re
from pathlib import Path

import ringrift.rules
from ringrift.rules import CODES

RULES = Path(ringrift.rules.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "wire.md"
LIKE_A_CODE = re.compile(r'"([A-Z]{2,}(?:_[A-Z]+)*)"')
NO_CODES = {"TYPE_CHECKING"}


def used() -> set[str]:
    texts = (
        path.read_text()
        for path in RULES.glob("*.py")
        if path.name not in ("codes.py", "__init__.py")
    )
    return {code for text in texts for code in LIKE_A_CODE.findall(text)} - NO_CODES


def test_the_law_uses_every_code_and_no_other() -> None:
    assert used() == set(CODES)


def test_the_page_lists_every_code_with_its_meaning() -> None:
    text = PAGE.read_text()
    assert [row for row in CODES if f"| `{row}` | {CODES[row]} |" not in text] == []


def test_the_codes_that_the_wire_format_names_are_among_them() -> None:
    named = """
    WRONG_PHASE NOT_YOUR_TURN GAME_OVER OUT_OF_BOUNDS ON_MARKER ON_COLLAPSED_SPACE NO_RINGS_IN_HAND
    TOO_MANY_RINGS DEAD_PLACEMENT PLACEMENT_MANDATORY NOT_YOUR_STACK MUST_MOVE_PLACED_STACK
    TOO_SHORT NOT_A_RAY PATH_BLOCKED LANDING_BLOCKED CAP_TOO_LOW NO_TARGET CHAIN_MUST_CONTINUE
    COST_DUE NOT_A_LINE CANNOT_PAY NOT_A_REGION NO_STACK_OUTSIDE NOT_RECOVERY_ELIGIBLE
    LINE_SLIDE_EXISTS SWAP_UNAVAILABLE ACTION_AVAILABLE MALFORMED CONTRADICTION
    """
    assert set(named.split()) <= set(CODES)
