"""The bars: enough games of the right kind, judged as they were set."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ringrift.arena.acceptance import bars
from ringrift.arena.acceptance_report import bars_page
from ringrift.cli.arena_measurements import PARTS
from tests.arena.played import result

BARS = {bar.name: bar for bar in bars()}


def test_each_bar_has_its_games() -> None:
    assert tuple(BARS) == PARTS
    for name in ("level-1", "level-4"):
        boards = Counter(fixture.setup.board for fixture in BARS[name].fixtures)
        assert boards == {"square8": 40, "hex8": 40}
        assert {fixture.entrants[0] for fixture in BARS[name].fixtures} == {"level:10:0.2"}
    assert {fixture.setup.players for fixture in BARS["three"].fixtures} == {3}
    assert len({fixture.key for bar in BARS.values() for fixture in bar.fixtures}) == sum(
        len(bar.fixtures) for bar in BARS.values()
    )


def test_a_thousand_games_without_a_fault_are_of_every_kind() -> None:
    faultless = BARS["faultless"].fixtures
    assert len(faultless) >= 1000
    assert len({fixture.setup for fixture in faultless}) == 24
    assert all(len(set(fixture.entrants)) == fixture.setup.players for fixture in faultless)


def test_a_share_of_the_wins_is_asked_for_on_each_board() -> None:
    four = BARS["level-4"]
    games = [
        result(fixture, int(fixture.setup.board == "hex8" and fixture.opening < 8))
        for fixture in four.fixtures
    ]
    claims = {claim.what: claim for claim in four.judge(games)}
    assert claims["wins on square8"].met
    assert not claims["wins on hex8"].met
    assert claims["wins on hex8"].found.startswith("60.0% (")


def test_neither_seat_may_win_too_often_nor_games_be_too_short() -> None:
    mirror = BARS["mirror"]
    fair = [result(fixture, fixture.opening % 2, turns=15) for fixture in mirror.fixtures]
    assert all(claim.met for claim in mirror.judge(fair) if claim.asked)
    seat_one = [
        result(fixture, fixture.rotation, turns=13, swapped=True) for fixture in mirror.fixtures
    ]
    missed = {claim.what: claim.found for claim in mirror.judge(seat_one) if claim.met is False}
    assert missed == {
        "wins by seat on square8": "100% : 0% in 60 games, 100% of them swapped",
        "median turns on square8": "13",
        "wins by seat on hex8": "100% : 0% in 60 games, 100% of them swapped",
    }


def test_what_nobody_asks_for_is_neither_met_nor_missed() -> None:
    mirror = BARS["mirror"]
    games = [result(fixture, fixture.opening % 2, turns=15) for fixture in mirror.fixtures]
    verdicts = {claim.what: mirror.verdict(claim, games) for claim in mirror.judge(games)}
    assert verdicts == {
        "wins by seat on square8": "met",
        "median turns on square8": "met",
        "wins by seat on hex8": "met",
        "median turns on hex8": "",
    }


@pytest.mark.parametrize("name", PARTS)
def test_nothing_is_judged_while_games_are_missing(name: str) -> None:
    bar = BARS[name]
    for winner in (0, 1):
        games = [result(fixture, winner) for fixture in bar.fixtures]
        assert {bar.verdict(claim, games[:-1]) for claim in bar.judge(games[:-1])} <= {"open", ""}
        assert "open" not in {bar.verdict(claim, games) for claim in bar.judge(games)}


@pytest.mark.parametrize("name", ["level-1", "mirror"])
def test_only_games_of_whole_cycles_count(name: str) -> None:
    bar = BARS[name]
    games = [
        result(fixture, fixture.opening % 2) for fixture in bar.fixtures[:5]
    ]  # two on each board, one
    claims = {claim.what: claim.found for claim in bar.judge(games)}
    assert sum("in 2 games" in found for found in claims.values()) == 2
    half = bar.judge(games[:1])
    assert [claim.found for claim in half] == ["no whole cycle"]
    assert [bar.verdict(claim, games[:1]) for claim in half] == ["open"]


def test_one_fault_is_one_too_many() -> None:
    faultless = BARS["faultless"]
    games = [result(fixture, 0) for fixture in faultless.fixtures]
    assert all(claim.met for claim in faultless.judge(games))
    games[0] = replace(games[0], forfeit=1, fault="illegal: no")
    games[1] = replace(games[1], scores=(), fault="the process ended with 11")
    games[2] = replace(games[2], forfeit=0, fault="failed: oh")
    games[3] = replace(games[3], overruns=(0, 1), worst_overrun=0.07)
    assert [claim.met for claim in faultless.judge(games)] == [False] * 4


def test_the_page_shows_what_was_met_and_what_is_missing() -> None:
    games = [result(fixture, 0) for fixture in BARS["level-1"].fixtures]
    judged = [(bar, games if bar.name == "level-1" else []) for bar in BARS.values()]
    page = bars_page(judged, {"machine": "m"}, "ringrift arena bars")
    assert "## Level:10:0.2 against level 1, two players" in page
    assert "80 of 80 games, played by abc; 0 crashes, 0 forfeits, 0 overruns." in page
    assert "| wins on hex8 | ≥ 98% | 100.0% (" in page
    assert "0 of 60 games" not in page
    assert "0 of 120 games, played by nobody yet" in page
    begun = bars_page([(BARS["level-1"], games[:5])], {}, "ringrift arena bars")
    assert begun.count("| open |") == 2
    assert "MISSED" not in begun


def test_parts_without_a_game_are_kept_as_the_page_had_them() -> None:
    games = [result(fixture, 0) for fixture in BARS["level-1"].fixtures]
    first = bars_page(
        [(bar, games if bar.name == "level-1" else []) for bar in BARS.values()], {}, "one"
    )
    other = [result(fixture, 0) for fixture in BARS["level-4"].fixtures]
    both = bars_page(
        [(bar, other if bar.name == "level-4" else []) for bar in BARS.values()], {}, "two", first
    )
    assert both.startswith("# Strength\n\nWritten by `two`")
    assert both.count("80 of 80 games, played by abc") == 2
    again = bars_page([(bar, []) for bar in BARS.values()], {}, "two", both)
    assert again == both
