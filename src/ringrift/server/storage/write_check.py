"""Checks that the database can be written: a full disk still answers queries."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import delete, insert

from ringrift.server.clock import Clock
from ringrift.server.errors import StorageFullError
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES, storage_error
from ringrift.server.storage.tables import write_checks

_INTERVAL: Final = 3.0  # seconds between writes, however often the check is asked
_TIMEOUT: Final = 2.0
_FAILURE_SECONDS: Final = 10.0  # for which a write that failed elsewhere counts
_PADDING: Final = "x" * 16_384  # more than one page: a small row may still fit on a full disk
_log = logging.getLogger("ringrift.server.storage")


class WriteCheck:
    """One per worker."""

    def __init__(self, database: Database, worker: str, clock: Clock) -> None:
        self._database = database
        self._worker = worker
        self._clock = clock
        self._checked_at: float | None = None
        self._failed_at: float | None = None
        self._writable = True
        self._lock = asyncio.Lock()

    async def is_writable(self) -> bool:
        """Return whether a row can be written now, or could a moment ago."""
        async with self._lock:
            now = self._clock.monotonic()
            if self._checked_at is None or now - self._checked_at >= _INTERVAL:
                self._checked_at = now
                self._writable = await self._write()
        recent = self._failed_at is not None and now - self._failed_at < _FAILURE_SECONDS
        return self._writable and not recent

    def record_failure(self, error: BaseException) -> None:
        """Count the failure of another write, if the disk is full."""
        if isinstance(storage_error(error), StorageFullError):
            self._failed_at = self._clock.monotonic()

    async def close(self) -> None:
        """Remove the row of this worker."""
        try:
            async with asyncio.timeout(_TIMEOUT), self._database.engine.begin() as connection:
                await connection.execute(
                    delete(write_checks).where(write_checks.c.id == self._worker)
                )
        except FAILURES:
            _log.info("the row of the write check stays")

    async def _write(self) -> bool:
        row = {"id": self._worker, "at": self._clock.now(), "padding": _PADDING}
        try:
            async with asyncio.timeout(_TIMEOUT), self._database.engine.begin() as connection:
                await connection.execute(
                    delete(write_checks).where(write_checks.c.id == self._worker)
                )
                await connection.execute(insert(write_checks), [row])
        except FAILURES as error:
            _log.error("the database cannot be written: %s", error)
            return False
        return True
