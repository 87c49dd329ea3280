"""A game store: one SQLite file, safe for concurrent writers."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from ringrift.records.chain import has_signature_form, verify_signature
from ringrift.records.errors import StoreError
from ringrift.records.live_record import LiveRecord
from ringrift.records.record import Heading, Record, format_timestamp
from ringrift.records.recorder import Recorder
from ringrift.records.replay import resume, verify
from ringrift.records.rows import (
    MOVE_COLUMNS,
    annotation_rows,
    changing_columns,
    derived_columns,
    heading_columns,
    load_record,
    move_rows,
    seat_rows,
)
from ringrift.records.search import COLUMNS, GameRow, Query, StoreStats
from ringrift.records.store_schema import Kind, migrate_store, transaction
from ringrift.rules.state import State

BUSY_TIMEOUT_S: Final = 30.0  # how long to wait for another writer


@dataclass(frozen=True, slots=True)
class AddResult:
    """The result of adding a record to a store."""

    id: int
    # extended: the store held an earlier part of the game
    status: Literal["added", "known", "extended"]


class Store:
    """A SQLite file of games. Use one object per thread; processes may share the file."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise StoreError(
                "NO_STORE", f"There is no store at {self.path}. Import games to create one."
            )
        with _translate_sqlite_errors():
            self._db = sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
            self._db.row_factory = sqlite3.Row
        try:
            with _translate_sqlite_errors():
                migrate_store(self._db)
                # a committed move survives a power failure
                self._db.execute("PRAGMA synchronous = FULL")
                self._db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return self.count()

    def count(self, query: Query | None = None) -> int:
        """Return the number of games that match the query."""
        where, values = (query or Query()).to_sql()
        with _translate_sqlite_errors():
            (number,) = self._db.execute(
                f"SELECT count(*) FROM games g WHERE {where}", values
            ).fetchone()
        return int(number)

    def games(self, query: Query | None = None, limit: int = -1, offset: int = 0) -> list[GameRow]:
        """Return the matching games in the order they were added."""
        where, values = (query or Query()).to_sql()
        sql = f"SELECT {COLUMNS} FROM games g WHERE {where} ORDER BY id LIMIT ? OFFSET ?"
        with _translate_sqlite_errors():
            return [GameRow.of(row) for row in self._db.execute(sql, [*values, limit, offset])]

    def ids(self, query: Query | None = None) -> list[int]:
        """Return the ids of the matching games."""
        where, values = (query or Query()).to_sql()
        with _translate_sqlite_errors():
            rows = self._db.execute(f"SELECT id FROM games g WHERE {where} ORDER BY id", values)
            return [int(row["id"]) for row in rows]

    def get(self, game: int) -> Record:
        """Return the stored record without verifying it; see `verify`."""
        with self._transaction("DEFERRED"):
            row = self._fetch_game(game)
            seats = self._fetch_all("SELECT name FROM seats WHERE game = ? ORDER BY seat", game)
            moves = self._fetch_all("SELECT * FROM moves WHERE game = ? ORDER BY number", game)
            annotations = self._fetch_all("SELECT * FROM annotations WHERE game = ?", game)
        return load_record(row, [seat["name"] for seat in seats], moves, annotations)

    def verify(self, game: int, key: bytes | None = None) -> State:
        """Replay a stored game and return its last state; raise if it was tampered with."""
        record = self.get(game)
        state = verify(record, key)
        with _translate_sqlite_errors():
            row = self._fetch_game(game)
        if row["tip"] != record.tip:
            return state  # a live game has continued meanwhile
        for column, value in derived_columns(record).items():
            if row[column] != value:
                message = f"The column {column} of game {game} does not match its moves."
                raise StoreError("DAMAGED", message)
        return state

    def add(self, record: Record, key: bytes | None = None) -> AddResult:
        """Add a verified record (see `add_all`)."""
        return self.add_all([record], key)[0]

    def add_all(self, records: Iterable[Record], key: bytes | None = None) -> list[AddResult]:
        """Add records, all or none. The chain identifies a game that is already stored.

        Records are not verified again: readers and recorders return verified ones. Other writers
        wait for the whole transaction, so add a few dozen at a time. A signature by the key
        replaces any other signature.
        """
        with self._transaction("IMMEDIATE"):
            return [self._add_record(record, key) for record in records]

    def start(self, heading: Heading, comment: str = "") -> LiveRecord:
        """Start a game and record it move by move. An `Id` tag makes it unique."""
        if "Id" not in heading.tags:
            heading = replace(heading, tags={**heading.tags, "Id": uuid.uuid4().hex})
        recorder = Recorder(heading, comment)
        with self._transaction("IMMEDIATE"):
            added = self._add_record(recorder.record())
        if added.status != "added":
            raise StoreError(
                "KNOWN", f"This game is already in the store as game {added.id}. Resume it."
            )
        return self._open_live_record(added.id, recorder)

    def resume(self, game: int) -> LiveRecord:
        """Verify an unfinished game and continue it."""
        return self._open_live_record(game, resume(self.get(game)))

    def _open_live_record(self, game: int, recorder: Recorder) -> LiveRecord:
        return LiveRecord(
            game, recorder, lambda record, length: self._save_live_record(game, record, length)
        )

    def stats(self) -> StoreStats:
        """Return the totals over all games."""
        with self._transaction("DEFERRED"):
            sums = self._db.execute(
                "SELECT count(*) AS games, count(*) - count(winner) AS unfinished,"
                " coalesce(sum(length), 0) AS moves,"
                " min(length) AS shortest, max(length) AS longest"
                " FROM games"
            ).fetchone()
            return StoreStats(
                **dict(sums),
                boards=self._count_by("board"),
                editions=self._count_by("edition"),
                players=self._count_by("players"),
                reasons=self._count_by("reason"),
                winners=self._count_by("winner"),
            )

    def _count_by(self, column: str) -> dict[str, int]:
        sql = (
            f"SELECT {column}, count(*) FROM games WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 1"
        )
        return {str(value): count for value, count in self._db.execute(sql)}

    def _fetch_all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self._db.execute(sql, values).fetchall()

    def _fetch_game(self, game: int) -> sqlite3.Row:
        rows = self._fetch_all("SELECT * FROM games WHERE id = ?", game)
        if not rows:
            raise StoreError("NO_SUCH_GAME", f"There is no game {game} in {self.path}.")
        return rows[0]

    def _add_record(self, record: Record, key: bytes | None = None) -> AddResult:
        if known := self._fetch_all("SELECT id, signature FROM games WHERE tip = ?", record.tip):
            if _has_better_signature(record, known[0]["signature"], key):
                self._fetch_all(
                    "UPDATE games SET signature = ? WHERE tip = ?", record.signature, record.tip
                )
            return AddResult(known[0]["id"], "known")
        if part := self._find_overlapping_game(record):
            return part
        columns = heading_columns(record.heading) | changing_columns(record)
        columns |= {"heading_link": record.links[0], "created": format_timestamp()}
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        # Set the winner last: a finished game accepts no more moves.
        winner = columns["winner"]
        cursor = self._db.execute(
            f"INSERT INTO games ({names}) VALUES ({marks})",
            [*(columns | {"winner": None}).values()],
        )
        game = cursor.lastrowid
        assert game is not None
        self._db.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?)", seat_rows(game, record.heading)
        )
        self._insert_moves(game, record, 0)
        if winner is not None:
            self._db.execute("UPDATE games SET winner = ? WHERE id = ?", (winner, game))
        return AddResult(game, "added")

    def _find_overlapping_game(self, record: Record) -> AddResult | None:
        """Return the stored game of which the record is a shorter or longer version."""
        if "Id" not in record.heading.tags:
            return None  # without an `Id`, two different games may begin alike
        sql = "SELECT id, length, tip, winner FROM games WHERE heading_link = ?"
        for row in self._fetch_all(sql, record.links[0]):
            length = row["length"]
            if (
                row["winner"] is None
                and length <= len(record)
                and record.links[length] == row["tip"]
            ):
                self._append_moves(row["id"], record, length)
                return AddResult(row["id"], "extended")
            if record.outcome is None and len(record) < length:
                same = "SELECT 1 FROM moves WHERE game = ? AND number = ? AND link = ?"
                if not len(record) or self._fetch_all(same, row["id"], len(record), record.tip):
                    return AddResult(row["id"], "known")
        return None

    def _save_live_record(self, game: int, record: Record, length: int) -> None:
        """Store the moves after the first `length`, unless another writer has stored some."""
        with self._transaction("IMMEDIATE"):
            row = self._fetch_game(game)
            if (row["length"], row["tip"]) != (length, record.links[length]) or row[
                "winner"
            ] is not None:
                message = f"Another writer has continued game {game}. Resume it from the store."
                raise StoreError("OVERTAKEN", message)
            self._append_moves(game, record, length)

    def _append_moves(self, game: int, record: Record, length: int) -> None:
        """Add the moves after the first `length`, and the result."""
        self._insert_moves(game, record, length)
        columns = changing_columns(record)
        settings = ", ".join(f"{column} = ?" for column in columns)
        self._db.execute(f"UPDATE games SET {settings} WHERE id = ?", [*columns.values(), game])

    def _insert_moves(self, game: int, record: Record, after: int) -> None:
        sql = f"INSERT INTO moves ({MOVE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.executemany(sql, move_rows(game, record, after))
        self._db.executemany(
            "INSERT INTO annotations VALUES (?, ?, ?, ?)", annotation_rows(game, record, after)
        )

    @contextmanager
    def _transaction(self, kind: Kind) -> Iterator[None]:
        with _translate_sqlite_errors(), transaction(self._db, kind):
            yield


