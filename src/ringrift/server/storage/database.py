"""Database connections, migrations, and the check that commits are durable."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import ColumnElement, Connection, Double, cast, event, func, literal, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ringrift.server.errors import StorageError

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
BUSY_MILLISECONDS: Final = 10_000
_CHECKPOINT_PAGES: Final = 10_000  # high: other connections checkpoint, not the journal
_FILE_MODE: Final = 0o600  # it contains password hashes
_RESERVED: Final = 2  # connections apart from those of requests
_DURABLE_SQLITE: Final = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL
_POSTGRES_TIME: Final = cast(func.extract("epoch", func.clock_timestamp()), Double)
_DURABLE_POSTGRES: Final = ("fsync", "synchronous_commit", "full_page_writes")


def database_url(address: str) -> URL:
    """Parse an address such as sqlite:///ringrift.db or postgresql://user@host/name."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    kind = "" if url is None else url.drivername.split("+")[0]
    if url is None or kind not in _DRIVERS:
        raise StorageError(
            f"{address!r} is not a database address: write sqlite:///FILE or postgresql://USER@HOST:PORT/NAME"
        )
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageError("an in-memory database loses everything: write sqlite:///FILE")
    return url.set(drivername=_DRIVERS[kind])


class Database:
    """Connections to one database. `start` migrates it and checks that commits are durable.

    `engine` serves requests; `reserved` serves leases, however many requests wait. `reading` and
    `heartbeat` are the same connections in autocommit mode. `connect` replaces the driver's.
    """

    def __init__(
        self, address: str, *, pool: int = 5, connect: Callable[[], Awaitable[Any]] | None = None
    ) -> None:
        self.url = database_url(address)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self.reading = _engine(self.url, pool, connect)
        self.engine = _transactional(self.reading)
        self.heartbeat = _engine(self.url, _RESERVED, connect)
        self.reserved = _transactional(self.heartbeat)
        if self.is_sqlite:
            self.heartbeat = self.heartbeat.execution_options(isolation_level="AUTOCOMMIT")

    def shared_time(self, now: float | ColumnElement[float]) -> ColumnElement[float]:
        """Return the time by which workers compare leases.

        It is that of PostgreSQL, because the clocks of workers differ; `now` for SQLite, which has
        a single worker.
        """
        if not self.is_sqlite:
            return _POSTGRES_TIME
        return now if isinstance(now, ColumnElement) else literal(now)

    @property
    def name(self) -> str:
        """The address without the password."""
        return self.url.render_as_string(hide_password=True)

    async def start(self) -> None:
        """Migrate the schema and check that commits are durable."""
        self.require_openable()
        try:
            await self.upgrade()
            async with self.engine.connect() as connection:
                await require_durable(connection, sqlite=self.is_sqlite)
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(
                f"the database {self.name} cannot be used: {_reason(error)}"
            ) from error
        except CommandError as error:
            advice = "it belongs to a newer version: install that one, or restore a backup"
            raise StorageError(
                f"the database {self.name} cannot be used: {error}: {advice}"
            ) from error

    def require_openable(self) -> None:
        """Refuse a file that SQLite cannot open before the driver starts a thread for it."""
        if not self.is_sqlite:
            return
        try:
            create_private_file(Path(str(self.url.database)))
            sqlite3.connect(str(self.url.database)).close()
        except sqlite3.Error as error:
            advice = "create its folder and give both to the server's user"
            raise StorageError(
                f"the database {self.name} cannot be used: {error}: {advice}"
            ) from error

    async def upgrade(self, revision: str = "head") -> None:
        """Run the pending migrations; workers that start together wait for each other."""
        async with self.engine.begin() as connection:
            if not self.is_sqlite:
                await connection.execute(text("SELECT pg_advisory_xact_lock(7464378)"))
            await connection.run_sync(_migrate, revision)

    async def require_current_schema(self) -> None:
        """Refuse a missing database and one of another version, without changing it."""
        advice = "start the server once, or name its database with --database or --config"
        if self.is_sqlite and not Path(str(self.url.database)).exists():
            raise StorageError(f"there is no file {self.url.database}: {advice}")
        self.require_openable()
        newest = ScriptDirectory.from_config(alembic_config()).get_current_head()
        try:
            async with self.engine.connect() as connection:
                revision = await connection.run_sync(
                    lambda sync: MigrationContext.configure(sync).get_current_revision()
                )
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(
                f"the database {self.name} cannot be used: {_reason(error)}"
            ) from error
        if revision != newest:
            found = "no schema" if revision is None else f"the schema {revision}"
            raise StorageError(f"the database {self.name} has {found}, not {newest}: {advice}")

    async def close(self) -> None:
        await self.engine.dispose()
        await self.reserved.dispose()


