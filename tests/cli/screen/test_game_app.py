"""Games on the full screen: choosing cells, computers, clocks, and everything a key offers."""

from __future__ import annotations

import re

import pytest
from textual.widgets import OptionList

from ringrift.host import Fischer, Level, RandomComputer
from ringrift.rules.notation import parse_move
from tests.cli.screen.driving import PEOPLE, Driver, Game, drive
from tests.cli.test_play import WALL

WHOLE_GAME = (*WALL.split(), "#a2/1", "^h4")
BOTH_HAVE_MOVED = ("@d4", "d4-d5", "@h2", "h2-h3")
SINGLE_CHOICE_AHEAD = ("@e4", "e4-b1", "@c5", "c5-c2", "@b5x3", "b5-g5", "@e8", "e8-c8", "c8xc2-c1")
CAPTURE_AHEAD = ("@a1", "a1-a2", "@d7", "d7-d6", "@d4")  # then d4 may capture d6


async def play(driver: Driver, *texts: str, mouse: bool = False) -> None:
    """Play moves by choosing their cells; of rings, place one."""
    for text in texts:
        if text == "skip":
            await driver.press("s")
            continue
        for cell in re.findall(r"[a-h]\d", text):
            if driver.cell(cell) not in driver.app.board.picture.picked:  # the only stack is picked
                await (driver.click(cell) if mouse else driver.choose_with_keys(cell))
        if text[0] == "@":
            await driver.press("1")


def chosen(game: Game) -> list[str]:
    """Return what people and computers have chosen, in notation."""
    return [event.notation for event in game.session.moves if not event.move.bookkeeping]


@pytest.mark.parametrize("mouse", [False, True], ids=["keyboard", "mouse"])
def test_two_people_play_a_whole_game(mouse: bool) -> None:
    game = Game()

    async def script(driver: Driver) -> None:
        for text in WHOLE_GAME:
            before = game.session.state
            await play(driver, text, mouse=mouse)
            own = [event for event in game.session.moves if not event.move.bookkeeping]
            assert own[-1].move == parse_move(before, text)
        assert "blue (Ann) wins by territory control (38 moves, 9 turns)." in driver.prompt()
        assert "1. blue (Ann) 2. red (Ben)" in driver.prompt()
        assert "Resign" not in driver.shown()

    drive(game.app, script)


def test_a_person_plays_against_levels() -> None:
    game = Game((PEOPLE[0], Level(1, seed=1), Level(1, seed=2)))

    async def script(driver: Driver) -> None:
        await play(driver, "@d4", "d4-d6")
        assert game.session.state.turn_number == 4
        shown = driver.shown()
        assert "▶ blue (you)" in shown
        assert re.search(r" 2 red +@[a-h]\d.* \w\d[-x]", shown)
        assert re.search(r" 3 green @[a-h]\d", shown)
        assert "Turn 4, blue (you): place rings from your hand" in driver.prompt()

    drive(game.app, script)


def test_a_computers_turn_is_shown_before_a_person_chooses() -> None:
    game = Game((PEOPLE[0], RandomComputer(1)))
    game.app.speed = 60

    async def script(driver: Driver) -> None:
        await play(driver, "@d4")
        await driver.point("d5")
        driver.post("enter")
        await driver.until(lambda: game.session.state.turn_number == 3)
        assert "Turn 3, blue (you) is next." in driver.prompt()

    drive(game.app, script)


def test_computers_play_among_themselves_and_a_person_may_pause() -> None:
    game = Game((RandomComputer(1), RandomComputer(2)))
    game.app.paused = True

    async def script(driver: Driver) -> None:
        assert "Turn 1, blue (random) is paused; p resumes." in driver.prompt()
        assert chosen(game) == []
        driver.post("p", "p")
        await driver.settle()
        assert chosen(game)
        assert " is paused; p resumes." in driver.prompt()
        await driver.press("p")
        assert " wins by " in driver.prompt()

    drive(game.app, script)


def test_plus_and_minus_set_how_long_a_turn_is_shown() -> None:
    game = Game((RandomComputer(1), RandomComputer(2)))
    game.app.paused = True
    game.app.speed = 0.1

    async def script(driver: Driver) -> None:
        await driver.press("minus")
        assert driver.read("Toast") == "Each turn is shown for 0.2 s."
        await driver.press("plus", "plus", "plus")
        assert driver.read("Toast").endswith("Each turn is shown for 0 s.")
        await driver.press("plus")
        assert game.app.speed == 0

    drive(game.app, script)


