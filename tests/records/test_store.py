"""The store: records survive unchanged, nothing is lost, and tampering is detected."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from ringrift.conformance.positions import SETUPS
from ringrift.records import (
    ChainError,
    Heading,
    Query,
    Record,
    RecordError,
    RecordMoveError,
    RecordResultError,
    SignatureError,
    Store,
    StoreError,
    sign_record,
    store_schema,
    verify,
)
from ringrift.rules import IllegalMoveError, PlaceRing, new_game
from ringrift.rules.notation import parse_move
from tests.records.games import random_record, records, short_game, short_record, whole_game


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite3") as opened:
        yield opened


def behind_its_back(store: Store, *statements: str) -> None:
    """Someone opens the file with another program, takes the guards away and changes rows."""
    with closing(sqlite3.connect(store.path)) as database, database:
        triggers = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for (name,) in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)


def test_a_record_comes_out_as_it_went_in(store: Store) -> None:
    record = sign_record(short_record(Event="Club evening"), b"key")
    added = store.add(record)
    assert (added.id, added.status) == (1, "added")
    assert store.get(1) == record
    assert store.verify(1, b"key") == verify(record)


@settings(max_examples=40, deadline=None)
@given(records())
def test_any_record_comes_out_as_it_went_in(record: Record) -> None:
    with Store(":memory:") as store:
        game = store.add(record).id
        assert store.get(game) == record
        store.verify(game)


def test_a_game_that_is_there_already_is_recognised(store: Store) -> None:
    assert store.add(short_record()).status == "added"
    again = store.add(short_record())
    assert (again.id, again.status) == (1, "known")
    assert len(store) == 1


def test_a_signature_that_comes_later_is_kept(store: Store) -> None:
    store.add(short_record())
    assert store.add(sign_record(short_record(), b"key")).status == "known"
    store.verify(1, b"key")


def test_a_signature_gives_way_only_to_one_that_the_key_has_made(store: Store) -> None:
    store.add(sign_record(short_record(), b"other"))
    store.add(sign_record(short_record(), b"key"))
    store.verify(1, b"other")
    store.add(sign_record(short_record(), b"key"), b"key")
    store.verify(1, b"key")
    store.add(sign_record(short_record(), b"other"), b"key")
    store.verify(1, b"key")


def test_a_signature_replaces_what_is_none(store: Store) -> None:
    store.add(replace(short_record(), signature="zzz"))
    with pytest.raises(SignatureError, match="64 hexadecimal digits"):
        store.verify(1)
    assert store.add(sign_record(short_record(), b"key")).status == "known"
    store.verify(1, b"key")


def test_a_longer_record_of_an_unfinished_game_extends_it(store: Store) -> None:
    whole = random_record(new_game("hex8", 3), seed=4, moves=5000)
    part = random_record(new_game("hex8", 3), seed=4, moves=30)
    assert store.add(part).status == "added"
    assert store.add(whole).status == "extended"
    assert store.get(1) == whole
    assert store.add(part).status == "known"
    assert store.add(random_record(new_game("hex8", 3), seed=4, moves=0)).status == "known"
    assert len(store) == 1
    store.verify(1)


def test_two_nameless_games_that_begin_alike_are_two_games(store: Store) -> None:
    unfinished, finished = short_game(), short_record()
    store.add(unfinished.record())
    assert store.add(finished).status == "added"
    assert len(store) == 2


def test_records_are_added_all_or_none(store: Store) -> None:
    def broken_off() -> Iterator[Record]:
        yield short_record()
        raise ConnectionError("the sender is gone")

    with pytest.raises(ConnectionError):
        store.add_all(broken_off())
    assert len(store) == 0
    assert store.add(short_record()).status == "added"


# Searching


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A few games of different kinds, only to be looked at."""
    with Store(tmp_path_factory.mktemp("library") / "games.sqlite3") as store:
        store.add(short_record(names=("Ann", "Bjørn")))
        store.add(short_game(names=("Cleo", "Dan")).record())
        for number, setup in enumerate(SETUPS[:6]):
            store.add(whole_game(setup, seed=number))
        yield store


