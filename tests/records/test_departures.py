"""The header `Left`: who left a game of three or four, and when."""

from __future__ import annotations

import pytest

from ringrift.host import GameSettings, Level, record_of
from ringrift.records import (
    Heading,
    RecordMoveError,
    RecordSyntaxError,
    dump_jsonl,
    dump_text,
    load_jsonl,
    load_text,
    verify,
)
from ringrift.records.departures import RecordedDeparture, format_departures, parse_departures
from tests.host.session_actions import ANN, BEN, CAT, choose, under_way

DEPARTURES = (RecordedDeparture(2, 37, "resigned"), RecordedDeparture(1, 52, "flag_fell"))


def test_departures_are_parsed_as_formatted() -> None:
    text = format_departures(DEPARTURES)
    assert text == "2@37 resigned; 1@52 flag_fell"
    assert parse_departures(text, 3) == DEPARTURES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nobody",
        "2@37",
        "2@37 bored",
        "4@1 resigned",
        "2@-1 resigned",
        "2@01 resigned",
        "2@1 resigned; 2@3 resigned",
        "2@5 resigned; 1@4 resigned",
        "2@1 resigned,1@2 resigned",
    ],
)
def test_a_malformed_header_is_refused(text: str) -> None:
    with pytest.raises(RecordSyntaxError, match="Left: ") as refused:
        Heading("square8", 3, tags={"Left": text})
    assert "2@37 resigned" in refused.value.message


def test_a_record_says_who_left_after_how_many_moves() -> None:
    session = under_way(GameSettings(players=3, substitute=1), ANN, BEN, CAT)
    choose(session, "@d4")
    session.resign(2)
    choose(session, "d4-d5")
    session.abandon(1)
    record = record_of(session)
    assert record.heading.tags["Left"] == "2@13 resigned; 1@16 abandoned"
    assert record.heading.tags["Substitutes"] == "seat 2: level 1 (left)"
    assert [(one.seat, one.moves, one.reason) for one in record.departures] == [
        (2, 13, "resigned"),
        (1, 16, "abandoned"),
    ]
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (3, "abandonment")
    for again in (load_text(dump_text(record)), load_jsonl(dump_jsonl(record))):
        assert again == record
        verify(again)


def test_a_departure_after_the_last_move_is_refused() -> None:
    session = under_way(GameSettings(players=3), ANN, BEN, Level(1))
    session.resign(2)
    text = dump_text(record_of(session), links=False)
    lines = [line for line in text.splitlines() if not line.startswith("[Chain")]
    late = "\n".join(lines).replace("2@12 resigned", "2@13 resigned") + "\n"
    assert load_text(text).departures
    with pytest.raises(RecordMoveError, match="left after move 13"):
        load_text(late)


def test_of_two_players_the_result_says_who_left() -> None:
    session = under_way()
    session.resign(1)
    record = record_of(session)
    assert "Left" not in record.heading.tags
    assert record.departures == ()


def test_a_take_back_leaves_the_departure_within_the_game() -> None:
    session = under_way(GameSettings(players=3), ANN, BEN, CAT)
    choose(session, "@d4")
    session.resign(2)
    session.offer_take_back(1, 8)
    session.agree_take_back(3)
    record = record_of(session)
    assert record.departures == ((2, 8, "resigned"),)
    verify(record)
