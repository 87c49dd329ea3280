"""A difference becomes small, says what it is, and can be kept as a vector."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ringrift.conformance.lockstep import Difference, Lockstep
from ringrift.conformance.parity_report import format_difference, make_regression_row
from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.conformance.shrink import shrink_difference
from ringrift.conformance.shrink_positions import occupied_cells
from ringrift.conformance.vector_generator import write_rows
from ringrift.conformance.vectors import read_vectors
from ringrift.conformance.verify import check_vector
from ringrift.kernel.engines import Engine
from ringrift.rules import State
from ringrift.rules.setup import Setup
from tests.host.rules_guard.faulty_engines import (
    Crashes,
    CreditsOneRing,
    OmitsSkipCapture,
    PathDependentHash,
    PlacesFourRings,
    PlaysAnything,
    RefusesCaptures,
    SkipsTallCaptures,
)
from tests.rules.playing import position, stacks

CAPTURE = """
    phase: movement
    8 . . . . . . . .
    7 . *1 *1 . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . *2 . . . .
    3 . . . . . . . .
    2 . 111 . 222 . . . .
    1 . . . . . . . 2
"""
SQUARE = Setup("square8", 2, "standard")


def found_by(engine: type[Engine], setup: Setup = SQUARE, seeds: int = 40) -> Difference:
    """A difference in a random game, the later the better."""
    found = []
    for seed in range(seeds):
        start = setup.new_game()
        difference = (
            Lockstep(engine).play_randomly(start, Random(seed), 2000, prefer_rare_moves).difference
        )
        if difference is not None:
            found.append(difference)
    return max(found, key=lambda difference: len(difference.moves))


def found_from_position(engine: type[Engine], setup: Setup) -> Difference:
    """A difference from a generated position, the more pieces the better."""
    found = []
    for seed in range(60):
        rng = Random(seed)
        difference = (
            Lockstep(engine)
            .play_randomly(random_position(setup, rng), rng, 6, prefer_rare_moves)
            .difference
        )
        if difference is not None:
            found.append(difference)
    return max(found, key=lambda difference: len(occupied_cells(difference.start)))


def test_a_capture_that_is_not_offered_needs_two_stacks_and_no_move() -> None:
    found = found_by(SkipsTallCaptures)
    assert len(found.moves) > 20
    small = shrink_difference(found, SkipsTallCaptures)
    assert small.moves == ()
    heights = sorted(len(rings) for rings in stacks(small.start).values())
    assert heights[-1] == 3
    assert len(heights) == 2
    assert len(occupied_cells(small.start)) == 2
    assert small.missing


def test_a_wrong_credit_needs_the_move_that_earns_it() -> None:
    small = shrink_difference(found_from_position(CreditsOneRing, SQUARE), CreditsOneRing)
    assert [move.type for move in small.moves] == ["forced_elimination"]
    assert "eliminatedRings" in small.what


def test_what_only_shows_after_five_moves_keeps_five() -> None:
    found = found_by(PathDependentHash, seeds=1)
    moved_on = Lockstep(PathDependentHash).replay(found.start, found.moves).difference
    assert moved_on is not None
    assert len(shrink_difference(found, PathDependentHash).moves) == 5


def test_moves_before_the_last_five_are_cut_off() -> None:
    class DriftsLate(PathDependentHash):
        """As its base, but only late in the game."""

        @property
        def hash(self) -> int:
            late = self.to_state().turn_number > 20
            return super().hash if late else super(PathDependentHash, self).hash

    found = found_by(DriftsLate, seeds=1)
    assert len(found.moves) > 50
    assert len(shrink_difference(found, DriftsLate).moves) == 5


def test_a_difference_that_cannot_be_repeated_stays_as_it_is() -> None:
    found = found_by(OmitsSkipCapture, seeds=3)
    assert shrink_difference(found, RefusesCaptures) == found


def test_a_search_without_trials_leaves_everything() -> None:
    found = found_by(OmitsSkipCapture, seeds=3)
    assert shrink_difference(found, OmitsSkipCapture, trials=0) == found


@pytest.mark.parametrize("setup", SETUPS[1::5], ids=str)
def test_a_shrunk_difference_still_shows_on_every_board(setup: Setup) -> None:
    found = found_from_position(OmitsSkipCapture, setup)
    small = shrink_difference(found, OmitsSkipCapture, trials=300)
    again = Lockstep(OmitsSkipCapture).replay(small.start, small.moves).difference
    assert again == small
    assert _size(small.start) <= _size(found.start)
    assert len(small.moves) <= len(found.moves)


@pytest.mark.parametrize(
    "engine",
    [
        Crashes,
        CreditsOneRing,
        SkipsTallCaptures,
        OmitsSkipCapture,
        PlaysAnything,
        RefusesCaptures,
        PlacesFourRings,
    ],
)
def test_a_difference_is_kept_as_a_vector_that_the_law_passes(
    engine: type[Engine], tmp_path: Path
) -> None:
    small = shrink_difference(found_from_position(engine, SQUARE), engine, trials=300)
    kept = tmp_path / "kept.jsonl"
    write_rows(kept, "scenarios", [make_regression_row(small)])
    (vector,) = read_vectors(kept)
    assert check_vector(vector).failures == []


def test_a_report_shows_the_position_and_both_answers() -> None:
    found = Lockstep(SkipsTallCaptures).replay(position(CAPTURE), ()).difference
    assert found is not None
    small = shrink_difference(found, SkipsTallCaptures)
    text = format_difference(small)
    assert text.startswith("The engines differ in the legal moves.")
    assert "\nmoves from there: none\n" in text
    assert "\n 2   . 111   . 222   ." in text
    assert "OvertakingCapture(" in text.split("reference: ")[1].split("kernel: ")[0]


def _size(state: State) -> int:
    return len(occupied_cells(state))
