"""A game at a table: choices, bookkeeping, results, and who sits where."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ringrift.host import (
    Ended,
    GameSettings,
    Level,
    Moved,
    PeopleSwapped,
    StaleError,
    Started,
    Table,
    TableError,
)
from ringrift.kernel.modes import RulesMode
from ringrift.rules import DecisionKind, IllegalMoveError, PlaceRing, UnknownSeatError, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.notation import parse
from tests.host.playing import ANN, BEN, CAT, WALL, choose, choose_any, kinds, two


def test_a_game_begins_with_those_who_sit_down() -> None:
    table = two(now=5.0)
    assert table.events == [Started(1, 5.0, (ANN, BEN), state_hash(table.state), None)]
    assert table.to_choose == 1


def test_bookkeeping_is_filled_in_and_told_like_any_other_move() -> None:
    table = two()
    choose(table, "@d4")
    events = choose(table, "d4-d5")
    moves = [event for event in events if isinstance(event, Moved)]
    assert [(move.seat, move.notation, move.bookkeeping) for move in moves] == [
        (1, "d4-d5", False),
        (1, "-", True),
        (1, "-", True),
    ]
    assert moves[-1].hash == state_hash(table.state)
    assert table.to_choose == 2
    assert [event.sequence for event in table.events] == list(range(1, len(table.events) + 1))


def test_a_whole_game_ends_by_the_rules() -> None:
    table = two()
    events = choose(table, *WALL.split())
    assert kinds(events) == ["move", "ended"]
    assert isinstance(events[-1], Ended)
    assert (events[-1].winner, events[-1].reason) == (1, "territory_control")
    assert table.over
    assert table.decision() is None
    assert table.to_choose is None


def test_every_choice_is_asked_from_its_seat() -> None:
    table = two()
    asked = set()
    for text in WALL.split():
        due = table.decision()
        assert due is not None
        assert due.seat == table.to_choose
        asked.add(due.kind)
        choose(table, text)
    assert {DecisionKind.REGION, DecisionKind.REGION_COST, DecisionKind.CAPTURE} <= asked


def test_a_refused_choice_changes_nothing() -> None:
    table = two()
    before = list(table.events)
    with pytest.raises(TableError, match="NOT_YOUR_TURN"):
        table.play(2, PlaceRing(2, (3, 3), 1))
    with pytest.raises(IllegalMoveError, match="NOT_YOUR_TURN"):
        table.play(1, PlaceRing(2, (3, 3), 1))
    with pytest.raises(IllegalMoveError, match="TOO_MANY_RINGS"):
        table.play(1, PlaceRing(1, (3, 3), 4))
    assert table.events == before


def test_a_move_that_has_seen_everything_is_played() -> None:
    table = two()
    table.play(1, parse(table.state, "@d4"), table.sequence)
    assert len(table.played) == 1


def test_a_stale_move_is_refused_with_the_gap() -> None:
    table = two()
    choose(table, "@d4")
    with pytest.raises(StaleError) as refused:
        table.play(1, parse(table.state, "d4-d5"), 1)
    assert (refused.value.expected, refused.value.sequence) == (1, 2)
    assert kinds(table.events_after(refused.value.expected)) == ["move"]
    with pytest.raises(StaleError):
        table.play(1, parse(table.state, "d4-d5"), 3)  # nobody can have seen that


def test_what_does_not_change_the_choice_makes_no_move_stale() -> None:
    table = two()
    choose(table, "@d4", "d4-d5")
    seen = table.sequence
    table.offer_take_back(1)
    assert kinds(table.play(2, parse(table.state, "@e4"), seen)) == ["take_back_declined", "move"]


def test_people_change_places_and_the_pieces_stay() -> None:
    table = two()
    choose(table, "@d4", "d4-d5")
    hands = [seat.hand for seat in table.state.seats]
    events = choose(table, "swap")
    assert kinds(events) == ["move", "people_swapped"]
    assert isinstance(events[1], PeopleSwapped)
    assert events[1].seats == table.seats == (BEN, ANN)
    assert table.first_seats == (2, 1)
    assert table.to_choose == 2
    assert table.occupant(2) is ANN
    assert (table.seats_of("ann"), table.seats_of("ben"), table.seats_of("")) == ((2,), (1,), ())
    assert [seat.hand for seat in table.state.seats] == hands


def test_who_resigns_loses_in_turn_or_not() -> None:
    for seat in (1, 2):
        table = two()
        events = table.resign(seat)
        assert kinds(events) == ["resigned", "ended"]
        assert table.outcome is not None
        assert (table.outcome.winner, table.outcome.reason) == (3 - seat, "resignation")


def test_of_several_opponents_the_one_that_stands_best_wins() -> None:
    table = two(GameSettings(players=3), ANN, BEN, CAT)
    choose(table, "@d4", "d4-d5", "@h1", "h1-h2")
    table.resign(1)
    assert table.outcome is not None
    assert table.outcome.winner == 2  # one marker; Cat has none
    assert table.outcome.ranking[0].seat == 2


def test_who_has_left_loses() -> None:
    table = two()
    assert kinds(table.abandon(1)) == ["abandoned", "ended"]
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (2, "abandonment")


def test_when_all_have_left_the_one_that_stands_best_wins() -> None:
    table = two()
    choose(table, "@d4", "d4-d5")
    table.abandon()
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (1, "abandonment")


def test_nothing_happens_after_the_end() -> None:
    table = two()
    table.resign(1)
    before = list(table.events)
    actions: tuple[Callable[[], object], ...] = (
        lambda: table.resign(2),
        table.abandon,
        lambda: table.play(1, PlaceRing(1, (3, 3), 1)),
        lambda: table.offer_take_back(1),
        lambda: table.substitute(1, Level(1)),
        table.pause,
    )
    for action in actions:
        with pytest.raises(TableError, match="GAME_OVER"):
            action()
    assert table.tick(1e6) == table.resume() == ()
    assert table.events == before


def test_a_seat_that_does_not_play_can_do_nothing() -> None:
    table = two()
    actions: tuple[Callable[[], object], ...] = (
        lambda: table.resign(3),
        lambda: table.abandon(0),
        lambda: table.substitute(9, ANN),
    )
    for action in actions:
        with pytest.raises(UnknownSeatError):
            action()


def test_somebody_else_may_take_a_seat() -> None:
    table = two()
    assert kinds(table.substitute(2, CAT)) == ["substituted"]
    assert table.seats == (ANN, CAT)


@pytest.mark.parametrize("mode", list(RulesMode))
@pytest.mark.parametrize("board", ["square8", "hex8"])
def test_every_rules_mode_plays_the_same_game(mode: RulesMode, board: str) -> None:
    law, other = two(GameSettings(board, rules="law")), two(GameSettings(board, rules=mode))
    dice = Random(11)
    for _ in range(60):
        choose_any(law, dice)
        move = next(
            event.move for event in law.events_after(other.sequence) if isinstance(event, Moved)
        )
        assert other.to_choose is not None
        other.play(other.to_choose, move)
        mine, theirs = law.decision(), other.decision()
        assert mine is not None
        assert theirs is not None
        assert (mine.seat, mine.kind, set(mine.moves)) == (
            theirs.seat,
            theirs.kind,
            set(theirs.moves),
        )
    other.rules.settle()
    assert law.events == other.events
    assert all(count == 0 for name, count in other.rules.counters.items() if "mismatch" in name)
    other.close()


def test_time_never_goes_back_at_a_table() -> None:
    table = two(now=10.0)
    choose(table, "@d4", now=3.0)
    assert table.events[-1].at == 10.0


def test_tables_are_compared_by_all_that_happened() -> None:
    table, other = two(), two()
    assert table == other
    choose(table, "@d4")
    assert table != other
    assert table != "a table"


def test_hashes_can_be_left_out() -> None:
    table = Table(GameSettings(), (ANN, BEN), hashes=False)
    events = choose(table, "@d4")
    assert isinstance(events[0], Moved)
    assert events[0].hash is None
    assert Table.restore(table.settings, table.events, hashes=False) == table


def test_refusals_say_what_to_do() -> None:
    table = two()
    with pytest.raises(RingRiftError) as refused:
        table.agree_take_back(1)
    assert refused.value.code == "NO_OFFER"
    assert refused.value.message
