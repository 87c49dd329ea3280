"""People who leave: substitutes, early ends, aborted games and the standing of the people."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.host import (
    Aborted,
    Clock,
    Correspondence,
    Fischer,
    GameSession,
    GameSettings,
    Left,
    Level,
    NoClock,
    Occupant,
    PerMove,
    Person,
    RandomComputer,
    Remote,
    SessionError,
    Substituted,
    record_of,
)
from ringrift.host.standing import rank_leavers_last, rank_people
from ringrift.host.substitutes import DEFAULT_SUBSTITUTE_LEVEL
from ringrift.records import dump_jsonl, dump_text, load_jsonl, load_text, verify
from ringrift.rules.errors import RingRiftError
from ringrift.rules.state import RankedSeat
from tests.host.session_actions import ANN, BEN, CAT, choose, choose_any, kinds, two, under_way
from tests.host.test_restore import again

DAN = Person("Dan", "dan")
THREE, FOUR = GameSettings(players=3), GameSettings(players=4)


def ranks(session: GameSession) -> dict[str, int]:
    """The rank of each person by name."""
    return {one.person.name: one.rank for one in session.standing}


def finish(session: GameSession, seed: int = 1) -> None:
    """Play random moves to the end of the game."""
    rng = Random(seed)
    while not session.over:
        choose_any(session, rng)


@pytest.mark.parametrize("seats", [(ANN, BEN), (ANN, Level(3)), (ANN, Remote("bot", "bot"))])
def test_of_two_seats_the_other_wins(seats: tuple[Occupant, ...]) -> None:
    session = under_way(None, *seats)
    events = session.resign(1)
    assert kinds(events) == ["left", "ended"]
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "resignation")
    assert ranks(session)["Ann"] == len(session.people)
    assert session.people_winner == (None if seats[1].computer else 2)


def test_of_three_people_one_leaves_and_a_substitute_plays_on() -> None:
    session = under_way(THREE, ANN, BEN, CAT)
    due = session.decision()
    events = session.resign(2)
    assert kinds(events) == ["left", "substituted"]
    assert isinstance(events[1], Substituted)
    assert (events[1].occupant, events[1].reason) == (Level(DEFAULT_SUBSTITUTE_LEVEL), "left")
    assert not session.over
    assert session.decision() == due
    assert session.seats_of("ben") == ()
    [departure] = session.departures
    assert (departure.seat, departure.occupant, departure.reason) == (2, BEN, "resigned")
    assert departure.moves == len(session.moves)


def test_the_settings_name_the_substitute_or_the_host_chooses_it() -> None:
    session = under_way(GameSettings(players=3, substitute=2), ANN, BEN, CAT)
    session.abandon(1)
    assert session.seats == (Level(2), BEN, CAT)

    def by_name(_: GameSettings, leaver: Occupant) -> Level:
        return Level(len(leaver.name), seed=9)

    session = under_way(THREE, ANN, BEN, CAT)
    session.choose_substitute = by_name
    session.resign(3)
    assert session.seats[2] == Level(3, seed=9)


def test_the_last_of_three_people_wins_at_once() -> None:
    session = under_way(THREE, ANN, BEN, CAT)
    session.resign(1)
    assert kinds(session.abandon(3)) == ["left", "ended"]
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (2, "abandonment")
    assert session.outcome.ranking == (RankedSeat(2, 1), RankedSeat(3, 2), RankedSeat(1, 3))
    assert ranks(session) == {"Ben": 1, "Cat": 2, "Ann": 3}
    assert session.people_winner == 2


def test_computers_stay_so_the_game_goes_on_until_no_person_is_left() -> None:
    session = under_way(FOUR, ANN, Level(1), BEN, Level(2))
    assert kinds(session.resign(3)) == ["left", "substituted"]
    assert kinds(session.resign(1)) == ["left", "ended"]
    assert session.outcome is not None
    assert session.outcome.winner in (2, 4)
    by_seat = {placing.seat: placing.rank for placing in session.outcome.ranking}
    assert (by_seat[1], by_seat[3]) == (3, 4)  # the first to leave is last
    assert ranks(session) == {"Ann": 1, "Ben": 2}
    assert session.people_winner is None


def test_a_lone_person_who_leaves_ends_the_game() -> None:
    session = under_way(THREE, ANN, Level(1), Level(2))
    assert kinds(session.resign(1)) == ["left", "ended"]
    assert session.outcome is not None
    assert session.outcome.winner != 1
    assert session.outcome.ranking[-1].seat == 1


def test_the_rules_rank_the_seats_and_leavers_are_last_among_the_people() -> None:
    """§9: a substitute's seat can win; the best person who stayed is the people's winner."""
    won_by_a_substitute = 0
    for seed in range(12):
        session = under_way(THREE, ANN, BEN, CAT)
        session.resign(1)
        finish(session, seed)
        outcome = session.outcome
        assert outcome is not None
        assert outcome == session.state.outcome
        by_seat = {placing.seat: placing.rank for placing in outcome.ranking}
        assert ranks(session)["Ann"] == 3
        winner = session.people_winner
        assert winner in (2, 3)
        assert by_seat[winner] == min(by_seat[2], by_seat[3])
        won_by_a_substitute += outcome.winner == 1
    assert won_by_a_substitute


def test_someone_who_left_cannot_act_again() -> None:
    session = under_way(THREE, ANN, BEN, CAT)
    session.resign(1)
    before = list(session.events)
    for action in (session.resign, session.abandon, session.offer_take_back, session.abort):
        with pytest.raises(SessionError, match="NOT_A_PERSON"):
            action(1)
    with pytest.raises(SessionError, match="SEAT_LEFT"):
        session.substitute(1, ANN, "returned")
    assert session.events == before


def test_leaving_makes_no_move_of_another_seat_stale() -> None:
    session = under_way(THREE, ANN, BEN, CAT)
    seen = session.sequence
    session.resign(3)
    session.require_current(seen)
    session.resign(1)  # the seat to move has another occupant
    assert session.over


def test_leaving_cancels_a_take_back_and_the_others_can_agree_to_a_new_one() -> None:
    session = under_way(THREE, ANN, BEN, CAT)
    session.offer_take_back(3)
    session.agree_take_back(1)
    session.resign(2)
    assert session.take_back_offer is None
    session.offer_take_back(3)
    assert kinds(session.agree_take_back(1)) == ["take_back_agreed", "taken_back"]
    assert [one.seat for one in session.departures] == [2]  # stays away


@pytest.mark.parametrize("action", ["abort", "resign", "abandon"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_nobody_has_begun_is_aborted(action: str, players: int) -> None:
    session = two(GameSettings(players=players), *(ANN, BEN, CAT)[:players])
    choose(session, "@d4")  # a part of a turn
    events = getattr(session, action)(2)
    assert kinds(events) == ["aborted"]
    assert isinstance(events[0], Aborted)
    assert events[0].reason == ("absence" if action == "abandon" else "request")
    assert session.over
    assert session.outcome is None
    assert session.standing == ()
    assert again(session) == session
    for refused in (session.resign, session.abort):
        with pytest.raises(SessionError, match="GAME_OVER"):
            refused(1)


def test_the_turn_of_a_computer_begins_no_game() -> None:
    session = two(None, Level(1), ANN)
    choose(session, "@d4", "d4-d5")
    assert not session.begun
    assert kinds(session.abort(2)) == ["aborted"]


def test_a_balanced_start_begins_no_game() -> None:
    session = two(GameSettings("hex8", 2, swap=False, clock=Fischer(60, 5), start="balanced"))
    assert session.start_moves
    assert not session.begun
    assert session.clock(50.0) == (60.0, 60.0)
    assert session.deadline() == 60.0
    assert kinds(session.resign(2)) == ["aborted"]


def test_a_game_that_has_begun_cannot_be_aborted() -> None:
    session = two()
    choose(session, "@d4", "d4-d5")
    with pytest.raises(SessionError, match="GAME_BEGUN"):
        session.abort(2)
    session.offer_take_back(1)
    session.agree_take_back(2)
    with pytest.raises(SessionError, match="GAME_BEGUN"):  # a take-back does not undo it
        session.abort(2)


def test_computers_cannot_leave_or_abort() -> None:
    session = two(None, ANN, Level(1))
    for action in (session.resign, session.abandon, session.abort):
        with pytest.raises(SessionError, match="NOT_A_PERSON"):
            action(2)


def test_when_all_are_absent_they_leave_in_the_given_order() -> None:
    session = under_way(FOUR, ANN, BEN, CAT, DAN)
    events = session.abandon_all((3, 1, 2))
    assert [event.seat for event in events if isinstance(event, Left)] == [3, 1, 2]
    assert ranks(session) == {"Dan": 1, "Ben": 2, "Ann": 3, "Cat": 4}
    assert session.people_winner == 4


def test_a_computer_that_forfeits_ends_the_game() -> None:
    session = two(THREE, Level(1), Level(2), RandomComputer())
    assert kinds(session.forfeit(2)) == ["ended"]
    assert session.outcome is not None
    assert session.outcome.reason == "abandonment"
    assert session.outcome.winner != 2


def test_ties_among_the_people_stay_ties() -> None:
    assert rank_people({1: 1, 2: 2, 3: 2, 4: 4}, (1,), (1, 2, 3, 4)) == {2: 1, 3: 1, 4: 3, 1: 4}
    assert rank_people({1: 1, 2: 2, 3: 3}, (3, 1), (1, 3)) == {1: 1, 3: 2}
    tied = tuple(RankedSeat(*placing) for placing in ((2, 1), (1, 2), (3, 2), (4, 4)))
    assert rank_leavers_last(tied, (1,)) == tuple(
        RankedSeat(*placing) for placing in ((2, 1), (3, 2), (4, 3), (1, 4))
    )


CLOCKS: tuple[Clock, ...] = (NoClock(), PerMove(8), Fischer(30, 2), Correspondence(0.01))
OCCUPANTS = st.sampled_from((ANN, BEN, CAT, DAN, Remote("bot", "bot"), Level(1), RandomComputer(1)))


def act(session: GameSession, rng: Random, now: float, leaving: float) -> object:
    """Do something that a player, a clock or a host may do at any time."""
    seat = rng.randint(1, len(session.seats))
    if rng.random() < leaving:
        return rng.choice((session.resign, session.abandon, session.abort))(seat, now=now)
    luck = rng.random()
    if luck < 0.9:
        return choose_any(session, rng, now)
    if luck < 0.93:
        return session.tick(now, lag=rng.choice((0.0, 0.5)))
    if luck < 0.99:
        offers = (session.offer_take_back, session.agree_take_back, session.decline_take_back)
        return rng.choice(offers)(seat, now=now)
    session.pause(now=now)
    return session.resume(now=now)


def check_consistent(session: GameSession) -> None:
    """What holds at the end of every game, however people left."""
    players = len(session.seats)
    left = [one.seat for one in session.departures]
    assert len(set(left)) == len(left)
    if session.aborted is not None:
        assert session.outcome is None
        assert not left
        assert not session.begun
        return
    outcome = session.outcome
    assert outcome is not None
    by_seat = {placing.seat: placing.rank for placing in outcome.ranking}
    assert sorted(by_seat) == list(range(1, players + 1))
    assert by_seat[outcome.winner] == 1
    standing = {one.seat: one.rank for one in session.standing}
    assert set(standing) == set(session.people)
    gone = [seat for seat in left if seat in standing]
    stayed = [seat for seat in standing if seat not in left]
    assert [standing[seat] for seat in gone] == [len(standing) - at for at in range(len(gone))]
    for one in stayed:
        assert standing[one] == 1 + sum(by_seat[other] < by_seat[one] for other in stayed)
    assert session.people_winner in stayed if stayed else session.people_winner is None
    if outcome.reason in ("resignation", "timeout", "abandonment"):
        assert outcome.winner not in left
        assert len(left) == players - 1 or not stayed
    else:
        assert session.outcome == session.state.outcome
        assert players - len(left) > 1
        assert stayed or not gone


def plays(seed: int, session: GameSession) -> Iterator[GameSession]:
    """Play to the end; now and then the host restarts and restores the session."""
    rng = Random(seed)
    now, leaving, pace = 0.0, rng.choice((0.002, 0.02, 0.1)), rng.choice((0.1, 1.0, 6.0))
    while not session.over:
        now += rng.random() * pace
        before = list(session.events)
        try:
            act(session, rng, now, leaving)
        except RingRiftError:
            assert list(session.events) == before
        if rng.random() < 0.02:
            restored = again(session)
            assert restored == session
            session = restored
            session.resume(now=now)
        yield session


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    occupants=st.lists(OCCUPANTS, min_size=2, max_size=4),
    clock=st.sampled_from(CLOCKS),
)
def test_every_game_ends_with_consistent_ranks_and_is_restored(
    seed: int, occupants: list[Occupant], clock: Clock
) -> None:
    agreed = GameSettings("square8", len(occupants), clock=clock, substitute=1)
    session = GameSession(agreed, occupants)
    for steps, played in enumerate(plays(seed, session)):
        session = played
        assert steps < 5_000
    check_consistent(session)
    restored = again(session)
    assert restored == session
    assert restored.standing == session.standing
    assert restored.outcome == session.outcome
    record = record_of(session)
    verify(record)
    assert load_text(dump_text(record)) == load_jsonl(dump_jsonl(record)) == record


def test_these_games_end_in_every_way() -> None:
    seen: set[str] = set()
    for seed in range(60):
        seats: tuple[Occupant, ...] = (ANN, BEN, CAT, Level(1))[: 2 + seed % 3]
        session = GameSession(GameSettings(players=len(seats), clock=CLOCKS[seed % 4]), seats)
        for played in plays(seed, session):
            session = played
        assert session.aborted is not None or session.outcome is not None
        seen |= {session.aborted.reason if session.aborted else session.outcome.reason}  # type: ignore[union-attr]
        seen |= {event.kind for event in session.events}
    assert seen >= {"left", "substituted", "taken_back", "aborted", "ended"}
    assert seen >= {"request", "absence", "resignation", "timeout", "abandonment"}
    assert seen & {"ring_elimination", "territory_control", "last_player_standing"}