def found(store: Store, **query: object) -> list[int]:
    return store.ids(Query(**query))  # type: ignore[arg-type]


def test_games_are_found_by_their_setup(library: Store) -> None:
    assert found(library) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert found(library, board="hex8") == []
    assert found(library, players=3) == [5, 6]
    assert found(library, edition="classic") == [3, 5, 7]
    assert found(library, edition="standard", players=2) == [1, 2, 4]


def test_games_are_found_by_their_result(library: Store) -> None:
    assert found(library, finished=False) == [2]
    assert found(library, reason="resignation") == [1]
    assert found(library, reason="resignation", winner=1) == []
    assert found(library, winner=2, players=2, reason="resignation") == [1]


def test_games_are_found_by_a_part_of_a_name(library: Store) -> None:
    assert found(library, name="BJØ") == [1]
    assert found(library, name="an") == [1, 2]
    assert found(library, name="%") == []


def test_games_are_found_by_their_first_moves(library: Store) -> None:
    assert found(library, opening="@d4x2") == [1, 2]
    assert found(library, opening="@d4x2 d4-d6 - - swap") == [1, 2]
    assert found(library, opening="1. @d4x2 d4-d6 2. swap @f3") == [1, 2]
    assert found(library, opening="@d4") == []
    assert found(library, opening="@d4x2 d4-d7") == []
    for opening in ("", "- -", "@a1 " * 41):
        with pytest.raises(StoreError, match="1 to 40 moves"):
            found(library, opening=opening)
    for opening in ("foo", "@d4x2 d4_d6", "@z9"):
        with pytest.raises(StoreError, match="is not a move on any board"):
            found(library, opening=opening)
    assert found(library, opening="@i1") == []
    with pytest.raises(StoreError, match="'@i1' is not a move on square8"):
        found(library, opening="@i1", board="square8")


def test_a_row_says_who_played_and_who_won(library: Store) -> None:
    (row,) = library.games(Query(name="ann"))
    assert row.names == ("Bjørn", "Ann")  # they have swapped
    assert (row.winner, row.winner_name, row.reason) == (2, "Ann", "resignation")
    assert row.length == 13
    assert row.opening == "@d4x2 d4-d6 swap @f3 f3-f5 @c2 c2-c4 "
    assert row.finished is not None


def test_lists_come_in_pages(library: Store) -> None:
    assert [row.id for row in library.games(limit=2, offset=3)] == [4, 5]
    assert library.count(Query(players=2)) == 4


def test_the_stats_add_up(library: Store) -> None:
    stats = library.stats()
    assert (stats.games, stats.unfinished) == (8, 1)
    assert sum(stats.reasons.values()) == sum(stats.winners.values()) == 7
    assert stats.boards == {"square8": 8}
    assert stats.players == {"2": 4, "3": 2, "4": 2}
    assert stats.moves == sum(row.length for row in library.games())


def test_an_empty_store_has_stats_too(store: Store) -> None:
    stats = store.stats()
    assert (stats.games, stats.moves, stats.longest) == (0, 0, None)


# Playing


def test_a_live_game_is_on_disk_after_every_move(store: Store, tmp_path: Path) -> None:
    game = store.start(Heading("square8", players=2, names=("Ann", "Ben")))
    for number, text in enumerate(("@d4x2", "d4-d6", "-", "-", "swap"), 1):
        game.append(parse_move(game.state, text), think_time_ms=number)
        with Store(tmp_path / "games.sqlite3") as other:
            assert other.get(game.id) == game.record()
            other.verify(game.id)
    game.conclude(1, "abandonment")
    assert store.games()[0].winner_name == "Ben"
    store.verify(game.id)


def test_a_live_game_that_the_rules_end_is_finished(store: Store) -> None:
    record = whole_game(SETUPS[1], seed=9)
    game = store.start(record.heading)
    for move in record.moves:
        game.append(move)
    assert game.state.outcome == record.outcome
    assert store.get(game.id) == record


def test_an_unfinished_game_goes_on_later(store: Store) -> None:
    game = store.start(Heading("hex8", 3))
    game.append(PlaceRing(player=1, to=(0, 0, 0), count=1))
    again = store.resume(game.id)
    assert again.state == game.state
    again.conclude(3, "timeout")
    with pytest.raises(RecordResultError, match="over"):
        store.resume(game.id)


