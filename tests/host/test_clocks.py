"""Clocks: warnings, flags and their consequences."""

from __future__ import annotations

import pytest

from ringrift.host import (
    Aborted,
    Clock,
    ClockWarned,
    Correspondence,
    Engine,
    GameSession,
    GameSettings,
    Left,
    Level,
    NoClock,
    PerMove,
    Person,
    Substituted,
)
from ringrift.host.clocks import DAY, MAX_LAG_COMPENSATION, Fischer
from ringrift.host.substitutes import DEFAULT_SUBSTITUTE_LEVEL
from tests.host.session_actions import ANN, BEN, CAT, choose, kinds, two, under_way

FISCHER = GameSettings(players=2, clock=Fischer(60, 5))
PER_MOVE = GameSettings(players=2, clock=PerMove(30))


def test_a_game_without_clocks_has_no_deadline() -> None:
    session = two()
    assert session.clock(1e9) is None
    assert session.deadline() is None
    assert session.tick(1e9) == ()


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    session = under_way(FISCHER, now=100.0)
    assert session.clock(100.0) == (60.0, 65.0)
    assert session.clock(110.0) == (50.0, 65.0)


def test_fischer_adds_its_increment_after_the_turn_not_after_each_choice() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=10.0)
    assert session.clock(10.0) == (50.0, 65.0)
    choose(session, "d4-d5", now=20.0)
    assert session.clock(20.0) == (45.0, 65.0)
    assert session.clock(21.0) == (45.0, 64.0)


def test_a_clock_per_move_restarts_with_every_choice() -> None:
    session = under_way(PER_MOVE)
    choose(session, "@d4", now=29.0)
    assert session.clock(29.0) == (30.0, 30.0)
    assert session.deadline() == 49.0  # a warning with ten seconds left


def test_correspondence_restarts_with_every_turn() -> None:
    session = under_way(GameSettings(players=2, clock=Correspondence(2)))
    choose(session, "@d4", now=DAY)
    assert session.clock(DAY) == (DAY, 2 * DAY)
    choose(session, "d4-d5", now=1.5 * DAY)
    assert session.clock(1.5 * DAY) == (2 * DAY, 2 * DAY)


def test_a_seat_is_warned_once_before_its_flag_falls() -> None:
    session = under_way(PER_MOVE)
    assert session.tick(19.9) == ()
    assert session.deadline() == 20.0
    assert session.tick(20.0) == (ClockWarned(session.sequence, 20.0, 1, 10.0),)
    assert session.tick(25.0) == ()
    assert session.deadline() == 30.0
    assert kinds(session.tick(30.0)) == ["left", "ended"]


def test_every_turn_has_its_own_warning() -> None:
    session = under_way(FISCHER)
    assert kinds(session.tick(50.0)) == ["clock_warning"]
    choose(session, "@d4", now=51.0)
    assert session.tick(52.0) == ()  # the same turn
    choose(session, "d4-d5", "@g1", "g1-f1", now=53.0)
    assert session.seat_to_move == 1
    assert kinds(session.tick(58.0)) == ["clock_warning"]


def test_a_seat_without_time_loses() -> None:
    session = under_way(FISCHER)
    assert session.deadline() == 50.0
    events = session.tick(60.0)
    assert isinstance(events[0], Left)
    assert (events[0].seat, events[0].reason) == (1, "flag_fell")
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "timeout")
    assert session.clock(99.0) == (0.0, 65.0)


def test_a_move_after_the_flag_fell_is_not_played() -> None:
    session = under_way(PER_MOVE)
    before = list(session.moves)
    assert kinds(choose(session, "@d4", now=30.5)) == ["left", "ended"]
    assert session.moves == before


def test_a_substitute_without_a_clock_plays_on_after_a_timeout() -> None:
    session = under_way(GameSettings(players=3, clock=PerMove(30), substitute=2), ANN, BEN, CAT)
    choose(session, "@d4", now=1.0)
    due = session.decision()
    events = session.tick(31.0)
    assert kinds(events) == ["left", "substituted"]
    assert isinstance(events[1], Substituted)
    assert (events[1].reason, session.seats) == ("left", (Level(2), BEN, CAT))
    assert not session.over
    assert session.decision() == due  # nothing was decided in its place
    assert session.clock(1e6) == (None, 30.0, 30.0)
    assert session.tick(1e6) == ()