def create_private_file(path: Path) -> None:
    """Create a missing file for its owner only; SQLite gives its journal files the same mode."""
    with suppress(OSError):  # it exists, or SQLite says why it cannot be created
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE))


def _engine(url: URL, pool: int, connect: Callable[[], Awaitable[Any]] | None) -> AsyncEngine:
    if not url.drivername.startswith("sqlite"):
        return create_async_engine(
            url,
            pool_size=2 * pool,
            max_overflow=0,  # an overflow would open and close connections all the time
            pool_use_lifo=True,
            pool_pre_ping=True,
            isolation_level="AUTOCOMMIT",
            async_creator=connect,
        )
    engine = create_async_engine(
        url,
        pool_size=pool,
        connect_args={"timeout": BUSY_MILLISECONDS / 1000},
        async_creator=connect,
    )

    @event.listens_for(engine.sync_engine, "do_connect")
    def create(*_: object) -> None:
        create_private_file(Path(str(url.database)))

    @event.listens_for(engine.sync_engine, "connect")
    def durable(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        _make_durable(cursor.execute)
        cursor.close()

    return engine


def _transactional(engine: AsyncEngine) -> AsyncEngine:
    """Return the same connections with transactions; SQLite begins one on the first write.

    It holds the lock of the file until the commit, for which the event loop must have its turn. A
    heartbeat, which is regular, therefore commits its only statement itself.
    """
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="READ COMMITTED")


def _make_durable(execute: Callable[[str], object]) -> None:
    for name, value in (_DURABLE_SQLITE | {"busy_timeout": BUSY_MILLISECONDS}).items():
        execute(f"PRAGMA {name} = {value}")


def connect_durable_sqlite(path: str) -> sqlite3.Connection:
    """Open a connection of the sqlite3 driver with explicit transactions."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, cached_statements=512
    )
    _make_durable(connection.execute)
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _DURABLE_SQLITE}
    _require(found, _DURABLE_SQLITE)
    return connection


def alembic_config(connection: Connection | None = None) -> Config:
    """Return the Alembic configuration for an open connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _migrate(connection: Connection, revision: str) -> None:
    command.upgrade(alembic_config(connection), revision)


async def require_durable(connection: AsyncConnection, *, sqlite: bool) -> None:
    """Raise if a commit could be lost in a power failure."""

    async def query(statement: str) -> object:
        return await connection.scalar(text(statement))

    if sqlite:
        _require({name: await query(f"PRAGMA {name}") for name in _DURABLE_SQLITE}, _DURABLE_SQLITE)
    else:
        await require_durable_postgres(query)


async def require_durable_postgres(query: Callable[[str], Awaitable[object]]) -> None:
    """Raise if PostgreSQL could lose a commit; `query` returns a single value."""
    wanted = dict.fromkeys(_DURABLE_POSTGRES, "on")
    _require({name: await query(f"SHOW {name}") for name in wanted}, wanted)


def _require(found: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    wrong = [
        f"{name} is {found[name]}, not {wanted[name]}"
        for name in wanted
        if found[name] != wanted[name]
    ]
    if wrong:
        raise StorageError(
            f"commits are not durable: {'; '.join(wrong)}. Change the database's settings."
        )


def _reason(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__


def run_upgrade(address: str) -> None:
    """Migrate and check a database without starting a server."""

    async def upgrade() -> None:
        database = Database(address)
        try:
            await database.start()
        finally:
            await database.close()

    asyncio.run(upgrade())
