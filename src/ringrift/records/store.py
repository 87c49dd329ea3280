"""A store of games: one SQLite file, safe for several writers at once."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from ringrift.records.chain import is_signature, is_signed
from ringrift.records.errors import StoreError
from ringrift.records.live_record import LiveGame
from ringrift.records.record import Heading, Record, timestamp
from ringrift.records.recorder import Recorder
from ringrift.records.replay import resume, verify
from ringrift.records.rows import (
    MOVE_COLUMNS,
    derived_row,
    heading_row,
    move_rows,
    progress_row,
    record_of,
    seat_rows,
)
from ringrift.records.schema import Kind, prepare, transaction
from ringrift.records.search import COLUMNS, GameRow, Query, Stats
from ringrift.rules.state import State

PATIENCE_S: Final = 30.0  # how long to wait for another writer


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a record that was given to a store."""

    id: int
    status: Literal[
        "added", "known", "extended"
    ]  # extended: the store held an earlier part of the game


class Store:
    """Games in a SQLite file. Use one object a thread; any number of processes may share the file."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise StoreError(
                "NO_STORE", f"There is no store at {self.path}. Import games to make one."
            )
        with _typed():
            self._db = sqlite3.connect(self.path, timeout=PATIENCE_S, isolation_level=None)
            self._db.row_factory = sqlite3.Row
        try:
            with _typed():
                prepare(self._db)
                self._db.execute(
                    "PRAGMA synchronous = FULL"
                )  # a committed move survives a power cut
                self._db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
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
        """How many games there are of that kind."""
        where, values = (query or Query()).where()
        with _typed():
            (number,) = self._db.execute(
                f"SELECT count(*) FROM games g WHERE {where}", values
            ).fetchone()
        return int(number)

    def games(self, query: Query | None = None, limit: int = -1, offset: int = 0) -> list[GameRow]:
        """The games of that kind, in the order they came; all of them, or so many after so many."""
        where, values = (query or Query()).where()
        sql = f"SELECT {COLUMNS} FROM games g WHERE {where} ORDER BY id LIMIT ? OFFSET ?"
        with _typed():
            return [GameRow.of(row) for row in self._db.execute(sql, [*values, limit, offset])]

    def ids(self, query: Query | None = None) -> list[int]:
        """The numbers of the games of that kind."""
        where, values = (query or Query()).where()
        with _typed():
            rows = self._db.execute(f"SELECT id FROM games g WHERE {where} ORDER BY id", values)
            return [int(row["id"]) for row in rows]

    def get(self, game: int) -> Record:
        """The record as it is stored; `verify` says whether it is true."""
        with self._transaction("DEFERRED"):
            row = self._row(game)
            seats = self._all("SELECT name FROM seats WHERE game = ? ORDER BY seat", game)
            moves = self._all("SELECT * FROM moves WHERE game = ? ORDER BY number", game)
        return record_of(row, [seat["name"] for seat in seats], moves)

    def verify(self, game: int, key: bytes | None = None) -> State:
        """Replay a stored game and give its last state; whatever was changed behind our back raises."""
        record = self.get(game)
        state = verify(record, key)
        with _typed():
            row = self._row(game)
        if row["tip"] != record.tip:
            return state  # a live game has gone on meanwhile
        for column, value in derived_row(record).items():
            if row[column] != value:
                message = f"The column {column} of game {game} does not follow from its moves."
                raise StoreError("DAMAGED", message)
        return state

    def add(self, record: Record, key: bytes | None = None) -> Added:
        """Put a verified record in (see `add_all`)."""
        return self.add_all([record], key)[0]

    def add_all(self, records: Iterable[Record], key: bytes | None = None) -> list[Added]:
        """Put records in, all or none. A game that is there already is recognised by its chain.

        The records are taken as they are: readers and recorders give verified ones. Other writers wait until
        all are in, so give a few dozen at a time. A signature of the key replaces one that is not.
        """
        with self._transaction("IMMEDIATE"):
            return [self._add(record, key) for record in records]

    def start(self, heading: Heading, comment: str = "") -> LiveGame:
        """Begin a game and record it move by move. An `Id` tag tells it from all others."""
        if "Id" not in heading.tags:
            heading = replace(heading, tags={**heading.tags, "Id": uuid.uuid4().hex})
        recorder = Recorder(heading, comment)
        with self._transaction("IMMEDIATE"):
            added = self._add(recorder.record())
        if added.status != "added":
            raise StoreError(
                "KNOWN", f"This game is in the store already, as game {added.id}. Resume it."
            )
        return self._live(added.id, recorder)

    def resume(self, game: int) -> LiveGame:
        """Go on with an unfinished game, after it has been verified."""
        return self._live(game, resume(self.get(game)))

    def _live(self, game: int, recorder: Recorder) -> LiveGame:
        return LiveGame(game, recorder, lambda record, length: self._save(game, record, length))

    def stats(self) -> Stats:
        """Sums over all games."""
        with self._transaction("DEFERRED"):
            sums = self._db.execute(
                "SELECT count(*) AS games, count(*) - count(winner) AS unfinished,"
                " coalesce(sum(length), 0) AS moves, min(length) AS shortest, max(length) AS longest"
                " FROM games"
            ).fetchone()
            return Stats(
                **dict(sums),
                boards=self._counts("board"),
                editions=self._counts("edition"),
                players=self._counts("players"),
                reasons=self._counts("reason"),
                winners=self._counts("winner"),
            )

    def _counts(self, column: str) -> dict[str, int]:
        sql = (
            f"SELECT {column}, count(*) FROM games WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 1"
        )
        return {str(value): count for value, count in self._db.execute(sql)}

    def _all(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self._db.execute(sql, values).fetchall()

    def _row(self, game: int) -> sqlite3.Row:
        rows = self._all("SELECT * FROM games WHERE id = ?", game)
        if not rows:
            raise StoreError("NO_SUCH_GAME", f"There is no game {game} in {self.path}.")
        return rows[0]

    def _add(self, record: Record, key: bytes | None = None) -> Added:
        if known := self._all("SELECT id, signature FROM games WHERE tip = ?", record.tip):
            if _better_signed(record, known[0]["signature"], key):
                self._all(
                    "UPDATE games SET signature = ? WHERE tip = ?", record.signature, record.tip
                )
            return Added(known[0]["id"], "known")
        if part := self._part_of(record):
            return part
        columns = heading_row(record.heading) | progress_row(record)
        columns |= {"heading_link": record.links[0], "created": timestamp()}
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        # The winner comes last: from then on the game takes no more moves.
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
        return Added(game, "added")

    def _part_of(self, record: Record) -> Added | None:
        """Where one chain begins with the other, the two are one game, recorded to different lengths."""
        if "Id" not in record.heading.tags:
            return None  # two games without a name of their own may begin alike
        sql = "SELECT id, length, tip, winner FROM games WHERE heading_link = ?"
        for row in self._all(sql, record.links[0]):
            length = row["length"]
            if (
                row["winner"] is None
                and length <= len(record)
                and record.links[length] == row["tip"]
            ):
                self._extend(row["id"], record, length)
                return Added(row["id"], "extended")
            if record.outcome is None and len(record) < length:
                same = "SELECT 1 FROM moves WHERE game = ? AND number = ? AND link = ?"
                if not len(record) or self._all(same, row["id"], len(record), record.tip):
                    return Added(row["id"], "known")
        return None

    def _save(self, game: int, record: Record, length: int) -> None:
        """A live game goes on from its first `length` moves, unless someone else has gone on with it."""
        with self._transaction("IMMEDIATE"):
            row = self._row(game)
            if (row["length"], row["tip"]) != (length, record.links[length]) or row[
                "winner"
            ] is not None:
                message = f"Another writer has gone on with game {game}. Resume it from the store."
                raise StoreError("OVERTAKEN", message)
            self._extend(game, record, length)

    def _extend(self, game: int, record: Record, length: int) -> None:
        """Add the moves after the first `length`, and the result."""
        self._insert_moves(game, record, length)
        columns = progress_row(record)
        settings = ", ".join(f"{column} = ?" for column in columns)
        self._db.execute(f"UPDATE games SET {settings} WHERE id = ?", [*columns.values(), game])

    def _insert_moves(self, game: int, record: Record, after: int) -> None:
        sql = f"INSERT INTO moves ({MOVE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.executemany(sql, move_rows(game, record, after))

    @contextmanager
    def _transaction(self, kind: Kind) -> Iterator[None]:
        with _typed(), transaction(self._db, kind):
            yield


def _better_signed(record: Record, known: str | None, key: bytes | None) -> bool:
    """Whether the record's signature is worth more than the known one of the same game."""
    if key is not None and is_signed(record.tip, record.signature, key):
        return True
    return is_signature(record.signature) and not is_signature(known)


@contextmanager
def _typed() -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.IntegrityError as refused:
        message = f"The store refuses it: {refused}. Another writer may have been faster."
        raise StoreError("OVERTAKEN", message) from refused
    except sqlite3.OperationalError as failed:
        busy = "locked" in str(failed) or "busy" in str(failed)
        advice = (
            "Another program holds it; try again." if busy else "Look at the path and the disk."
        )
        code = "BUSY" if busy else "STORE_FAILED"
        raise StoreError(code, f"The store does not answer: {failed}. {advice}") from failed
    except sqlite3.DatabaseError as broken:
        message = f"The file is not a store or is damaged: {broken}. Name another file."
        raise StoreError("NOT_A_STORE", message) from broken
    except OverflowError as beyond:
        raise StoreError(
            "NO_SUCH_GAME", "A number beyond all bounds: no store holds so many games."
        ) from beyond
