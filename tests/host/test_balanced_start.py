"""Games from a balanced start: nobody chose its moves, and nobody can take them back."""

from __future__ import annotations

import json
from random import Random

import pytest

from ringrift.host import (
    Correspondence,
    Fischer,
    GameSession,
    GameSettings,
    PerMove,
    RandomComputer,
    SessionError,
    record_of,
)
from ringrift.host.clocks import Clock
from ringrift.host.event_json import dump_event, load_event
from ringrift.records import dump_jsonl, dump_text, load_jsonl, load_text, verify
from ringrift.rules.setup import Setup
from ringrift.starts.book import balanced_state
from tests.host.session_actions import ANN, BEN, CAT, choose_any, do_anything

SETTINGS = GameSettings("hex8", 2, start="balanced", start_seed=5)
START = balanced_state(Setup("hex8", 2, "standard"), 5)


def begin(settings: GameSettings = SETTINGS, now: float = 0.0) -> GameSession:
    return GameSession(settings, (ANN, BEN, CAT)[: settings.players], now=now)


def first_placement(session: GameSession) -> None:
    due = session.decision()
    assert due is not None
    session.play(1, due.moves[0])


def test_the_game_begins_after_the_moves_of_the_book() -> None:
    session = begin()
    assert session.state == START
    assert [event.move for event in session.moves] == list(START.history)
    assert session.start_moves == len(session.moves) > 0
    assert session.seat_to_move == 1
    assert session.turns_played == 0


def test_the_seed_selects_the_start() -> None:
    other = begin(GameSettings("hex8", 2, start="balanced", start_seed=6))
    assert other.state != START
    assert begin().state == START


def test_an_empty_start_has_no_moves() -> None:
    session = begin(GameSettings("hex8", 2))
    assert session.start_moves == len(session.moves) == 0


@pytest.mark.parametrize("clock", [PerMove(30), Fischer(300, 5), Correspondence(3)], ids=str)
def test_the_start_takes_no_time_of_anybody(clock: Clock) -> None:
    session = begin(GameSettings("hex8", 2, start="balanced", clock=clock), now=100.0)
    full = session.clock(100.0)
    assert full is not None
    assert full[0] == full[1] == getattr(clock, "initial", full[0])
    assert session.clock(110.0) == full  # nobody has completed a turn


def test_nothing_of_the_start_can_be_taken_back() -> None:
    session = begin()
    with pytest.raises(SessionError, match="no such choice"):
        session.offer_take_back(1)
    first_placement(session)
    for keep in (0, session.start_moves - 1):
        with pytest.raises(SessionError, match="no such choice"):
            session.offer_take_back(1, keep)
    session.offer_take_back(1)
    session.agree_take_back(2)
    assert session.state == START


def test_a_person_against_computers_takes_back_to_the_start_at_most() -> None:
    session = GameSession(SETTINGS, (ANN, RandomComputer()))
    first_placement(session)
    session.offer_take_back(1)
    assert session.state == START
    with pytest.raises(SessionError, match="no such choice"):
        session.offer_take_back(1)


def test_a_session_is_restored_from_its_events_as_json() -> None:
    session = begin(GameSettings("hex8", 3, start="balanced", start_seed=2, clock=Fischer(300, 5)))
    choose_any(session, Random(1), now=3.0)
    events = [load_event(json.loads(json.dumps(dump_event(event)))) for event in session.events]
    again = GameSession.restore(session.settings, events)
    assert again == session
    assert again.start_moves == session.start_moves
    assert again.turns_played == session.turns_played


def test_an_event_of_version_0_1_has_no_balanced_start() -> None:
    started = begin(GameSettings("hex8", 2)).events[0]
    assert "start_moves" not in dump_event(started)
    assert load_event(dump_event(started)) == started


@pytest.mark.parametrize("seed", range(8))
def test_whatever_people_do_the_start_stays(seed: int) -> None:
    rng = Random(seed)
    settings = GameSettings("hex8", 2 + seed % 2, start="balanced", start_seed=seed)
    session = begin(settings)
    moves = list(session.moves[: session.start_moves])
    do_anything(session, rng, 60)
    assert list(session.moves[: session.start_moves]) == moves
    assert GameSession.restore(settings, session.events) == session


def test_the_record_marks_the_start() -> None:
    session = begin(now=1_700_000_000.0)
    first_placement(session)
    record = record_of(session, dated=True)
    assert record.heading.start_moves == session.start_moves
    assert not record.heading.swap
    assert record.entries[0].think_time_ms is None
    assert record.entries[session.start_moves].think_time_ms is not None
    for again in (load_text(dump_text(record)), load_jsonl(dump_jsonl(record))):
        assert again == record
        assert again.heading.start_moves == session.start_moves
        verify(again)


def test_the_turns_of_the_start_count_for_nobody() -> None:
    session = begin()
    turn = session.state.turn_number
    rng = Random(3)
    while session.turns_played < 2:
        assert session.state.turn_number - turn == session.turns_played
        choose_any(session, rng)
    assert session.state.turn_number == turn + 2
