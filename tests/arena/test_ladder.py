"""The ladder: rungs of fixed length, their bands, and the table of their results."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from ringrift.arena.ladder import (
    Rung,
    RungResult,
    ladder_rungs,
    missing_games,
    rung_result,
    share_of_wins,
)
from ringrift.arena.ladder_report import describe_rung, ladder_page
from ringrift.arena.results import Result
from ringrift.arena.schedule import Openings, ScheduledGame
from ringrift.players.level_settings import settings_for_level
from tests.arena.result_factory import result

OPENINGS = Openings()
NOW = {"date": "2026-01-31 12:00 UTC", "machine": "m"}


def rung(
    board: str = "square8", players: int = 2, upper: int = 5, cycles: int | None = None
) -> Rung:
    (one,) = ladder_rungs([board], [players], 0.3, [upper], cycles)
    return one


def played(one: Rung, winner: Callable[[ScheduledGame], int]) -> RungResult:
    """Play a whole rung with known winners."""
    results = {game.key: result(game, winner(game)) for game in missing_games({}, [one], OPENINGS)}
    return rung_result(results, one, OPENINGS)


def won(one: Rung, share: float) -> RungResult:
    """A rung whose level wins this share of the openings, with every rotation."""
    return played(one, lambda game: 0 if game.opening < share * one.cycles else 1)


def test_every_board_number_of_players_and_level_has_a_rung() -> None:
    every = ladder_rungs()
    assert len(every) == 4 * 3 * 10
    assert every[0].entrants == ("level:1", "random")
    assert every[1].entrants == ("level:2", "level:1")
    assert rung(upper=10).entrants == ("level:10:0.3", "level:9")
    assert rung(players=4, upper=10).entrants == ("level:10:0.15", *["level:9"] * 3)
    assert rung(players=3, upper=1).entrants == ("level:1", "random", "random")
    assert rung(players=3, cycles=5).cycles == 5


def test_level_10_and_big_boards_play_fewer_cycles() -> None:
    assert rung("hex8", 3).cycles > rung("hexagonal", 3).cycles >= rung("square19", 4).cycles
    assert rung("hex8", 4, 9).cycles > rung("hex8", 4, 10).cycles >= 3
    assert rung("square19", 4, 10).cycles == 3


def test_games_in_the_journal_are_not_played_again() -> None:
    first, *others = list(missing_games({}, [rung(cycles=3)], OPENINGS))
    known: dict[str, Result] = {first.key: result(first, 0)}
    assert list(missing_games(known, [rung(cycles=3)], OPENINGS)) == others


@pytest.mark.parametrize(("players", "share"), [(2, 0.75), (3, 0.6), (4, 0.5)])
def test_a_two_player_score_has_a_matching_share(players: int, share: float) -> None:
    assert share_of_wins(0.75, players) == pytest.approx(share)
    assert share_of_wins(0.5, players) == pytest.approx(1 / players)
    assert rung(players=players, upper=1).band[1] == pytest.approx(share)


def test_a_rung_passes_if_it_is_ahead_and_within_its_band() -> None:
    verdicts = {share: won(rung(), share) for share in (0.1, 0.5, 0.54, 0.7, 0.95)}
    assert [one.passed for one in verdicts.values()] == [False, False, True, True, False]
    assert [one.verdict for one in verdicts.values()] == [
        *("weaker", "even", "leads", "stronger", "stronger")
    ]
    assert won(rung(upper=10), 1).passed
    assert won(rung(upper=1), 0.65).passed
    assert not won(rung(upper=1), 0.9).passed
    assert won(rung(players=3), 0.9).passed
    assert not won(rung(players=3), 0.2).passed


def test_a_rung_with_few_cycles_leads_or_trails() -> None:
    three = played(rung("hexagonal", 3, cycles=3), lambda game: 0 if game.opening != 1 else 1)
    assert (three.score.mean, three.verdict) == (6 / 9, "leads")
    assert played(rung(cycles=3), lambda game: int(game.opening < 2)).verdict == "trails"


def test_a_rung_is_open_while_games_are_missing() -> None:
    whole = played(rung(), lambda _: 0)
    for number in (1, 2, len(whole.games) - 1):
        climb = RungResult(rung(), whole.games[:number])
        assert describe_rung(climb).endswith("  open")
        assert f" {number // 2 * 2} games" in describe_rung(climb)
        page = ladder_page([climb], {}, OPENINGS, 0.3, NOW, "ringrift arena ladder")
        assert "- verdicts: 1 open, 119 not played\n" in page
    assert "%" not in describe_rung(RungResult(rung(), whole.games[:1]))
    assert describe_rung(whole).endswith("  stronger")


def test_an_unplayed_rung_has_no_score() -> None:
    nothing = RungResult(rung(), ())
    assert describe_rung(nothing) == "square8/2    5 over 4      0 games  not played"
    page = ladder_page([nothing], {}, OPENINGS, 0.3, NOW, "ringrift arena ladder")
    assert "- verdicts: 120 not played\n- scores within their band: 0 of 0\n" in page
    assert "square8" not in page.partition("| board |")[2]


def test_the_page_counts_the_scores_within_their_band() -> None:
    wanted = [won(rung(), 0.7), won(rung(upper=6), 0.95), won(rung(players=4, upper=1), 0.4)]
    # Level 10 and other rungs of three or four players have no upper limit, so they do not count.
    wanted += [won(rung(upper=10), 1), won(rung(players=3), 0.9)]
    page = ladder_page(wanted, {}, OPENINGS, 0.3, NOW, "ringrift arena ladder")
    assert "- scores within their band: 2 of 3\n" in page
    assert "38% to 60% with three and 29% to 50% with four" in page


def test_the_page_shows_scores_times_and_budgets() -> None:
    wanted = [rung(cycles=24), rung("square19", upper=10), rung("hex8", 3, 4, cycles=40)]
    rung_results = [played(one, lambda _: 0) for one in wanted]
    page = ladder_page(
        [*rung_results, RungResult(rung(upper=9), ())],
        {},
        OPENINGS,
        0.3,
        NOW,
        "ringrift arena ladder",
    )
    assert "- games: 174\n- verdicts: 2 stronger, 1 leads, 117 not played\n" in page
    assert (
        "Written by `ringrift arena ladder`:\n\n"
        "- date: 2026-01-31 12:00 UTC\n- machine: m\n"
        "- games in the journal: 174; 0 crashes, 0 forfeits, 0 overruns\n"
        "- thinking: 1 core-minutes\n"  # 54 games of 0.3 s, 120 of 0.6 s
    ) in page
    assert "| square8 | 2 | 5 over 4 | 48 | 100.0% | 8" in page
    assert "| square19 | 2 | 10 over 9 | 6 |" in page
    assert "| stronger | 10.0 / 20.0 | 20 | 50% : 50% | abc | 2026-01-31 |" in page
    assert "Level 10 thinks 0.3 s,\n0.15 s with three and four players." in page
    counted, erring = settings_for_level(9, "square8", 2), settings_for_level(2, "hex8", 3)
    assert re.search(rf"^\| square8 \| 2 \| .* \| {counted.nodes:,} \|$", page, re.MULTILINE)
    slips = f"1 ahead, notices {erring.attention:g}"
    assert re.search(rf"^\| hex8 \| 3 \| .* \| {slips} \| ", page, re.MULTILINE)
    assert describe_rung(rung_results[0]).startswith("square8/2    5 over 4     48 games  100.0% (")
