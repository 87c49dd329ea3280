"""Take-backs: asked for, agreed to by all people, or declined."""

from __future__ import annotations

import pytest

from ringrift.host import (
    Chance,
    Fischer,
    GameSettings,
    PerMove,
    Person,
    Remote,
    TableError,
    TakenBack,
)
from ringrift.rules import state_hash
from tests.host.playing import ANN, BEN, CAT, choose, kinds, two


def test_nobody_else_is_asked_where_only_computers_sit() -> None:
    table = two(None, ANN, Chance())
    choose(table, "@d4")
    events = table.offer_take_back(1)
    assert kinds(events) == ["take_back_offered", "taken_back"]
    assert events[1] == TakenBack(4, 0.0, 0, state_hash(table.state), None)
    assert len(table.played) == 0
    choose(table, "@e4")


def test_a_person_takes_back_their_own_last_choice_and_what_followed() -> None:
    table = two(None, ANN, Remote("bot"))
    choose(table, "@d4", "d4-d5", "@h1", "h1-h2", "@a8")
    table.offer_take_back(1)
    table.offer_take_back(1)
    assert [event.notation for event in table.played] == ["@d4"]


def test_all_people_must_agree() -> None:
    table = two(GameSettings(players=3), ANN, BEN, CAT)
    choose(table, "@d4", "d4-d5")
    assert kinds(table.offer_take_back(1)) == ["take_back_offered"]
    assert kinds(table.agree_take_back(2)) == ["take_back_agreed"]
    assert table.offer is not None
    assert table.offer.agreed == {1, 2}
    assert kinds(table.agree_take_back(3)) == ["take_back_agreed", "taken_back"]
    assert table.to_choose == 1


def test_one_no_is_enough() -> None:
    table = two(GameSettings(players=3), ANN, BEN, CAT)
    choose(table, "@d4", "d4-d5")
    table.offer_take_back(1)
    table.agree_take_back(2)
    assert kinds(table.decline_take_back(3)) == ["take_back_declined"]
    assert table.offer is None
    assert table.to_choose == 2


def test_one_person_on_all_seats_need_not_be_asked() -> None:
    me = Person("me", "me")
    table = two(None, me, me)
    choose(table, "@d4", "d4-d5", "@h1")
    assert kinds(table.offer_take_back(2)) == ["take_back_offered", "taken_back"]
    assert kinds(table.offer_take_back(2)) == ["take_back_offered", "taken_back"]
    assert [event.notation for event in table.played] == ["@d4"]


def test_a_choice_can_be_named() -> None:
    table = two(None, ANN, Chance())
    choose(table, "@d4", "d4-d5", "@h1", "h1-h2")
    for keep in (-1, 2, len(table.played)):
        with pytest.raises(TableError, match="NO_MOVE_TO_TAKE_BACK"):
            table.offer_take_back(1, keep)
    table.offer_take_back(1, 0)
    assert table.played == []


def test_an_offer_must_make_sense() -> None:
    table = two(None, ANN, Chance())
    with pytest.raises(TableError, match="NO_MOVE_TO_TAKE_BACK"):
        table.offer_take_back(1)
    with pytest.raises(TableError, match="NOT_A_PERSON"):
        table.offer_take_back(2)
    rated = two(GameSettings(rated=True))
    choose(rated, "@d4")
    with pytest.raises(TableError, match="NO_TAKE_BACKS"):
        rated.offer_take_back(1)


def test_one_offer_at_a_time() -> None:
    table = two()
    choose(table, "@d4")
    table.offer_take_back(1)
    with pytest.raises(TableError, match="OFFER_OPEN"):
        table.offer_take_back(2, 0)
    table.decline_take_back(1)  # no longer
    with pytest.raises(TableError, match="NO_OFFER"):
        table.agree_take_back(2)


def test_who_plays_on_declines() -> None:
    table = two()
    choose(table, "@d4", "d4-d5")
    table.offer_take_back(1)
    assert kinds(choose(table, "@h1"))[0] == "take_back_declined"
    assert table.offer is None


def test_a_swap_is_taken_back_with_its_people() -> None:
    table = two(GameSettings(clock=Fischer(60, 0)))
    choose(table, "@d4", "d4-d5", now=10.0)
    choose(table, "swap", now=30.0)
    table.offer_take_back(1, now=30.0)  # Ben, who has seat 1 now
    events = table.agree_take_back(2, now=30.0)
    assert kinds(events) == ["take_back_agreed", "taken_back", "people_swapped"]
    assert table.seats == (ANN, BEN)
    assert table.first_seats == (1, 2)
    assert table.clock(30.0) == (50.0, 40.0)
    assert kinds(choose(table, "swap", now=31.0)) == ["move", "people_swapped"]


def test_time_is_not_given_back() -> None:
    table = two(GameSettings(clock=Fischer(60, 0)), ANN, Chance())
    choose(table, "@d4", now=10.0)
    table.offer_take_back(1, now=15.0)
    assert table.clock(15.0) == (45.0, 60.0)


def test_a_choice_that_is_made_again_has_its_own_time_again() -> None:
    table = two(GameSettings(clock=PerMove(30)), ANN, Chance())
    choose(table, "@d4", now=10.0)
    table.offer_take_back(1, now=25.0)
    assert table.clock(25.0) == (30.0, 30.0)


def test_a_person_asks_three_times_before_a_choice_and_no_more() -> None:
    table = two(None, ANN, BEN)
    choose(table, "@d4")
    for _ in range(3):
        table.offer_take_back(1)
        table.decline_take_back(2)
    with pytest.raises(TableError, match="play on or resign") as caught:
        table.offer_take_back(1)
    assert caught.value.refusal.code == "TOO_MANY_OFFERS"
    choose(table, "d4-d5")
    assert kinds(table.offer_take_back(1)) == ["take_back_offered"]


def test_who_was_asked_too_often_may_still_ask() -> None:
    table = two(None, ANN, BEN)
    choose(table, "@d4", "d4-d5", "@h1")
    for _ in range(3):
        table.offer_take_back(1)
        table.decline_take_back(2)
    assert kinds(table.offer_take_back(2)) == ["take_back_offered"]
