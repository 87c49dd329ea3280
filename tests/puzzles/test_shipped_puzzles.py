"""The puzzles that ship with the package are what they say."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from ringrift.puzzles.daily import MAX_DAILY_RATING, daily_puzzle
from ringrift.puzzles.pack import pack_text, puzzle_named, shipped_puzzles
from ringrift.puzzles.puzzle import Puzzle, dump_puzzle, parse_puzzle
from ringrift.puzzles.verification import PuzzleVerifier
from ringrift.rules.grid import BOARD_NAMES

PUZZLES = shipped_puzzles()
SMALL = [one for one in PUZZLES if one.board in ("square8", "hex8")]
BIG = [one for one in PUZZLES if one.board in ("square19", "hexagonal")]
SAMPLE = [*Random(1).sample(SMALL, 24), *Random(1).sample(BIG, min(4, len(BIG)))]


def test_the_pack_is_sorted_and_without_repetition() -> None:
    names = [puzzle.id for puzzle in PUZZLES]
    assert names == sorted(set(names))
    assert "".join(f"{dump_puzzle(one)}\n" for one in PUZZLES) == pack_text()
    assert puzzle_named(names[0]) == PUZZLES[0]
    assert puzzle_named("00000000") is None


def test_every_board_and_several_numbers_of_players_have_puzzles() -> None:
    boards = Counter(puzzle.board for puzzle in PUZZLES)
    assert set(boards) == set(BOARD_NAMES)
    players = Counter(puzzle.players for puzzle in PUZZLES)
    assert len(PUZZLES) >= 1_000
    assert players[2] > players[3] >= 100


def test_every_solution_is_legal_by_the_reference_engine() -> None:
    for puzzle in PUZZLES[::7]:
        start, end = puzzle.state(), puzzle.end()
        assert end.turn_number > start.turn_number or end.outcome is not None


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: f"{puzzle.board} {puzzle.id}")
def test_a_sample_holds_by_a_deeper_search(puzzle: Puzzle) -> None:
    assert PuzzleVerifier().verify(puzzle).reason == ""


def test_a_puzzle_survives_its_text_form() -> None:
    for puzzle in SAMPLE:
        assert parse_puzzle(dump_puzzle(puzzle)) == puzzle


def test_the_puzzle_of_the_day_is_that_of_the_page() -> None:
    # The web client's order is checked against the same file (web/tests/puzzles/choose.test.ts).
    shared = json.loads((Path(__file__).parents[1] / "data" / "puzzle_daily.json").read_text())
    some = [puzzle for one in shared["puzzles"] if (puzzle := puzzle_named(one["id"]))]
    assert len(some) == len(shared["puzzles"])
    for day, name in shared["days"].items():
        assert daily_puzzle(some, date.fromisoformat(day)).id == name


def test_the_puzzle_of_the_day_differs_from_day_to_day_and_is_not_too_hard() -> None:
    first = date(2026, 11, 18)
    week = [daily_puzzle(PUZZLES, first + timedelta(days)) for days in range(7)]
    assert len({puzzle.id for puzzle in week}) == 7
    assert all(puzzle.rating <= MAX_DAILY_RATING for puzzle in week)
    assert daily_puzzle(PUZZLES[::-1], first) == week[0]
