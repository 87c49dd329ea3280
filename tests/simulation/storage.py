"""One SQLite file that all workers share, driven inline, with latency and failures by seed.

SQLAlchemy and the journal's writer run as in the server. A lock in virtual time takes the place of
SQLite's busy wait, so a waiting writer never blocks the loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from ringrift.server.errors import StorageError
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal_writer import Append
from ringrift.server.storage.sqlite_writer import SqliteWriter
from tests.simulation.virtual_loop import Process, current_process

_LATENCY: Final = (0.0002, 0.002)  # seconds of a statement
_BUSY_SECONDS: Final = 10.0
_READS: Final = ("SELECT", "PRAGMA", "EXPLAIN")
FULL: Final = "database or disk is full"


@dataclass(slots=True)
class StorageFaults:
    """What goes wrong now. Changed by the fault plan."""

    slowness: float = 1.0  # factor of every latency
    errors: float = 0.0  # probability that a statement fails
    ambiguous: float = 0.0  # probability that a commit is stored but reported as failed
    full: bool = False  # every write fails
    unreachable: set[str] = field(default_factory=set)  # workers whose statements fail


@dataclass(frozen=True, slots=True)
class CommittedAppend:
    """An append that the journal of a worker committed."""

    at: float
    worker: str
    game: str
    term: int
    before: int
    after: int


class WriteLock:
    """Lets one connection write at a time; dead and paused processes do not keep others out."""

    def __init__(self) -> None:
        self.holder: object | None = None
        self.process: Process | None = None
        self._queue: list[tuple[object, Process, asyncio.Future[None]]] = []

    async def acquire(self, owner: object) -> None:
        """Wait for the lock; raise the error of SQLite's busy timeout."""
        if self.holder is owner:
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((owner, current_process(), granted))
        self.grant()
        try:
            await asyncio.wait_for(asyncio.shield(granted), _BUSY_SECONDS)
        except TimeoutError:
            raise sqlite3.OperationalError("database is locked") from None
        finally:
            self._queue = [waiter for waiter in self._queue if waiter[2] is not granted]
            if self.holder is owner and not granted.done():
                self.release(owner)

    def release(self, owner: object) -> None:
        if self.holder is owner:
            self.holder = self.process = None
            self.grant()

    def grant(self) -> None:
        """Give a free lock to the first process that can use it."""
        if self.holder is not None:
            return
        self._queue = [waiter for waiter in self._queue if waiter[1].alive]
        for waiter in self._queue:
            owner, process, granted = waiter
            if not process.paused and not granted.done():
                self.holder, self.process = owner, process
                self._queue.remove(waiter)
                granted.set_result(None)
                return


class Storage:
    """The database file of one simulation."""

    def __init__(self, path: Path, random: Random) -> None:
        self.path = path
        self.lock = WriteLock()
        self.faults = StorageFaults()
        self.appends: list[CommittedAppend] = []
        self.statements = 0
        self._random = random

    async def connect(self) -> SimulatedConnection:
        await self.wait()
        return SimulatedConnection(self)

    async def wait(self, *, writes: bool = False) -> None:
        """Take the time of a statement, or fail."""
        self.statements += 1
        delay = self._random.uniform(*_LATENCY) * self.faults.slowness
        await asyncio.sleep(delay)
        if current_process().name in self.faults.unreachable:
            await asyncio.sleep(0.1)
            raise sqlite3.OperationalError("connection closed")
        if self._random.random() < self.faults.errors:
            raise sqlite3.OperationalError("disk I/O error")
        if writes and self.faults.full:
            raise sqlite3.OperationalError(FULL)

    def is_ambiguous(self) -> bool:
        """Return whether this commit is stored but reported as failed."""
        return self._random.random() < self.faults.ambiguous

    def read(self, statement: str, *values: object) -> list[Any]:
        """Read the stored rows at once, for the checks of the simulation itself."""
        connection = sqlite3.connect(self.path)
        connection.row_factory = sqlite3.Row
        try:
            return connection.execute(statement, values).fetchall()
        finally:
            connection.close()


