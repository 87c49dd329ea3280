"""Every given vector agrees with the reference engine: perft, games, scenarios of each rule."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.conformance.vectors import Scenario, read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.rules.setup import Setup
from tests.conformance.given import VECTORS, given_vectors

SCENARIOS = [v for v in read_vectors(VECTORS / "scenarios.jsonl") if isinstance(v, Scenario)]
LARGE_FIRST = SETUPS[::-1]


def named(setup: Setup) -> str:
    return f"{setup.board}-{setup.players}-{setup.edition}"


def assert_verified(name: str, setup: Setup) -> None:
    vectors = given_vectors(name, setup)
    assert vectors
    failures = [failure for vector in vectors for failure in check_vector(vector).failures]
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_as_many_move_sequences_as_given(setup: Setup) -> None:
    assert_verified("perft.jsonl.gz", setup)


@pytest.mark.parametrize("setup", LARGE_FIRST, ids=named)
def test_games_go_as_given(setup: Setup) -> None:
    """R190: every list of legal moves and every state on the way is the same."""
    assert_verified(f"games-{setup.board}.jsonl.gz", setup)


def test_the_command_verifies_given_vectors() -> None:
    options = ["--board", "hex8", "--players", "2", "--edition", "standard"]
    files = [str(VECTORS / name) for name in ("perft.jsonl.gz", "games-hex8.jsonl.gz")]
    command = [sys.executable, "-m", "ringrift.cli.main", "verify", *files, *options]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "all passed" in finished.stdout


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    verdict = check_vector(scenario)
    assert verdict.passed, "\n".join(map(str, verdict.failures))


def test_no_given_vector_is_left_out() -> None:
    vectors = [vector for path in VECTORS.iterdir() for vector in read_vectors(path)]
    assert Counter(vector.kind for vector in vectors) >= Counter(
        games=552, perft=360, scenarios=178
    )
    assert {vector.setup for vector in vectors} == set(SETUPS)