def test_the_prompt_says_what_a_cell_is_and_what_choosing_it_does() -> None:
    async def script(driver: Driver) -> None:
        await driver.point("e5")
        assert "e5: empty. Enter: place 1 ring on e5, or up to 3." in driver.prompt()
        await play(driver, "@d4")
        assert "d4: blue's stack 1 (height 1, cap 1)" in driver.prompt()
        await driver.point("d5")
        assert driver.prompt() == (
            "Turn 1, blue (Ann): move the stack that you placed on d4, or capture with it."
            " d5: empty. Enter: move d4 to d5."
            " Effect: blue leaves a marker on d4; the stack on d5 is then 1, top first."
        )

    drive(Game().app, script)


def test_legal_targets_are_marked_and_tab_goes_through_them() -> None:
    lines = "a1b2c3e5f6g7h8 a4b4c4e4f4g4h4 a7b6c5e3f2g1 d1d2d3d5d6d7d8"

    async def script(driver: Driver) -> None:
        targets = {driver.cell(name) for name in re.findall(r"\w\d", lines)}
        assert driver.app.board.picture.marks.keys() == targets
        assert driver.read("BoardView").count("o") == len(targets)
        seen = []
        for _ in targets:
            await driver.press("tab")
            seen.append(driver.app.board.cursor)
        assert {*seen} == targets
        await driver.press("shift+tab")
        assert driver.app.board.cursor == seen[-2]

    drive(Game(moves=["@d4"]).app, script)


def test_a_capture_is_chosen_by_its_target_and_then_its_landing() -> None:
    game = Game(moves=CAPTURE_AHEAD)

    async def script(driver: Driver) -> None:
        assert driver.app.board.picture.marks[driver.cell("d6")] == "x"
        await driver.point("d6")
        offer = "Enter: capture d6, from d4 to d7, or capture d6, from d4 to d8."
        assert f"d6: red's stack 2 (height 1, cap 1). {offer}" in driver.prompt()
        await driver.press("enter")
        assert "1 capture d6, from d4 to d7 d4xd6-d7" in driver.read(".dialog")
        assert "2 capture d6, from d4 to d8 d4xd6-d8" in driver.read(".dialog")
        await driver.press("escape")
        assert chosen(game)[-1] == "@d4"
        await driver.press("enter", "2")
        assert chosen(game)[-1] == "d4xd6-d8"

    drive(game.app, script)


def test_a_landing_that_only_one_capture_reaches_chooses_it() -> None:
    game = Game(moves=CAPTURE_AHEAD)

    async def script(driver: Driver) -> None:
        await driver.choose_with_keys("d8")
        assert chosen(game)[-1] == "d4xd6-d8"

    drive(game.app, script)


def test_a_stack_is_chosen_before_its_target_and_escape_forgets_it() -> None:
    two_stacks = ("@a1", "a1-b1", "@h8", "h8-g8", "@a4", "a4-b4", "@h5", "h5-g5", "skip")
    game = Game(moves=two_stacks)

    async def script(driver: Driver) -> None:
        stacks = {driver.cell("b1"): ">", driver.cell("b4"): ">"}
        assert driver.app.board.picture.marks == stacks
        await driver.point("b4")
        assert "Enter: choose where it goes." in driver.prompt()
        await driver.press("enter")
        assert driver.app.board.picture.marks[driver.cell("c4")] == "o"
        assert "Escape: choose another stack" in driver.prompt()
        await driver.press("escape")
        assert driver.app.board.picture.marks == stacks
        await driver.press("enter")
        await driver.choose_with_keys("b1")  # instead
        await driver.choose_with_keys("c1")
        assert chosen(game)[-1] == "b1-c1"

    drive(game.app, script)


def test_an_illegal_cell_says_why() -> None:
    game = Game(moves=["@d4"])
    why = "e6 is not in a straight line from d4. Move in one direction."

    async def script(driver: Driver) -> None:
        await driver.choose_with_keys("e6")
        assert why in driver.prompt()
        await driver.point("e5")
        assert why not in driver.prompt()
        assert chosen(game) == ["@d4"]

    drive(game.app, script)


def test_a_typed_move_is_refused_with_a_reason_until_it_is_legal() -> None:
    game = Game()

    async def script(driver: Driver) -> None:
        await driver.press("m")
        await driver.write("d4-d5")
        await driver.press("enter")
        assert "You cannot move a stack in the placement phase. You can: place rings." in (
            driver.shown()
        )
        await driver.press(*["backspace"] * 5)
        await driver.write("@D4")
        await driver.press("enter")
        assert chosen(game) == ["@d4"]
        await driver.press("m")
        await driver.write("d4-d6")
        await driver.press("escape")
        assert "Type a move" not in driver.shown()
        assert chosen(game) == ["@d4"]

    drive(game.app, script)


