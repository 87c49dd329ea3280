"""The header of a balanced start: checked when a record is made or read."""

from __future__ import annotations

import pytest

from ringrift.records import (
    START_TAG,
    Heading,
    Record,
    Recorder,
    RecordError,
    dump_jsonl,
    dump_text,
    load_jsonl,
    load_text,
)
from ringrift.rules.setup import Setup
from ringrift.starts.book import balanced_moves


def record_with_start() -> Record:
    moves = balanced_moves(Setup("hex8", 2, "standard"), 0)
    recorder = Recorder(Heading("hex8", 2, swap=False, tags={START_TAG: str(len(moves))}))
    for move in moves:
        recorder.append(move)
    return recorder.record()


def test_the_header_says_how_many_moves_are_the_start() -> None:
    record = record_with_start()
    assert f'[StartMoves "{len(record)}"]' in dump_text(record)
    assert load_text(dump_text(record)).heading.start_moves == len(record)
    assert load_jsonl(dump_jsonl(record)).heading.start_moves == len(record)


def test_a_record_without_the_header_has_an_empty_start() -> None:
    assert Heading("hex8", 2).start_moves == 0


@pytest.mark.parametrize("value", ["", "0", "-1", "two", "1.5", "9999999"])
def test_the_header_must_be_a_number_of_moves(value: str) -> None:
    with pytest.raises(RecordError, match="number of moves of the start") as refused:
        Heading("hex8", 2, swap=False, tags={START_TAG: value})
    assert refused.value.code == "MALFORMED"
    text = dump_text(record_with_start())
    with pytest.raises(RecordError) as refused:
        load_text(text.replace('[StartMoves "', f'[StartMoves "{value}x'))
    assert refused.value.line == text.split("StartMoves")[0].count("\n") + 1


def test_a_balanced_start_has_no_swap_in_a_record() -> None:
    with pytest.raises(RecordError, match="no swap") as refused:
        Heading("hex8", 2, swap=True, tags={START_TAG: "4"})
    assert refused.value.code == "CONTRADICTION"


def test_a_record_contains_its_whole_start() -> None:
    recorder = Recorder(Heading("hex8", 2, swap=False, tags={START_TAG: "4"}))
    with pytest.raises(RecordError, match="StartMoves is 4, but the record has 0 moves"):
        load_text(dump_text(recorder.record()))
