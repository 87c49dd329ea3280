"""Puzzles are found in games, and nothing is a puzzle that has two answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ringrift.players.search import Searcher
from ringrift.puzzles.defences import find_only_defence
from ringrift.puzzles.finder import FinderSettings, PuzzleFinder
from ringrift.puzzles.forced_wins import find_forced_win
from ringrift.puzzles.games import after_random_turns, self_play, turn_starts
from ringrift.puzzles.pack import shipped_puzzles
from ringrift.puzzles.production import (
    PuzzleSource,
    make_puzzles,
    read_journals,
    self_play_sources,
)
from ringrift.puzzles.puzzle import Goal, PuzzleError, Theme, dump_puzzle, parse_puzzle
from ringrift.puzzles.selection import select
from ringrift.puzzles.verification import PuzzleVerifier
from ringrift.rules import new_game
from ringrift.rules.position_string import load_position
from ringrift.rules.setup import Setup

SETUP = Setup("square8", 2)
QUICK = FinderSettings(max_turns=1, variations=3, max_positions=60, deep_nodes=8_000)
# Seat 1 wins in two turns with @g7 alone (tests/players/test_win_prover.py).
QUIET_WIN = (
    "hex8 standard ab2b/1a4/a6/A2(a)4/AA7/AB1A4/BBB3(aa)/BBB2B/BBbaa 1 ring_placement 27 h "
    "2,5 13,13 25,26 -,- -/-/-/- off *"
)


def test_a_forced_win_with_one_first_move_is_a_line() -> None:
    found = find_forced_win(load_position(QUIET_WIN), 2, Searcher(megabytes=4), 2_000)
    assert found is None or found.words[0] == "@g7"


def test_no_win_is_found_where_none_is_forced() -> None:
    searcher = Searcher(megabytes=4)
    start = new_game("square8", 2, swap=False)
    assert find_forced_win(start, 1, searcher, 500) is None
    assert find_only_defence(start, searcher, 500) is None


def test_the_finder_gives_the_same_puzzles_for_the_same_game() -> None:
    games = [self_play(SETUP, seed) for seed in (3, 4)]
    runs = [
        [dump_puzzle(one) for game in games for one in PuzzleFinder(QUICK).find(game, Random(1))]
        for _ in range(2)
    ]
    assert runs[0] == runs[1]


def test_random_turns_end_with_the_next_player() -> None:
    state = turn_starts(self_play(SETUP, 1))[6]
    for after in after_random_turns(state, 5, Random(2)):
        assert after.turn_number == state.turn_number + 1
        assert after.player != state.player


def test_an_interrupted_run_continues_where_it_stopped(tmp_path: Path) -> None:
    journal = tmp_path / "puzzles.jsonl"
    sources = list(self_play_sources([SETUP], 3, 1))
    make_puzzles(sources[:1], journal, QUICK)
    first = journal.read_text()
    journal.write_text(first + '{"game": "square8/2/stand')  # the power failed here
    counts: list[int] = []
    make_puzzles(sources, journal, QUICK, jobs=2, on_game=counts.append)
    assert len(counts) == 2
    lines = journal.read_text().splitlines(keepends=True)
    assert lines[0] == first
    assert len(lines) == 3
    assert sum(counts) + len(list(read_journals([journal]))) >= sum(counts)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("hello\n")
    with pytest.raises(PuzzleError, match="choose another file"):
        make_puzzles([PuzzleSource("x", SETUP, 1)], other, QUICK)
    with pytest.raises(PuzzleError, match="line 1"):
        list(read_journals([other]))


def test_a_line_that_does_not_win_is_rejected() -> None:
    puzzle = next(one for one in shipped_puzzles() if one.goal is Goal.WIN and one.turns == 1)
    verifier = PuzzleVerifier()
    assert "not legal" in verifier.verify(replace(puzzle, solution=("@a1x3", "h8-a1"))).reason
    short = replace(puzzle, solution=puzzle.solution[:1])
    assert "does not end with a win" in verifier.verify(short).reason
    renamed = replace(puzzle, themes=(Theme.RECOVERY, *puzzle.themes))
    assert "themes" in verifier.verify(renamed).reason


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turns": 0}, "turns is a whole number"),
        ({"goal": "draw"}, "'draw'"),
        ({"id": "00000000"}, "does not belong"),
        ({"more": 1}, "exactly the fields"),
    ],
)
def test_a_bad_puzzle_is_refused_with_the_field(change: dict[str, object], message: str) -> None:
    import json

    fields = shipped_puzzles()[0].to_json() | change
    with pytest.raises(PuzzleError, match=message):
        parse_puzzle(json.dumps(fields))


def test_the_selection_spreads_over_themes_and_difficulty() -> None:
    chosen = select(shipped_puzzles())
    assert {one.id for one in chosen} <= {one.id for one in shipped_puzzles()}
    assert select([*shipped_puzzles(), *shipped_puzzles()]) == chosen
