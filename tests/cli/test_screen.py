"""The terminal board in colour, and its words."""

from __future__ import annotations

from random import Random

import pytest
from rich.text import Text

from ringrift.cli import wording
from ringrift.cli.screen import coloured
from ringrift.contract.random_play import rare_move, walk
from ringrift.drawing.diagram import board_rows, parse_diagram
from ringrift.drawing.look import look
from ringrift.rules import BOARD_NAMES, BoardName, Decision, DecisionKind, decision, effects, new_game

POSITION = """
8 .  .  .  .  .  .  #2 #2
7 .  *1 .  .  .  .  .  .
6 .  .  .  .  .  .  .  .
5 .  .  .  112 .  .  .  .
4 .  .  .  .  .  .  .  .
3 .  .  .  .  .  .  .  .
2 .  .  .  .  .  .  .  .
1 2221212 .  .  .  .  .  .  .
  a  b  c  d  e  f  g  h
"""


def styles(text: Text) -> dict[str, str]:
    """What is styled, and how, piece by piece; the last of equal ones."""
    return {text.plain[span.start : span.end]: str(span.style) for span in text.spans}


def test_pieces_have_the_colours_of_their_seats() -> None:
    blue, red = look().seat(1).colour, look().seat(2).colour
    text = coloured(board_rows(parse_diagram(POSITION).board), square=True)
    assert styles(text) == {
        ".": "dim",
        "#2": f"{red} reverse",
        "*1": blue,
        "1": f"bold {blue}",
        "2": f"bold {red}",
    }


def test_the_numbers_of_rows_are_no_pieces() -> None:
    text = coloured(board_rows(parse_diagram(POSITION).board), square=True)
    numbers = {place for place, line in _lines(text) if line[:2].strip().isdecimal()}
    assert len(numbers) == 8
    assert not any(span.start <= place < span.end for span in text.spans for place in numbers)


def test_a_tall_stack_is_coloured_ring_by_ring_below_the_board() -> None:
    text = coloured(board_rows(parse_diagram(POSITION).board), square=True)
    place = text.plain.index("a1: ") + 4
    colours = [str(span.style) for span in sorted(text.spans) if span.start >= place]
    assert colours == [f"bold {look().seat(int(ring)).colour}" for ring in "2221212"]


def _lines(text: Text) -> list[tuple[int, str]]:
    """Every line with the place of its second character, where row numbers stand."""
    found, at = [], 0
    for line in text.plain.splitlines(keepends=True):
        found.append((at + 1, line))
        at += len(line)
    return found


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_decision_and_every_effect_of_a_game_has_its_words(board: BoardName) -> None:
    for step in walk(new_game(board, 3), Random(4), limit=300, choose=rare_move):
        due = decision(step.before)
        assert due is not None
        if due.interactive:
            assert wording.question(step.before, due)
            said = [wording.effect(step.before, what) for what in effects(step.before, step.move)]
            assert any(said) or not step.move.turn_action
            shown = [text for texts in wording.groups(step.before, due.moves).values() for text in texts]
            assert len(shown) == len(set(shown)) == len(due.moves)


@pytest.mark.parametrize("kind", [kind for kind in DecisionKind if kind is not DecisionKind.BOOKKEEPING])
def test_every_kind_of_decision_has_a_question(kind: DecisionKind) -> None:
    assert wording.question(new_game("square8", 2), Decision(1, kind, ()))
