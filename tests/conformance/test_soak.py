"""A soak sees a broken invariant, a game that stands still, and one that does not end."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from ringrift.conformance.positions import SETUPS
from ringrift.conformance.random_play import Step, play_random_game
from ringrift.conformance.soak import (
    GameMonitor,
    GameOrigin,
    SoakReport,
    max_game_length,
    run_soak,
    run_soak_game,
)
from ringrift.rules import InvariantChecks, Move, State, apply, new_game
from ringrift.rules.invariants import CheckMode
from ringrift.rules.position_string import load_position
from ringrift.rules.setup import Setup

SETUP = Setup("hex8", 2, "standard")


def watching(mode: CheckMode = "log") -> GameMonitor:
    watch = GameMonitor(GameOrigin(SETUP, 7), InvariantChecks(mode))
    watch.check_start(new_game(SETUP.board, SETUP.players, SETUP.edition))
    return watch


def a_ring_too_many(state: State, move: Move) -> State:
    """An engine that forgets to take placed rings out of the hand."""
    after = apply(state, move)
    if move.type != "place_ring":
        return after
    kept = [before.hand for before in state.seats]
    return dataclasses.replace(
        after,
        seats=tuple(dataclasses.replace(s, hand=h) for s, h in zip(after.seats, kept, strict=True)),
    )


def no_lines(state: State, move: Move) -> State:
    """An engine that breaks at the first line phase."""
    if move.type == "no_line_action":
        raise KeyError("line")
    return apply(state, move)


def test_random_games_of_every_setup_end_and_keep_every_invariant() -> None:
    """R190, R191, R200-R203."""
    small = [setup for setup in SETUPS if setup.board in ("square8", "hex8")]
    report = SoakReport()
    for game in run_soak(small, 2 * len(small), seed=100):
        report.add(game)
    assert [str(trouble) for trouble in report.failures] == []
    assert report.games == 2 * len(small)
    assert report.moves == sum(report.types.values())
    assert sum(report.reasons.values()) == report.games
    assert "did not end" not in report.reasons
    shortest, middle, longest = report.length_summary
    assert shortest <= middle <= longest < min(map(max_game_length, small))


def test_one_game_of_a_soak_can_be_seen_again_by_its_origin() -> None:
    """R190."""
    games = list(run_soak([SETUP], 4, seed=20))
    assert [game.origin.seed for game in games] == [20, 21, 22, 23]
    assert run_soak_game(GameOrigin(SETUP, 22)) == games[2]
    assert run_soak_game(GameOrigin(SETUP, 23, "mid-game")) == games[3]


def test_trouble_tells_its_first_position_and_the_command_that_plays_it_again() -> None:
    """R020."""
    origin = GameOrigin(SETUP, 23, "mid-game")
    trouble = run_soak_game(origin, play=no_lines).failures[0]
    said, begun, again = str(trouble).splitlines()
    assert said.startswith(
        f"hex8, 2 players, standard, a mid-game position, seed 23, after {trouble.move} moves:"
    )
    assert load_position(begun.removeprefix("  from:  ")) == origin.first_state(Random(23))
    setup = "--board hex8 --players 2 --edition standard"
    assert again == f"  again: ringrift soak --games 1 --seed 23 {setup} --start mid-game"


def test_an_engine_that_raises_is_trouble_of_one_game_and_the_soak_goes_on() -> None:
    games = list(run_soak([SETUP], 3, 1, ("new",), play=no_lines))
    assert len(games) == 3
    for game in games:
        (trouble,) = game.failures
        assert game.reason is None
        assert trouble.move == game.length
        assert trouble.what.startswith("KeyError: 'line' (test_soak.py:")


def test_a_first_position_that_cannot_be_made_is_trouble_too() -> None:
    broken = Setup("hex8", 7, "standard")
    (trouble,) = run_soak_game(GameOrigin(broken, 1)).failures
    assert trouble.position is None
    assert "InvalidSetupError" in trouble.what
    assert "could not be made" in str(trouble)


def test_logging_checks_count_every_violation_and_tell_the_first_of_a_rule() -> None:
    """R020."""
    checks = InvariantChecks("log")
    games = list(run_soak([SETUP], 2, 1, ("new",), checks, a_ring_too_many))
    assert len(games) == 2
    assert all(game.failures[0].what.startswith("[R020]") for game in games)
    assert all(game.failures[0].move < game.length for game in games)
    assert checks.counts["R020"] > len(games)


def test_raising_checks_stop_at_the_first_violation() -> None:
    """R020."""
    games = list(run_soak([SETUP], 5, 1, ("new",), InvariantChecks("raise"), a_ring_too_many))
    assert [game.length for game in games] == [1]
    assert [trouble.what[:6] for trouble in games[0].failures] == ["[R020]"]


def test_checks_that_are_off_see_no_violation_but_still_see_an_engine_that_breaks() -> None:
    checks = InvariantChecks("off")
    watch = watching("off")
    watch.check_step(with_99_in_hand())
    assert not watch.failures
    (broken,) = run_soak([SETUP], 1, 1, ("new",), checks, no_lines)
    assert broken.failures
    assert not checks.counts


def with_99_in_hand() -> Step:
    step = next(play_random_game(SETUP, Random(1), 1))
    rich = dataclasses.replace(step.after.seats[0], hand=99)
    return Step(
        step.before, step.move, dataclasses.replace(step.after, seats=(rich, step.after.seats[1]))
    )


def test_a_broken_invariant_is_trouble_with_its_rule_and_seed() -> None:
    """R020."""
    watch = watching()
    watch.check_step(with_99_in_hand())
    trouble = watch.to_result().failures[0]
    assert str(trouble).startswith(
        "hex8, 2 players, standard, a new game, seed 7, after 1 moves: [R020]"
    )


@pytest.mark.parametrize("mode", ["log", "off"])
def test_a_position_that_comes_back_is_trouble_and_ends_the_game(mode: CheckMode) -> None:
    """R191."""
    watch = watching(mode)
    step = next(play_random_game(SETUP, Random(1), 1))
    watch.check_step(step)
    watch.check_step(Step(step.after, step.move, dataclasses.replace(step.before, turn_number=9)))
    assert watch.stopped
    assert any("came back" in trouble.what for trouble in watch.to_result().failures)


def test_a_game_that_uses_its_budget_up_is_trouble() -> None:
    """R191."""
    watch = watching()
    for step in play_random_game(SETUP, Random(1), 10):
        watch.check_step(step)
    game = watch.to_result()
    assert game.reason is None
    assert [trouble.what for trouble in game.failures] == [
        "[R191] the game goes on after its budget of 10 moves"
    ]


def test_a_game_in_which_nothing_can_be_done_before_its_end_is_trouble() -> None:
    """R203."""
    watch = watching("off")
    for step in play_random_game(SETUP, Random(1), max_game_length(SETUP)):
        watch.check_step(step)
    assert watch.state is not None
    watch.state = dataclasses.replace(watch.state, outcome=None)
    assert [trouble.what[:6] for trouble in watch.to_result().failures] == ["[R203]"]


def test_a_report_of_no_games_is_empty() -> None:
    assert SoakReport().length_summary == (0, 0.0, 0)
    assert list(run_soak([SETUP], 0, 1)) == []