class InlineQueue:
    """Runs what is put into it at once."""

    @staticmethod
    def put_nowait(item: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        future, work = item
        future.set_result(work())


class SimulatedConnection:
    """The part of an aiosqlite connection that SQLAlchemy uses."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._connection: sqlite3.Connection | None = sqlite3.connect(
            storage.path, check_same_thread=False, timeout=0
        )
        current_process().on_kill.append(self.stop)

    @property
    def isolation_level(self) -> str | None:
        """None in autocommit mode."""
        return self.raw.isolation_level

    @property
    def _conn(self) -> sqlite3.Connection:
        return self.raw

    @property
    def _tx(self) -> InlineQueue:
        """What aiosqlite gives to its thread."""
        return InlineQueue()

    @property
    def raw(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("no active connection")
        return self._connection

    def cursor(self) -> SimulatedCursor:
        return SimulatedCursor(self)

    async def run(self, statement: str, execute: Callable[[], object]) -> None:
        """Execute a statement; the first write of a transaction takes the lock."""
        word = statement.lstrip()[:6].upper()
        if word == "PRAGMA":
            execute()
            return
        writes = word not in _READS
        await self.storage.wait(writes=writes)
        if writes:
            await self.storage.lock.acquire(self)
        try:
            execute()
        finally:
            self._release_if_idle()

    async def commit(self) -> None:
        if self._connection is None or not self.raw.in_transaction:
            return
        await self.storage.wait(writes=True)
        self.raw.commit()
        self._release_if_idle()
        if self.storage.is_ambiguous():
            raise sqlite3.OperationalError("connection closed")

    async def rollback(self) -> None:
        if self._connection is not None:
            self.raw.rollback()
        self._release_if_idle()

    async def close(self) -> None:
        self.stop()

    async def create_function(self, *args: Any, **options: Any) -> None:
        self.raw.create_function(*args, **options)

    def stop(self) -> None:
        """Close at once, which rolls an open transaction back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.storage.lock.release(self)

    def _release_if_idle(self) -> None:
        if self._connection is None or not self._connection.in_transaction:
            self.storage.lock.release(self)


class SimulatedCursor:
    """The part of an aiosqlite cursor that SQLAlchemy uses."""

    arraysize = 1

    def __init__(self, connection: SimulatedConnection) -> None:
        self._connection = connection
        self._cursor = connection.raw.cursor()

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid

    async def execute(self, statement: str, values: Any = ()) -> Self:
        await self._connection.run(statement, lambda: self._cursor.execute(statement, values))
        return self

    async def executemany(self, statement: str, values: Any) -> Self:
        await self._connection.run(statement, lambda: self._cursor.executemany(statement, values))
        return self

    async def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    async def fetchone(self) -> Any:
        return self._cursor.fetchone()

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        return self._cursor.fetchmany(size or self.arraysize)

    async def close(self) -> None:
        self._cursor.close()


class SimulatedWriter(SqliteWriter):
    """The journal's writer without its thread."""

    def __init__(self, database: Database, storage: Storage, worker: str) -> None:
        super().__init__(database)
        self._path = str(storage.path)
        self._storage = storage
        self._worker = worker
        current_process().on_kill.append(self._close)

    async def write(self, batch: Sequence[Append]) -> Sequence[Append]:
        try:
            await self._storage.wait(writes=True)
            await self._storage.lock.acquire(self)
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error
        try:
            lost = self._write(batch)
        finally:
            self._storage.lock.release(self)
        now = asyncio.get_running_loop().time()
        self._storage.appends += [
            CommittedAppend(
                now, self._worker, append.game, append.term, append.before, append.after
            )
            for append in batch
            if append not in lost
        ]
        await asyncio.sleep(0)
        if self._storage.is_ambiguous():
            raise StorageError("the connection was lost during the commit")
        return lost

    async def close(self) -> None:
        self._close()


class EngineSlot:
    """A `Database` that one worker after another uses: its compiled statements stay cached."""

    def __init__(self) -> None:
        self._storage: Storage | None = None
        self._database = Database("sqlite:///simulated.db", connect=self._connect)

    def open(self, storage: Storage) -> Database:
        """Return the database with no connections."""
        self._storage = storage
        for engine in (self._database.engine, self._database.reserved):
            engine.sync_engine.dispose(close=False)
        return self._database

    def _connect(self) -> Coroutine[Any, Any, SimulatedConnection]:
        assert self._storage is not None
        return self._storage.connect()