def _has_better_signature(record: Record, known: str | None, key: bytes | None) -> bool:
    """Return whether the record's signature is better than the stored one of the same game."""
    if key is not None and verify_signature(record.tip, record.signature, key):
        return True
    return has_signature_form(record.signature) and not has_signature_form(known)


@contextmanager
def _translate_sqlite_errors() -> Iterator[None]:
    """Translate SQLite errors into `StoreError`."""
    try:
        yield
    except sqlite3.IntegrityError as refused:
        message = f"The store rejected it: {refused}. Another writer may have been faster."
        raise StoreError("OVERTAKEN", message) from refused
    except sqlite3.OperationalError as failed:
        busy = "locked" in str(failed) or "busy" in str(failed)
        advice = (
            "Another program is using it; try again." if busy else "Check the path and the disk."
        )
        code = "BUSY" if busy else "STORE_FAILED"
        raise StoreError(code, f"The store does not respond: {failed}. {advice}") from failed
    except sqlite3.DatabaseError as broken:
        message = f"The file is not a store or is damaged: {broken}. Choose another file."
        raise StoreError("NOT_A_STORE", message) from broken
    except OverflowError as beyond:
        raise StoreError(
            "NO_SUCH_GAME", "The number is too large: no store contains that many games."
        ) from beyond
