"""Time: handed in, never read; warnings, flags and what follows from them."""

from __future__ import annotations

import pytest

from ringrift.host import (
    ClockWarned,
    Correspondence,
    FlagFell,
    GameSettings,
    Level,
    PerMove,
    Person,
    Substituted,
    Table,
)
from ringrift.host.clocks import DAY, LAG_CAP, Fischer
from tests.host.playing import ANN, BEN, CAT, choose, kinds, two

FISCHER = GameSettings(clock=Fischer(60, 5))
PER_MOVE = GameSettings(clock=PerMove(30))


def test_a_game_without_clocks_lasts_as_long_as_it_likes() -> None:
    table = two()
    assert table.clock(1e9) is None
    assert table.deadline() is None
    assert table.tick(1e9) == ()


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    table = two(FISCHER, now=100.0)
    assert table.clock(100.0) == (60.0, 60.0)
    assert table.clock(110.0) == (50.0, 60.0)


def test_fischer_adds_its_increment_after_the_turn_not_after_each_choice() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=10.0)
    assert table.clock(10.0) == (50.0, 60.0)
    choose(table, "d4-d5", now=20.0)
    assert table.clock(20.0) == (45.0, 60.0)
    assert table.clock(21.0) == (45.0, 59.0)


def test_a_clock_per_move_begins_anew_with_every_choice() -> None:
    table = two(PER_MOVE)
    choose(table, "@d4", now=29.0)
    assert table.clock(29.0) == (30.0, 30.0)
    assert table.deadline() == 49.0  # a warning with ten seconds left


def test_correspondence_begins_anew_with_every_turn() -> None:
    table = two(GameSettings(clock=Correspondence(2)))
    choose(table, "@d4", now=DAY)
    assert table.clock(DAY) == (DAY, 2 * DAY)
    choose(table, "d4-d5", now=1.5 * DAY)
    assert table.clock(1.5 * DAY) == (2 * DAY, 2 * DAY)


def test_a_seat_is_warned_once_before_its_flag_falls() -> None:
    table = two(PER_MOVE)
    assert table.tick(19.9) == ()
    assert table.deadline() == 20.0
    assert table.tick(20.0) == (ClockWarned(2, 20.0, 1, 10.0),)
    assert table.tick(25.0) == ()
    assert table.deadline() == 30.0
    assert kinds(table.tick(30.0)) == ["flag", "ended"]


def test_a_turn_brings_its_own_warning() -> None:
    table = two(FISCHER)
    assert kinds(table.tick(50.0)) == ["clock_warning"]
    choose(table, "@d4", now=51.0)
    assert table.tick(52.0) == ()  # the same turn
    choose(table, "d4-d5", "@h1", "h1-h2", now=53.0)
    assert table.to_choose == 1
    assert kinds(table.tick(58.0)) == ["clock_warning"]


def test_who_has_no_time_left_loses() -> None:
    table = two(FISCHER)
    assert table.deadline() == 50.0
    events = table.tick(60.0)
    assert isinstance(events[0], FlagFell)
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (2, "timeout")
    assert table.clock(99.0) == (0.0, 60.0)


def test_of_three_the_one_that_stands_best_wins_when_a_flag_falls() -> None:
    table = two(GameSettings(players=3, clock=PerMove(30)), ANN, BEN, CAT)
    choose(table, "@d4", "d4-d5", "@h1", "h1-h2", now=0.0)
    table.tick(31.0)  # Cat's time is up
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (2, "timeout")


def test_a_move_that_comes_too_late_is_no_move() -> None:
    table = two(PER_MOVE)
    assert kinds(choose(table, "@d4", now=30.5)) == ["flag", "ended"]
    assert table.played == []


def test_a_substitute_takes_the_seat_and_is_asked_instead() -> None:
    table = two(GameSettings(clock=PerMove(30), on_timeout=Level(2)))
    choose(table, "@d4", now=1.0)
    due = table.decision()
    events = table.tick(31.0)
    assert kinds(events) == ["flag", "substituted"]
    assert isinstance(events[1], Substituted)
    assert (events[1].reason, table.seats) == ("timeout", (Level(2), BEN))
    assert not table.over
    assert table.decision() == due  # nothing was decided in its place
    assert table.clock(1e6) == (None, 30.0)
    assert table.tick(1e6) == ()