def test_every_choice_is_listed_and_a_single_one_waits_for_enter() -> None:
    game = Game(moves=SINGLE_CHOICE_AHEAD)

    async def script(driver: Driver) -> None:
        await driver.press("c")
        assert "1 capture b1, from c1 to a1 >c1xb1-a1" in driver.read(".dialog")
        assert driver.app.screen.query_one(OptionList).option_count == 1
        assert chosen(game) == [*SINGLE_CHOICE_AHEAD]
        await driver.press("enter")
        assert chosen(game)[-1] == ">c1xb1-a1"

    drive(game.app, script)


def test_a_hint_names_a_move_and_marks_its_cells() -> None:
    game = Game(moves=["@d4"])

    async def script(driver: Driver) -> None:
        await driver.press("h")
        found = re.search(r"d4-(\w\d): your winning chance is about \d+%\.", driver.prompt())
        assert found
        assert driver.app.board.picture.hint == {driver.cell("d4"), driver.cell(found[1])}
        await driver.press("escape")
        assert "winning chance" not in driver.prompt()

    drive(game.app, script)


def test_undo_takes_back_the_last_choice_of_the_person() -> None:
    game = Game((PEOPLE[0], RandomComputer(1)))

    async def script(driver: Driver) -> None:
        await driver.press("u")
        assert "There is nothing to take back." in driver.prompt()
        await play(driver, "@d4", "d4-d5")
        assert game.session.state.turn_number == 3
        await driver.press("u")
        assert chosen(game) == ["@d4"]
        assert "Turn 1, blue (you): move the stack that you placed on d4" in driver.prompt()
        await driver.press("u")
        assert chosen(game) == []

    drive(game.app, script)


def test_the_second_player_may_swap_sides() -> None:
    async def script(driver: Driver) -> None:
        assert "w: take over the first player's position (swap sides)" in driver.prompt()
        await driver.press("w")
        assert "The players have swapped sides: blue (Ben), red (Ann)." in driver.read("Toast")
        assert "Turn 2, red (Ann): place rings from your hand." in driver.prompt()
        assert "w Swap" not in driver.shown()

    drive(Game(moves=["@d4", "d4-d5"]).app, script)


def test_resigning_needs_a_confirmation() -> None:
    game = Game(moves=BOTH_HAVE_MOVED)

    async def script(driver: Driver) -> None:
        await driver.press("r")
        assert "Blue resigns? This ends the game. You cannot undo this." in driver.shown()
        await driver.press("enter")
        assert not game.session.over
        await driver.press("r", "y")
        assert "red (Ben) wins by resignation" in driver.prompt()

    drive(game.app, script)


def test_clocks_show_the_time_left_and_end_the_game() -> None:
    game = Game(clock=Fischer(300, 3), moves=BOTH_HAVE_MOVED)

    async def script(driver: Driver) -> None:
        assert "▶ blue (Ann) 5:00" in driver.read("#seats")
        await pass_time(driver, 275)
        assert "▶ blue (Ann) 0:25" in driver.read("#seats")
        assert "red (Ben) 5:03" in driver.read("#seats")
        assert driver.read("Toast") == "blue: 0:25 left."
        await pass_time(driver, 26)
        assert "blue's time is up." in driver.read("Toast")
        assert "red (Ben) wins by timeout" in driver.prompt()

    async def pass_time(driver: Driver, seconds: float) -> None:
        game.time.now += seconds
        game.app.check_clocks()
        await driver.settle()

    drive(game.app, script)


def test_a_choice_that_comes_after_the_time_is_up_is_not_played() -> None:
    game = Game(clock=Fischer(300, 3), moves=BOTH_HAVE_MOVED)

    async def script(driver: Driver) -> None:
        await driver.choose_with_keys("a1")
        game.time.now += 400
        game.app.check_clocks()
        await driver.press("1")
        assert chosen(game)[-1] == "h2-h3"
        assert "red (Ben) wins by timeout" in driver.prompt()

    drive(game.app, script)


def test_the_game_is_saved_after_every_choice() -> None:
    saved: list[list[str]] = []
    game = Game(save=lambda: saved.append(chosen(game)))

    async def script(driver: Driver) -> None:
        await play(driver, "@d4")
        assert saved[-1] == ["@d4"]
        await play(driver, "d4-d5")
        assert saved[-1] == ["@d4", "d4-d5"]

    drive(game.app, script)


def test_a_game_that_cannot_be_saved_goes_on() -> None:
    def fail() -> None:
        raise OSError("the disk is full")

    game = Game(save=fail)

    async def script(driver: Driver) -> None:
        message = "The game cannot be saved while you play: the disk is full."
        assert driver.read("Toast") == message
        await play(driver, "@d4")
        assert chosen(game) == ["@d4"]

    drive(game.app, script)
