"""Records as JSON lines."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.records import (
    Limits,
    Record,
    RecordError,
    RecordMoveError,
    RecordSyntaxError,
    RecordTooLongError,
    dump_jsonl,
    dump_record,
    jsonl,
    load_jsonl,
    load_record,
    read_file,
)
from ringrift.rules import state_hash
from ringrift.rules.wire import dump_state
from tests.records.games import random_record, records, short_game, short_record

VECTORS = Path(__file__).parents[1] / "data" / "vectors"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(records())
def test_a_line_of_json_and_a_record_are_inverse(record: Record) -> None:
    line = dump_jsonl(record)
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    assert load_jsonl(line, key=b"a secret key" if record.signature else None) == record


def test_the_moves_are_those_of_the_wire_format() -> None:
    row = dump_record(short_record())
    assert row["moves"][0] == {
        "type": "place_ring",
        "player": 1,
        "to": {"x": 3, "y": 3},
        "placementCount": 2,
        "moveNumber": 1,
        "link": short_record().links[1][:16],
    }
    assert row["result"]["reason"] == "resignation"
    assert row["initial"] is None


def test_a_record_from_a_position_holds_the_whole_state() -> None:
    start = short_game().state
    row = dump_record(random_record(start, 1, 5))
    assert row["initial"] == {
        key: value for key, value in dump_state(start).items() if key != "moveHistory"
    }


def test_what_is_not_needed_may_be_left_out() -> None:
    row = dump_record(short_record())
    for name in ("comment", "finalHash", "headingLink", "chain", "signature", "initial"):
        del row[name]
    del row["result"]["ranking"]
    for move in row["moves"]:
        del move["link"], move["moveNumber"]
    assert load_record(row) == short_record()


@pytest.mark.parametrize("board", ["square8", "hex8", "square19", "hexagonal"])
def test_the_games_of_the_contract_are_records(board: str) -> None:
    rows = read_file(VECTORS / f"games-{board}.jsonl.gz")
    for _, record in zip(range(12), rows, strict=False):
        assert record.heading.tags["Id"].startswith(board)
        assert len(record) > 0


def test_a_wrong_digest_in_a_row_of_the_contract_is_refused() -> None:
    start = short_game().state
    record = random_record(start, 1, 4)
    row: dict[str, Any] = {
        "id": "mine",
        "initial": dump_state(start),
        "steps": [{"move": move} for move in dump_record(record)["moves"]],
        "final": {"winner": None, "victoryReason": None},
    }
    row["steps"][-1]["stateDigest"] = record.final_hash
    assert load_record(row).final_hash == record.final_hash
    row["steps"][-1]["stateDigest"] = state_hash(start)
    with pytest.raises(RecordError) as refused:
        load_record(row)
    assert refused.value.code == "WRONG_HASH"


def test_a_missing_bookkeeping_move_is_named() -> None:
    row = dump_record(short_record())
    del row["moves"][2:4]
    for number, move in enumerate(row["moves"], 1):
        move["moveNumber"] = number
    with pytest.raises(RecordMoveError) as refused:
        load_jsonl(json.dumps(row), number=7)
    assert str(refused.value).startswith(
        "MOVE_MISSING [R075] at line 7, move 3: `no_line_action` is missing before `swap_sides`."
    )


def test_a_number_that_jumps_is_named() -> None:
    row = dump_record(short_record())
    row["moves"][4]["moveNumber"] = 6
    with pytest.raises(RecordMoveError, match="has the number 6") as refused:
        load_record(row)
    assert refused.value.move == 5


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "pgn"),
        (("version",), 2),
        (("board",), "square9"),
        (("players",), 5),
        (("players",), True),
        (("edition",), "blitz"),
        (("swap",), "yes"),
        (("initial",), {"board": 3}),
        (("names",), "Ann"),
        (("names",), [1, 2]),
        (("tags",), ["Event"]),
        (("tags",), {"Event": 5}),
        (("comment",), 5),
        (("comment",), "two  spaces"),
        (("moves",), "none"),
        (("moves", 0), "@d4"),
        (("moves", 0, "type"), "castle"),
        (("moves", 0, "to"), None),
        (("moves", 0, "link"), None),
        (("moves", 0, "timestamp"), 17),
        (("moves", 0, "thinkTimeMs"), "long"),
        (("moves", 0, "comment"), 3),
        (("result",), "1-0"),
        (("result", "winner"), 9),
        (("result", "reason"), "boredom"),
        (("result", "ranking"), "1 2"),
        (("result", "ranking"), []),
        (("finalHash",), 7),
        (("chain",), "0" * 64),
        (("headingLink",), "0" * 16),
        (("signature",), "zzz"),
    ],
)
def test_a_field_that_is_wrong_is_refused(path: tuple[str | int, ...], value: object) -> None:
    row: Any = dump_record(short_record())
    inner = row
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    if path == ("result", "ranking") and value == []:
        assert load_record(row) == short_record()  # an empty list says nothing
        return
    with pytest.raises(RecordError) as refused:
        load_record(row)
    assert refused.value.move == (1 if path[0] == "moves" and len(path) > 1 else None)


@pytest.mark.parametrize(
    "name", ["format", "version", "board", "players", "edition", "swap", "moves", "result"]
)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    row = dump_record(short_record())
    del row[name]
    with pytest.raises(RecordSyntaxError, match=name):
        load_record(row)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"a": NaN}',
        "[" * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        '"\\ud800"',
    ],
)
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordSyntaxError) as refused:
        load_jsonl(line, number=3)
    assert refused.value.line == 3


def test_an_over_long_record_is_refused() -> None:
    line = dump_jsonl(short_record())
    with pytest.raises(RecordTooLongError) as refused:
        load_jsonl(line, limits=Limits(moves=12))
    assert refused.value.move == 13
    with pytest.raises(RecordTooLongError, match="500 bytes"):
        load_jsonl(line, limits=Limits(bytes=500))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_object_is_refused_or_tells_the_same_game(data: st.DataObject) -> None:
    record = short_record()
    row: Any = copy.deepcopy(dump_record(record))
    inner = row
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.booleans()):
            break
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[key] = data.draw(json_values)
    else:
        del inner[key]
    try:
        again = load_record(row)
    except RecordError:
        return
    assert again.moves == record.moves


def test_unknown_fields_of_a_move_are_not_kept_in_memory() -> None:
    row = json.loads(dump_jsonl(short_record()))
    for number, move in enumerate(row["moves"]):
        move["unknown"] = f"{number} " + "x" * 10_000
    cached = set(jsonl._MOVE_CACHE)
    assert load_jsonl(json.dumps(row)) == short_record()
    assert set(jsonl._MOVE_CACHE) == cached
