"""The tables of a store and the migrations between its versions.

Moves are append-only: triggers reject changes, deletions, gaps, and additions to a finished game.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from ringrift.records.errors import StoreError

Kind = Literal["DEFERRED", "IMMEDIATE", "EXCLUSIVE"]

APPLICATION_ID: Final = 0x52494E47  # "RING", the application id in the file header

_SCHEMA_V1: Final = """
CREATE TABLE games (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    board        TEXT NOT NULL,
    players      INTEGER NOT NULL,
    edition      TEXT NOT NULL,
    swap         INTEGER NOT NULL,
    initial      TEXT,                      -- JSON state; NULL: a new game
    tags         TEXT NOT NULL,             -- JSON object
    comment      TEXT NOT NULL,
    opening      TEXT NOT NULL DEFAULT '',  -- first interactive moves, a space after each
    length       INTEGER NOT NULL DEFAULT 0,
    winner       INTEGER,                   -- NULL: unfinished
    reason       TEXT,
    ranking      TEXT,                      -- JSON, as in a state
    winner_name  TEXT,                      -- of the person who owns the seat at the end
    heading_link TEXT NOT NULL,
    tip          TEXT NOT NULL,
    final_hash   TEXT NOT NULL,
    signature    TEXT,
    created      TEXT NOT NULL,
    finished     TEXT                       -- when it came here finished, or was finished here
);
CREATE TABLE seats (
    game   INTEGER NOT NULL REFERENCES games (id),
    seat   INTEGER NOT NULL,
    name   TEXT NOT NULL,                   -- who sat down there
    folded TEXT NOT NULL,                   -- the name without case, for search
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE moves (
    game          INTEGER NOT NULL REFERENCES games (id),
    number        INTEGER NOT NULL CHECK (number >= 1),
    move          TEXT NOT NULL,            -- canonical JSON
    link          TEXT NOT NULL,
    timestamp     TEXT,
    think_time_ms INTEGER,
    comment       TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX games_by_tip ON games (tip);
CREATE INDEX games_by_heading ON games (heading_link);
CREATE INDEX games_by_opening ON games (opening);
CREATE INDEX games_by_setup ON games (board, players, edition);
CREATE INDEX seats_by_name ON seats (folded);

CREATE TRIGGER moves_are_kept BEFORE DELETE ON moves
BEGIN SELECT raise(ABORT, 'moves are never deleted'); END;
CREATE TRIGGER moves_stay_as_they_are BEFORE UPDATE ON moves
BEGIN SELECT raise(ABORT, 'moves are never changed'); END;
CREATE TRIGGER moves_leave_no_gap BEFORE INSERT ON moves
WHEN NEW.number > 1
    AND NOT EXISTS (SELECT 1 FROM moves WHERE game = NEW.game AND number = NEW.number - 1)
BEGIN SELECT raise(ABORT, 'a move is missing before this one'); END;
CREATE TRIGGER finished_games_take_no_move BEFORE INSERT ON moves
WHEN (SELECT winner FROM games WHERE id = NEW.game) IS NOT NULL
BEGIN SELECT raise(ABORT, 'the game is finished'); END;
CREATE TRIGGER games_are_kept BEFORE DELETE ON games
BEGIN SELECT raise(ABORT, 'games are never deleted'); END;
CREATE TRIGGER finished_games_stay_as_they_are
BEFORE UPDATE OF comment, opening, length, winner, reason, ranking, winner_name, tip, final_hash,
    finished
ON games
WHEN OLD.winner IS NOT NULL
BEGIN SELECT raise(ABORT, 'finished games are never changed'); END;
CREATE TRIGGER headings_stay_as_they_are
BEFORE UPDATE OF board, players, edition, swap, initial, tags, heading_link, created ON games
BEGIN SELECT raise(ABORT, 'headings are never changed'); END;
CREATE TRIGGER seats_stay_as_they_are BEFORE UPDATE ON seats
BEGIN SELECT raise(ABORT, 'headings are never changed'); END;
CREATE TRIGGER seats_are_kept BEFORE DELETE ON seats
BEGIN SELECT raise(ABORT, 'headings are never changed'); END;
"""

_SCHEMA_V2: Final = """
CREATE TABLE annotations (
    game       INTEGER NOT NULL REFERENCES games (id),
    number     INTEGER NOT NULL,  -- of the move; 0: before the first one
    marks      TEXT NOT NULL,     -- JSON, as in a record
    variations TEXT NOT NULL,     -- JSON, as in a record
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""

# Step n migrates a store from version n to n + 1. Append new steps; never change an existing
# one.
MIGRATIONS: Final[Sequence[str]] = (_SCHEMA_V1, _SCHEMA_V2)


def migrate_store(connection: sqlite3.Connection, steps: Sequence[str] = MIGRATIONS) -> None:
    """Migrate the store to the current version in one transaction; reject foreign files."""
    newest = len(steps)
    with transaction(connection, "DEFERRED"):
        if _store_version(connection, newest) == newest:
            return
    connection.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not block each other
    with transaction(connection, "EXCLUSIVE"):
        version = _store_version(connection, newest)  # another process may have migrated it
        for step in steps[version:]:
            for statement in _split_statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@contextmanager
def transaction(connection: sqlite3.Connection, kind: Kind) -> Iterator[None]:
    """Run the block in one transaction: all of it or nothing, with a consistent snapshot."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _store_version(connection: sqlite3.Connection, newest: int) -> int:
    """Return the version of the store; 0 for an empty file."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION_ID and (mark or version or tables):
        raise StoreError(
            "NOT_A_STORE", "The file is another program's database. Choose another file."
        )
    if version > newest:
        message = (
            f"The store has version {version}, but this program supports only {newest}. "
            "Use a newer RingRift."
        )
        raise StoreError("NEWER_STORE", message)
    return int(version)


def _split_statements(script: str) -> list[str]:
    """Return the statements of a script; `executescript` would commit the transaction."""
    statements: list[str] = []
    held = ""
    for line in script.splitlines(keepends=True):
        held += line
        if sqlite3.complete_statement(held):
            statements.append(held)
            held = ""
    return [statement for statement in statements if statement.strip()]
