"""A soak sees a broken invariant, a game that stands still, and one that does not end."""

from __future__ import annotations

import dataclasses
from random import Random

from ringrift.contract import soak as soaking
from ringrift.contract.positions import SETUPS
from ringrift.contract.random_play import Step, random_game
from ringrift.contract.soak import SoakReport, Watch, action_budget, soak, soak_game
from ringrift.contract.vectors import Setup
from ringrift.rules import new_game

SETUP = Setup("hex8", 2, "standard")


def watching() -> Watch:
    return Watch(SETUP, 7, new_game(SETUP.board, SETUP.players, SETUP.edition))


def test_random_games_of_every_setup_end_and_keep_every_invariant() -> None:
    """R190, R191, R200-R203."""
    small = [setup for setup in SETUPS if setup.board in ("square8", "hex8")]
    report = SoakReport()
    for game in soak(small, 2 * len(small), seed=100):
        report.add(game)
    assert [str(trouble) for trouble in report.troubles] == []
    assert report.games == 2 * len(small)
    assert report.moves == sum(report.types.values())
    assert sum(report.reasons.values()) == report.games
    assert "did not end" not in report.reasons
    shortest, middle, longest = report.length_summary
    assert shortest <= middle <= longest < min(map(action_budget, small))


def test_one_game_of_a_soak_can_be_seen_again_by_its_seed() -> None:
    """R190."""
    games = list(soak([SETUP], 4, seed=20))
    assert [game.seed for game in games] == [20, 21, 22, 23]
    assert soak_game(SETUP, 22) == games[2]
    assert soak_game(SETUP, 23, from_position=True) == games[3]


def test_a_broken_invariant_is_trouble_with_its_rule_and_seed() -> None:
    """R020."""
    watch = watching()
    step = next(random_game(SETUP, Random(1), 1))
    rich = dataclasses.replace(step.after.seats[0], hand=99)
    watch.see(
        Step(step.before, step.move, dataclasses.replace(step.after, seats=(rich, step.after.seats[1])))
    )
    (trouble,) = watch.game().troubles
    assert str(trouble).startswith("hex8, 2 players, standard, seed 7, after 1 moves: [R020]")


def test_a_position_that_comes_back_is_trouble() -> None:
    """R191."""
    watch = watching()
    start = watch.state
    step = next(random_game(SETUP, Random(1), 1))
    watch.see(step)
    watch.see(Step(step.after, step.move, dataclasses.replace(start, turn_number=9)))
    assert any("came back" in trouble.what for trouble in watch.game().troubles)


def test_a_game_that_uses_its_budget_up_is_trouble() -> None:
    """R191."""
    watch = watching()
    for step in random_game(SETUP, Random(1), 10):
        watch.see(step)
    game = watch.game()
    assert game.reason is None
    assert [trouble.what for trouble in game.troubles] == [
        "[R191] the game goes on after its budget of 10 moves"
    ]


def test_a_report_of_no_games_is_empty() -> None:
    assert SoakReport().length_summary == (0, 0.0, 0)
    assert list(soaking.soak([SETUP], 0, 1)) == []
