"""Backup and restore of a database, from and to SQLite or PostgreSQL, while the server runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from time import time
from typing import BinaryIO, Final

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    MetaData,
    Table,
    bindparam,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.settings import load_settings
from ringrift.rules.errors import RingRiftError
from ringrift.server.errors import StorageError
from ringrift.server.storage.backup_file import (
    BackupContents,
    BackupWriter,
    Row,
    backup_rows,
    check_backup,
)
from ringrift.server.storage.database import Database, alembic_config

_BATCH: Final = 500  # rows
_ALEMBIC_TABLE: Final = "alembic_version"


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The contents of the backup, and the number of games that were replayed to verify them."""

    contents: BackupContents
    replayed: int


async def back_up(address: str, target: Path | BinaryIO) -> BackupContents:
    """Write a consistent snapshot of all tables. The server may keep running."""
    database = Database(address)
    _require_existing(database)
    try:
        async with database.engine.connect() as connection:
            snapshot = await _snapshot(connection, sqlite=database.is_sqlite)
            revision = await snapshot.run_sync(_revision)
            if revision is None:
                raise StorageError(f"{database.name} has no schema: there is nothing to back up")
            tables = await snapshot.run_sync(_tables)
            with BackupWriter(target, revision, time()) as writer:
                for table in tables:
                    writer.table(table.name)
                    async for row in await snapshot.stream(select(table)):
                        writer.row(table.name, row._asdict())
            return writer.contents
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(f"{database.name} cannot be backed up: {error}") from error
    finally:
        await database.close()


async def restore(address: str, path: Path, *, replay: bool = True) -> RestoreResult:
    """Fill an empty database from a backup, migrate it, and replay its games to verify them.

    This is one transaction: on any error the database stays empty.
    """
    contents = check_backup(path)
    _require_known_revision(path, contents.revision)
    database = Database(address)
    database.require_openable()
    try:
        async with database.engine.connect() as connection:
            if database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            replayed = await connection.run_sync(_restore, path, contents, database.name, replay)
            await connection.commit()
        return RestoreResult(contents, replayed)
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(f"{database.name} cannot be restored: {error}") from error
    finally:
        await database.close()


def _require_existing(database: Database) -> None:
    """Refuse a missing SQLite file, which opening would create."""
    if database.is_sqlite and not Path(database.url.database or "").exists():
        raise StorageError(f"there is no file {database.url.database}")
    database.require_openable()


def _require_known_revision(path: Path, revision: str) -> None:
    try:
        ScriptDirectory.from_config(alembic_config()).get_revision(revision)
    except CommandError as error:
        raise StorageError(
            f"{path} has the unknown schema {revision}: install the newer version of ringrift"
        ) from error


async def _snapshot(connection: AsyncConnection, *, sqlite: bool) -> AsyncConnection:
    """Return the connection in a transaction with a consistent snapshot."""
    if not sqlite:
        return await connection.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    await connection.exec_driver_sql("BEGIN")  # the driver begins none for reads
    return connection


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _tables(connection: Connection) -> Sequence[Table]:
    """Return the tables of the database in the order of their foreign keys."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != _ALEMBIC_TABLE]


def _restore(
    connection: Connection, path: Path, contents: BackupContents, name: str, replay: bool
) -> int:
    if inspect(connection).get_table_names():
        raise StorageError(f"{name} is not empty: restore into a new database and use that")
    config = alembic_config(connection)
    command.upgrade(config, contents.revision)
    tables = {table.name: table for table in _tables(connection)}
    for table_name, rows in groupby(backup_rows(path), key=itemgetter(0)):
        if table_name not in tables:
            raise StorageError(f"{path} has a table {table_name!r} that is not in its schema")
        _fill(connection, tables[table_name], (row for _, row in rows))
    _require_counts(connection, tables, contents)
    command.upgrade(config, "head")
    return _replay(connection) if replay else 0


def _fill(connection: Connection, table: Table, rows: Iterator[Row]) -> None:
    """Insert the rows, then set their references to rows of the same table."""
    self_references = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    links: list[Row] = []
    while batch := list(islice(rows, _BATCH)):
        links += [
            {"of_row": row["id"], f"to_{column}": row[column]}
            for column in self_references
            for row in batch
            if row[column] is not None
        ]
        connection.execute(insert(table), [row | dict.fromkeys(self_references) for row in batch])
    for column in self_references:
        link = update(table).where(table.c.id == bindparam("of_row"))
        wanted = [row for row in links if f"to_{column}" in row]
        if wanted:
            connection.execute(link.values({column: bindparam(f"to_{column}")}), wanted)


def _require_counts(
    connection: Connection, tables: Mapping[str, Table], contents: BackupContents
) -> None:
    for name, wanted in contents.rows.items():
        found = (
            connection.scalar(select(func.count()).select_from(tables[name]))
            if name in tables
            else 0
        )
        if found != wanted:
            raise StorageError(f"{name} has {found} rows instead of {wanted}: nothing was restored")


def _replay(connection: Connection) -> int:
    """Replay every started game from its events; return their number."""
    started = connection.execute(
        text(
            "SELECT id, settings, sequence FROM games WHERE status IN ('live', 'over') ORDER BY id"
        )
    ).all()
    bodies = text("SELECT body FROM events WHERE game_id = :game ORDER BY sequence")
    for game, settings, sequence in started:
        try:
            stored = [json.loads(body) for body in connection.scalars(bodies, {"game": game})]
            # As `load_stored_settings` does: a stored rules mode does not count.
            loaded = load_settings(json.loads(settings) | {"rules": None})
            session = GameSession.restore(loaded, map(load_event, stored))
        except RingRiftError as error:
            raise _broken(game, str(error)) from error
        session.close()
        if session.sequence != sequence:
            raise _broken(game, f"it has {session.sequence} events instead of {sequence}")
    return len(started)


def _broken(game: str, why: str) -> StorageError:
    return StorageError(f"the game {game} cannot be replayed ({why}): nothing was restored")
