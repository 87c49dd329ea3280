"""Vectors made by our engine have the shape of the given ones and agree with it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.conformance.scenario_claims import find_unmet_claims
from ringrift.conformance.vector_generator import (
    format_row,
    generate_games,
    generate_perft,
    generate_position_games,
    make_game_vector,
    make_perft_vector,
    make_scenario,
    write_rows,
)
from ringrift.conformance.vectors import InvalidVectorError, read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.rules import apply, new_game
from ringrift.rules.setup import Setup
from ringrift.rules.wire import load_move, load_state
from tests.conformance.given import Row, given_lines, given_row

TWO_ON_HEX8 = Setup("hex8", 2, "standard")


def setup_of(row: Row) -> Setup:
    return Setup(row["board"], row["players"], row["edition"])


def assert_all_agree(path: Path, count: int) -> None:
    verdicts = [check_vector(vector) for vector in read_vectors(path)]
    assert len(verdicts) == count
    assert [str(failure) for verdict in verdicts for failure in verdict.failures] == []


@pytest.mark.parametrize("board", ["square8", "hex8", "square19", "hexagonal"])
def test_a_given_game_made_again_from_its_moves_is_the_same_line(board: str) -> None:
    lines = given_lines(f"games-{board}.jsonl.gz")
    for line in (lines[1], lines[-1]):
        row = json.loads(line)
        moves = [load_move(step["move"]) for step in row["steps"]]
        made = make_game_vector(row["id"], setup_of(row), load_state(row["initial"]), moves)
        assert format_row("games", made) == line


def test_given_perft_rows_made_again_are_the_same_lines() -> None:
    quick = [line for line in given_lines("perft.jsonl.gz") if sum(json.loads(line)["perft"]) < 300]
    assert len(quick) > 50
    for line in quick:
        row = json.loads(line)
        state = load_state(row["state"])
        assert (
            format_row("perft", make_perft_vector(setup_of(row), state, len(row["perft"]))) == line
        )


def test_a_scenario_made_again_says_at_least_what_the_given_one_says() -> None:
    """All but what a person adds: rules, questions, tags, and the choice of facts."""
    by_hand = {"rules", "faq", "tags", "steps", "finalLegal", "initial"}
    told = 0
    for line in given_lines("scenarios.jsonl"):
        row = json.loads(line)
        if row.get("refuse"):
            continue
        initial = load_state(row["initial"])
        moves = [load_move(step["move"]) for step in row["steps"]]
        made = make_scenario(row["id"], initial, moves, row["title"])
        assert list(made) == list(row)
        assert {key: made[key] for key in made.keys() - by_hand} == {
            key: row[key] for key in row.keys() - by_hand
        }
        for mine, theirs in zip(made["steps"], row["steps"], strict=True):
            assert list(mine) == list(theirs)
            assert mine["legalBefore"].items() <= theirs["legalBefore"].items()
            assert (mine["notation"], mine["stateDigest"]) == (
                theirs["notation"],
                theirs["stateDigest"],
            )
            told += len(theirs["after"].keys() & mine["after"].keys()) / len(theirs["after"]) == 1
    assert told > 400


def test_what_a_made_scenario_says_of_a_move_is_true_after_it_and_not_before() -> None:
    row = given_row("scenarios.jsonl")
    state = load_state(row["initial"])
    moves = [load_move(step["move"]) for step in row["steps"]]
    made = make_scenario("again", state, moves)
    for move, step in zip(moves, made["steps"], strict=True):
        before, state = state, apply(state, move)
        assert not list(find_unmet_claims(step["after"], state))
        assert list(find_unmet_claims(step["after"], before))


def test_made_games_agree_with_the_engine(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    assert write_rows(path, "games", generate_games(TWO_ON_HEX8, 2, Random(5))) == 2
    assert_all_agree(path, 2)
    ended = [
        json.loads(line)["final"]["gameStatus"]
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    assert ended == ["completed", "completed"]


@pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
def test_made_positions_agree_with_the_engine(tmp_path: Path, setup: Setup) -> None:
    path = tmp_path / "positions.jsonl"
    write_rows(path, "games", generate_position_games(setup, 3, Random(5)))
    assert_all_agree(path, 3)


def test_made_perft_agrees_with_the_engine(tmp_path: Path) -> None:
    path = tmp_path / "perft.jsonl"
    write_rows(path, "perft", generate_perft(TWO_ON_HEX8, 3, 2, Random(5)))
    assert_all_agree(path, 3)
    first = json.loads(path.read_text().splitlines()[0])
    assert (first["state"], first["perft"]) == (None, [183, 2430])


def test_made_scenarios_agree_with_the_engine(tmp_path: Path) -> None:
    (game,) = generate_games(TWO_ON_HEX8, 1, Random(8))
    moves = [load_move(step["move"]) for step in game["steps"]]
    path = tmp_path / "scenario.jsonl"
    write_rows(path, "scenarios", [make_scenario("story", new_game("hex8", 2), moves)])
    assert_all_agree(path, 1)


def test_equal_dice_make_equal_files(tmp_path: Path) -> None:
    """R190."""
    paths = [tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"]
    for path in paths:
        write_rows(path, "games", generate_position_games(TWO_ON_HEX8, 2, Random(1)))
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_file_that_cannot_be_written_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(InvalidVectorError, match="cannot be written"):
        write_rows(tmp_path, "games", [])
