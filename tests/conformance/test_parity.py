"""The kernel against the reference engine: every vector, 300 games, 3,000 positions."""

from __future__ import annotations

import os

import pytest

from ringrift.conformance.parity import Parity, ParityRun
from ringrift.conformance.parity_report import format_difference
from ringrift.conformance.positions import SETUPS
from ringrift.conformance.vectors import PerftVector, Vector, read_vectors
from ringrift.host.rules_guard.rules_mode import parse_bool
from ringrift.kernel.engines import Engine, KernelMissingError, ReferencePosition, installed_kernel
from ringrift.rules import new_game
from ringrift.rules.setup import Setup
from tests.conformance.given import VECTORS, given_vectors
from tests.host.rules_guard.faulty_engines import OmitsSkipCapture, SkipsTallCaptures

REQUIRED = "RINGRIFT_KERNEL_REQUIRED"  # set in continuous integration: fail without a kernel
GAMES = {"square8": 22, "hex8": 22, "square19": 4, "hexagonal": 2}  # for each setup of the board
POSITIONS = 125  # for each setup
SEED = 20_000
LARGE_FIRST = SETUPS[::-1]


@pytest.fixture(scope="module")
def kernel() -> type[Engine]:
    try:
        return installed_kernel()
    except KernelMissingError as missing:
        if parse_bool(REQUIRED, os.environ.get(REQUIRED, "")):
            raise
        pytest.skip(str(missing))


def named(setup: Setup) -> str:
    return f"{setup.board}-{setup.players}-{setup.edition}"


def assert_equal(run: ParityRun) -> None:
    assert run.difference is None, f"{run.name}\n{format_difference(run.difference)}"


def test_enough_is_compared() -> None:
    assert sum(GAMES[setup.board] for setup in SETUPS) >= 300
    assert POSITIONS * len(SETUPS) >= 3000


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_law_and_kernel_play_the_same_random_games(setup: Setup, kernel: type[Engine]) -> None:
    parity = Parity(kernel)
    for number in range(GAMES[setup.board]):
        assert_equal(parity.game(setup, SEED + number))


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_law_and_kernel_agree_on_positions_by_chance(setup: Setup, kernel: type[Engine]) -> None:
    parity = Parity(kernel)
    for number in range(POSITIONS):
        assert_equal(parity.position(setup, SEED + number))


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_the_kernel_goes_through_the_given_games(setup: Setup, kernel: type[Engine]) -> None:
    parity = Parity(kernel)
    vectors = given_vectors(f"games-{setup.board}.jsonl.gz", setup)
    assert vectors
    for vector in vectors:
        assert_equal(parity.check_vector(vector))


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_the_kernel_counts_the_given_move_sequences(setup: Setup, kernel: type[Engine]) -> None:
    parity = Parity(kernel, tree_moves=40)
    vectors = given_vectors("perft.jsonl.gz", setup)
    assert vectors
    for vector in vectors:
        assert_equal(parity.check_vector(vector))


@pytest.mark.parametrize("name", ["scenarios.jsonl", "project-scenarios.jsonl"])
def test_the_kernel_keeps_the_rules_that_scenarios_show(name: str, kernel: type[Engine]) -> None:
    parity = Parity(kernel)
    for vector in read_vectors(VECTORS / name):
        assert_equal(parity.check_vector(vector))


def test_games_and_positions_take_turns() -> None:
    runs = list(Parity(ReferencePosition).runs(SETUPS[:2], games=2, positions=4, seed=7))
    assert [run.name for run in runs] == [
        "game square8, 2 players, classic, seed 7",
        "position square8, 2 players, classic, seed 7",
        "position square8, 2 players, standard, seed 8",
        "game square8, 2 players, standard, seed 8",
        "position square8, 2 players, classic, seed 9",
        "position square8, 2 players, standard, seed 10",
    ]
    assert all(run.moves for run in runs if run.name.startswith("game"))


def test_nothing_is_run_where_nothing_is_asked_for() -> None:
    assert list(Parity(ReferencePosition).runs(SETUPS, games=0, positions=0, seed=1)) == []


def test_the_same_seed_makes_the_same_run() -> None:
    setup = Setup("hex8", 3, "standard")
    assert Parity(ReferencePosition).position(setup, 5) == Parity(ReferencePosition).position(
        setup, 5
    )
    assert (
        Parity(ReferencePosition).game(setup, 5).moves
        == Parity(ReferencePosition).game(setup, 5).moves
    )


def test_scenarios_show_that_a_move_is_lacking() -> None:
    parity = Parity(OmitsSkipCapture)
    runs = [parity.check_vector(vector) for vector in read_vectors(VECTORS / "scenarios.jsonl")]
    assert {run.difference.kind for run in runs if run.difference is not None} == {"legal moves"}


def test_a_wrong_perft_count_leads_to_the_place_that_explains_it() -> None:
    vectors = [
        v
        for v in given_vectors("perft.jsonl.gz", Setup("square8", 2, "standard"))
        if sum(_counts(v)) < 500
    ]
    parity = Parity(SkipsTallCaptures, tree_moves=0)
    found = [
        run.difference
        for vector in vectors
        if (run := parity.check_vector(vector)).difference is not None
    ]
    assert found
    assert {difference.kind for difference in found} == {"legal moves"}


def test_an_engine_that_counts_wrongly_by_itself_is_found_out() -> None:
    class Miscounts(ReferencePosition):
        """Plays right, but counts every tree as a single sequence."""

        def perft(self, depth: int, /) -> int:
            return min(depth, 1)

    vector = PerftVector("mine-1", Setup("square8", 2, "standard"), None, (192, 3192))
    run = Parity(Miscounts).check_vector(vector)
    assert run.difference is not None
    assert (run.difference.kind, run.difference.start) == ("perft", new_game("square8", 2))
    assert (run.difference.expected, run.difference.found) == ("(192, 3192)", "(1, 1)")


def _counts(vector: Vector) -> tuple[int, ...]:
    assert isinstance(vector, PerftVector)
    return vector.counts
