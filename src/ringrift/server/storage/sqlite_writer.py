"""Writes the journal to SQLite in a thread, with few statements per batch.

Each statement releases the GIL, and a busy event loop returns it only after milliseconds.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import monotonic, sleep
from typing import Any, Final

from ringrift.server.storage.database import BUSY_MILLISECONDS, Database, connect_durable_sqlite
from ringrift.server.storage.failures import storage_error
from ringrift.server.storage.journal_writer import Append, BatchRejectedError

_LOCK_SECONDS: Final = 0.001  # between two attempts to take the lock of the file
_MAX_ROWS: Final = 500  # per statement; SQLite allows 32,766 parameters
_STORE_RESULT: Final = """
    UPDATE games
    SET status = ?1, winner = ?2, reason = ?3, ended_at = ?4, owner = NULL, lease_until = NULL,
        rating_due = rated AND ?1 = 'over', index_due = ?1 = 'over',
        final_position = ?5
    WHERE id = ?6
"""
_STORE_RANK: Final = "UPDATE seats SET rank = ? WHERE game_id = ? AND seat = ?"
_STORE_DEPARTURE: Final = (
    "UPDATE seats SET left_reason = ?, left_at = ? WHERE game_id = ? AND seat = ?"
)
# Via seat numbers that do not exist, because of the primary key.
_NEGATE_SEATS: Final = "UPDATE seats SET seat = -seat WHERE game_id = ?"
_SWAP_SEATS: Final = "UPDATE seats SET seat = 3 + seat WHERE game_id = ?"


@cache
def _advance_statement(appends: int) -> str:
    """Return the statement that advances games whose owner and sequence match."""
    columns = "column1 AS game, column2 AS term, column3 AS before, column4 AS after"
    values = f"SELECT {columns} FROM (VALUES {_placeholders(4, appends)})"
    return (  # sqlite3 sets `rowcount` only for statements whose first word is UPDATE
        f"UPDATE games SET sequence = wanted.after FROM ({values}) AS wanted "
        "WHERE id = wanted.game AND owner_term = wanted.term "
        "AND sequence = wanted.before AND status = 'live'"
    )


@cache
def _insert_statement(rows: int) -> str:
    columns = "game_id, sequence, at, kind, body, client_id"
    return f"INSERT INTO events ({columns}) VALUES {_placeholders(6, rows)}"


def _placeholders(columns: int, rows: int) -> str:
    row = f"({','.join('?' * columns)})"
    return ",".join([row] * rows)


class SqliteWriter:
    """Connects on the first write, and again after a failed connection."""

    def __init__(self, database: Database) -> None:
        self._path = str(database.url.database)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[Append]) -> Sequence[Append]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _write(self, batch: Sequence[Append]) -> Sequence[Append]:
        try:
            if self._connection is None:
                self._connection = connect_durable_sqlite(self._path)
                self._connection.execute("PRAGMA busy_timeout = 0")
            return _commit(self._connection, batch)
        except sqlite3.IntegrityError as error:
            raise BatchRejectedError(str(error), duplicate=True) from error
        except (sqlite3.DataError, sqlite3.ProgrammingError) as error:
            raise BatchRejectedError(str(error), duplicate=False) from error
        except sqlite3.Error as error:
            self._close()
            raise storage_error(error) from error

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _commit(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[Append]:
    """Commit in one transaction; return the lost appends."""
    _begin(connection)
    try:
        lost = _advance_all(connection, batch)
        owned = [append for append in batch if append not in lost]
        _add_events(connection, owned)
        for append in owned:
            if append.changes_more:
                _store_result(connection, append)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return lost


def _begin(connection: sqlite3.Connection) -> None:
    """Take the lock of the file soon after it is free; SQLite itself would sleep up to 100 ms."""
    until = monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without its details
            if code != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_LOCK_SECONDS)
        else:
            return


def _advance_all(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[Append]:
    """Advance the games; find the lost appends only if there are any."""
    values = [value for append in batch for value in _parameters(append)]
    if connection.execute(_advance_statement(len(batch)), values).rowcount == len(batch):
        return []
    connection.rollback()
    _begin(connection)
    one = _advance_statement(1)
    return [
        append for append in batch if connection.execute(one, _parameters(append)).rowcount != 1
    ]


def _parameters(append: Append) -> tuple[str, int, int, int]:
    return append.game, append.term, append.before, append.after


def _add_events(connection: sqlite3.Connection, batch: Sequence[Append]) -> None:
    rows: list[tuple[Any, ...]] = [
        (append.game, row.sequence, row.at, row.kind, row.body, row.client_id)
        for append in batch
        for row in append.rows
    ]
    for at in range(0, len(rows), _MAX_ROWS):
        part = rows[at : at + _MAX_ROWS]
        connection.execute(_insert_statement(len(part)), [value for row in part for value in row])


def _store_result(connection: sqlite3.Connection, append: Append) -> None:
    """Store swapped seats [R180], who left, and the result of the game."""
    if append.swaps_people:
        connection.execute(_NEGATE_SEATS, (append.game,))
        connection.execute(_SWAP_SEATS, (append.game,))
    for seat, reason, at in append.departures:
        connection.execute(_STORE_DEPARTURE, (reason, at, append.game, seat))
    result = append.result
    if result is not None:
        ended = (result.status, result.winner, result.reason, result.at, result.position)
        connection.execute(_STORE_RESULT, (*ended, append.game))
        ranks = [(rank, append.game, seat) for seat, rank in result.ranks]
        connection.executemany(_STORE_RANK, ranks)
