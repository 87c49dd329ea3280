"""What the answers in docs/faq.md say about their pictures is what the rules do."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from ringrift.drawing.diagram import parse_diagram
from ringrift.rules import IllegalMoveError, outcome
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.legal import legal_moves
from ringrift.rules.movement import all_moves
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.setup import new_game
from ringrift.rules.state import State
from tools.faq_scenes import FAQ_SCENES
from tools.sandbox_links import main as write_links
from tools.scene import apply_bookkeeping

PAGE = (Path(__file__).parents[2] / "docs" / "faq.md").read_text(encoding="utf-8")
DIAGRAMS = {scene.name.removeprefix("faq-").upper(): scene.diagram for scene in FAQ_SCENES}
QUESTIONS = [f"Q{number}" for number in range(1, 25)]


class Example:
    """The position of an answer, and what happens in it."""

    def __init__(self, question: str, edition: str = "standard", change: str = "") -> None:
        diagram = DIAGRAMS[question]
        if change:  # "a4=*1": another content of a cell
            cell, content = change.split("=")
            rows = diagram.splitlines()
            index = next(i for i, row in enumerate(rows) if row.startswith(f"{cell[1]} "))
            tokens = rows[index].split()
            tokens["abcdefgh".index(cell[0]) + 1] = content
            diagram = "\n".join([*rows[:index], " ".join(tokens), *rows[index + 1 :]])
        self.state = parse_diagram(f"edition: {edition}\n{diagram.strip()}")

    def play(self, *moves: str) -> Example:
        for text in moves:
            state = apply_bookkeeping(self.state)
            self.state = apply(state, parse_move(state, text))
        return self

    def finish_turn(self) -> State:
        """Fill in the bookkeeping moves."""
        self.state = apply_bookkeeping(self.state)
        return self.state

    @property
    def choices(self) -> list[str]:
        return [format_move(self.state, move) for move in legal_moves(self.state)]

    @property
    def eliminated(self) -> list[int]:
        return [seat.eliminated for seat in self.state.seats]

    def territory(self, seat: int) -> int:
        return self.state.board.territory(seat)

    def stack(self, name: str) -> str:
        """The rings on a cell, top ring first."""
        board = self.state.board
        cell = board.grid.cell_named(name)
        assert cell is not None
        return "".join(map(str, board.rings[cell]))

    def refusal_of(self, text: str) -> str:
        with pytest.raises(IllegalMoveError) as refused:
            parse_move(self.state, text)
        return refused.value.code


def test_every_question_has_an_answer_a_picture_and_a_sandbox_link() -> None:
    headings = re.findall(r"^## (Q\d+)\. .+\? \[R\d{3}.*\]$", PAGE, re.MULTILINE)
    assert headings == QUESTIONS == list(DIAGRAMS)
    for question, answer in zip(QUESTIONS, PAGE.split("\n## ")[1:], strict=True):
        name = f"faq-{question.lower()}"
        assert f"(pictures/{name}.svg)][{name}]" in answer


def test_every_sandbox_link_opens_the_position_of_its_picture() -> None:
    links = dict(re.findall(r"^\[(faq-q\d+)\]:\n  (\S+)$", PAGE, re.MULTILINE))
    assert list(links) == [f"faq-{question.lower()}" for question in QUESTIONS]
    for name, link in links.items():
        (position,) = parse_qs(urlsplit(link).fragment)["position"]
        shown = parse_diagram(DIAGRAMS[name.removeprefix("faq-").upper()])
        assert dump_position(load_position(position)) == dump_position(shown)


def test_the_links_are_up_to_date() -> None:
    assert write_links(["--check"]) == 0


def test_q1_a_stack_moves_whole_and_a_captured_ring_joins_at_the_bottom() -> None:
    example = Example("Q1").play("d4xd6-d7")
    assert example.stack("d7") == "1122"
    assert example.stack("d4") == ""


def test_q2_markers_count_as_steps_and_territory_blocks() -> None:
    example = Example("Q2")
    assert "a1-d1" in example.choices
    assert example.refusal_of("a1-c1") == "TOO_SHORT"
    assert example.refusal_of("a1-a5") == "PATH_BLOCKED"


def test_q3_a_capture_lands_on_any_free_cell_beyond_the_minimum_distance() -> None:
    example = Example("Q3")
    landings = [text.split("-")[1] for text in example.choices if "xc4" in text]
    assert landings == ["e4", "f4", "g4"]
    assert example.refusal_of("b4xc4-d4") == "TOO_SHORT"
    assert example.play("b4xc4-f4").stack("f4") == "112"
    assert example.eliminated == [1, 0]


def test_q4_the_ring_below_a_captured_one_controls_the_rest() -> None:
    example = Example("Q4").play("b4xd4-f4")
    assert example.stack("d4") == "333"
    assert example.stack("f4") == "112"


def test_q5_a_chain_may_take_a_second_ring_of_the_same_stack() -> None:
    example = Example("Q5").play("a4xc4-e4")
    assert {text[:5] for text in example.choices} == {">e4xc"}
    assert example.play(">e4xc4-b4").stack("b4") == "1122"


def test_q6_a_captured_ring_counts_for_nobody_and_an_eliminated_one_for_the_player() -> None:
    example = Example("Q6").play("b2xd2-f2")
    assert example.stack("f2") == "12"
    assert example.eliminated == [1, 0]


def test_q7_two_lines_cost_a_ring_each_in_standard() -> None:
    example = Example("Q7").play("=a2..d2")
    assert example.choices == ["^h8"]
    example.play("^h8", "=a5..d5", "^h8")
    assert (example.territory(1), example.eliminated[0]) == (8, 2)


def test_q7_the_first_of_two_lines_costs_the_whole_cap_in_classic() -> None:
    example = Example("Q7", "classic").play("=a2..d2", "^h8")
    assert (example.territory(1), example.eliminated[0]) == (4, 2)
    assert example.state.phase == "territory_processing"


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q8_without_a_payer_a_free_stretch_is_compulsory_and_an_exact_line_stays(
    edition: str,
) -> None:
    example = Example("Q8", edition)
    assert example.choices == ["=b2..f2!b2..e2", "=b2..f2!c2..f2"]
    assert example.refusal_of("=b5..e5") == "CANNOT_PAY"
    example.play("=b2..f2!b2..e2")
    assert (example.territory(1), example.eliminated[0]) == (4, 0)
    assert example.state.phase == "territory_processing"


def test_q9_a_chain_goes_on_even_if_the_stack_cannot_move_afterwards() -> None:
    example = Example("Q9").play("a1xa4-a6")
    assert example.choices == [">a6xc6-g6", ">a6xc6-h6"]
    assert example.play(">a6xc6-g6").stack("g6") == "1122222"
    assert Example("Q9").play("a1xa4-a7").state.phase == "line_processing"
    assert all_moves(example.state.board, 1) == []


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q10_only_the_controller_of_a_mixed_stack_is_represented(edition: str) -> None:
    assert "#a1/1" in Example("Q10", edition).choices
    crowded = DIAGRAMS["Q10"].replace("2  . 231 .", "2  1  2  3")
    assert legal_moves(parse_diagram(f"edition: {edition}{crowded}")) == ()


def test_q11_rings_in_hand_break_the_tie_of_a_stalemate() -> None:
    example = Example("Q11")
    example.finish_turn()
    example.play("^^e1")
    end = outcome(example.finish_turn())
    assert example.territory(1) == example.territory(2) == 30
    assert example.eliminated == [16, 20]
    assert end is not None
    assert (end.winner, end.reason) == (2, "stalemate")


def test_q12_a_chain_goes_on_even_if_it_costs_the_last_ring() -> None:
    example = Example("Q12").play("a4xb4-c4")
    assert example.choices == [">c4xb4-a4"]
    assert example.play(">c4xb4-a4").stack("a4") == "23"
    state = example.finish_turn()
    assert state.seats[0].eliminated_at_turn is not None
    assert state.player == 2


def test_q13_stacks_move_diagonally_but_cells_do_not_touch_diagonally() -> None:
    example = Example("Q13")
    assert {f"d4-{cell}" for cell in ("d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5")} <= {
        *example.choices
    }
    assert "d4-h8" in example.choices
    example.play("d4-d5").finish_turn()
    assert "#h8/1" in example.choices


def test_q14_a_first_capture_may_be_declined_and_a_further_one_may_not() -> None:
    example = Example("Q14").play("b2-b4")
    assert "skip" in example.choices
    assert Example("Q14").play("b2-b4", "b4xc4-e4").choices == [">e4xf4-g4", ">e4xf4-h4"]


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q15_a_wall_has_one_colour_and_may_be_anybodys(edition: str) -> None:
    assert "#a1/2" in Example("Q15", edition).choices
    assert Example("Q15", edition, change="a4=*1").choices == []


def test_q16_the_top_ring_decides_who_controls_a_stack() -> None:
    example = Example("Q16").play("b4-e4")
    assert example.stack("e4") == "2"
    assert example.eliminated == [1, 0]


def test_q17_the_first_turn_is_a_placement_and_a_move() -> None:
    example = Example("Q17")
    assert {text[0] for text in example.choices} == {"@"}
    assert {text[:3] for text in example.play("@d4x2").choices} == {"d4-"}


def test_q17_the_second_player_may_answer_with_a_swap() -> None:
    example = Example("Q17").play("@d4x2", "d4-d6")
    assert example.finish_turn().player == 2
    assert "swap" in example.choices


def test_q18_ring_elimination_is_checked_before_territory() -> None:
    example = Example("Q18").play("=c2..f2", "^d1")
    end = outcome(example.finish_turn())
    assert (example.territory(1), example.eliminated[0]) == (33, 18)
    assert end is not None
    assert end.reason == "ring_elimination"


def test_q19_three_markers_are_a_line_with_three_players_but_not_with_two() -> None:
    assert Example("Q19").choices == ["=c4..e4"]
    two = DIAGRAMS["Q19"].replace("players: 3", "players: 2").replace(". 3 .", ". . .")
    assert legal_moves(parse_diagram(two)) == ()
    lengths = {
        board: [new_game(board, players).line_length for players in (2, 3, 4)]
        for board in BOARD_NAMES
    }
    small, large = [4, 3, 3], [4, 4, 4]
    assert lengths == {"square8": small, "hex8": small, "square19": large, "hexagonal": large}


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q20_a_wall_on_a_hexagonal_board_needs_a_marker_on_each_side(edition: str) -> None:
    assert "#e5/1" in Example("Q20", edition).choices
    gap = DIAGRAMS["Q20"].replace("*1  2 *1", " .  2 *1")
    assert legal_moves(parse_diagram(f"edition: {edition}{gap}")) == ()


def test_q21_twenty_two_cells_win_in_standard_only() -> None:
    standard = Example("Q21").play("=a8..c8", "^h8")
    end = outcome(standard.finish_turn())
    assert end is not None
    assert (end.winner, end.reason) == (1, "territory_control")
    classic = Example("Q21", "classic").play("=a8..c8", "^h8")
    assert outcome(classic.finish_turn()) is None


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_q21_gives_the_thresholds_of_both_editions(board: str) -> None:
    rows = re.findall(rf"^\| `{board}` \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)
    games = [
        [new_game(board, players, edition) for players in (2, 3, 4)]
        for edition in ("standard", "classic")
    ]
    assert rows == [
        tuple(" / ".join(str(game.ring_threshold) for game in row) for row in games),
        tuple(" / ".join(str(game.territory_threshold) for game in row) for row in games),
    ]


def test_q22_paying_for_a_whole_line_may_win_where_the_free_stretch_does_not() -> None:
    paid = outcome(Example("Q22").play("=b3..f3!all", "^g2").finish_turn())
    assert paid is not None
    assert paid.reason == "ring_elimination"
    assert outcome(Example("Q22").play("=b3..f3!b3..e3").finish_turn()) is None


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q23_a_stack_inside_a_region_cannot_pay_for_it(edition: str) -> None:
    example = Example("Q23", edition)
    assert example.choices == []
    red = DIAGRAMS["Q23"].replace("player: 1", "player: 2")
    state = parse_diagram(f"edition: {edition}{red}")
    assert "#a1/1" in [format_move(state, move) for move in legal_moves(state)]


@pytest.mark.parametrize("edition", ["standard", "classic"])
def test_q24_a_blocked_player_gives_up_the_cap_of_a_chosen_stack(edition: str) -> None:
    example = Example("Q24", edition)
    example.finish_turn()
    before = example.eliminated[0]
    assert sorted(example.choices) == ["^^d5", "^^e4"]
    assert example.play("^^d5").stack("d5") == "2221"
    assert example.eliminated[0] == before + 2
    other = Example("Q24", edition)
    other.finish_turn()
    assert other.play("^^e4").stack("e4") == "22"
