"""Clocks: warnings, flags and their consequences."""

from __future__ import annotations

import pytest

from ringrift.host import (
    ClockWarned,
    Correspondence,
    FlagFell,
    GameSession,
    GameSettings,
    Level,
    PerMove,
    Person,
    Substituted,
)
from ringrift.host.clocks import DAY, MAX_LAG_COMPENSATION, Fischer
from tests.host.session_actions import ANN, BEN, CAT, choose, kinds, two

FISCHER = GameSettings(clock=Fischer(60, 5))
PER_MOVE = GameSettings(clock=PerMove(30))


def test_a_game_without_clocks_has_no_deadline() -> None:
    session = two()
    assert session.clock(1e9) is None
    assert session.deadline() is None
    assert session.tick(1e9) == ()


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    session = two(FISCHER, now=100.0)
    assert session.clock(100.0) == (60.0, 60.0)
    assert session.clock(110.0) == (50.0, 60.0)


def test_fischer_adds_its_increment_after_the_turn_not_after_each_choice() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=10.0)
    assert session.clock(10.0) == (50.0, 60.0)
    choose(session, "d4-d5", now=20.0)
    assert session.clock(20.0) == (45.0, 60.0)
    assert session.clock(21.0) == (45.0, 59.0)


def test_a_clock_per_move_restarts_with_every_choice() -> None:
    session = two(PER_MOVE)
    choose(session, "@d4", now=29.0)
    assert session.clock(29.0) == (30.0, 30.0)
    assert session.deadline() == 49.0  # a warning with ten seconds left


def test_correspondence_restarts_with_every_turn() -> None:
    session = two(GameSettings(clock=Correspondence(2)))
    choose(session, "@d4", now=DAY)
    assert session.clock(DAY) == (DAY, 2 * DAY)
    choose(session, "d4-d5", now=1.5 * DAY)
    assert session.clock(1.5 * DAY) == (2 * DAY, 2 * DAY)


def test_a_seat_is_warned_once_before_its_flag_falls() -> None:
    session = two(PER_MOVE)
    assert session.tick(19.9) == ()
    assert session.deadline() == 20.0
    assert session.tick(20.0) == (ClockWarned(2, 20.0, 1, 10.0),)
    assert session.tick(25.0) == ()
    assert session.deadline() == 30.0
    assert kinds(session.tick(30.0)) == ["flag", "ended"]


def test_every_turn_has_its_own_warning() -> None:
    session = two(FISCHER)
    assert kinds(session.tick(50.0)) == ["clock_warning"]
    choose(session, "@d4", now=51.0)
    assert session.tick(52.0) == ()  # the same turn
    choose(session, "d4-d5", "@h1", "h1-h2", now=53.0)
    assert session.seat_to_move == 1
    assert kinds(session.tick(58.0)) == ["clock_warning"]


def test_a_seat_without_time_loses() -> None:
    session = two(FISCHER)
    assert session.deadline() == 50.0
    events = session.tick(60.0)
    assert isinstance(events[0], FlagFell)
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "timeout")
    assert session.clock(99.0) == (0.0, 60.0)


def test_the_best_placed_opponent_wins_when_a_flag_falls() -> None:
    session = two(GameSettings(players=3, clock=PerMove(30)), ANN, BEN, CAT)
    choose(session, "@d4", "d4-d5", "@h1", "h1-h2", now=0.0)
    session.tick(31.0)  # Cat's time is up
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "timeout")


def test_a_move_after_the_flag_fell_is_not_played() -> None:
    session = two(PER_MOVE)
    assert kinds(choose(session, "@d4", now=30.5)) == ["flag", "ended"]
    assert session.moves == []


