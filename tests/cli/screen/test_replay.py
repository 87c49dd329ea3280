"""A record on the full screen."""

from __future__ import annotations

import pytest

from ringrift.cli.screen.panels import StoryPanel
from ringrift.cli.screen.replay import ReplayApp
from ringrift.host import record_of
from ringrift.records import Record
from ringrift.rules.notation import parse_move
from tests.cli.screen.driving import Driver, Game, drive
from tests.cli.screen.test_game_app import WHOLE_GAME


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of 9 turns."""
    session = Game().session
    for text in WHOLE_GAME:
        session.play(session.state.player, parse_move(session.state, text))
    return record_of(session, {"Event": "Club evening", "Date": "2031-05-04"})


def test_a_replay_begins_at_the_start_and_names_the_game(record: Record) -> None:
    async def script(driver: Driver) -> None:
        assert "After 0 of 9 turns, move 0 of 38." in driver.prompt()
        shown = driver.shown()
        assert "The start of the game." in shown
        assert "Club evening" in shown
        assert "2031-05-04" in shown
        assert "▶ blue (Ann)" in shown
        assert "  9 blue  skip h8-h4 #a2/1 ^h4" in shown

    drive(ReplayApp(record), script)


def test_keys_step_by_turns_and_by_moves_and_stop_at_both_ends(record: Record) -> None:
    async def script(driver: Driver) -> None:
        for key, where in (
            ("comma", "After 0 of 9 turns, move 0 of 38."),
            ("full_stop", "After 1 of 9 turns, move 4 of 38."),
            ("full_stop", "After 2 of 9 turns, move 8 of 38."),
            ("less_than_sign", "After 1 of 9 turns, move 5 of 38."),
            ("comma", "After 1 of 9 turns, move 4 of 38."),
            ("greater_than_sign", "After 1 of 9 turns, move 5 of 38."),
            ("greater_than_sign", "After 2 of 9 turns, move 8 of 38."),
            ("end", "After 9 of 9 turns, move 38 of 38."),
            ("greater_than_sign", "After 9 of 9 turns, move 38 of 38."),
            ("home", "After 0 of 9 turns, move 0 of 38."),
        ):
            await driver.press(key)
            assert where in driver.prompt()

    drive(ReplayApp(record), script)


def test_a_turn_is_described_in_words_and_the_end_has_the_result(record: Record) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("full_stop")
        assert "Moves b2 to e2." in driver.shown()
        assert "wins" not in driver.prompt()
        await driver.press("end")
        assert "Takes the region at a2 inside" in driver.shown()
        assert "blue (Ann) wins by territory control." in driver.prompt()

    drive(ReplayApp(record), script)


def test_a_replay_begins_at_a_move_and_a_click_jumps_to_a_turn(record: Record) -> None:
    async def script(driver: Driver) -> None:
        assert "move 12 of 38." in driver.prompt()
        await driver.click_line(StoryPanel, "7 blue")
        assert "After 7 of 9 turns" in driver.prompt()

    drive(ReplayApp(record, 12), script)


def test_what_only_a_game_offers_is_not_offered(record: Record) -> None:
    async def script(driver: Driver) -> None:
        for word in ("Hint", "Undo", "Resign", "Skip"):
            assert word not in driver.shown()

    drive(ReplayApp(record), script)
