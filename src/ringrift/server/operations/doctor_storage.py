"""Checks of the database and the bus."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Final
from uuid import uuid4

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.bus import open_bus
from ringrift.server.errors import StorageError
from ringrift.server.operations.diagnostics import Diagnostic, fail, ok, warn
from ringrift.server.storage.database import Database, alembic_config, require_durable
from ringrift.server.storage.lease import LEASE_SECONDS
from ringrift.server.storage.tables import games

_TIMEOUT: Final = 5.0
_MIN_TIME: Final = 1_767_225_600.0  # 2026-01-01: a correct clock is later
_MAX_CLOCK_OFFSET: Final = 0.5  # seconds
_USE_ANOTHER: Final = "use another --database"
_NETWORK_FILE_SYSTEMS: Final = (
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "9p",
    "fuse.sshfs",
    "glusterfs",
    "ceph",
)


async def check_database(address: str) -> list[Diagnostic]:
    """Check that the database is reachable, durable and has the right schema."""
    try:
        database = Database(address)
    except StorageError as error:
        return [fail("database", str(error), _USE_ANOTHER)]
    diagnostics: list[Diagnostic] = []
    if database.is_sqlite:
        path = Path(database.url.database or "").absolute()
        diagnostics += _check_file(path)
        if not path.exists():
            await database.close()
            return [*diagnostics, *_check_clock(None, None)]
    try:
        async with asyncio.timeout(_TIMEOUT), database.engine.connect() as connection:
            diagnostics += await _check_connection(database, connection)
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        why = (str(getattr(error, "orig", None) or error) or "no response").splitlines()[0]
        diagnostics.append(
            fail("database", f"{database.name}: {why}", "start it, or fix the address")
        )
    finally:
        await database.close()
    return diagnostics


async def check_bus(address: str | None) -> list[Diagnostic]:
    """Check that a message makes the round trip."""
    if address is None:
        return [ok("bus", "none: a single worker needs none")]
    kind = "Redis" if address.startswith("redis") else "PostgreSQL"
    try:
        async with asyncio.timeout(_TIMEOUT):
            bus = await open_bus(address)
            try:
                topic, received = f"doctor.{uuid4().hex}", asyncio.Event()
                bus.subscribe(topic, lambda _message: received.set())
                await bus.publish(topic, "ping")
                await received.wait()
            finally:
                await bus.close()
    except (StorageError, OSError, TimeoutError) as error:
        return [
            fail(
                "bus",
                f"{kind}: {str(error) or 'no message returned'}",
                "start it, or fix --bus",
            )
        ]
    return [ok("bus", f"{kind} delivers messages")]


async def _check_connection(database: Database, connection: AsyncConnection) -> list[Diagnostic]:
    diagnostics = []
    try:
        await require_durable(connection, sqlite=database.is_sqlite)
        diagnostics.append(ok("database", f"{database.name} responds, commits are durable"))
    except StorageError as error:
        diagnostics.append(
            fail("database", str(error), "turn these settings on: acknowledged moves could be lost")
        )
    schema, exists = await _check_schema(connection)
    diagnostics.append(schema)
    latest = None
    if exists:
        latest = await connection.scalar(select(func.max(games.c.created_at)))
    database_time = None
    if not database.is_sqlite:
        diagnostics.append(await _check_role(connection))
        database_time = float(
            await connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0
        )
    return [*diagnostics, *_check_clock(latest, database_time)]


async def _check_role(connection: AsyncConnection) -> Diagnostic:
    """Check that a fault in the server does not give away the database server."""
    role = text("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user")
    name, is_superuser = (await connection.execute(role)).one()
    if is_superuser:
        advice = "use a role of its own: CREATE ROLE ringrift LOGIN; ALTER DATABASE … OWNER TO …"
        return warn("database role", f"{name} is a superuser", advice)
    return ok("database role", f"{name}, no superuser")


async def _check_schema(connection: AsyncConnection) -> tuple[Diagnostic, bool]:
    """Return the result, and whether the tables of this version exist."""
    revision = await connection.run_sync(
        lambda sync: MigrationContext.configure(sync).get_current_revision()
    )
    scripts = ScriptDirectory.from_config(alembic_config())
    newest = scripts.get_current_head()
    if revision is None:
        return ok("schema", f"none: the first start creates {newest}"), False
    if revision == newest:
        return ok("schema", f"{revision}, up to date"), True
    try:
        scripts.get_revision(revision)
    except CommandError:
        return fail(
            "schema", f"{revision} belongs to a newer version", "install that version of ringrift"
        ), False
    advice = "the next start migrates it: run `ringrift backup` first"
    return warn("schema", f"{revision}, older than {newest}", advice), False


def _check_clock(latest: float | None, database_time: float | None) -> Iterator[Diagnostic]:
    """Check the system clock, on which leases and game clocks depend."""
    now = time()
    if now < _MIN_TIME:
        yield fail(
            "clock",
            "is in the past",
            "set it, and run a time service (chrony, systemd-timesyncd)",
        )
    elif latest is not None and latest > now + _MAX_CLOCK_OFFSET:
        yield fail(
            "clock",
            f"{latest - now:.1f} s behind the newest game",
            "set it before you start the server",
        )
    elif database_time is not None and abs(database_time - now) > _MAX_CLOCK_OFFSET:
        found = f"{abs(database_time - now):.1f} s off the database's clock"
        make = fail if abs(database_time - now) > LEASE_SECONDS / 2 else warn
        yield make(
            "clock", found, f"run a time service on both machines: leases last {LEASE_SECONDS:g} s"
        )
    else:
        yield ok("clock", "plausible" if database_time is None else "agrees with the database")


def _check_file(path: Path) -> Iterator[Diagnostic]:
    if not path.exists():
        folder = path.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield fail(
                "database file",
                f"{folder} cannot be written",
                "create the folder and give it to the server's user",
            )
        else:
            yield ok("database file", f"{path} is created at the first start")
    elif not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
        yield fail(
            "database file",
            f"{path} cannot be written",
            f"give it to the server's user, or {_USE_ANOTHER}",
        )
    elif os.name == "posix" and (
        exposed := [one for one in _files_of(path) if stat.S_IMODE(one.stat().st_mode) & 0o077]
    ):
        names = " ".join(map(str, exposed))
        mode = stat.S_IMODE(exposed[0].stat().st_mode)
        yield warn(
            "database file", f"{names} has mode {mode:o}: others can read it", f"chmod 600 {names}"
        )
    else:
        yield ok("database file", f"{path}, readable by its owner only")
    kind = _file_system(path)
    if kind in _NETWORK_FILE_SYSTEMS:
        yield fail(
            "file system",
            f"{kind}, a network file system",
            "use a local disk or PostgreSQL",
        )


def _files_of(path: Path) -> list[Path]:
    """Return the database and the files that SQLite and the server keep beside it."""
    beside = (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-server"))
    return [file for file in beside if file.exists()]


def _file_system(path: Path) -> str:
    """Return the type of the file system, where the machine reports it."""
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return ""
    lines = (
        line.split() for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    )
    on = [(len(where), kind) for _, where, kind, *_ in lines if path.is_relative_to(where)]
    return max(on, default=(0, ""))[1]
