"""The screen around the board: its size, the coordinates, the turns, and the help."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from ringrift.cli.screen.arrangement import arrange, least_size
from ringrift.cli.screen.panels import StoryPanel
from ringrift.rules import BoardName
from ringrift.rules.grid import Cell
from tests.cli.screen.driving import Driver, Game, drive

TERMINAL = (120, 40)
ARROWS = ((-1, 0), (1, 0), (0, 1), (0, -1))


@pytest.mark.parametrize("board", get_args(BoardName))
def test_the_smallest_terminal_shows_the_whole_board(board: BoardName) -> None:
    width, height = least_size(board)
    assert arrange(board, width - 1, height) is None
    assert arrange(board, width, height - 1) is None

    async def script(driver: Driver) -> None:
        shown = driver.shown()
        cells = len(driver.app.shown_state.board.grid.cells)
        assert shown.count("·") == cells
        assert "▶ blue (Ann)" in shown
        assert "Turn 1, blue (Ann): place rings from your hand." in driver.prompt()
        assert "? Help" in shown

    drive(Game(board=board).app, script, size=least_size(board))


def test_a_terminal_that_becomes_too_small_says_so_until_it_grows() -> None:
    async def script(driver: Driver) -> None:
        await driver.point("c3")
        await driver.resize(50, 15)
        shown = " ".join(driver.shown().split())
        columns, rows = least_size("square8")
        assert f"at least {columns} columns and {rows} rows, but this one has 50 columns" in shown
        assert "Press Ctrl+C to quit." in shown
        assert "Turn 1" not in shown
        await driver.resize(*TERMINAL)
        assert "c3: empty. Enter: place 1 ring on c3" in driver.prompt()

    drive(Game().app, script)


def test_ctrl_c_quits_even_from_a_dialog() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("m")
        driver.post("ctrl+c")
        await driver.until(lambda: not driver.app.is_running)
        assert driver.app.return_code == 0

    drive(Game().app, script)


def test_the_469_cells_of_the_largest_board_are_named_and_can_be_reached() -> None:
    async def script(driver: Driver) -> None:
        board, grid = driver.app.board, driver.app.shown_state.board.grid
        layout = board.board_layout
        assert layout is not None
        assert len(layout.places) == 469
        lines = driver.shown().split("\n")
        for row in layout.rows:
            first, last = grid.cell_name(row[0]), grid.cell_name(row[-1])
            assert any(re.search(rf"\b{first} .+ {last}\b", line) for line in lines)
        for cell in layout.places:
            x, y = board.place_of(cell)
            assert lines[y][x] == "·"
            assert board.cell_under(x, y) == cell
        reached, new = set[Cell](), {board.cursor}
        while new:
            reached |= new
            steps = {layout.step(cell, *way, layout.centre(cell)) for cell in new for way in ARROWS}
            new = steps - reached
        assert reached == {*layout.places}
        driver.post(*["up"] * 12, *["right"] * 12)
        await driver.settle()
        assert "m25: empty. Enter: place 1 ring on m25" in driver.prompt()
        await driver.click("y1")
        assert "1 place 1 ring on y1 @y1" in driver.read(".dialog")

    drive(Game(board="hexagonal").app, script, size=TERMINAL)


def test_a_tall_stack_is_written_out_below_the_board() -> None:
    async def script(driver: Driver) -> None:
        await driver.click("m13")
        await driver.press("3")
        assert "[1+" in driver.shown()
        assert "m13: blue's stack 111 (height 3, cap 3)" in driver.prompt()

    drive(Game(board="hexagonal").app, script, size=TERMINAL)


def test_a_person_looks_back_in_a_game_and_returns() -> None:
    game = Game(moves=("@d4", "d4-d5", "@h2"))

    async def script(driver: Driver) -> None:
        assert "m Type" in driver.shown()
        await driver.press("comma")
        assert "After 1 of 2 turns, move 4 of 5." in driver.prompt()
        assert "m Type" not in driver.shown()
        await driver.press("less_than_sign")
        assert "After 0 of 2 turns, move 1 of 5." in driver.prompt()
        await driver.press("m", "enter")  # which does not choose a cell, but returns
        assert "Turn 2, red (Ben): move the stack that you placed on h2" in driver.prompt()
        assert len(game.session.moves) == 5

    drive(game.app, script)


def test_a_click_on_a_turn_shows_the_board_after_it() -> None:
    async def script(driver: Driver) -> None:
        await driver.click_line(StoryPanel, "1 blue  @d4 d4-d5")
        assert "After 1 of 2 turns" in driver.prompt()
        assert "Moves d4 to d5." in driver.shown()
        await driver.click_line(StoryPanel, "On your turn")
        assert "After 0 of 2 turns, move 0 of 5." in driver.prompt()
        await driver.press("escape")
        assert "Turn 2, red (Ben)" in driver.prompt()

    drive(Game(moves=("@d4", "d4-d5", "@h2")).app, script)


def test_help_lists_the_keys_the_marks_and_the_notation() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("question_mark")
        assert "Enter, click choose the cell: first a stack" in driver.read(".dialog")
        assert "pay with a buried ring" not in driver.read(".dialog")
        await driver.press("down", "end")
        await driver.refresh()
        assert "~a1-b2^c3 recover" in driver.read(".dialog")
        await driver.press("escape")
        assert driver.prompt().startswith("Turn 1, blue (Ann)")

    drive(Game().app, script)
