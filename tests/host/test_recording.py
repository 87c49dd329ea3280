"""The record of a session, and the examples of the host's page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringrift.host import GameSession, GameSettings, Level, RandomComputer, record_of, run_computers
from ringrift.records import verify
from ringrift.rules.position_string import dump_position
from tests.host.session_actions import ANN, WALL, choose, two, under_way

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "host.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_a_finished_game_is_recorded_completely() -> None:
    session = two()
    choose(session, *WALL.split())
    record = record_of(session, {"Event": "friendly"})
    assert record.heading.names == ("Ann", "Ben")
    assert record.heading.tags == {"Event": "friendly"}
    assert verify(record) == session.state
    assert record.outcome == session.outcome


def test_an_unfinished_game_is_recorded_without_moves_taken_back() -> None:
    session = two(None, ANN, RandomComputer())
    choose(session, "@d4")
    session.offer_take_back(1)
    choose(session, "@e4")
    record = record_of(session)
    assert [move.type for move in record.moves] == ["place_ring"]
    assert verify(record) == session.state


def test_the_result_of_the_host_is_recorded() -> None:
    session = under_way()
    session.resign(1)
    assert verify(record_of(session)) == session.state


def test_names_are_the_first_occupants_and_substitutes_are_a_tag() -> None:
    session = two()
    choose(session, "@d4", "d4-d5", "swap")
    session.substitute(2, Level(4))
    record = record_of(session)
    assert record.heading.names == ("Ann", "Ben")
    assert record.person(1) == "Ben"
    assert record.heading.tags["Substitutes"] == "seat 2: level 4 (left)"


def test_timestamps_are_recorded_with_dated() -> None:
    session = two(now=1_700_000_000.0)
    choose(session, "@d4", now=1_700_000_002.5)
    (entry,) = record_of(session, dated=True).entries
    assert (entry.timestamp, entry.think_time_ms) == ("2023-11-14T22:13:22.500Z", 2500)
    (undated,) = record_of(session).entries
    assert (undated.timestamp, undated.think_time_ms) == (None, None)


def test_a_game_from_a_position_is_recorded_from_there() -> None:
    first = two()
    choose(first, *WALL.split()[:8])
    session = GameSession(
        GameSettings(players=2, position=dump_position(first.state)),
        [RandomComputer(1), RandomComputer(2)],
    )
    run_computers(session)
    record = record_of(session, names=("one", "two"))
    assert record.heading.position == first.state
    assert record.heading.names == ("one", "two")
    assert verify(record) == session.state


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_page_run(example: str) -> None:
    exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102 - our own page
