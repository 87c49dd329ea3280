"""Text diagrams: handwritten ones parse, and formatted ones parse back to the same state."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.drawing import format_diagram, parse_diagram
from ringrift.drawing.diagram_fields import FIELDS
from ringrift.rules import InvalidStateError, Phase, conclude, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.setup import Setup

BOARD = """
8  2   .  3112 .   .   .  #2  #2
7  .  *3   .   .   .  222  .  #2
6  .  *3   .   .  *2   .   .   .
5  3   .   .  112  .  *2  *4   .
4  .   .  *1   .   .  *2   .  #4
3  .   .  *1  *1   .   .  44  #4
2 #1  #1  #1   .   .   .   .   .
1 #1  #1   .  111  .  #3  #3   .
   a   b   c   d   e   f   g   h
"""
HEX = """
     . . . . .
    . . *1 *2 . .
   . . . #1 #2 . .
  . . . . . . . .
 . . . . 12 . . . .
  . . . . . . . .
   . . . . . . .
    . . . . . .
     1 . . . 2
"""
EMPTY_ROWS = ["........"] * 8
LABELLED_ROWS = [f"{row} ........" for row in range(8, 0, -1)]


def refusal(text: str) -> InvalidStateError:
    with pytest.raises(InvalidStateError) as raised:
        parse_diagram(text)
    return raised.value


@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_every_state_reads_back_from_its_diagram(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state = random_position(setup, rng)
    assert parse_diagram(format_diagram(state)) == state
    for step in play_randomly(state, rng, 12, prefer_rare_moves):
        assert parse_diagram(format_diagram(step.after)) == step.after


def test_a_finished_game_reads_back_with_its_result() -> None:
    state = conclude(new_game("hex8", 4), 3, "timeout")
    text = format_diagram(state)
    assert "winner: 3  reason: timeout" in text
    assert parse_diagram(text) == state


def test_a_board_alone_is_a_position() -> None:
    state = parse_diagram(BOARD)
    assert state.board.grid.name == "square8"
    assert state.edition.name == "standard"
    assert len(state.seats) == 4  # the board shows four colours
    assert (state.player, state.phase, state.turn_number) == (1, Phase.RING_PLACEMENT, 5)
    assert [seat.hand for seat in state.seats] == [18 - 7, 18 - 6, 18 - 2, 18 - 2]
    assert [seat.eliminated for seat in state.seats] == [0, 0, 0, 0]
    assert state.rounds.partial


def test_cells_say_what_they_hold() -> None:
    board = parse_diagram(BOARD).board

    def at(name: str) -> int:
        cell = board.grid.cell_named(name)
        assert cell is not None
        return cell

    assert board.rings[at("c8")] == (3, 1, 1, 2)
    assert board.rings[at("d5")] == (1, 1, 2)
    assert board.marker_owner(at("g5")) == 4
    assert board.territory_owner(at("h3")) == 4
    assert board.empty >> at("e1") & 1


def test_an_empty_board_is_the_first_turn_of_the_seat_to_move() -> None:
    assert parse_diagram("\n".join(EMPTY_ROWS)).turn_number == 1
    assert parse_diagram("player: 2\n" + "\n".join(EMPTY_ROWS)).turn_number == 2


def test_the_board_is_known_by_its_rows() -> None:
    for name in BOARD_NAMES:
        state = new_game(name, 2)
        rows = [
            line for line in format_diagram(state).splitlines() if line.strip() and ":" not in line
        ]
        assert parse_diagram("\n".join(rows)).board == state.board


def test_hexagons_are_read_row_by_row_from_the_far_side() -> None:
    board = parse_diagram(HEX).board
    names = {board.grid.cell_name(cell): rings for cell, rings in enumerate(board.rings) if rings}
    assert names == {"e1": (1,), "i1": (2,), "e5": (1, 2)}
    assert board.marker_owner(board.grid.cell_of[(-2, 3, -1)]) == 1
    assert board.territory_owner(board.grid.cell_of[(-1, 2, -1)]) == 1


def test_hand_written_spacing_does_not_matter() -> None:
    wide = "\n".join("   .\t .  . . . .   .  . " for _ in range(8))
    tight = "\n".join(EMPTY_ROWS)
    labelled = "\n".join(f"{row} ...*1...." for row in range(8, 0, -1))
    assert parse_diagram(wide) == parse_diagram(tight)
    assert parse_diagram(labelled).board.markers[1].bit_count() == 8


def test_a_row_of_lone_rings_is_not_taken_for_a_label() -> None:
    state = parse_diagram("eliminated: 0 0\n" + "\n".join([*EMPTY_ROWS[:7], "1 1 1 1 2 2 2 2"]))
    assert [state.board.controlled[seat].bit_count() for seat in (1, 2)] == [4, 4]


def test_fields_share_lines_and_say_the_rest() -> None:
    state = parse_diagram(
        "edition: classic  players: 3, player: 2; phase: movement\nturn: 9  swap: off\n"
        "hand: 15 16 17  last-action: 7 - 6\nmust-move: d4\n"
        "round-had: 1  round-took: -  exclusive: 1 1\n"
        + "\n".join([*EMPTY_ROWS[:4], "...22....", *EMPTY_ROWS[5:]])
    )
    assert (state.edition.name, len(state.seats), state.player, state.turn_number) == (
        "classic",
        3,
        2,
        9,
    )
    assert [seat.hand for seat in state.seats] == [15, 16, 17]
    assert [seat.eliminated for seat in state.seats] == [3, 0, 1]
    assert [seat.last_action_turn for seat in state.seats] == [7, None, 6]
    assert state.turn.must_move_from == state.board.grid.cell_named("d4")
    assert (state.rounds.had_action, state.rounds.took_action) == ((1,), ())
    assert (state.rounds.exclusive_seat, state.rounds.exclusive_rounds) == (1, 1)


def test_rings_that_are_eliminated_are_missing_in_their_owners_hands() -> None:
    state = parse_diagram("eliminated: 4 0\n" + "\n".join(EMPTY_ROWS))
    assert [seat.hand for seat in state.seats] == [14, 18]


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_diagrams_fit_a_terminal(board: BoardName) -> None:
    setup = next(setup for setup in SETUPS if setup.board == board and setup.players == 3)
    for seed in range(10):
        text = format_diagram(random_position(setup, Random(seed)))
        assert max(map(len, text.splitlines())) <= 80


def test_many_tall_stacks_are_listed_in_lines_that_fit() -> None:
    row = " ".join(["1+", "2+"] * 9 + ["."])
    listed = "  ".join(
        f"{column}19: {'12' if at % 2 == 0 else '21'}121212"
        for at, column in enumerate("abcdefghijklmnopqr")
    )
    state = parse_diagram("\n".join([row, *["." * 19] * 18, listed]))
    text = format_diagram(state)
    assert max(map(len, text.splitlines())) <= 80
    assert parse_diagram(text) == state


def test_tall_stacks_are_given_in_full_below_the_board() -> None:
    state = parse_diagram("\n".join(["2+.......", *EMPTY_ROWS[:7], "a8: 2112211"]))
    assert state.board.rings[state.board.grid.cell_of[(0, 7)]] == (2, 1, 1, 2, 2, 1, 1)
    text = format_diagram(state)
    assert "2+" in text
    assert "a8: 2112211" in text


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("", "", "0 rows"),
        ("\n".join(EMPTY_ROWS[:7]), "", "7 rows"),
        ("\n".join([*EMPTY_ROWS[:7], "......."]), "line 8", "8 cells, not 7"),
        ("\n".join([*LABELLED_ROWS[:7], "1 ......."]), "line 8", "8 cells, not 7"),
        ("\n".join([*LABELLED_ROWS[:7], "........"]), "line 8", "begins with 1 or a1"),
        (
            "\n".join([*LABELLED_ROWS[:6], "3 ........", "1 ........"]),
            "line 7",
            "begins with 2 or a2",
        ),
        ("\n".join([*EMPTY_ROWS[:7], "...5...."]), "line 8, cell d1", "'5' is no cell"),
        ("\n".join(["..*....", *EMPTY_ROWS[:7]]).replace("*.", "* ."), "line 1", "8 cells, not 7"),
        ("\n".join(["*9.......", *EMPTY_ROWS[:7]]), "line 1, cell a8", "is no cell"),
        ("\n".join(["b8 ........", *EMPTY_ROWS[:7]]), "line 1", "8 cells, not 9"),
        ("\n".join(["1+.......", *EMPTY_ROWS[:7]]), "cell a8", "below the board"),
        ("\n".join(EMPTY_ROWS) + "\na8: 12", "line 9, a8", "Draw the cell a8 as `1+`"),
        ("\n".join(EMPTY_ROWS) + "\nk9: 12", "line 9, k9", "no cell k9"),
        ("\n".join(EMPTY_ROWS) + "\na8: x", "line 9, a8", "not a stack"),
        ("hue: 3\n" + "\n".join(EMPTY_ROWS), "line 1", "no field 'hue'"),
        ("turn: 3  turn: 4\n" + "\n".join(EMPTY_ROWS), "line 1", "twice"),
        ("? : 3\n" + "\n".join(EMPTY_ROWS), "line 1", "neither a row"),
        ("turn: x\n" + "\n".join(EMPTY_ROWS), "line 1, turn", "not a list of numbers"),
        ("hand: 1 2 3\n" + "\n".join(EMPTY_ROWS), "line 1, hand", "Write 2 numbers"),
        ("acted: maybe\n" + "\n".join(EMPTY_ROWS), "line 1, acted", "none of yes, no"),
        ("players: 5\n" + "\n".join(EMPTY_ROWS), "line 1, players", "Two, three or four"),
        ("board: hex8\n" + "\n".join(EMPTY_ROWS), "line 1, board", "8 rows make square8"),
        ("board: chess\n" + "\n".join(EMPTY_ROWS), "line 1, board", "no board 'chess'"),
        ("must-move: z9\n" + "\n".join(EMPTY_ROWS), "line 1, must-move", "no cell 'z9'"),
        (
            "eliminated: 19 0\n" + "\n".join(EMPTY_ROWS),
            "line 1, eliminated",
            "Seat 1 would need 1 more",
        ),
        ("." * 100_001, "", "longer than"),
    ],
)
def test_a_broken_diagram_is_refused_where_it_is_broken(text: str, path: str, message: str) -> None:
    error = refusal(text)
    assert error.path == path
    assert message in error.message


def test_what_contradicts_itself_is_refused_by_the_same_judge_as_json() -> None:
    error = refusal("hand: 18 18  eliminated: 3 0\n" + "\n".join(EMPTY_ROWS))
    assert error.rule == "R020"


def test_the_page_about_diagrams_tells_the_truth() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "diagram.md").read_text(
        encoding="utf-8"
    )
    examples = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    assert [parse_diagram(example).board.grid.name for example in examples] == ["square8", "hex8"]
    assert [name for name in FIELDS if f"`{name}`" not in page] == []


@given(st.text(alphabet=" .*#1234+:abyz-\n8", max_size=300))
def test_no_text_raises_anything_but_our_error(text: str) -> None:
    try:
        state = parse_diagram(text)
    except InvalidStateError:
        return
    assert parse_diagram(format_diagram(state)) == state
