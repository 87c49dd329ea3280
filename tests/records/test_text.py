"""The game record as text: a golden page, round trips, and what the reader refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.records import (
    Limits,
    Record,
    RecordError,
    RecordMoveError,
    RecordResultError,
    RecordSyntaxError,
    RecordTooLongError,
    dump_text,
    load_text,
)
from ringrift.rules import PlaceRing
from ringrift.rules.setup import Setup
from tests.records.games import random_record, records, short_game, short_record, whole_game

BY_HAND = """\
[RingRift "1"]
[Board "square8"]
[Players "2"]
[Edition "standard"]
[Player1 "Ann"]
[Player2 "Ben"]

1. @d4x2 d4-d6 - - 2. swap @f3 f3-f5 - -
3. @c2 {quiet} c2-c4 - -
2+resignation
"""


def test_a_record_is_text_that_people_read() -> None:
    recorder = short_game(Event="Club evening")
    recorder.comment = "A short game."
    recorder.conclude(2, "resignation")
    assert dump_text(recorder.record(), links=False) == dedent("""\
        [RingRift "1"]
        [Board "square8"]
        [Players "2"]
        [Edition "standard"]
        [Swap "on"]
        [Player1 "Ben"]
        [Player2 "Ann"]
        [Swapped "5"]
        [Event "Club evening"]
        [Result "2+resignation"]
        [Ranking "2 1"]
        [Moves "13"]
        [FinalHash "47db051e4f4f0c22"]
        [Chain "146e9a9f390b55f4c189e3ed8bc83424a3ced2d711dce153a2be2a1597799efe"]

        {A short game.}
        1. @d4x2 d4-d6 - -
        2. swap @f3 f3-f5 - -
        3. @c2 c2-c4 - -
        2+resignation
        """)


def test_the_example_of_the_reference_is_a_true_record() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "game-record.md"
    record = load_text(page.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0])
    assert record.tip == short_record(Event="Club evening").tip
    assert record.entries[1].think_time_ms == 5200


def test_a_record_written_by_hand_needs_few_headers() -> None:
    record = load_text(BY_HAND)
    assert record.moves == short_record().moves
    assert record.tip == short_record().tip
    assert record.entries[9].comment == "quiet"


def test_remarks_stand_behind_their_move() -> None:
    text = BY_HAND.replace(
        "{quiet}", "{%at 2025-12-17T20:15:00.000Z %think 1500} {a \\} and \\\\ b}"
    )
    entry = load_text(text).entries[9]
    assert (entry.timestamp, entry.think_time_ms) == ("2025-12-17T20:15:00.000Z", 1500)
    assert entry.comment == "a } and \\ b"


def test_a_comment_may_run_over_lines_and_stand_in_parts() -> None:
    text = BY_HAND.replace("{quiet}", "{a quiet\n move} {indeed}")
    assert load_text(text).entries[9].comment == "a quiet move indeed"


def test_a_comment_behind_the_links_still_belongs_to_its_move() -> None:
    text = dump_text(short_record())
    end = text.index("}", text.index("1. ")) + 1
    assert load_text(text[:end] + " {good}" + text[end:]).entries[3].comment == "good"


def test_long_turns_are_wrapped_and_read_back() -> None:
    recorder = short_game()
    recorder.append(PlaceRing(player=2, to=(7, 7), count=1), comment=" ".join(["word"] * 60))
    text = dump_text(recorder.record())
    assert max(map(len, text.splitlines())) <= 100
    assert load_text(text) == recorder.record()


def test_carriage_returns_do_no_harm() -> None:
    assert load_text(BY_HAND.replace("\n", "\r\n")) == load_text(BY_HAND)


@settings(max_examples=80, deadline=None)
@given(records(), st.booleans())
def test_text_and_record_are_inverse(record: Record, links: bool) -> None:
    key = b"a secret key" if record.signature else None
    assert load_text(dump_text(record, links=links), key=key) == record


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: f"{s.board}-{s.players}-{s.edition}")
def test_games_of_every_setup_survive_the_text(setup: Setup) -> None:
    if setup.board in ("square8", "hex8"):
        record = whole_game(setup, seed=11)
        assert record.outcome is not None
    else:
        record = random_record(random_position(setup, Random(11)), 11, 80, host_ends=True)
    assert load_text(dump_text(record)) == record


def test_a_missing_bookkeeping_move_is_named_with_its_line_and_number() -> None:
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("f3-f5 - -", "f3-f5 -"))
    assert str(refused.value) == (
        "MOVE_MISSING at line 9, move 9: `3.` appears where turn 2 continues:"
        " `no_territory_action` is missing."
    )
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("f3-f5 - -\n3.", "f3-f5 -\n"))
    assert str(refused.value).startswith(
        "MOVE_MISSING [R075] at line 9, move 9: `no_territory_action` is missing before `@c2`."
    )


def test_a_bookkeeping_move_too_many_is_refused() -> None:
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("2. swap", "- 2. swap"))
    assert (refused.value.line, refused.value.move) == (8, 5)


def test_an_illegal_move_is_named_with_its_rule() -> None:
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("d4-d6", "d4-d5"))
    assert (refused.value.line, refused.value.move, refused.value.code) == (8, 2, "TOO_SHORT")
    assert refused.value.rule == "R091"


def test_what_is_no_move_is_refused() -> None:
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("c2-c4", "Nf3"))
    assert (refused.value.line, refused.value.move, refused.value.code) == (9, 11, "MALFORMED")


@pytest.mark.parametrize(
    ("was", "becomes", "code"),
    [
        ('[RingRift "1"]', '[RingRift "2"]', "UNKNOWN_VALUE"),
        ('[RingRift "1"]\n', "", "MALFORMED"),
        ('"square8"', '"square9"', "UNKNOWN_VALUE"),
        ('[Players "2"]', '[Players "5"]', "UNKNOWN_VALUE"),
        ('[Players "2"]\n', "", "MALFORMED"),
        ('"standard"', '"blitz"', "UNKNOWN_VALUE"),
        ('[Edition "standard"]', '[Edition "standard"]\n[Swap "maybe"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', '[Player1 "Ann"', "MALFORMED"),
        ('[Player1 "Ann"]', '[Player1 "Ann"]\n[Player1 "Eve"]', "MALFORMED"),
        ('[Player1 "Ann"]', '[Player3 "Ann"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', '[Moves "many"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', '[Moves "12"]', "MOVE_MISSING"),
        ('[Player1 "Ann"]', '[FinalHash "12"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', '[FinalHash "0123456789abcdef"]', "WRONG_HASH"),
        ('[Player1 "Ann"]', '[Chain "xyz"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', f'[Chain "{"0" * 64}"]', "CHAIN_BROKEN"),
        ('[Player1 "Ann"]', '[Ranking "first"]', "UNKNOWN_VALUE"),
        ('[Player1 "Ann"]', '[Ranking "1 2"]', "WRONG_RANKING"),
        ('[Player1 "Ann"]', '[Result "1+resignation"]', "WRONG_RESULT"),
        ('[Player1 "Ann"]', '[Position "nowhere"]', "MALFORMED"),
        ('[Player1 "Ann"]', '[event "lower case"]', "MALFORMED"),
        ('[Player1 "Ann"]', '[Signature "zzz"]', "MALFORMED"),
        ('[Player1 "Ann"]', f'[Signature "hmac-sha256:{"0" * 63}"]', "MALFORMED"),
        ("2+resignation\n", "", "CUT_OFF"),
        ("2+resignation", "*\n*", "MALFORMED"),
        ("2+resignation", "2+boredom", "UNKNOWN_VALUE"),
        ("2+resignation", "3+resignation", "INVALID_RESULT"),
        ("2+resignation", "2+stalemate", "WRONG_RESULT"),
        ("{quiet}", "{quiet", "MALFORMED"),
        ("{quiet}", "quiet}", "MALFORMED"),
        ("{quiet}", "{%think}", "MALFORMED"),
        ("{quiet}", "{%think soon}", "MALFORMED"),
        ("{quiet}", "{%at 1 %at 2}", "MALFORMED"),
        ("{quiet}", "{%at noon}", "MALFORMED"),
        ("{quiet}", "{%mood grim}", "MALFORMED"),
        ("{quiet}", "{%links}", "MALFORMED"),
        ("{quiet}", "{%links 00000}", "CHAIN_BROKEN"),
        ("1. @d4x2", "{%think 5} 1. @d4x2", "MALFORMED"),
        ("3. @c2", "4. @c2", "MOVE_MISSING"),
    ],
)
def test_a_reader_refuses(was: str, becomes: str, code: str) -> None:
    assert was in BY_HAND
    with pytest.raises(RecordError) as refused:
        load_text(BY_HAND.replace(was, becomes, 1))
    assert refused.value.code == code
    assert refused.value.line is not None


@pytest.mark.parametrize(
    "header",
    [
        '[Players "5"]',
        '[Board "square9"]',
        '[Edition "blitz"]',
        '[Swap "maybe"]',
        '[Player1 "\x07"]',
        '[Player3 "Eve"]',
        '[Position "nowhere"]',
        '[Result "1+resignation"]',
        '[Ranking "first"]',
        '[Ranking "1 2"]',
        '[Moves "many"]',
        '[FinalHash "12"]',
        '[FinalHash "0123456789abcdef"]',
        '[Chain "xyz"]',
        '[Signature "zzz"]',
        '[event "lower case"]',
        f'[Event "{"x" * 2000}"]',
    ],
)
def test_a_header_that_is_wrong_is_named_by_its_own_line(header: str) -> None:
    name = header.split(maxsplit=1)[0]
    headers, moves = BY_HAND.split("\n\n")
    lines = [line for line in headers.splitlines() if not line.startswith(name)]
    text = "\n".join([*lines, header, '[Site "here"]', "", moves])
    with pytest.raises(RecordError) as refused:
        load_text(text, first_line=101)
    assert refused.value.line == 101 + len(lines)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("c2-c4", "x" * 1_000_000),
        ("@c2", "x" * 1_000_000),
        ("- -\n3.", "-\n" + "x" * 1_000_000),
        ("2+resignation", "2+" + "x" * 1_000_000),
        ('[Player1 "Ann"]', f'[Result "*"]\n[{"X" * 1_000_000} ""]'),
        ('[Player1 "Ann"]', f'[Result "{"x" * 1_000_000}"]'),
    ],
)
def test_a_message_never_repeats_a_text_without_end(was: str, becomes: str) -> None:
    with pytest.raises(RecordError) as refused:
        load_text(BY_HAND.replace(was, becomes, 1))
    assert len(str(refused.value)) < 1000


def test_what_a_message_repeats_is_printable() -> None:
    with pytest.raises(RecordMoveError) as refused:
        load_text(BY_HAND.replace("c2-c4", "\x1b[31m"))
    assert str(refused.value).isprintable()


def test_a_position_that_disagrees_with_the_other_headers_is_refused() -> None:
    text = dump_text(random_record(short_game().state, 1, 4))
    with pytest.raises(RecordSyntaxError, match="Edition and Position disagree"):
        load_text(text.replace('[Edition "standard"]', '[Edition "classic"]'))


def test_a_game_that_the_rules_have_ended_is_not_unfinished() -> None:
    record = whole_game(SETUPS[0], seed=2)
    assert record.outcome is not None
    result = f"{record.outcome.winner}+{record.outcome.reason}"
    with pytest.raises(RecordResultError, match="the record says that the game is not over"):
        load_text("\n".join(_unranked(record)).replace(result, "*"))


def _unranked(record: Record) -> list[str]:
    return [line for line in dump_text(record).splitlines() if not line.startswith("[Ranking")]


def test_a_resignation_after_the_end_is_refused() -> None:
    record = whole_game(SETUPS[0], seed=2)
    assert record.outcome is not None
    result = f"{record.outcome.winner}+{record.outcome.reason}"
    with pytest.raises(RecordResultError, match="won by"):
        load_text(dump_text(record).replace(result, "1+resignation"))


def test_an_over_long_record_is_refused() -> None:
    text = dump_text(short_record())
    with pytest.raises(RecordTooLongError, match="more than 5 moves") as refused:
        load_text(text, limits=Limits(moves=5))
    assert refused.value.move == 6
    with pytest.raises(RecordTooLongError, match="100 bytes"):
        load_text(text, limits=Limits(bytes=100))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_text_is_refused_or_tells_the_same_game(data: st.DataObject) -> None:
    """Random edits of the text raise a typed error or leave the moves unchanged."""
    record = short_record()
    text = dump_text(record)
    at = data.draw(st.integers(0, len(text) - 1))
    until = data.draw(st.integers(at, min(len(text), at + 20)))
    damaged = text[:at] + data.draw(st.text(max_size=8)) + text[until:]
    try:
        again = load_text(damaged)
    except RecordError:
        return
    assert again.moves == record.moves


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(RecordError):
        load_text(text)
    with pytest.raises(RecordError):
        load_text(BY_HAND.replace("1. @d4x2", text + " "))
