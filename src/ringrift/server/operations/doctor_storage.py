"""The doctor's look at what keeps the games and at what carries them between workers."""

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
from ringrift.server.storage.database import Database, alembic_config, assert_durable
from ringrift.server.storage.lease import LEASE_SECONDS
from ringrift.server.storage.tables import games

_PATIENCE: Final = 5.0
_EARLIEST: Final = 1_767_225_600.0  # 2026-01-01: no clock that is right shows less
_CLOCK_SLIP: Final = 0.5  # seconds
_ANOTHER: Final = "choose another --database"
_NETWORK: Final = ("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "glusterfs", "ceph")


async def look_at_database(address: str) -> list[Diagnostic]:
    """Whether it can be reached, keeps its promises, and has the schema that this version wants."""
    try:
        database = Database(address)
    except StorageError as error:
        return [fail("database", str(error), _ANOTHER)]
    diagnostics: list[Diagnostic] = []
    if database.is_sqlite:
        path = Path(database.url.database or "").absolute()
        diagnostics += _file(path)
        if not path.exists():
            await database.close()
            return [*diagnostics, *_clock(None, None)]
    try:
        async with asyncio.timeout(_PATIENCE), database.engine.connect() as connection:
            diagnostics += await _inside(database, connection)
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        why = (str(getattr(error, "orig", None) or error) or "no answer").splitlines()[0]
        diagnostics.append(
            fail("database", f"{database.name}: {why}", "start it, or correct the address")
        )
    finally:
        await database.close()
    return diagnostics


async def look_at_bus(address: str | None) -> list[Diagnostic]:
    """Whether a message comes back."""
    if address is None:
        return [ok("bus", "none: one worker needs no other")]
    kind = "Redis" if address.startswith("redis") else "PostgreSQL"
    try:
        async with asyncio.timeout(_PATIENCE):
            bus = await open_bus(address)
            try:
                topic, heard = f"doctor.{uuid4().hex}", asyncio.Event()
                bus.listen(topic, lambda _message: heard.set())
                await bus.publish(topic, "well?")
                await heard.wait()
            finally:
                await bus.close()
    except (StorageError, OSError, TimeoutError) as error:
        return [
            fail(
                "bus",
                f"{kind}: {str(error) or 'no message came back'}",
                "start it, or correct --bus",
            )
        ]
    return [ok("bus", f"{kind} carries messages")]


async def _inside(database: Database, connection: AsyncConnection) -> list[Diagnostic]:
    diagnostics = []
    try:
        await assert_durable(connection, sqlite=database.is_sqlite)
        diagnostics.append(ok("database", f"{database.name} answers, commits are durable"))
    except StorageError as error:
        diagnostics.append(
            fail("database", str(error), "turn them on: a move would be acknowledged and lost")
        )
    migrations, begun = await _schema(connection)
    diagnostics.append(migrations)
    latest = None
    if begun:
        latest = await connection.scalar(select(func.max(games.c.created_at)))
    theirs = None
    if not database.is_sqlite:
        theirs = float(
            await connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0
        )
    return [*diagnostics, *_clock(latest, theirs)]


async def _schema(connection: AsyncConnection) -> tuple[Diagnostic, bool]:
    """The finding, and whether the tables of this version are there."""
    revision = await connection.run_sync(
        lambda sync: MigrationContext.configure(sync).get_current_revision()
    )
    scripts = ScriptDirectory.from_config(alembic_config())
    newest = scripts.get_current_head()
    if revision is None:
        return ok("schema", f"none yet: the first start makes {newest}"), False
    if revision == newest:
        return ok("schema", f"{revision}, the newest"), True
    try:
        scripts.get_revision(revision)
    except CommandError:
        return fail(
            "schema", f"{revision} is of a newer version", "install the newer ringrift"
        ), False
    advice = "the next start migrates it: make a `ringrift backup` first"
    return warn("schema", f"{revision}, older than {newest}", advice), False


def _clock(latest: float | None, theirs: float | None) -> Iterator[Diagnostic]:
    """Leases and flags go by the clock: it must not lie behind the past, nor away from other machines."""
    now = time()
    if now < _EARLIEST:
        yield fail(
            "clock",
            "shows a time that is over",
            "set it, and run a time service (chrony, systemd-timesyncd)",
        )
    elif latest is not None and latest > now + _CLOCK_SLIP:
        yield fail(
            "clock",
            f"{latest - now:.1f} s behind the newest game",
            "set it before the server starts",
        )
    elif theirs is not None and abs(theirs - now) > _CLOCK_SLIP:
        found = f"{abs(theirs - now):.1f} s away from the database's"
        make = fail if abs(theirs - now) > LEASE_SECONDS / 2 else warn
        yield make(
            "clock", found, f"run a time service on both machines: leases last {LEASE_SECONDS:g} s"
        )
    else:
        yield ok("clock", "sane" if theirs is None else "agrees with the database's")


def _file(path: Path) -> Iterator[Diagnostic]:
    if not path.exists():
        folder = path.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield fail(
                "database file",
                f"{folder} cannot be written",
                "make the folder, and give it to the server's user",
            )
        else:
            yield ok("database file", f"{path} will be made at the first start")
    elif not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
        yield fail(
            "database file",
            f"{path} cannot be written",
            f"give it to the server's user, or {_ANOTHER}",
        )
    elif stat.S_IMODE(path.stat().st_mode) & 0o077:
        mode = stat.S_IMODE(path.stat().st_mode)
        yield warn(
            "database file", f"{path} has mode {mode:o}: others can read it", f"chmod 600 {path}"
        )
    else:
        yield ok("database file", f"{path}, for its owner alone")
    kind = _file_system(path)
    if kind in _NETWORK:
        yield fail(
            "file system",
            f"{kind}, over the network",
            "SQLite needs a local disk; or use PostgreSQL",
        )


def _file_system(path: Path) -> str:
    """The kind of file system that the file is on, where the machine tells."""
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return ""
    lines = (
        line.split() for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    )
    on = [(len(where), kind) for _, where, kind, *_ in lines if path.is_relative_to(where)]
    return max(on, default=(0, ""))[1]
