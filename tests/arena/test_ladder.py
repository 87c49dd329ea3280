"""The ladder: sequential rungs, rungs of fixed length, and the table of their results."""

from __future__ import annotations

import re
from collections.abc import Callable

from ringrift.arena.journal import Journal
from ringrift.arena.ladder import (
    LOOKS,
    Rung,
    RungResult,
    ladder_rungs,
    remaining_rounds,
    rung_result,
)
from ringrift.arena.ladder_report import describe_rung, ladder_page
from ringrift.arena.runner import TournamentRunner
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


def played_by(
    wanted: list[Rung], winner: Callable[[ScheduledGame], int]
) -> tuple[TournamentRunner, list[int]]:
    """Play all remaining_rounds with known winners; the runner, and the games of each round."""
    runner = TournamentRunner(Journal(), jobs=0)
    counts = []
    for batch in remaining_rounds(runner, wanted, OPENINGS):
        counts.append(len(batch))
        runner.journal.results |= {game.key: result(game, winner(game)) for game in batch}
    return runner, counts


def test_every_board_number_of_players_and_level_has_a_rung() -> None:
    every = ladder_rungs()
    assert len(every) == 4 * 3 * 9
    assert every[0].entrants == ("level:2", "level:1")
    assert rung(upper=10).entrants == ("level:10:0.3", "level:9")
    assert rung(players=4, upper=10).entrants == ("level:10:0.15", *["level:9"] * 3)
    assert [one.looks for one in (rung(), rung("square19"), rung(players=3, cycles=5))] == [
        LOOKS,
        (6,),
        (5,),
    ]


def test_slow_levels_play_fewer_cycles() -> None:
    assert [rung("hexagonal", 3, upper).looks for upper in (8, 9, 10)] == [(16,), (8,), (3,)]
    assert [rung("square19", 4, upper).looks for upper in (8, 9, 10)] == [(12,), (6,), (3,)]
    assert [rung("hex8", 4, upper).looks for upper in (8, 9, 10)] == [(200,), (200,), (20,)]
    assert [rung("square19", 2, upper).looks for upper in (9, 10)] == [(6,), (3,)]


def test_a_decided_rung_stops_at_the_first_look() -> None:
    runner, counts = played_by([rung()], lambda _: 0)
    assert counts == [2 * LOOKS[0], 0, 0, 0, 0, 0]
    assert rung_result(runner, rung(), OPENINGS).verdict == "stronger"


def test_an_undecided_rung_plays_all_looks() -> None:
    runner, counts = played_by([rung()], lambda game: game.rotation)
    assert sum(counts) == 2 * LOOKS[-1]
    even = rung_result(runner, rung(), OPENINGS)
    assert (even.verdict, len(even.games)) == ("even", 2 * LOOKS[-1])


def test_a_losing_level_is_weaker() -> None:
    runner, counts = played_by([rung()], lambda _: 1)
    assert sum(counts) == 2 * LOOKS[0]
    assert rung_result(runner, rung(), OPENINGS).verdict == "weaker"


def test_games_after_the_decisive_look_do_not_count() -> None:
    runner, _ = played_by([rung()], lambda _: 0)
    later = list(rung().scheduled_games(LOOKS[2], OPENINGS))[2 * LOOKS[0] :]
    runner.journal.results |= {game.key: result(game, 1) for game in later}
    climb = rung_result(runner, rung(), OPENINGS)
    assert (climb.verdict, len(climb.games)) == ("stronger", 2 * LOOKS[0])


def test_a_rung_with_fixed_cycles_leads_or_trails() -> None:
    three = rung("hexagonal", 3, cycles=3)
    runner, counts = played_by([three], lambda game: 0 if game.opening != 1 else 1)
    assert counts == [9]
    climb = rung_result(runner, three, OPENINGS)
    assert (climb.score.mean, climb.verdict) == (6 / 9, "leads")


def test_a_rung_is_open_while_games_are_missing() -> None:
    runner, _ = played_by([rung()], lambda _: 0)
    games = rung_result(runner, rung(), OPENINGS).games
    for number in (1, 2, 2 * LOOKS[0] - 1):
        climb = RungResult(rung(), games[:number])
        assert describe_rung(climb).endswith("  open")
        assert f" {number // 2 * 2} games" in describe_rung(climb)
        page = ladder_page([climb], {}, OPENINGS, 0.3, NOW, "ringrift arena ladder")
        assert "- verdicts: 1 open, 107 not played\n" in page
    assert "%" not in describe_rung(RungResult(rung(), games[:1]))
    assert describe_rung(RungResult(rung(), games)).endswith("  stronger")


def test_an_unplayed_rung_has_no_score() -> None:
    nothing = RungResult(rung(), ())
    assert describe_rung(nothing) == "square8/2    5 over 4      0 games  not played"
    page = ladder_page([nothing], {}, OPENINGS, 0.3, NOW, "ringrift arena ladder")
    assert "- verdicts: 108 not played\n" in page
    assert "square8" not in page.partition("| board |")[2]


def test_undecided_rungs_play_their_next_look_in_one_round() -> None:
    strong, even = rung(upper=2), rung(upper=3)
    _, counts = played_by(
        [strong, even], lambda game: 0 if "level:1" in game.entrants else game.rotation
    )
    assert counts[0] == 4 * LOOKS[0]
    assert counts[1] == 2 * (LOOKS[1] - LOOKS[0])


def test_the_page_shows_scores_times_and_budgets() -> None:
    wanted = [rung(), rung("square19", upper=10), rung("hex8", 3, 4, cycles=40)]
    runner, _ = played_by(wanted, lambda _: 0)
    rung_results = [rung_result(runner, one, OPENINGS) for one in wanted]
    page = ladder_page(
        [*rung_results, RungResult(rung(upper=9), ())],
        {},
        OPENINGS,
        0.3,
        NOW,
        "ringrift arena ladder",
    )
    assert (
        "- games: 174\n- verdicts: 2 stronger, 1 leads, 105 not played\n- openings: seed 1, "
        in page
    )
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
    slips = f"1 ahead, {100 * erring.slack:g}% of {erring.candidates}"
    assert re.search(rf"^\| hex8 \| 3 \| .* \| {slips} \| ", page, re.MULTILINE)
    assert describe_rung(rung_results[0]).startswith("square8/2    5 over 4     48 games  100.0% (")