def test_an_illegal_move_changes_nothing_in_the_store(store: Store) -> None:
    game = store.start(Heading("square8", players=2))
    with pytest.raises(IllegalMoveError):
        game.append(PlaceRing(player=2, to=(0, 0), count=1))
    assert len(store.get(game.id)) == 0
    game.append(PlaceRing(player=1, to=(0, 0), count=1))
    assert len(store.get(game.id)) == 1


def test_of_two_writers_the_second_is_refused(store: Store) -> None:
    first = store.start(Heading("square8", players=2))
    second = store.resume(first.id)
    first.append(PlaceRing(player=1, to=(0, 0), count=1))
    with pytest.raises(StoreError, match="Another writer") as refused:
        second.append(PlaceRing(player=1, to=(5, 5), count=1))
    assert refused.value.code == "OVERTAKEN"
    with pytest.raises(StoreError, match="Resume"):
        second.append(PlaceRing(player=1, to=(5, 5), count=1))
    assert store.get(first.id) == first.record()


def test_a_game_is_started_once(store: Store) -> None:
    heading = Heading("square8", players=2, tags={"Id": "table 4"})
    store.start(heading)
    with pytest.raises(StoreError, match="already"):
        store.start(heading)
    assert (
        store.start(Heading("square8", players=2)).id
        != store.start(Heading("square8", players=2)).id
    )


# Guards


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE moves SET comment = 'x'", "moves are never changed"),
        ("DELETE FROM moves", "moves are never deleted"),
        ("DELETE FROM games", "games are never deleted"),
        ("UPDATE games SET winner = 1 WHERE id = 1", "finished games are never changed"),
        ("UPDATE games SET board = 'hex8' WHERE id = 2", "headings are never changed"),
        ("UPDATE seats SET name = 'Eve'", "headings are never changed"),
        ("DELETE FROM seats", "headings are never changed"),
        (
            "INSERT INTO moves (game, number, move, link) VALUES (1, 14, '{}', '')",
            "the game is finished",
        ),
        (
            "INSERT INTO moves (game, number, move, link) VALUES (2, 20, '{}', '')",
            "a move is missing",
        ),
    ],
)
def test_the_tables_themselves_are_append_only(library: Store, statement: str, why: str) -> None:
    with (
        closing(sqlite3.connect(library.path)) as database,
        pytest.raises(sqlite3.IntegrityError, match=why),
    ):
        database.execute(statement)


@pytest.mark.parametrize(
    ("statement", "error", "move"),
    [
        (
            'UPDATE moves SET move = replace(move, \'"x":3,"y":5\', \'"x":3,"y":6\')'
            " WHERE number = 2",
            ChainError,
            2,
        ),
        ("UPDATE moves SET move = 'broken' WHERE number = 5", RecordMoveError, 5),
        ('UPDATE moves SET move = \'{"type":"castle"}\' WHERE number = 5', RecordMoveError, 5),
        ("DELETE FROM moves WHERE number = 7", RecordMoveError, 7),
        ("DELETE FROM moves WHERE number = 13", RecordMoveError, 13),
        ("UPDATE moves SET timestamp = 'noon' WHERE number = 3", RecordError, 3),
        ("UPDATE moves SET link = upper(link) WHERE number = 9", ChainError, 9),
        ("UPDATE seats SET name = 'Eve' WHERE seat = 1", ChainError, None),
        ("UPDATE games SET tip = heading_link", ChainError, None),
        ("UPDATE games SET final_hash = '0000000000000000'", RecordResultError, None),
        ("UPDATE games SET winner = 1", RecordResultError, None),
        ("UPDATE games SET reason = 'timeout'", RecordResultError, None),
        ("UPDATE games SET ranking = 'broken'", StoreError, None),
        ("UPDATE games SET board = 'square9'", StoreError, None),
        ("UPDATE games SET tags = 'broken'", StoreError, None),
        ("UPDATE games SET opening = ''", StoreError, None),
        ("UPDATE games SET winner_name = 'Eve'", StoreError, None),
    ],
)
def test_a_change_behind_its_back_is_found(
    store: Store, statement: str, error: type[RecordError], move: int | None
) -> None:
    store.add(short_record())
    behind_its_back(store, statement)
    with pytest.raises(error) as refused:
        store.verify(1)
    assert refused.value.move == move


