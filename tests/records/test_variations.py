"""Records with variations and marks: round trips in every form, and what the reader refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.random_play import play_randomly
from ringrift.records import (
    Entry,
    Limits,
    Mark,
    Record,
    RecordError,
    Store,
    dump_jsonl,
    dump_text,
    load_jsonl,
    load_text,
    replay,
    verify,
)
from ringrift.records.marks import COLOURS
from ringrift.rules import State, apply
from tests.records.games import comments, records, short_game

HEADERS = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n\n'


def load(moves: str) -> Record:
    return load_text(HEADERS + moves)


def test_a_variation_follows_the_move_that_it_replaces() -> None:
    record = load("1. @d4 (1. @e5 {Better.} e5-e7 - -) {Slow.} d4-d6 - - *")
    [variation] = record.entries[0].variations
    assert record.entries[0].comment == "Slow."
    assert [entry.comment for entry in variation] == ["Better.", "", "", ""]
    assert len(record) == 4


def test_variations_have_variations() -> None:
    record = load("1. @d4 (@e5 e5-e7 (e5-e6 - -) - -) (@a1) d4-d6 - - *")
    first, second = record.entries[0].variations
    assert (len(first), len(second)) == (4, 1)
    assert len(first[1].variations[0]) == 3


def test_variations_do_not_change_the_chain() -> None:
    plain = load("1. @d4 d4-d6 - - *")
    annotated = load("{%marks green:d4} 1. @d4 {%marks red:d4-d7} (@e5) d4-d6 - - *")
    assert annotated.tip == plain.tip


def test_text_with_variations_reads_well() -> None:
    text = dump_text(
        load(
            "{%marks blue:a1} 1. @d4 {%marks red:d4-d7} {Slow.} (@e5 e5-e7 - - 2. swap) d4-d6 - - *"
        ),
        links=False,
    )
    assert text.splitlines()[-3:] == [
        "{%marks blue:a1}",
        "1. @d4 {%marks red:d4-d7} {Slow.} (1. @e5 e5-e7 - - 2. swap) d4-d6 - -",
        "*",
    ]


@st.composite
def lines(draw: st.DrawFn, state: State, nesting: int) -> tuple[Entry, ...]:
    """Random play from a state with remarks and variations."""
    seed, length = draw(st.integers(0, 2**32)), draw(st.integers(1, 6))
    entries: list[Entry] = []
    for step in play_randomly(state, Random(seed), length):
        entries.append(draw(annotated(state, Entry(step.move), nesting)))
        state = step.after
    return tuple(entries)


@st.composite
def annotated(draw: st.DrawFn, state: State, entry: Entry, nesting: int) -> Entry:
    """An entry with a comment, marks and variations that begin with different moves."""
    if draw(st.integers(0, 3)):
        return entry
    grid = state.board.grid
    names = st.sampled_from([grid.cell_name(cell) for cell in grid.cells])
    pairs = draw(st.lists(st.tuples(names, st.none() | names), max_size=3, unique=True))
    marks = tuple(
        Mark(draw(st.sampled_from(COLOURS)), cell, to) for cell, to in pairs if cell != to
    )
    variations: list[tuple[Entry, ...]] = []
    if nesting and state.outcome is None:
        found = draw(st.lists(lines(state, nesting - 1), max_size=2))
        moves = [entry.move]
        for line in found:
            if line and line[0].move not in moves:
                variations.append(line)
                moves.append(line[0].move)
    return replace(entry, comment=draw(comments), marks=marks, variations=tuple(variations))


@st.composite
def annotated_records(draw: st.DrawFn) -> Record:
    record = draw(records(moves=12))
    state = record.heading.start()
    entries: list[Entry] = []
    for entry in record.entries:
        entries.append(draw(annotated(state, entry, 2)))
        state = apply(state, entry.move)
    grid = state.board.grid
    marks = (Mark("green", grid.cell_name(grid.cells[0])),) if draw(st.booleans()) else ()
    return replace(record, entries=tuple(entries), marks=marks)


@given(annotated_records())
@settings(max_examples=40, deadline=None)
def test_a_record_with_variations_survives_every_form(record: Record) -> None:
    assert load_text(dump_text(record)) == record
    assert load_text(dump_text(record, links=False)) == record
    assert load_jsonl(dump_jsonl(record)) == record
    verify(record)


def test_the_store_keeps_variations(tmp_path: Path) -> None:
    record = load("{%marks green:d4} 1. @d4 {%marks red:d4-d7} (@e5 {Better.} e5-e7) d4-d6 - - *")
    with Store(tmp_path / "games.db") as store:
        assert store.get(store.add(record).id) == record


def test_a_store_of_the_first_version_takes_variations(tmp_path: Path) -> None:
    import sqlite3

    from ringrift.records.store_schema import MIGRATIONS, migrate_store

    path = tmp_path / "games.db"
    connection = sqlite3.connect(path, isolation_level=None)
    migrate_store(connection, MIGRATIONS[:1])
    connection.close()
    record = load("1. @d4 (@e5) d4-d6 - - *")
    with Store(path) as store:
        assert store.get(store.add(record).id) == record


@pytest.mark.parametrize(
    ("moves", "code", "words"),
    [
        ("(1. @d4) *", "MALFORMED", "must follow the move"),
        ("1. @d4 () *", "MALFORMED", "needs a move"),
        ("1. @d4 (@e5 *", "MALFORMED", "is open"),
        ("1. @d4 (@e5", "CUT_OFF", "after move 1"),
        ("1. @d4 ) *", "MALFORMED", "unmatched )"),
        ("1. @d4 (@d4) *", "MALFORMED", "played here already"),
        ("1. @d4 (@e5) (@e5) *", "MALFORMED", "played here already"),
        ("1. @d4 ({Why.} @e5) *", "MALFORMED", "must follow a move"),
        ("1. @d4 (@e5 e5-e7 2. swap) *", "MOVE_MISSING", "is missing"),
        ("1. @d4 (@e5 e5-a7) *", "ILLEGAL", "e5-a7"),
        ("1. @d4 (2. @e5) *", "MOVE_MISSING", "turn 1 continues"),
        ("1. @d4 {%marks pink:d4} *", "MALFORMED", "green, red, blue, yellow"),
        ("1. @d4 {%marks green:z9} *", "MALFORMED", "not a cell of square8"),
        ("1. @d4 {%marks green:d4-d4} *", "MALFORMED", "ends where it begins"),
        ("1. @d4 {%marks green:d4 red:d4} *", "MALFORMED", "repeats"),
        ("{%marks green:z9} 1. @d4 *", "MALFORMED", "not a cell of square8"),
        ("1. @d4 (@e5 {%marks green:z9}) *", "MALFORMED", "not a cell of square8"),
        ("1. @d4 {%marks} *", "MALFORMED", "must contain marks"),
    ],
)
def test_what_is_wrong_with_a_variation_is_named(moves: str, code: str, words: str) -> None:
    with pytest.raises(RecordError) as refused:
        load(moves)
    if code != "ILLEGAL":
        assert refused.value.code == code
    assert words in refused.value.message


def test_nesting_has_a_limit() -> None:
    cells = ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1")
    nested = "".join(f" (@{cells[number % 8]}x{1 + number // 8 % 3}" for number in range(1, 102))
    with pytest.raises(RecordError) as refused:
        load(f"1. @a1{nested}{')' * 101} *")
    assert refused.value.code == "TOO_DEEP"


def test_the_moves_of_variations_count_towards_the_limit() -> None:
    text = HEADERS + "1. @d4 (@e5 e5-e7) d4-d6 *"
    assert len(load_text(text, limits=Limits(moves=4))) == 2
    with pytest.raises(RecordError) as refused:
        load_text(text, limits=Limits(moves=3))
    assert refused.value.code == "TOO_LONG"


def test_replay_refuses_an_illegal_variation() -> None:
    record = short_game().record()
    wrong = replace(record.entries[0], variations=((record.entries[1],),))
    broken = replace(record, entries=(wrong, *record.entries[1:]))
    with pytest.raises(RecordError) as refused:
        list(replay(broken))
    assert refused.value.move == 1


def test_a_comment_after_a_turn_number_belongs_to_the_move_before_it() -> None:
    record = load("1. @d4 d4-d6 - - 2. {A swap?} swap *")
    assert record.entries[3].comment == "A swap?"
    assert record.comment == ""
