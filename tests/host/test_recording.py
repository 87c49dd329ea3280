"""The record of a game at a table; and the examples of the host's page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringrift.host import Chance, GameSettings, Level, Table, record_of, run
from ringrift.records import verify
from ringrift.rules.position_string import dump_position
from tests.host.playing import ANN, WALL, choose, two

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "host.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_a_finished_game_is_recorded_whole() -> None:
    table = two()
    choose(table, *WALL.split())
    record = record_of(table, {"Event": "friendly"})
    assert record.heading.names == ("Ann", "Ben")
    assert record.heading.tags == {"Event": "friendly"}
    assert verify(record) == table.state
    assert record.outcome == table.outcome


def test_an_unfinished_game_is_recorded_without_what_was_taken_back() -> None:
    table = two(None, ANN, Chance())
    choose(table, "@d4")
    table.offer_take_back(1)
    choose(table, "@e4")
    record = record_of(table)
    assert [move.type for move in record.moves] == ["place_ring"]
    assert verify(record) == table.state


def test_the_result_of_the_host_is_recorded() -> None:
    table = two()
    table.resign(1)
    assert verify(record_of(table)) == table.state


def test_names_are_of_those_who_sat_down_and_substitutes_are_told() -> None:
    table = two()
    choose(table, "@d4", "d4-d5", "swap")
    table.substitute(2, Level(4))
    record = record_of(table)
    assert record.heading.names == ("Ann", "Ben")
    assert record.person(1) == "Ben"
    assert record.heading.tags["Substitutes"] == "seat 2: level 4 (left)"


def test_moments_are_recorded_where_they_are_dates() -> None:
    table = two(now=1_700_000_000.0)
    choose(table, "@d4", now=1_700_000_002.5)
    (entry,) = record_of(table, dated=True).entries
    assert (entry.timestamp, entry.think_time_ms) == ("2023-11-14T22:13:22.500Z", 2500)
    (undated,) = record_of(table).entries
    assert (undated.timestamp, undated.think_time_ms) == (None, None)


def test_a_game_from_a_position_is_recorded_from_there() -> None:
    first = two()
    choose(first, *WALL.split()[:8])
    table = Table(GameSettings(position=dump_position(first.state)), [Chance(1), Chance(2)])
    run(table)
    record = record_of(table, names=("one", "two"))
    assert record.heading.position == first.state
    assert record.heading.names == ("one", "two")
    assert verify(record) == table.state


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_page_run(example: str) -> None:
    exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102 - our own page
