"""Recording a game while it is played, and replaying it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings

from ringrift.records import (
    Entry,
    Heading,
    Record,
    Recorder,
    RecordError,
    RecordMoveError,
    RecordResultError,
    RecordSyntaxError,
    format_timestamp,
    normalise_comment,
    replay,
    resume,
    verify,
)
from ringrift.rules import (
    IllegalMoveError,
    InvalidSetupError,
    NoLineAction,
    Phase,
    PlaceRing,
    apply,
    new_game,
    state_hash,
)
from ringrift.rules.notation import parse_move
from tests.records.games import records, short_game, short_record


def test_every_move_is_recorded_as_it_is_played() -> None:
    recorder = Recorder(Heading("square8", players=2))
    recorder.append(
        PlaceRing(player=1, to=(3, 3), count=2), think_time_ms=1500, comment="The centre."
    )
    record = recorder.record()
    assert record.moves == (PlaceRing(player=1, to=(3, 3), count=2),)
    assert record.entries[0].think_time_ms == 1500
    assert record.final_hash == state_hash(recorder.state)
    assert recorder.state.phase is Phase.MOVEMENT


def test_an_illegal_move_is_refused_and_not_recorded() -> None:
    recorder = short_game()
    before = recorder.record()
    with pytest.raises(IllegalMoveError):
        recorder.append(PlaceRing(player=1, to=(3, 3), count=9))
    assert recorder.record() == before


def test_the_host_ends_a_game_once() -> None:
    recorder = short_game()
    recorder.conclude(1, "timeout")
    outcome = recorder.record().outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "timeout")
    with pytest.raises(IllegalMoveError, match="over"):
        recorder.conclude(2, "resignation")


def test_after_a_swap_the_seats_belong_to_the_other_people() -> None:
    record = short_record()
    assert record.heading.names == ("Ann", "Ben")
    assert (record.person(1), record.person(2)) == ("Ben", "Ann")


def test_without_a_swap_everyone_keeps_the_seat() -> None:
    recorder = Recorder(Heading("hex8", 3, names=("Ann", "Ben", "Cleo")))
    assert [recorder.record().person(seat) for seat in (1, 2, 3)] == ["Ann", "Ben", "Cleo"]


def test_a_record_may_begin_anywhere_in_a_game() -> None:
    middle = short_game().state
    recorder = Recorder.of(middle)
    assert recorder.heading.position == middle
    assert len(recorder.state.history) == 0
    assert verify(recorder.record()) == middle


def test_a_game_from_its_first_state_needs_no_position() -> None:
    assert Heading.of(new_game("hex8", 4, "classic")) == Heading("hex8", 4, "classic")


def test_a_record_begins_before_the_game_is_over() -> None:
    recorder = short_game()
    recorder.conclude(1, "abandonment")
    with pytest.raises(RecordSyntaxError, match="before the game is over"):
        Heading.of(recorder.state)


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(InvalidSetupError):
        Recorder(Heading("square9", players=2))


@pytest.mark.parametrize(
    ("names", "tags"),
    [
        (("Ann", "Ben", "Cleo"), {}),
        (("A\nnn",), {}),
        (("A" * 1001,), {}),
        (("\ud800",), {}),
        ((), {"event": "small letter"}),
        ((), {"Board": "hex8"}),
        ((), {"Event": "two\nlines"}),
        ((), {"Event": 7}),
    ],
)
def test_names_and_tags_fit_a_line(names: tuple[str, ...], tags: dict[str, str]) -> None:
    with pytest.raises(RecordSyntaxError):
        Heading("square8", players=2, names=names, tags=tags)


@pytest.mark.parametrize(
    "remarks",
    [
        {"timestamp": "yesterday"},
        {"timestamp": "2025-02-30T10:00:00.000Z"},
        {"timestamp": 12},
        {"think_time_ms": -1},
        {"think_time_ms": 1.5},
        {"comment": "two  spaces"},
        {"comment": "a\nline"},
        {"comment": None},
    ],
)
def test_remarks_that_cannot_be_written_are_refused(remarks: dict[str, object]) -> None:
    with pytest.raises(RecordSyntaxError):
        Entry(NoLineAction(1), **({"comment": ""} | remarks))  # type: ignore[arg-type]


def test_a_moment_is_written_in_utc() -> None:
    moment = datetime(2025, 12, 17, 21, 15, tzinfo=timezone(timedelta(hours=1)))
    assert format_timestamp(moment) == "2025-12-17T20:15:00.000Z"
    assert (
        format_timestamp(datetime(2025, 1, 2, 3, 4, 5, 678999, tzinfo=UTC))
        == "2025-01-02T03:04:05.678Z"
    )
    Entry(NoLineAction(1), timestamp=format_timestamp())
    with pytest.raises(RecordSyntaxError, match="time zone"):
        format_timestamp(datetime(2025, 12, 17))  # noqa: DTZ001


def test_a_comment_is_made_tidy() -> None:
    assert normalise_comment("  two\n lines ") == "two lines"


@settings(max_examples=40, deadline=None)
@given(records())
def test_a_replay_goes_through_every_state(record: Record) -> None:
    states = list(replay(record))
    state = record.heading.start()
    for number, move in enumerate(record.moves):
        assert states[number] == state
        state = apply(state, move)
    assert states[len(record)].board == state.board
    assert states[-1].outcome == record.outcome
    assert state_hash(states[-1]) == record.final_hash
    assert verify(record) == states[-1]


def test_a_replay_fills_no_bookkeeping_move_in() -> None:
    record = short_record()
    broken = replace(record, entries=record.entries[:2] + record.entries[3:])
    with pytest.raises(RecordMoveError) as refused:
        verify(broken)
    assert refused.value.move == 3
    assert "`no_line_action` is missing before `no_territory_action`" in str(refused.value)


def test_a_bookkeeping_move_before_a_choice_is_named() -> None:
    record = short_record()
    broken = replace(
        record, entries=record.entries[:2] + record.entries[4:], links=record.links[:3]
    )
    with pytest.raises(RecordMoveError) as refused:
        verify(broken)
    assert str(refused.value).startswith(
        "MOVE_MISSING [R075] at move 3: `no_line_action` is missing before `swap_sides`."
    )


def test_a_wrong_winner_reason_ranking_or_hash_is_refused() -> None:
    record = short_record()
    assert record.outcome is not None
    swapped = tuple(replace(place, rank=3 - place.rank) for place in record.outcome.ranking)
    for wrong, code in (
        (replace(record, outcome=replace(record.outcome, winner=1)), "WRONG_RANKING"),
        (replace(record, outcome=replace(record.outcome, winner=3)), "INVALID_RESULT"),
        (replace(record, outcome=replace(record.outcome, reason="stalemate")), "WRONG_RESULT"),
        (replace(record, outcome=replace(record.outcome, ranking=swapped)), "WRONG_RANKING"),
        (replace(record, final_hash="0" * 16), "WRONG_HASH"),
    ):
        with pytest.raises(RecordResultError) as refused:
            verify(wrong)
        assert refused.value.code == code


def test_an_unfinished_game_is_resumed_where_it_stopped() -> None:
    recorder = short_game()
    again = resume(recorder.record())
    assert again.state == recorder.state
    for one in (recorder, again):
        one.append(parse_move(one.state, "@h8"))
    assert again.record() == recorder.record()


def test_a_finished_game_is_not_resumed() -> None:
    with pytest.raises(RecordResultError, match="over"):
        resume(short_record())


def test_errors_say_where_and_stay_what_they_are() -> None:
    error = RecordMoveError("MOVE_MISSING", "It is gone.", rule="R075", move=7)
    placed = error.located_at(line=12, move=3)
    assert isinstance(placed, RecordMoveError)
    assert str(placed) == "MOVE_MISSING [R075] at line 12, move 7: It is gone."
    assert issubclass(RecordMoveError, RecordError)
