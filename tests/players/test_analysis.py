"""Analysis: a stream of reports that stops when its reader goes."""

from __future__ import annotations

from collections.abc import Generator
from threading import enumerate as threads
from typing import Any, cast

import pytest

from ringrift.players.analysis import analyse, format_pv, format_report, report_json
from ringrift.players.search import Method, Report, SearchError
from ringrift.rules import legal_moves, new_game
from ringrift.rules.notation import format_move, parse_move
from tests.rules.playing import play

START = new_game("hex8", 2)
PLACED = play(START, "@e5x2")  # few moves to choose from


def thinking() -> bool:
    return any(thread.name == "analysis" for thread in threads())


@pytest.mark.parametrize("method", [None, *Method])
def test_reports_get_deeper_until_the_limit(method: Method | None) -> None:
    reports = list(analyse(PLACED, nodes=5000, best=2, method=method))
    assert len(reports) > 1
    assert [one.nodes for one in reports] == sorted(one.nodes for one in reports)
    assert all(len(one.pvs) <= 2 for one in reports)
    assert not thinking()


def test_closing_an_endless_analysis_stops_its_search() -> None:
    reports = cast("Generator[Report, None, None]", analyse(PLACED))
    assert next(reports).pvs
    assert thinking()
    reports.close()
    assert not thinking()


def test_a_reader_who_never_looks_starts_nothing() -> None:
    reports = cast("Generator[Report, None, None]", analyse(START))
    assert not thinking()
    reports.close()
    assert list(reports) == []


def test_a_report_as_text_and_as_json() -> None:
    *_, last = analyse(PLACED, nodes=600, best=3)
    lines = format_report(PLACED, last)
    assert [line.split(".")[0] for line in lines] == ["1", "2", "3"]
    assert format_move(PLACED, last.best) in lines[0]
    assert f"depth {last.depth}" in lines[0]
    body = report_json(PLACED, last)
    assert body["depth"] == last.depth
    first = body["lines"][0]
    assert parse_move(PLACED, first["move"]) in legal_moves(PLACED)
    assert sum(first["shares"]) == pytest.approx(1, abs=0.001)
    assert first["variation"][0] == first["move"]


def test_a_variation_leaves_bookkeeping_out_and_can_be_cut() -> None:
    moves = play(START, "@e5x2", "e5-e7", "-", "-", "@c4").history
    assert format_pv(START, tuple(moves)) == "@e5x2 e5-e7 @c4"
    assert format_pv(START, tuple(moves), 2) == "@e5x2 e5-e7 …"


def test_what_cannot_be_analysed_is_refused_at_once() -> None:
    with pytest.raises(SearchError, match="no_line_action"):
        analyse(play(START, "@e5x2", "e5-e7"))
    with pytest.raises(SearchError, match="nodes"):
        analyse(START, nodes=0)


@pytest.mark.parametrize(
    ("asked", "path", "advice"),
    [
        ({"method": "foo"}, "method", "choose alpha-beta or tree"),
        ({"nodes": 2.5}, "nodes", "use a whole number"),
        ({"depth": "2"}, "depth", "use a whole number"),
        ({"seconds": "1"}, "seconds", "use a number"),
        ({"nodes": 10, "threads": 2.0}, "threads", "1 to 64"),
        ({"nodes": 10, "best": 2.0}, "best", "1 to 64"),
        ({"nodes": 10, "seed": 0.5}, "seed", "use a whole number"),
    ],
)
def test_a_refusal_names_the_argument_and_what_to_give(
    asked: dict[str, Any], path: str, advice: str
) -> None:
    with pytest.raises(SearchError, match=advice) as refusal:
        list(analyse(START, **asked))
    assert refusal.value.path == path


def test_what_goes_wrong_in_the_search_is_raised_where_it_is_read() -> None:
    with pytest.raises(SearchError, match="best"):
        list(analyse(START, nodes=10, best=0))