def test_a_computer_whose_time_is_up_plays_on_without_a_clock() -> None:
    session = under_way(GameSettings(players=3, clock=PerMove(30)), Level(3), ANN, Engine(("x",)))
    events = session.tick(30.0)
    assert kinds(events) == ["substituted"]
    assert isinstance(events[0], Substituted)
    assert (events[0].occupant, events[0].reason) == (Level(3), "timeout")
    assert session.clock(99.0) == (None, 30.0, 30.0)
    choose(session, "@d4", "d4-d5", "@f1", "f1-e1", now=99.0)
    assert session.tick(130.0)[0].kind == "substituted"
    assert session.seats[2] == Level(DEFAULT_SUBSTITUTE_LEVEL)
    assert session.departures == ()


def test_of_two_seats_a_computer_loses_on_time() -> None:
    session = under_way(GameSettings(players=2, clock=PerMove(30)), Level(3), ANN)
    assert kinds(session.tick(30.0)) == ["left", "ended"]
    assert session.people_winner == 2


def test_no_clock_runs_before_a_person_has_completed_a_turn() -> None:
    session = two(FISCHER, Level(1), BEN)
    choose(session, "@d4", "d4-d5", now=20.0)  # a computer's turn
    assert session.clock(25.0) == (60.0, 60.0)
    choose(session, "@h1", now=30.0)
    assert session.clock(30.0) == (60.0, 60.0)
    choose(session, "h1-h2", now=40.0)
    assert session.clock(41.0) == (59.0, 60.0)


def test_the_clocks_of_computers_alone_run_at_once() -> None:
    session = two(FISCHER, Level(1), Level(2))
    assert session.clock(1.0) == (59.0, 60.0)


@pytest.mark.parametrize(
    ("clock", "limit"),
    [
        (NoClock(), None),
        (PerMove(10), 60),
        (PerMove(40), 80),
        (Fischer(180, 2), 60),
        (Fischer(3600, 0), 360),
        (Correspondence(3), 3 * DAY),
    ],
    ids=str,
)
def test_the_limit_of_the_first_turn_grows_with_the_clock(
    clock: Clock, limit: float | None
) -> None:
    assert GameSettings(players=2, clock=clock).first_turn_limit == limit
    assert GameSettings(players=2, clock=clock, first_turn=7).first_turn_limit == 7


def test_a_game_without_a_first_turn_is_aborted() -> None:
    session = two(GameSettings(players=2, first_turn=20.0))
    choose(session, "@d4", now=10.0)  # half a turn
    assert session.deadline() == session.first_turn_due_at == 20.0
    assert session.tick(19.9) == ()
    assert kinds(session.tick(20.0)) == ["aborted"]
    assert session.aborted == Aborted(3, 20.0, 1, "first_turn")
    assert session.over
    assert session.outcome is None
    assert session.decision() is None
    assert session.seat_to_move is None
    assert session.deadline() is None
    assert session.standing == ()


def test_a_first_turn_that_is_late_is_not_played() -> None:
    session = two(GameSettings(players=2, first_turn=20.0))
    assert kinds(choose(session, "@d4", now=21.0, waited=0.5)) == ["aborted"]
    session = two(GameSettings(players=2, first_turn=20.0))
    assert kinds(choose(session, "@d4", now=21.0, waited=1.5)) == ["move"]


def test_a_computers_first_turn_has_no_limit() -> None:
    session = two(GameSettings(players=2, first_turn=20.0), Level(1), BEN)
    assert session.deadline() is None
    choose(session, "@d4", "d4-d5", now=50.0)
    assert session.deadline() == 70.0


def test_the_time_of_the_host_does_not_count_for_the_first_turn() -> None:
    session = two(GameSettings(players=2, first_turn=20.0))
    session.credit(5.0)
    assert session.deadline() == 25.0
    session.pause(now=6.0)
    assert session.deadline() is None
    session.resume(now=100.0)
    assert session.deadline() == 120.0