def test_who_comes_back_has_a_clock_again() -> None:
    table = two(GameSettings(clock=Fischer(60, 5), on_timeout=Level(2)))
    table.tick(60.0)
    table.substitute(1, ANN, "returned", now=70.0)
    assert table.clock(70.0) == (10.0, 60.0)
    assert kinds(table.tick(80.0)) == ["flag", "substituted"]


def test_lag_is_given_back_within_bounds() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=10.0, lag=0.5)
    assert table.clock(10.0) == (50.5, 60.0)
    choose(table, "d4-d5", now=20.0, lag=99.0)
    assert table.clock(20.0) == (50.5 - 10 + LAG_CAP + 5, 60.0)


def test_lag_never_gives_more_than_was_spent() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=0.1, lag=0.9)
    choose(table, "d4-d5", now=0.2, lag=-5.0)
    assert table.clock(0.2) == pytest.approx((64.9, 60.0))


def test_a_move_on_its_way_when_the_flag_would_fall_still_counts() -> None:
    table = two(PER_MOVE)
    assert kinds(table.tick(30.2, lag=0.3)) == ["clock_warning"]
    assert kinds(choose(table, "@d4", now=30.2, lag=0.3)) == ["move"]
    assert table.clock(30.2) == (30.0, 30.0)


def test_paused_clocks_stand_still() -> None:
    table = two(FISCHER)
    table.pause(now=10.0)
    assert table.pause(now=11.0) == ()
    assert table.clock(1000.0) == (50.0, 60.0)
    assert table.deadline() is None
    choose(table, "@d4", now=500.0)
    assert table.clock(500.0) == (50.0, 60.0)
    table.resume(now=1000.0)
    assert table.clock(1010.0) == (40.0, 60.0)


def test_the_time_of_a_server_that_was_down_is_nobodys() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=10.0)
    restored = Table.restore(table.settings, table.events)
    assert restored == table
    restored.resume(now=100_000.0)
    assert restored.clock(100_001.0) == (49.0, 60.0)


def test_what_was_thought_until_the_server_went_down_is_not_given_back() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=10.0)
    restored = Table.restore(table.settings, table.events)
    restored.resume(stopped=30.0, now=100_000.0)
    assert restored.clock(100_001.0) == (29.0, 60.0)


def test_a_sign_of_life_older_than_the_last_event_takes_nothing_away() -> None:
    table = two(FISCHER)
    choose(table, "@d4", now=10.0)
    restored = Table.restore(table.settings, table.events)
    restored.resume(stopped=4.0, now=100.0)
    assert restored.clock(100.0) == (50.0, 60.0)


def test_a_warning_before_the_server_went_down_gives_no_time_back() -> None:
    table = two(PER_MOVE)
    assert kinds(table.tick(20.0)) == ["clock_warning"]
    restored = Table.restore(table.settings, table.events)
    restored.resume(now=1000.0)
    assert restored.clock(1000.0) == (10.0, 30.0)


def test_whose_time_was_up_before_the_server_went_down_has_none_left() -> None:
    table = two(FISCHER)
    restored = Table.restore(table.settings, table.events)
    restored.resume(stopped=70.0, now=100.0)
    assert kinds(restored.tick(100.0)) == ["flag", "ended"]


def test_clocks_go_with_the_people_when_sides_are_swapped() -> None:
    table = two(FISCHER)
    choose(table, "@d4", "d4-d5", now=10.0)
    choose(table, "swap", now=30.0)
    assert table.seats == (BEN, ANN)
    assert table.clock(30.0) == (45.0, 55.0)  # Ben: 60 - 20 + 5; Ann: 60 - 10 + 5
    assert table.clock(40.0) == (45.0, 45.0)


def test_the_table_asks_its_own_time_where_it_is_not_told() -> None:
    moments = iter((0.0, 12.0, 12.0))
    table = Table(FISCHER, (ANN, Person("Ben")), time=lambda: next(moments))
    choose(table, "@d4")
    assert table.clock() == (48.0, 60.0)
