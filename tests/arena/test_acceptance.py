"""The acceptance_tests: enough games of the right kind, judged as they were set."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ringrift.arena.acceptance import acceptance_tests
from ringrift.arena.acceptance_report import acceptance_page
from ringrift.cli.arena_measurements import ACCEPTANCE_TESTS
from tests.arena.result_factory import result

TESTS = {test.name: test for test in acceptance_tests()}


def test_each_acceptance_test_has_its_games() -> None:
    assert tuple(TESTS) == ACCEPTANCE_TESTS
    for name in ("level-1", "level-4"):
        boards = Counter(game.setup.board for game in TESTS[name].games)
        assert boards == {"square8": 40, "hex8": 40}
        assert {game.entrants[0] for game in TESTS[name].games} == {"level:10:0.2"}
    assert {game.setup.players for game in TESTS["three"].games} == {3}
    assert len({game.key for test in TESTS.values() for game in test.games}) == sum(
        len(test.games) for test in TESTS.values()
    )


def test_the_faultless_games_cover_every_setup() -> None:
    faultless = TESTS["faultless"].games
    assert len(faultless) >= 1000
    assert len({game.setup for game in faultless}) == 24
    assert all(len(set(game.entrants)) == game.setup.players for game in faultless)


def test_each_board_requires_a_share_of_the_wins() -> None:
    four = TESTS["level-4"]
    games = [
        result(game, int(game.setup.board == "hex8" and game.opening < 8)) for game in four.games
    ]
    criteria = {criterion.name: criterion for criterion in four.evaluate(games)}
    assert criteria["wins on square8"].met
    assert not criteria["wins on hex8"].met
    assert criteria["wins on hex8"].measured.startswith("60.0% (")


def test_seat_balance_and_median_length_are_required() -> None:
    mirror = TESTS["mirror"]
    fair = [result(game, game.opening % 2, turns=15) for game in mirror.games]
    assert all(criterion.met for criterion in mirror.evaluate(fair) if criterion.required)
    seat_one = [result(game, game.rotation, turns=13, swapped=True) for game in mirror.games]
    missed = {
        criterion.name: criterion.measured
        for criterion in mirror.evaluate(seat_one)
        if criterion.met is False
    }
    assert missed == {
        "wins by seat on square8": "100% : 0% in 60 games, 100% of them swapped",
        "median turns on square8": "13",
        "wins by seat on hex8": "100% : 0% in 60 games, 100% of them swapped",
    }


def test_an_informative_criterion_has_no_verdict() -> None:
    mirror = TESTS["mirror"]
    games = [result(game, game.opening % 2, turns=15) for game in mirror.games]
    verdicts = {
        criterion.name: mirror.verdict(criterion, games) for criterion in mirror.evaluate(games)
    }
    assert verdicts == {
        "wins by seat on square8": "met",
        "median turns on square8": "met",
        "wins by seat on hex8": "met",
        "median turns on hex8": "",
    }


@pytest.mark.parametrize("name", ACCEPTANCE_TESTS)
def test_the_verdict_is_open_while_games_are_missing(name: str) -> None:
    test = TESTS[name]
    for winner in (0, 1):
        games = [result(game, winner) for game in test.games]
        assert {test.verdict(criterion, games[:-1]) for criterion in test.evaluate(games[:-1])} <= {
            "open",
            "",
        }
        assert "open" not in {test.verdict(criterion, games) for criterion in test.evaluate(games)}


@pytest.mark.parametrize("name", ["level-1", "mirror"])
def test_only_complete_cycles_count(name: str) -> None:
    test = TESTS[name]
    games = [result(game, game.opening % 2) for game in test.games[:5]]  # two on each board, one
    criteria = {criterion.name: criterion.measured for criterion in test.evaluate(games)}
    assert sum("in 2 games" in found for found in criteria.values()) == 2
    half = test.evaluate(games[:1])
    assert [criterion.measured for criterion in half] == ["no complete cycle"]
    assert [test.verdict(criterion, games[:1]) for criterion in half] == ["open"]


def test_a_single_fault_fails_the_faultless_test() -> None:
    faultless = TESTS["faultless"]
    games = [result(game, 0) for game in faultless.games]
    assert all(criterion.met for criterion in faultless.evaluate(games))
    games[0] = replace(games[0], forfeit=1, fault="illegal: no")
    games[1] = replace(games[1], scores=(), fault="the process ended with 11")
    games[2] = replace(games[2], forfeit=0, fault="failed: oh")
    games[3] = replace(games[3], overruns=(0, 1), worst_overrun=0.07)
    assert [criterion.met for criterion in faultless.evaluate(games)] == [False] * 4


def test_the_page_shows_verdicts_and_missing_games() -> None:
    games = [result(game, 0) for game in TESTS["level-1"].games]
    judged = [(test, games if test.name == "level-1" else []) for test in TESTS.values()]
    page = acceptance_page(judged, {"machine": "m"}, "ringrift arena acceptance")
    assert "## Level:10:0.2 against level 1, two players" in page
    assert "80 of 80 games, played by abc; 0 crashes, 0 forfeits, 0 overruns." in page
    assert "| wins on hex8 | ≥ 98% | 100.0% (" in page
    assert "0 of 60 games" not in page
    assert "0 of 120 games: not played yet" in page
    begun = acceptance_page([(TESTS["level-1"], games[:5])], {}, "ringrift arena acceptance")
    assert begun.count("| open |") == 2
    assert "MISSED" not in begun


def test_a_test_without_results_keeps_its_section_of_the_page() -> None:
    games = [result(game, 0) for game in TESTS["level-1"].games]
    first = acceptance_page(
        [(test, games if test.name == "level-1" else []) for test in TESTS.values()], {}, "one"
    )
    other = [result(game, 0) for game in TESTS["level-4"].games]
    both = acceptance_page(
        [(test, other if test.name == "level-4" else []) for test in TESTS.values()],
        {},
        "two",
        first,
    )
    assert both.startswith("# Acceptance tests\n\nWritten by `two`")
    assert both.count("80 of 80 games, played by abc") == 2
    again = acceptance_page([(test, []) for test in TESTS.values()], {}, "two", both)
    assert again == both
