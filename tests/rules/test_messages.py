"""The message catalogue is complete: every code and key has its sentence, and every one is used."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

import ringrift.rules
from ringrift.rules import CODES
from ringrift.rules.messages import KERNEL_MESSAGES, refusal

RULES = Path(ringrift.rules.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "wire.md"
CATALOGUE = json.loads((RULES / "data" / "messages.json").read_text(encoding="utf-8"))
MESSAGES = CATALOGUE["illegalMoves"] | CATALOGUE["invalidStates"] | CATALOGUE["input"]
TYPES = {
    *("number", "seat", "cell", "cells", "lines", "move", "moves", "phase", "context", "reason"),
    *("position", "board", "field", "text", "names"),
}


def test_every_code_has_a_message_and_every_message_a_code() -> None:
    assert {key.partition(".")[0] for key in MESSAGES} == set(CODES)


def test_codes_are_listed_in_alphabetical_order() -> None:
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("key", MESSAGES)
def test_a_message_uses_exactly_the_arguments_it_declares(key: str) -> None:
    entry = MESSAGES[key]
    templates = entry["text"] + entry.get("path", "")
    named = {name for _, name, _, _ in string.Formatter().parse(templates) if name}
    assert named == set(entry.get("args", {}))
    assert set(entry.get("args", {}).values()) <= TYPES


@pytest.mark.parametrize("key", MESSAGES)
def test_a_message_is_a_sentence_without_icu_syntax(key: str) -> None:
    """Apart from plain arguments: `'{` quotes in ICU, `#` and `|` have meanings there."""
    text = MESSAGES[key]["text"]
    assert text.endswith(".")
    assert text[0].isupper() or text[0] == "{"
    assert not re.search(r"'[{}]|[{}]'|[#|<>]", text)
    assert re.fullmatch(r"[^{}]*(\{[a-z]+\}[^{}]*)*", text)


def test_the_rules_use_every_message_and_no_other() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in RULES.glob("*.py"))
    unused = [key for key in MESSAGES if not _is_used(key, source)]
    assert unused == ["MALFORMED.kernel_field"]  # the kernel's own
    named = set(re.findall(r'"([A-Z]{3,}[A-Z_]*\.[a-z_]+)"', source))
    assert named <= set(MESSAGES)


def _is_used(key: str, source: str) -> bool:
    code, _, situation = key.partition(".")
    words = {"CONTRADICTION": f'"{situation}"'}
    return f'"{key}"' in source or f'"{code}.{{' in source or words.get(code, "\0") in source


def test_an_argument_is_shown_as_people_read_it() -> None:
    blocked = refusal("PATH_BLOCKED.move", cells=("c1", "d1"))
    assert blocked.message.startswith("The path is blocked on c1, d1.")
    wrong = refusal(
        "WRONG_PHASE", move="move_stack", phase="line_processing", moves=("swap_sides",)
    )
    assert wrong.message == "You cannot move a stack in the line phase. You can: swap sides."


def test_the_path_of_a_message_names_the_field() -> None:
    assert refusal("CONTRADICTION.action_in_future", index=1).path == "players[1].lastActionTurn"


def test_the_kernel_numbers_messages_from_one() -> None:
    assert KERNEL_MESSAGES[:2] == ("", "GAME_OVER")
    assert len(KERNEL_MESSAGES) == len(set(KERNEL_MESSAGES))


def test_the_page_lists_every_code_with_its_meaning() -> None:
    text = PAGE.read_text(encoding="utf-8")
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
