"""Records and stores that version 0.1 wrote open, replay and verify for ever."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from ringrift.records import (
    Heading,
    Record,
    Store,
    dump_jsonl,
    dump_text,
    load_jsonl,
    load_text,
    read_file,
    verify,
)
from ringrift.rules import state_hash
from ringrift.rules.notation import parse_move

DATA: Final = Path(__file__).parents[1] / "data" / "v0_1"
CONTENTS: Final[dict[str, Any]] = json.loads((DATA / "contents.json").read_text(encoding="utf-8"))
FINISHED: Final = {
    game["id"]: (game["winner"], game["reason"])
    for game in CONTENTS["games"].values()
    if game["status"] == "over"
}
FILES: Final = ("records.rrg", "records.jsonl.gz")


def results(records: list[Record]) -> dict[str, tuple[int, str]]:
    """The winner and the reason of each record, by its `Id` tag."""
    found: dict[str, tuple[int, str]] = {}
    for record in records:
        assert record.outcome is not None
        found[record.heading.tags["Id"]] = (record.outcome.winner, record.outcome.reason)
    return found


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A copy of the store of 0.1."""
    path = tmp_path / "games.sqlite3"
    with gzip.open(DATA / "records.sqlite3.gz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return Store(path, create=False)


@pytest.mark.parametrize("name", FILES)
def test_a_record_file_is_read_and_every_game_ends_as_it_did(name: str) -> None:
    assert results(list(read_file(DATA / name))) == FINISHED


@pytest.mark.parametrize("name", FILES)
def test_every_record_replays_to_its_final_hash(name: str) -> None:
    for record in read_file(DATA / name):
        assert state_hash(verify(record)) == record.final_hash


def test_text_and_jsonl_hold_the_same_chains() -> None:
    text, jsonl = ([record.links for record in read_file(DATA / name)] for name in FILES)
    assert text == jsonl


def test_records_are_written_byte_for_byte_as_before_but_for_the_holders_after_a_swap() -> None:
    """0.1 named the people by first seat; now they are named by last seat, with the swap."""
    with gzip.open(DATA / "records.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            expected = line
            if (number := load_jsonl(line).swapped_at) is not None:
                row = json.loads(line)
                names = json.dumps(row["names"], separators=(",", ":"))
                row["names"].reverse()
                reversed_names = json.dumps(row["names"], separators=(",", ":"))
                expected = line.replace(f'"names":{names}', f'"names":{reversed_names}')
                expected = expected.replace(
                    ',"comment":"","moves"', f',"swapped":{number},"comment":"","moves"'
                )
            assert dump_jsonl(load_jsonl(line)) == expected
    games = (DATA / "records.rrg").read_text(encoding="utf-8").split("\n[RingRift ")
    for index, game in enumerate(games):
        text = expected = game if index == 0 else f"[RingRift {game}"
        record = load_text(text)
        if record.swapped_at is not None:
            first, second = record.heading.names
            expected = text.replace(
                f'[Player1 "{first}"]\n[Player2 "{second}"]\n',
                f'[Player1 "{second}"]\n[Player2 "{first}"]\n[Swapped "{record.swapped_at}"]\n',
            )
        assert dump_text(record).strip() == expected.strip()


def test_every_game_of_the_store_verifies(store: Store) -> None:
    with store:
        ids = store.ids()
        assert len(ids) >= len(FINISHED)
        found = [store.get(game) for game in ids]
        assert results([record for record in found if record.outcome]).items() >= FINISHED.items()
        for game in ids:
            store.verify(game)


def test_the_store_recognises_the_records_of_the_files(store: Store) -> None:
    with store:
        for name in FILES:
            added = store.add_all(read_file(DATA / name))
            assert {result.status for result in added} == {"known"}


def test_a_new_game_is_recorded_in_the_old_store(store: Store) -> None:
    with store:
        live = store.start(Heading("square8", 2, tags={"Id": "after-0.1"}))
        state = live.append(parse_move(live.state, "@d4"))
        assert state_hash(store.verify(live.id)) == state_hash(state)