def test_the_lost_end_of_an_unfinished_game_is_noticed(store: Store) -> None:
    store.add(short_game().record())
    behind_its_back(store, "DELETE FROM moves WHERE number > 10", "UPDATE games SET length = 10")
    with pytest.raises(ChainError) as refused:
        store.verify(1)
    assert refused.value.move == 10


def test_a_game_that_is_not_there_is_named(store: Store) -> None:
    for asked in (store.get, store.verify, store.resume):
        question: Callable[[int], object] = asked
        with pytest.raises(StoreError, match="There is no game 5"):
            question(5)


# Files


def test_a_store_is_not_made_where_one_is_expected(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no store"):
        Store(tmp_path / "nothing.sqlite3", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreError, match="not a store"):
        Store(path)
    assert path.read_text().startswith("Dear diary")


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not respond"):
        Store(tmp_path / "no" / "such" / "folder.sqlite3")


def test_a_newer_store_is_refused(store: Store) -> None:
    with closing(sqlite3.connect(store.path)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(store.path)


def test_an_older_store_is_brought_up_to_date_in_one_piece(store: Store) -> None:
    store.add(short_record())
    steps = [
        *store_schema.MIGRATIONS,
        "ALTER TABLE games ADD COLUMN stars INTEGER;\nUPDATE games SET tip = tip;",
    ]
    with closing(sqlite3.connect(store.path, isolation_level=None)) as database:
        with pytest.raises(
            sqlite3.IntegrityError
        ):  # the second statement is against the rules of the store
            store_schema.migrate_store(database, steps)
        assert database.execute("PRAGMA user_version").fetchone() == (len(steps) - 1,)
        assert "stars" not in [row[1] for row in database.execute("PRAGMA table_info(games)")]
        steps[-1] = "ALTER TABLE games ADD COLUMN stars INTEGER;"
        store_schema.migrate_store(database, steps)
        assert database.execute("PRAGMA user_version").fetchone() == (len(steps),)
        assert database.execute("SELECT stars FROM games").fetchall() == [(None,)]


WRITER = """
import sys
from ringrift.records import Heading, Store
from ringrift.rules import bookkeeping, legal_moves
with Store(sys.argv[1]) as store:
    for _ in range(5):
        game = store.start(Heading("square8", names=(sys.argv[2], "")))
        for _ in range(12):
            game.append(bookkeeping(game.state) or legal_moves(game.state)[0])
"""


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), f"writer {number}"])
        for number in range(4)
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0, 0]
    with Store(path) as store:
        assert len(store) == 20
        for game in store.ids():
            store.verify(game)
        for number in range(4):
            assert store.count(Query(name=f"writer {number}")) == 5


CRASHER = """
import os, sys
from ringrift.records import Heading, Store
from ringrift.rules import bookkeeping, legal_moves
store = Store(sys.argv[1])
game = store.start(Heading("square8"))
for _ in range(7):
    game.append(bookkeeping(game.state) or legal_moves(game.state)[0])
store._db.execute("BEGIN IMMEDIATE")
store._db.execute("INSERT INTO moves (game, number, move, link) VALUES (1, 8, '{}', '')")
os._exit(9)
"""


def test_a_crash_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    assert subprocess.run([sys.executable, "-c", CRASHER, str(path)], check=False).returncode == 9
    with Store(path) as store:
        assert len(store.get(1)) == 7
        store.verify(1)
        store.resume(1).conclude(1, "abandonment")


def test_random_play_in_a_store_is_what_it_is_in_memory(store: Store) -> None:
    record = random_record(
        new_game("square19", 4, "classic"), seed=Random(8).randrange(99), moves=40
    )
    game = store.start(record.heading)
    for entry in record.entries:
        game.append(entry.move)
    assert store.get(game.id) == record