def test_a_substitute_takes_the_seat_after_a_timeout() -> None:
    session = two(GameSettings(clock=PerMove(30), on_timeout=Level(2)))
    choose(session, "@d4", now=1.0)
    due = session.decision()
    events = session.tick(31.0)
    assert kinds(events) == ["flag", "substituted"]
    assert isinstance(events[1], Substituted)
    assert (events[1].reason, session.seats) == ("timeout", (Level(2), BEN))
    assert not session.over
    assert session.decision() == due  # nothing was decided in its place
    assert session.clock(1e6) == (None, 30.0)
    assert session.tick(1e6) == ()


def test_a_returning_person_has_a_clock_again() -> None:
    session = two(GameSettings(clock=Fischer(60, 5), on_timeout=Level(2)))
    session.tick(60.0)
    session.substitute(1, ANN, "returned", now=70.0)
    assert session.clock(70.0) == (10.0, 60.0)
    assert kinds(session.tick(80.0)) == ["flag", "substituted"]


def test_lag_is_compensated_within_bounds() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=10.0, lag=0.5)
    assert session.clock(10.0) == (50.5, 60.0)
    choose(session, "d4-d5", now=20.0, lag=99.0)
    assert session.clock(20.0) == (50.5 - 10 + MAX_LAG_COMPENSATION + 5, 60.0)


def test_lag_compensation_never_exceeds_the_time_spent() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=0.1, lag=0.9)
    choose(session, "d4-d5", now=0.2, lag=-5.0)
    assert session.clock(0.2) == pytest.approx((64.9, 60.0))


def test_a_move_in_transit_when_the_flag_would_fall_counts() -> None:
    session = two(PER_MOVE)
    assert kinds(session.tick(30.2, lag=0.3)) == ["clock_warning"]
    assert kinds(choose(session, "@d4", now=30.2, lag=0.3)) == ["move"]
    assert session.clock(30.2) == (30.0, 30.0)


def test_paused_clocks_stand_still() -> None:
    session = two(FISCHER)
    session.pause(now=10.0)
    assert session.pause(now=11.0) == ()
    assert session.clock(1000.0) == (50.0, 60.0)
    assert session.deadline() is None
    choose(session, "@d4", now=500.0)
    assert session.clock(500.0) == (50.0, 60.0)
    session.resume(now=1000.0)
    assert session.clock(1010.0) == (40.0, 60.0)


def test_time_while_the_server_is_down_is_charged_to_nobody() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    assert restored == session
    restored.resume(now=100_000.0)
    assert restored.clock(100_001.0) == (49.0, 60.0)


def test_time_before_the_server_went_down_is_charged() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=30.0, now=100_000.0)
    assert restored.clock(100_001.0) == (29.0, 60.0)


def test_a_stop_time_before_the_last_event_changes_nothing() -> None:
    session = two(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=4.0, now=100.0)
    assert restored.clock(100.0) == (50.0, 60.0)


def test_a_warning_before_the_server_went_down_gives_no_time_back() -> None:
    session = two(PER_MOVE)
    assert kinds(session.tick(20.0)) == ["clock_warning"]
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(now=1000.0)
    assert restored.clock(1000.0) == (10.0, 30.0)


def test_a_seat_whose_time_ended_before_the_server_went_down_has_none_left() -> None:
    session = two(FISCHER)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=70.0, now=100.0)
    assert kinds(restored.tick(100.0)) == ["flag", "ended"]


def test_clocks_follow_their_players_when_sides_are_swapped() -> None:
    session = two(FISCHER)
    choose(session, "@d4", "d4-d5", now=10.0)
    choose(session, "swap", now=30.0)
    assert session.seats == (BEN, ANN)
    assert session.clock(30.0) == (45.0, 55.0)  # Ben: 60 - 20 + 5; Ann: 60 - 10 + 5
    assert session.clock(40.0) == (45.0, 45.0)


def test_the_session_uses_its_own_time_by_default() -> None:
    moments = iter((0.0, 12.0, 12.0))
    session = GameSession(FISCHER, (ANN, Person("Ben")), time=lambda: next(moments))
    choose(session, "@d4")
    assert session.clock() == (48.0, 60.0)
