"""What a failed database operation means for the client: nothing stored, or an unknown outcome."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from typing import Final

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from ringrift.server.errors import ApiError, OutcomeUnknownError, StorageError, StorageFullError

FAILURES: Final = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
_FULL_STATES: Final = frozenset({"53000", "53100"})  # insufficient resources, disk full
_NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_ENDED_STATES: Final = frozenset({"57P01", "57P02", "57P03", "08000", "08003", "08006"})


def storage_error(error: BaseException) -> StorageError:
    """Return the error of a database driver as one of ours."""
    if isinstance(error, StorageError):
        return error
    causes = list(_causes(error))
    if any(map(_is_full, causes)):
        return StorageFullError(str(error))
    if any(map(_is_disconnect, causes)) and not isinstance(error, PoolTimeoutError):
        return OutcomeUnknownError(str(error))
    return StorageError(str(error))


def storage_refusal(error: BaseException, *, changes: bool = True) -> ApiError:
    """Return the answer to a request whose database operation failed.

    `changes`: the request may have changed something.
    """
    found = storage_error(error)
    if isinstance(found, StorageFullError):
        message = "the server cannot store anything now: nothing was changed, try again later"
        return ApiError(503, "STORAGE_FULL", message)
    if isinstance(found, OutcomeUnknownError) and changes:
        message = (
            "it is not known whether this was stored: send it again unchanged, with the same "
            "client_id or Idempotency-Key"
        )
        return ApiError(503, "OUTCOME_UNKNOWN", message)
    message = "the database did not respond: nothing was changed, send it again"
    return ApiError(503, "TRY_AGAIN", message)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        original = getattr(error, "orig", None)
        error = original if isinstance(original, BaseException) else error.__cause__


def _is_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    if getattr(error, "sqlstate", None) in _FULL_STATES:
        return True
    return isinstance(error, OSError) and error.errno in _NO_SPACE


def _is_disconnect(error: BaseException) -> bool:
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(error, asyncpg.InterfaceError | asyncpg.PostgresConnectionError):
        return True
    if getattr(error, "sqlstate", None) in _ENDED_STATES:
        return True
    refused = isinstance(error, ConnectionRefusedError)  # nothing was sent
    return isinstance(error, OSError) and not refused
