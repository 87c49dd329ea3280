"""What docs/strategy.md says about its pictures, and its figures, are true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ringrift.drawing.diagram import parse_diagram
from ringrift.players.search import Budget, Searcher
from ringrift.rules import outcome
from ringrift.rules.capture import captures_from
from ringrift.rules.legal import legal_moves
from ringrift.rules.movement import moves_from
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.play import apply
from ringrift.rules.state import State
from tools.scene import Scene, apply_bookkeeping
from tools.strategy_scenes import STRATEGY_SCENES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
SCENES = {scene.name.removeprefix("strategy-"): scene for scene in STRATEGY_SCENES}


def play(scene: Scene, *moves: str) -> State:
    state = parse_diagram(scene.diagram)
    for text in moves:
        state = apply_bookkeeping(state)
        state = apply(state, parse_move(state, text))
    return state


def gains(name: str) -> tuple[int, int]:
    """The rings and cells that the moves of a picture bring the player who makes them."""
    scene = SCENES[name]
    before, after = parse_diagram(scene.diagram), play(scene, *scene.moves)
    seat = before.player
    rings = after.seat(seat).eliminated - before.seat(seat).eliminated
    return rings, after.board.territory(seat) - before.board.territory(seat)


@pytest.mark.parametrize(
    ("name", "rings", "cells"),
    [("answer", 1, 1), ("tempo", 2, 4), ("corner", 1, 3), ("comeback", 2, 0)],
)
def test_a_turn_brings_what_the_page_says(name: str, rings: int, cells: int) -> None:
    assert gains(name) == (rings, cells)


def test_a_taller_stack_reaches_fewer_cells() -> None:
    heights, cells = (
        [int(number) for number in re.findall(r"\d+", row)]
        for row in re.findall(r"^\| (?:height|cells) \|.*$", PAGE, re.MULTILINE)
    )
    assert cells == [count_moves_on_empty_board(height) for height in heights]


def count_moves_on_empty_board(height: int) -> int:
    rows = [f"{row} . . . {'1+' if row == 4 else '.'} . . . ." for row in range(8, 0, -1)]
    state = parse_diagram("\n".join(["players: 2", *rows, f"d4: {'1' * height}"]))
    cell = state.board.grid.cell_named("d4")
    assert cell is not None
    return len(moves_from(state.board, 1, cell))


def test_a_stack_of_four_has_three_moves_left() -> None:
    assert len(legal_moves(parse_diagram(SCENES["tall"].diagram))) == 3


def test_a_cap_of_two_captures_a_single_ring_on_top_but_not_a_cap_of_three() -> None:
    state = parse_diagram(SCENES["armour"].diagram)
    captures = [format_move(state, move) for move in legal_moves(state)]
    assert [text for text in captures if "x" in text] == ["b4xb2-b1"]


@pytest.mark.parametrize(("landing", "exposed"), [("d7", True), ("d6", False), ("d8", False)])
def test_the_third_player_can_capture_on_one_landing_cell_only(landing: str, exposed: bool) -> None:
    board = play(SCENES["exchange"], f"d3xd5-{landing}").board
    grid, green = board.grid, board.grid.cell_named("b7")
    assert green is not None
    targets = {grid.cell_name(grid.cell_of[each.target]) for each in captures_from(board, 3, green)}
    assert (landing in targets) == exposed


def test_a_search_of_ten_thousand_nodes_chooses_the_answer_to_the_first_turn() -> None:
    scene = SCENES["answer"]
    state = parse_diagram(scene.diagram)
    for text in scene.moves:
        best = Searcher(megabytes=4).search(state, Budget(nodes=10_000)).best
        assert format_move(state, best) == text
        state = apply_bookkeeping(apply(state, best))


def test_a_chain_takes_both_rings_of_the_leader() -> None:
    moves = ("d8-g8", "g8xg7-g6", ">g6xe6-c6", ">c6xe6-h6")
    assert not play(SCENES["leader"], *moves).board.controls_stack(2)


def test_the_leader_wins_by_the_line_unless_the_row_is_broken() -> None:
    scene = SCENES["leader"]
    missed = play(scene, "d8-a8", "e6-c8", "=c6..e6", "^c8")
    end = outcome(apply_bookkeeping(missed))
    assert end is not None
    assert (end.winner, end.reason) == (2, "territory_control")
    stopped = apply_bookkeeping(play(scene, "d8-d5", "skip"))
    assert stopped.player == 2
    assert not can_win_this_turn(stopped)


def can_win_this_turn(state: State) -> bool:
    """Whether some sequence of moves wins for the player whose turn begins."""
    seat, turn, waiting = state.player, state.turn_number, [state]
    while waiting:
        state = waiting.pop()
        if state.outcome is not None and state.outcome.winner == seat:
            return True
        if state.outcome is None and state.turn_number == turn:
            waiting += [apply_bookkeeping(apply(state, move)) for move in legal_moves(state)]
    return False


def test_the_table_of_victories_is_the_measured_one() -> None:
    measured = (ROOT / "bench/results/strategy.md").read_text(encoding="utf-8")
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for line in measured.splitlines()
        if re.match(r"\| (square|hex)", line)
    ]
    expected = [(row[0], row[1], row[3], row[4], *row[5].split(" / "), row[10]) for row in rows]
    shown = [
        tuple(cell.strip().strip("`") for cell in line.strip("|").split("|"))
        for line in PAGE.splitlines()
        if re.match(r"\| `(square|hex)", line)
    ]
    assert shown == expected


def test_the_page_says_what_the_evaluation_prefers() -> None:
    weights = json.loads((ROOT / "src/ringrift/players/weights.json").read_text(encoding="utf-8"))
    columns = {name: weights["features"].index(name) for name in ("hand", "centre")}
    starts = [table["start"] for name, table in weights["tables"].items() if "standard" in name]
    prefer_hand = sum(start[columns["hand"]] > 0 for start in starts)
    prefer_edge = sum(start[columns["centre"]] < 0 for start in starts)
    words = " ".join(PAGE.split())
    assert f"at the start of a game in {prefer_hand} of {len(starts)} setups" in words
    assert f"on the edge or next to it in {prefer_edge} of {len(starts)} setups" in words
