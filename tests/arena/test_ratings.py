"""Ratings and tables say who is stronger, and how sure that is."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree as ET

import pytest

from ringrift.arena.html_report import render_html
from ringrift.arena.intervals import Score, expected_score
from ringrift.arena.markdown_report import format_elo, render_markdown
from ringrift.arena.plots import rating_plot, standalone_plot
from ringrift.arena.ratings import Rating, elo_ratings, skill_ratings
from ringrift.arena.results import Result
from ringrift.arena.schedule import ArenaError
from ringrift.arena.standings import Faults, seat_shares, standings
from tests.arena.result_factory import series

STRENGTHS = {"a": 150.0, "b": 0.0, "c": -150.0}


def tournament(games: int, seed: int = 1) -> list[Result]:
    """Everyone against everyone with known strengths."""
    rng = Random(seed)
    results: list[Result] = []
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        share = expected_score(STRENGTHS[one] - STRENGTHS[other])
        results += series((one, other), [int(rng.random() >= share) for _ in range(games)])
    return results


def test_elo_recovers_the_strengths_behind_the_games() -> None:
    ratings = elo_ratings(tournament(600))
    assert [rating.name for rating in ratings] == ["a", "b", "c"]
    for rating in ratings:
        assert rating.rating == pytest.approx(STRENGTHS[rating.name], abs=1.6 * rating.error)
        assert 10 < rating.error < 30
    assert sum(rating.rating for rating in ratings) == pytest.approx(0)


def test_more_games_give_smaller_errors() -> None:
    few, many = elo_ratings(tournament(40)), elo_ratings(tournament(640))
    assert few[0].error == pytest.approx(4 * many[0].error, rel=0.35)


def test_an_undefeated_entrant_has_a_finite_rating() -> None:
    best, worst = elo_ratings(series(("a", "b"), [0] * 20))
    assert (best.name, best.score) == ("a", 1.0)
    assert 100 < best.rating < 1000
    assert best.rating == pytest.approx(-worst.rating)


def test_an_incomplete_pair_does_not_count() -> None:
    assert elo_ratings(series(("a", "b"), [0])) == []


def test_openskill_ranks_three_players() -> None:
    ratings = skill_ratings(series(("a", "b", "c"), [0, 0, 1] * 10))
    assert [rating.name for rating in ratings] == ["a", "b", "c"]
    assert ratings[0].games == 30
    assert ratings[0].score == pytest.approx(2 / 3)
    assert skill_ratings(series(("a", "b", "c"), [0, 0, 1] * 2))[0].error > ratings[0].error


def test_one_entrant_against_copies_of_another_is_rated() -> None:
    hero, rival = skill_ratings(series(("hero", "rival", "rival"), [0] * 12))
    assert (hero.name, hero.score) == ("hero", 1.0)
    assert (rival.games, rival.score) == (12, 0.0)


def test_a_score_is_per_seat_taken() -> None:
    hero, rival = skill_ratings(series(("hero", "rival", "rival"), [0, 0, 1, 0, 0, 2]))
    assert (hero.name, hero.games, rival.games) == ("hero", 6, 6)
    assert hero.score == pytest.approx(2 / 3)
    assert rival.score == pytest.approx(1 / 6)


def test_an_entrant_that_meets_only_itself_has_no_score() -> None:
    (alone,) = skill_ratings(series(("a", "a"), [0, 1, 1, 1]))
    assert (alone.games, alone.score) == (4, None)
    parts = standings(series(("a", "a"), [0, 1, 1, 1]))
    assert re.search(
        r"^\| a \| [\d.]+ ± [\d.]+ \| 4 \|  \| ", render_markdown("Mirror", parts), re.MULTILINE
    )
    assert "100" not in re.sub("<style>.*?</style>|<svg.*?</svg>", "", render_html("Mirror", parts))


def test_ratings_do_not_depend_on_the_order_of_games() -> None:
    games = tournament(20)
    assert skill_ratings(games) == skill_ratings(games[::-1])


def test_wins_are_counted_by_first_seat() -> None:
    assert seat_shares(series(("a", "b"), [0, 1, 0, 1])) == (1.0, 0.0)
    assert seat_shares(series(("a", "b"), [0, 0, 1, 1])) == (0.5, 0.5)


def test_standings_as_markdown() -> None:
    text = render_markdown(
        "Cup", standings([*tournament(20), *series(("a", "b", "c"), [0, 1, 2])]), ["machine: m"]
    )
    assert text.startswith("# Cup\n\n- machine: m\n\n## square8, 2 players, standard\n")
    assert "\n## square8, 3 players, standard\n" in text
    assert "| entrant | Elo ± 95% | OpenSkill ± 95% | games | score | ms per decision |" in text
    assert "\n| a | +" in text
    assert "0 crashes, 0 forfeits, 0 overruns" in text


def test_a_duel_shows_its_interval() -> None:
    (part,) = standings(series(("a", "b"), [0] * 30 + [1] * 10))
    assert "a against b: 75.0% (" in render_markdown("Duel", [part])
    assert part.duel is not None
    assert part.duel[2].low > 0.5


def test_a_duel_with_three_seats_shows_the_fair_share() -> None:
    parts = standings(series(("a", "b", "b"), [0, 0, 1] * 4))
    text = render_markdown("Duel", parts)
    assert re.search(r"^- a against b: 66.7% \(.*\) \(fair: 33.3%\)$", text, re.MULTILINE)
    assert "| score per seat |" in text
    assert "(fair: 33.3%)" in render_html("Duel", parts)


def test_a_cross_table_has_a_note() -> None:
    parts = standings(series(("a", "b", "b"), [0, 0, 1] * 4))
    for text in (render_markdown("Duel", parts), render_html("Duel", parts)):
        assert "of two entrants in one game, the higher ranked scores" in text


def test_the_first_fault_of_each_entrant_is_shown() -> None:
    games = series(("a", "b"), [0, 0, 0, 1, 0, 0])
    faults = [
        (1, "failed: oh"),
        (1, "failed: twice"),
        (None, ""),
        (0, "late: very"),
        (None, ""),
        (None, ""),
    ]
    seen = [
        replace(game, forfeit=who, fault=why)
        for game, (who, why) in zip(games, faults, strict=True)
    ]
    seen[-1] = replace(seen[-1], scores=(), ranks=(), fault="the process ended with 7")
    text = render_markdown("Cup", standings(seen))
    assert "\n- first forfeit of b: failed: oh\n" in text
    assert "\n- first forfeit of a: late: very\n" in text
    assert "\n- first crash: the process ended with 7\n" in text
    assert "twice" not in text


@pytest.mark.parametrize("crashes", [1, 2])
def test_without_a_counted_game_there_is_no_score(crashes: int) -> None:
    games = series(("a", "b"), [0, 0])
    gone = [replace(game, scores=(), ranks=(), fault="gone") for game in games[:crashes]]
    parts = standings([*gone, *games[crashes:]])
    assert parts[0].duel is None
    for text in (
        render_markdown("Cup", parts),
        re.sub("<style>.*?</style>", "", render_html("Cup", parts)),
    ):
        assert "no game counts" in text
        assert "first crash: gone" in text
        assert "%" not in text
        assert "wins by seat" not in text
        assert "entrant" not in text


def test_a_rating_of_zero_has_no_minus_sign() -> None:
    (part,) = standings(series(("a", "b"), [0, 0, 1, 1]))
    part = replace(part, elo=[replace(rating, rating=-0.2) for rating in part.elo])
    assert "| a | +0 ± " in render_markdown("Cup", [part])
    assert "<td>0 ± " in render_html("Cup", [part])
    assert format_elo(Score(9, 0.4999, 0.4, 0.6)).startswith("Elo +0 (")


def test_counts_of_one_are_singular() -> None:
    games = [replace(game, turns=1) for game in series(("a", "b"), [0, 1])]
    (part,) = standings(
        [*games, replace(series(("a", "c"), [0])[0], scores=(), ranks=(), forfeit=0)]
    )
    assert "1 crash, 1 forfeit, 0 overruns" in render_markdown("Cup", [part])
    assert "3 games, median length 1 turn\n" in render_markdown("Cup", [part])
    assert "\n- 1 game\n" in render_markdown("Cup", standings(games[:1]))


def test_the_html_page_is_complete_and_escapes_names() -> None:
    name = "engine:<b> & co"
    text = render_html("Cup", standings(series((name, "b"), [0, 0, 1, 0])))
    assert "&lt;b&gt; &amp; co" in text
    assert "<b>" not in text
    assert "prefers-color-scheme:dark" in text
    assert "http" not in text
    ET.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])


def test_the_plot_shows_every_rating_with_its_error_bar() -> None:
    ratings = [Rating(f"p{at}", 100.0 * at, 40.0, 10, 0.5) for at in range(5)]
    root = ET.fromstring(rating_plot("Elo", ratings))
    dots = [dot for dot in root if dot.tag == "circle"]
    assert len(dots) == 5
    assert [float(dot.attrib["cx"]) for dot in dots] == sorted(
        float(dot.attrib["cx"]) for dot in dots
    )
    rating_plot("one", [Rating("alone", 0.0, 0.0, 0, 0.5)])


def test_faults_are_counted() -> None:
    games = series(("a", "b"), [0, 1])
    late = replace(games[0], overruns=(2, 0), worst_overrun=0.08, busy_overruns=1)
    lost = replace(games[1], scores=(), ranks=())
    assert str(Faults.of([late, lost])) == (
        "1 crash, 0 forfeits, 2 overruns (worst 80 ms, 1 by processor time)"
    )
    (part,) = standings([late, lost])
    assert part.faults.crashes == 1


def test_standings_without_games_are_refused() -> None:
    with pytest.raises(ArenaError, match="no games"):
        standings([])


def test_a_plot_of_its_own_is_a_complete_picture() -> None:
    root = ET.fromstring(standalone_plot("Elo", [Rating("alone", 0.0, 0.0, 0, 0.5)]))
    names = [element.tag for element in root]
    assert names[:3] == [
        f"{{http://www.w3.org/2000/svg}}{name}" for name in ("style", "rect", "title")
    ]
