"""Take-backs: offered, agreed to by all people, or declined."""

from __future__ import annotations

from random import Random

import pytest

from ringrift.host import (
    Fischer,
    GameSettings,
    PerMove,
    Person,
    RandomComputer,
    Remote,
    SessionError,
    TakenBack,
)
from ringrift.rules import Move, State, legal_moves, state_hash
from tests.host.session_actions import ANN, BEN, CAT, choose, kinds, two, under_way


def test_computers_agree_to_every_take_back() -> None:
    session = two(None, ANN, RandomComputer())
    choose(session, "@d4")
    events = session.offer_take_back(1)
    assert kinds(events) == ["take_back_offered", "taken_back"]
    assert events[1] == TakenBack(4, 0.0, 0, state_hash(session.state), None)
    assert len(session.moves) == 0
    choose(session, "@e4")


def test_a_person_takes_back_their_own_last_choice_and_what_followed() -> None:
    session = two(None, ANN, Remote("bot"))
    choose(session, "@d4", "d4-d5", "@h1", "h1-h2", "@a8")
    session.offer_take_back(1)
    session.offer_take_back(1)
    assert [event.notation for event in session.moves] == ["@d4"]


def test_all_people_must_agree() -> None:
    session = two(GameSettings(players=3), ANN, BEN, CAT)
    choose(session, "@d4", "d4-d5")
    assert kinds(session.offer_take_back(1)) == ["take_back_offered"]
    assert kinds(session.agree_take_back(2)) == ["take_back_agreed"]
    assert session.take_back_offer is not None
    assert session.take_back_offer.agreed == {1, 2}
    assert kinds(session.agree_take_back(3)) == ["take_back_agreed", "taken_back"]
    assert session.seat_to_move == 1


def test_one_person_can_decline() -> None:
    session = two(GameSettings(players=3), ANN, BEN, CAT)
    choose(session, "@d4", "d4-d5")
    session.offer_take_back(1)
    session.agree_take_back(2)
    assert kinds(session.decline_take_back(3)) == ["take_back_declined"]
    assert session.take_back_offer is None
    assert session.seat_to_move == 2


def test_a_person_on_all_seats_takes_back_at_once() -> None:
    me = Person("me", "me")
    session = two(None, me, me)
    choose(session, "@d4", "d4-d5", "@h1")
    assert kinds(session.offer_take_back(2)) == ["take_back_offered", "taken_back"]
    assert kinds(session.offer_take_back(2)) == ["take_back_offered", "taken_back"]
    assert [event.notation for event in session.moves] == ["@d4"]


def test_the_number_of_moves_to_keep_can_be_given() -> None:
    session = two(None, ANN, RandomComputer())
    choose(session, "@d4", "d4-d5", "@h1", "h1-h2")
    for keep in (-1, 2, len(session.moves)):
        with pytest.raises(SessionError, match="NO_MOVE_TO_TAKE_BACK"):
            session.offer_take_back(1, keep)
    session.offer_take_back(1, 0)
    assert session.moves == []


def test_an_invalid_offer_is_refused() -> None:
    session = two(None, ANN, RandomComputer())
    with pytest.raises(SessionError, match="NO_MOVE_TO_TAKE_BACK"):
        session.offer_take_back(1)
    with pytest.raises(SessionError, match="NOT_A_PERSON"):
        session.offer_take_back(2)
    rated = two(GameSettings(players=2, rated=True))
    choose(rated, "@d4")
    with pytest.raises(SessionError, match="NO_TAKE_BACKS"):
        rated.offer_take_back(1)


def test_only_one_offer_is_pending() -> None:
    session = two()
    choose(session, "@d4")
    session.offer_take_back(1)
    with pytest.raises(SessionError, match="OFFER_OPEN"):
        session.offer_take_back(2, 0)
    session.decline_take_back(1)  # no longer
    with pytest.raises(SessionError, match="NO_OFFER"):
        session.agree_take_back(2)


def test_playing_on_declines_the_offer() -> None:
    session = two()
    choose(session, "@d4", "d4-d5")
    session.offer_take_back(1)
    assert kinds(choose(session, "@h1"))[0] == "take_back_declined"
    assert session.take_back_offer is None


def test_taking_back_a_swap_exchanges_the_occupants() -> None:
    session = two(GameSettings(players=2, clock=Fischer(60, 0)))
    choose(session, "@d4", "d4-d5", now=10.0)
    choose(session, "swap", now=30.0)
    session.offer_take_back(1, now=30.0)  # Ben, who has seat 1 now
    events = session.agree_take_back(2, now=30.0)
    assert kinds(events) == ["take_back_agreed", "taken_back", "people_swapped"]
    assert session.seats == (ANN, BEN)
    assert session.first_seats == (1, 2)
    assert session.clock(30.0) == (60.0, 40.0)
    assert kinds(choose(session, "swap", now=31.0)) == ["move", "people_swapped"]


def test_time_is_not_given_back() -> None:
    session = under_way(GameSettings(players=2, clock=Fischer(60, 0)), ANN, RandomComputer())
    choose(session, "@d4", now=10.0)
    session.offer_take_back(1, now=15.0)
    assert session.clock(15.0) == (45.0, 60.0)


def test_a_repeated_choice_has_its_full_time_again() -> None:
    session = two(GameSettings(players=2, clock=PerMove(30)), ANN, RandomComputer())
    choose(session, "@d4", now=10.0)
    session.offer_take_back(1, now=25.0)
    assert session.clock(25.0) == (30.0, 30.0)


def test_a_person_can_ask_three_times_before_a_choice() -> None:
    session = two(None, ANN, BEN)
    choose(session, "@d4")
    for _ in range(3):
        session.offer_take_back(1)
        session.decline_take_back(2)
    with pytest.raises(SessionError, match="play on or resign") as caught:
        session.offer_take_back(1)
    assert caught.value.refusal.code == "TOO_MANY_OFFERS"
    choose(session, "d4-d5")
    assert kinds(session.offer_take_back(1)) == ["take_back_offered"]


def test_the_limit_is_for_each_person() -> None:
    session = two(None, ANN, BEN)
    choose(session, "@d4", "d4-d5", "@h1")
    for _ in range(3):
        session.offer_take_back(1)
        session.decline_take_back(2)
    assert kinds(session.offer_take_back(2)) == ["take_back_offered"]


def test_a_take_back_replays_a_bounded_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    session = two(GameSettings("hex8", players=2, swap=False), ANN, RandomComputer())
    states, random = [session.state], Random(3)
    while len(session.moves) < 100:
        moves = legal_moves(session.state)
        session.play(session.state.player, random.choice(moves))
        states += [session.state] if not session.over else []
        assert not session.over
    replayed = []
    apply_move = session.rules.apply

    def count(state: State, move: Move) -> State:
        replayed.append(move)
        return apply_move(state, move)

    monkeypatch.setattr(session.rules, "apply", count)
    for keep in (97, 64, 40, 10):
        at = next(n for n in range(keep, 0, -1) if not session.moves[n].bookkeeping)
        replayed.clear()
        session.offer_take_back(1, at)
        assert len(session.moves) == at
        assert len(replayed) < 32
        assert session.state in states
    session.play(session.state.player, legal_moves(session.state)[0])