def test_lag_is_compensated_within_bounds() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=10.0, lag=0.5)
    assert session.clock(10.0) == (50.5, 65.0)
    choose(session, "d4-d5", now=20.0, lag=99.0)
    assert session.clock(20.0) == (50.5 - 10 + MAX_LAG_COMPENSATION + 5, 65.0)


def test_lag_compensation_never_exceeds_the_time_spent() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=0.1, lag=0.9)
    choose(session, "d4-d5", now=0.2, lag=-5.0)
    assert session.clock(0.2) == pytest.approx((64.9, 65.0))


def test_a_move_in_transit_when_the_flag_would_fall_counts() -> None:
    session = under_way(PER_MOVE)
    assert kinds(session.tick(30.2, lag=0.3)) == ["clock_warning"]
    assert kinds(choose(session, "@d4", now=30.2, lag=0.3)) == ["move"]
    assert session.clock(30.2) == (30.0, 30.0)


def test_paused_clocks_stand_still() -> None:
    session = under_way(FISCHER)
    session.pause(now=10.0)
    assert session.pause(now=11.0) == ()
    assert session.clock(1000.0) == (50.0, 65.0)
    assert session.deadline() is None
    choose(session, "@d4", now=500.0)
    assert session.clock(500.0) == (50.0, 65.0)
    session.resume(now=1000.0)
    assert session.clock(1010.0) == (40.0, 65.0)


def test_time_while_the_server_is_down_is_charged_to_nobody() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    assert restored == session
    restored.resume(now=100_000.0)
    assert restored.clock(100_001.0) == (49.0, 65.0)


def test_time_before_the_server_went_down_is_charged() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=30.0, now=100_000.0)
    assert restored.clock(100_001.0) == (29.0, 65.0)


def test_a_stop_time_before_the_last_event_changes_nothing() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=10.0)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=4.0, now=100.0)
    assert restored.clock(100.0) == (50.0, 65.0)


def test_a_warning_before_the_server_went_down_gives_no_time_back() -> None:
    session = under_way(PER_MOVE)
    assert kinds(session.tick(20.0)) == ["clock_warning"]
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(now=1000.0)
    assert restored.clock(1000.0) == (10.0, 30.0)


def test_a_seat_whose_time_ended_before_the_server_went_down_has_none_left() -> None:
    session = under_way(FISCHER)
    restored = GameSession.restore(session.settings, session.events)
    restored.resume(stopped=70.0, now=100.0)
    assert kinds(restored.tick(100.0)) == ["left", "ended"]


def test_clocks_follow_their_players_when_sides_are_swapped() -> None:
    session = two(FISCHER)
    choose(session, "@d4", "d4-d5", now=10.0)
    choose(session, "swap", now=30.0)
    assert session.seats == (BEN, ANN)
    assert session.clock(30.0) == (45.0, 60.0)  # Ben: 60 - 20 + 5; Ann has completed the first turn
    assert session.clock(40.0) == (45.0, 50.0)


def test_the_session_uses_its_own_time_by_default() -> None:
    moments = iter((0.0, 0.0, 0.0, 12.0))
    session = GameSession(FISCHER, (ANN, Person("Ben")), time=lambda: next(moments))
    choose(session, "@d4", "d4-d5")
    assert session.clock() == (60.0, 48.0)


def test_a_player_is_not_charged_for_the_time_that_a_move_waited() -> None:
    session = under_way(GameSettings(players=2, clock=Fischer(60, 0)))
    choose(session, "@d4", now=50.0, waited=45.0)
    assert session.moves[-1].clock == (55.0, 60.0)


def test_a_move_that_arrived_before_the_flag_fell_is_played() -> None:
    session = under_way(FISCHER)
    choose(session, "@d4", now=70.0, waited=15.0)
    assert not session.over


def test_credited_time_delays_the_flag() -> None:
    session = under_way(FISCHER)
    session.credit(10.0)
    assert session.clock(20.0) == (50.0, 65.0)
    session.tick(now=69.9)
    assert not session.over
    session.tick(now=70.0)
    assert session.over
