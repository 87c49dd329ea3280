"""The terminal board in colour, and its words."""

from __future__ import annotations

import re
from random import Random

import pytest
from rich.text import Text

from ringrift.cli import messages
from ringrift.cli.board_text import board_text, colour_pieces, position_text, seat_style
from ringrift.cli.highlights import highlight
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.drawing.diagram import format_board, parse_diagram
from ringrift.rules import (
    BOARD_NAMES,
    BoardName,
    Decision,
    DecisionKind,
    decision,
    effects,
    new_game,
)
from ringrift.rules.notation import format_move

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
    blue, red = seat_style(1), seat_style(2)
    text = colour_pieces(format_board(parse_diagram(POSITION).board), square=True)
    assert styles(text) == {
        ".": "dim",
        "#2": f"{red} reverse",
        "*1": blue,
        "1": f"bold {blue}",
        "2": f"bold {red}",
    }


def test_the_numbers_of_rows_are_no_pieces() -> None:
    text = colour_pieces(format_board(parse_diagram(POSITION).board), square=True)
    numbers = {place for place, line in _lines(text) if line[:2].strip().isdecimal()}
    assert len(numbers) == 8
    assert not any(span.start <= place < span.end for span in text.spans for place in numbers)


def test_a_tall_stack_is_coloured_ring_by_ring_below_the_board() -> None:
    text = colour_pieces(format_board(parse_diagram(POSITION).board), square=True)
    place = text.plain.index("a1: ") + 4
    colours = [str(span.style) for span in sorted(text.spans) if span.start >= place]
    assert colours == [f"bold {seat_style(int(ring))}" for ring in "2221212"]


def _lines(text: Text) -> list[tuple[int, str]]:
    """Every line with the place of its second character, where row numbers stand."""
    found, at = [], 0
    for line in text.plain.splitlines(keepends=True):
        found.append((at + 1, line))
        at += len(line)
    return found


def test_a_mark_replaces_the_dot_of_an_empty_cell_and_stands_before_anything_else() -> None:
    board = parse_diagram(POSITION).board
    cells = {name: board.grid.cell_named(name) for name in ("a8", "b7", "d5", "a1", "h1")}
    marks = {
        cell: mark for cell, mark in zip(cells.values(), "ooxoo", strict=True) if cell is not None
    }
    rows = board_text(board, marks).plain.splitlines()
    assert rows[0].startswith(" 8   o   .")
    assert rows[1].startswith(" 7   . o*1")
    assert rows[3].startswith(" 5   .   .   .x112")
    assert rows[7].startswith(" 1 o2+   .")
    assert rows[7].endswith("   o")


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_cell_can_be_marked(board: BoardName) -> None:
    state = new_game(board, 2)
    for cell in state.board.grid.cells[::17]:
        rows = board_text(state.board, {cell: "!"}).plain
        assert rows.count("!") == 1
        row, _ = divmod(cell, state.board.grid.width)
        letters_above = 1 if state.board.grid.hexagonal else 0
        assert "!" in rows.splitlines()[letters_above + state.board.grid.width - 2 - row]
    everywhere = board_text(state.board, dict.fromkeys(state.board.grid.cells, "o")).plain
    assert "." not in everywhere


def test_a_hexagonal_board_has_coordinates_on_all_sides() -> None:
    rows = board_text(new_game("hex8", 2).board).plain.splitlines()
    assert rows[0].split() == ["a", "b", "c", "d", "e"]
    assert [(row.split()[0], row.split()[-1]) for row in rows[1:-1]] == [
        *(("a9", "e9"), ("a8", "f8"), ("a7", "g7"), ("a6", "h6"), ("a5", "i5")),
        *(("b4", "i4"), ("c3", "i3"), ("d2", "i2"), ("e1", "i1")),
    ]
    assert rows[-1].split() == ["e", "f", "g", "h", "i"]


def test_a_letter_beyond_a_hexagonal_board_continues_its_diagonal_column() -> None:
    board = new_game("hex8", 2).board
    marks = {
        cell: "!" for name in ("e1", "e2") if (cell := board.grid.cell_named(name)) is not None
    }
    rows = board_text(board, marks).plain.splitlines()
    upper, lower = rows[-3].index("!"), rows[-2].index("!")
    assert rows[-1].index("e") == lower + (lower - upper)


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_board_and_its_seats_fit_80_columns_and_mostly_24_rows(
    board: BoardName, players: int
) -> None:
    *_, last = play_randomly(new_game(board, players), Random(2), limit=100)
    names = ["yellow (a player with a long name)"] * players
    lines = [line.plain for line in position_text(last.after, names)]
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if not re.match(r"[a-y]\d+: ", line)]
    with_question = len(rows) + 4
    assert with_question <= (24 if board != "hexagonal" else 31 + players)
    for seat in range(1, players + 1):
        assert any(f"hand {last.after.seat(seat).hand}" in line for line in lines)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, ""), (9.46, "9.5 s"), (65, "1:05"), (3600, "1:00:00"), (600.9, "10:01")],
)
def test_time_is_shown_as_on_a_clock(seconds: float | None, shown: str) -> None:
    assert messages.format_duration(seconds) == shown


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_decision_can_be_pointed_at(board: BoardName) -> None:
    for step in play_randomly(new_game(board, 2), Random(8), limit=120, choose=prefer_rare_moves):
        due = decision(step.before)
        assert due is not None
        if due.interactive:
            assert highlight(step.before, due, "").marks
            assert highlight(step.before, due, format_move(step.before, step.move)).sentence


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_decision_and_every_effect_of_a_game_has_its_words(board: BoardName) -> None:
    for step in play_randomly(new_game(board, 3), Random(4), limit=300, choose=prefer_rare_moves):
        due = decision(step.before)
        assert due is not None
        if due.interactive:
            assert messages.describe_decision(step.before, due)
            said = [
                messages.describe_effect(step.before, what)
                for what in effects(step.before, step.move)
            ]
            assert any(said) or not step.move.turn_action
            shown = [
                text
                for texts in messages.group_moves(step.before, due.moves).values()
                for text in texts
            ]
            assert len(shown) == len(set(shown)) == len(due.moves)


@pytest.mark.parametrize(
    "kind", [kind for kind in DecisionKind if kind is not DecisionKind.BOOKKEEPING]
)
def test_every_kind_of_decision_has_a_question(kind: DecisionKind) -> None:
    assert messages.describe_decision(new_game("square8", 2), Decision(1, kind, ()))
