"""A game session: choices, bookkeeping, results and seats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ringrift.host import (
    Ended,
    GameSession,
    GameSettings,
    Level,
    Moved,
    PeopleSwapped,
    SessionError,
    StaleError,
    Started,
)
from ringrift.host.rules_guard.rules_mode import RulesMode
from ringrift.rules import DecisionKind, IllegalMoveError, PlaceRing, UnknownSeatError, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.notation import parse_move
from tests.host.session_actions import (
    ANN,
    BEN,
    CAT,
    WALL,
    choose,
    choose_any,
    kinds,
    two,
    under_way,
)


def test_a_game_starts_with_its_occupants() -> None:
    session = two(now=5.0)
    assert session.events == [Started(1, 5.0, (ANN, BEN), state_hash(session.state), None)]
    assert session.seat_to_move == 1


def test_bookkeeping_moves_are_played_as_events() -> None:
    session = two()
    choose(session, "@d4")
    events = choose(session, "d4-d5")
    moves = [event for event in events if isinstance(event, Moved)]
    assert [(move.seat, move.notation, move.bookkeeping) for move in moves] == [
        (1, "d4-d5", False),
        (1, "-", True),
        (1, "-", True),
    ]
    assert moves[-1].hash == state_hash(session.state)
    assert session.seat_to_move == 2
    assert [event.sequence for event in session.events] == list(range(1, len(session.events) + 1))


def test_a_whole_game_ends_by_the_rules() -> None:
    session = two()
    events = choose(session, *WALL.split())
    assert kinds(events) == ["move", "ended"]
    assert isinstance(events[-1], Ended)
    assert (events[-1].winner, events[-1].reason) == (1, "territory_control")
    assert session.over
    assert session.decision() is None
    assert session.seat_to_move is None


def test_every_choice_belongs_to_its_seat() -> None:
    session = two()
    asked = set()
    for text in WALL.split():
        due = session.decision()
        assert due is not None
        assert due.seat == session.seat_to_move
        asked.add(due.kind)
        choose(session, text)
    assert {DecisionKind.REGION, DecisionKind.REGION_COST, DecisionKind.CAPTURE} <= asked


def test_a_refused_choice_changes_nothing() -> None:
    session = two()
    before = list(session.events)
    with pytest.raises(SessionError, match="NOT_YOUR_TURN"):
        session.play(2, PlaceRing(2, (3, 3), 1))
    with pytest.raises(IllegalMoveError, match="NOT_YOUR_TURN"):
        session.play(1, PlaceRing(2, (3, 3), 1))
    with pytest.raises(IllegalMoveError, match="TOO_MANY_RINGS"):
        session.play(1, PlaceRing(1, (3, 3), 4))
    assert session.events == before


def test_a_move_with_the_current_sequence_is_played() -> None:
    session = two()
    session.play(1, parse_move(session.state, "@d4"), session.sequence)
    assert len(session.moves) == 1


def test_a_stale_move_is_refused_with_the_gap() -> None:
    session = two()
    choose(session, "@d4")
    with pytest.raises(StaleError) as refused:
        session.play(1, parse_move(session.state, "d4-d5"), 1)
    assert (refused.value.expected, refused.value.sequence) == (1, 2)
    assert kinds(session.events_after(refused.value.expected)) == ["move"]
    with pytest.raises(StaleError):
        session.play(1, parse_move(session.state, "d4-d5"), 3)  # nobody can have seen that


def test_an_event_that_does_not_change_the_decision_makes_no_move_stale() -> None:
    session = two()
    choose(session, "@d4", "d4-d5")
    seen = session.sequence
    session.offer_take_back(1)
    assert kinds(session.play(2, parse_move(session.state, "@e4"), seen)) == [
        "take_back_declined",
        "move",
    ]


def test_a_swap_exchanges_occupants_and_the_pieces_stay() -> None:
    session = two()
    choose(session, "@d4", "d4-d5")
    clock_state = [seat.hand for seat in session.state.seats]
    events = choose(session, "swap")
    assert kinds(events) == ["move", "people_swapped"]
    assert isinstance(events[1], PeopleSwapped)
    assert events[1].seats == session.seats == (BEN, ANN)
    assert session.first_seats == (2, 1)
    assert session.seat_to_move == 2
    assert session.occupant(2) is ANN
    assert (session.seats_of("ann"), session.seats_of("ben"), session.seats_of("")) == (
        (2,),
        (1,),
        (),
    )
    assert [seat.hand for seat in session.state.seats] == clock_state


def test_a_seat_can_resign_in_turn_or_not() -> None:
    for seat in (1, 2):
        session = under_way()
        events = session.resign(seat)
        assert kinds(events) == ["left", "ended"]
        assert session.outcome is not None
        assert (session.outcome.winner, session.outcome.reason) == (3 - seat, "resignation")


def test_a_seat_that_left_loses() -> None:
    session = under_way()
    assert kinds(session.abandon(1)) == ["left", "ended"]
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "abandonment")


def test_no_action_is_allowed_after_the_end() -> None:
    session = under_way()
    session.resign(1)
    before = list(session.events)
    actions: tuple[Callable[[], object], ...] = (
        lambda: session.resign(2),
        session.abandon_all,
        lambda: session.abort(2),
        lambda: session.forfeit(2),
        lambda: session.play(1, PlaceRing(1, (3, 3), 1)),
        lambda: session.offer_take_back(1),
        lambda: session.substitute(1, Level(1)),
        session.pause,
    )
    for action in actions:
        with pytest.raises(SessionError, match="GAME_OVER"):
            action()
    assert session.tick(1e6) == session.resume() == ()
    assert session.events == before


def test_a_seat_that_does_not_exist_is_refused() -> None:
    session = two()
    actions: tuple[Callable[[], object], ...] = (
        lambda: session.resign(3),
        lambda: session.abandon(0),
        lambda: session.substitute(9, ANN),
    )
    for action in actions:
        with pytest.raises(UnknownSeatError):
            action()


def test_another_occupant_can_take_a_seat() -> None:
    session = two()
    assert kinds(session.substitute(2, CAT)) == ["substituted"]
    assert session.seats == (ANN, CAT)


@pytest.mark.parametrize("mode", list(RulesMode))
@pytest.mark.parametrize("board", ["square8", "hex8"])
def test_every_rules_mode_plays_the_same_game(mode: RulesMode, board: str) -> None:
    reference, other = (
        two(GameSettings(board, players=2, rules="python")),
        two(GameSettings(board, players=2, rules=mode)),
    )
    rng = Random(11)
    for _ in range(60):
        choose_any(reference, rng)
        move = next(
            event.move
            for event in reference.events_after(other.sequence)
            if isinstance(event, Moved)
        )
        assert other.seat_to_move is not None
        other.play(other.seat_to_move, move)
        mine, theirs = reference.decision(), other.decision()
        assert mine is not None
        assert theirs is not None
        assert (mine.seat, mine.kind, set(mine.moves)) == (
            theirs.seat,
            theirs.kind,
            set(theirs.moves),
        )
    other.rules.wait_for_comparisons()
    assert reference.events == other.events
    assert all(count == 0 for name, count in other.rules.counters.items() if "mismatch" in name)
    other.close()


def test_time_never_goes_back_in_a_session() -> None:
    session = two(now=10.0)
    choose(session, "@d4", now=3.0)
    assert session.events[-1].at == 10.0


def test_sessions_are_equal_if_their_events_are() -> None:
    session, other = two(), two()
    assert session == other
    choose(session, "@d4")
    assert session != other
    assert session != "a session"


def test_hashes_can_be_omitted() -> None:
    session = GameSession(GameSettings(players=2), (ANN, BEN), hashes=False)
    events = choose(session, "@d4")
    assert isinstance(events[0], Moved)
    assert events[0].hash is None
    assert GameSession.restore(session.settings, session.events, hashes=False) == session


def test_errors_say_what_to_do() -> None:
    session = two()
    with pytest.raises(RingRiftError) as refused:
        session.agree_take_back(1)
    assert refused.value.code == "NO_OFFER"
    assert refused.value.message


def test_the_operator_closes_a_game_that_has_begun() -> None:
    session = under_way()
    assert session.begun
    [closed] = session.abort(session.state.player, "operator")
    assert (closed.kind, session.over) == ("aborted", True)
    assert GameSession.restore(session.settings, session.events) == session
    with pytest.raises(SessionError, match="over"):
        session.abort(1, "operator")
