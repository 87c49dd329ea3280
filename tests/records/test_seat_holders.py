"""Records say who held which seat: a swap exchanges the two people [R180]."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ringrift.records import (
    Heading,
    Recorder,
    RecordError,
    Store,
    dump_jsonl,
    dump_record,
    dump_text,
    load_jsonl,
    load_record,
    load_text,
    read_file,
)
from ringrift.rules.notation import parse_move
from tests.records.games import SHORT_GAME, short_game, short_record

V0_1 = Path(__file__).parents[1] / "data" / "v0_1"
SWAP_NUMBER = SHORT_GAME.index("swap") + 1


def test_the_text_names_the_people_by_the_seat_they_ended_in() -> None:
    text = dump_text(short_record())
    assert '[Player1 "Ben"]\n[Player2 "Ann"]\n[Swapped "5"]\n' in text
    assert '[Result "2+resignation"]' in text  # so Ann won, and a reader of the headers sees it


def test_the_json_names_the_people_by_the_seat_they_ended_in() -> None:
    row = dump_record(short_record())
    assert (row["names"], row["swapped"]) == (["Ben", "Ann"], SWAP_NUMBER)


def test_both_forms_are_read_back_as_the_same_record() -> None:
    record = short_record()
    assert load_text(dump_text(record)) == load_jsonl(dump_jsonl(record)) == record
    assert record.heading.names == ("Ann", "Ben")
    assert record.holders == ("Ben", "Ann")


def test_a_record_says_who_held_a_seat_after_each_move() -> None:
    record = short_record()
    first_seat = [record.person(1, moves) for moves in range(len(record) + 1)]
    assert first_seat == ["Ann"] * SWAP_NUMBER + ["Ben"] * (len(record) + 1 - SWAP_NUMBER)


def test_a_game_without_a_swap_has_no_such_header() -> None:
    recorder = Recorder(Heading("square8", 2, names=("Ann", "Ben")))
    recorder.append(parse_move(recorder.state, "@d4x2"))
    record = recorder.record()
    assert "Swapped" not in dump_text(record)
    assert "swapped" not in dump_record(record)
    assert record.holders == ("Ann", "Ben")


def test_a_record_without_the_header_names_the_people_by_first_seat() -> None:
    text = dump_text(short_record())
    old = text.replace('[Player1 "Ben"]\n[Player2 "Ann"]\n[Swapped "5"]\n', "")
    old = old.replace('[Swap "on"]\n', '[Swap "on"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n')
    assert load_text(old) == short_record()
    row = dump_record(short_record()) | {"names": ["Ann", "Ben"]}
    del row["swapped"]
    assert load_record(row) == short_record()


def test_swapped_games_of_version_0_1_keep_their_chain_and_name_the_holders() -> None:
    texts = list(read_file(V0_1 / "records.rrg"))
    with gzip.open(V0_1 / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [load_jsonl(line) for line in lines]
    assert texts == rows
    swapped = [record for record in texts if record.swapped_at is not None]
    assert swapped
    for record in swapped:
        assert record.holders == record.heading.names[::-1]
        assert load_text(dump_text(record)) == load_jsonl(dump_jsonl(record)) == record


@pytest.mark.parametrize("claimed", [0, 4, 6, 99])
def test_the_header_must_give_the_move_that_is_the_swap(claimed: int) -> None:
    text = dump_text(short_record()).replace('[Swapped "5"]', f'[Swapped "{claimed}"]')
    with pytest.raises(RecordError, match="the swap is move 5") as refused:
        load_text(text)
    assert (refused.value.code, refused.value.line) == ("WRONG_SWAP", 8)


def test_a_swap_cannot_be_claimed_for_a_game_without_one() -> None:
    recorder = Recorder(Heading("square8", 2, names=("Ann", "Ben")))
    text = dump_text(recorder.record(), links=False)
    for added, code in (('[Swapped "1"]\n', "WRONG_SWAP"), ('[Swapped "one"]\n', "UNKNOWN_VALUE")):
        with pytest.raises(RecordError) as refused:
            load_text(text.replace("[Result", f"{added}[Result"))
        assert refused.value.code == code
    off = text.replace('[Swap "on"]', '[Swap "off"]\n[Swapped "1"]')
    with pytest.raises(RecordError, match="needs the swap rule") as refused:
        load_text(off)
    assert refused.value.code == "CONTRADICTION"
    row = json.loads(dump_jsonl(recorder.record())) | {"swapped": 1, "headingLink": None}
    with pytest.raises(RecordError, match="there is none"):
        load_record(row)


def test_an_unfinished_game_names_its_present_holders() -> None:
    record = load_text(dump_text(short_game().record()))
    assert (record.outcome, record.holders) == (None, ("Ben", "Ann"))


def test_the_store_lists_the_people_by_the_seat_they_ended_in(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3") as store:
        store.add(short_record())
        (row,) = store.games()
        assert row.names == ("Ben", "Ann")
        assert row.winner is not None
        assert row.winner_name == row.names[row.winner - 1] == "Ann"
        assert store.get(row.id) == short_record()
