"""Writes the journal to PostgreSQL, with one statement per batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import asyncpg

from ringrift.server.errors import StorageError
from ringrift.server.storage.database import Database, require_durable_postgres
from ringrift.server.storage.journal_writer import Append, BatchRejectedError

# Games are locked in one order: workers and leases cannot deadlock.
_APPEND: Final = """
    WITH wanted AS (
        SELECT games.id, batch.after
        FROM games
        JOIN unnest($1::text[], $2::int[], $3::int[], $4::int[])
            AS batch (game, term, before, after)
            ON games.id = batch.game AND owner_term = batch.term AND sequence = batch.before
        WHERE status = 'live' ORDER BY games.id FOR UPDATE OF games
    ), advanced AS (
        UPDATE games SET sequence = wanted.after FROM wanted
        WHERE games.id = wanted.id RETURNING games.id
    ), added AS (
        INSERT INTO events (game_id, sequence, at, kind, body, client_id)
        SELECT *
        FROM unnest($5::text[], $6::int[], $7::float8[], $8::text[], $9::text[], $10::text[])
            AS row (game_id, sequence, at, kind, body, client_id)
        WHERE row.game_id IN (SELECT id FROM advanced)
    )
    SELECT id FROM advanced
"""
_STORE_RESULT: Final = """
    UPDATE games
    SET status = 'over', winner = $2, reason = $3, ended_at = $4, owner = NULL, lease_until = NULL
    WHERE id = $1
"""
# Via seat numbers that do not exist, because of the primary key.
_NEGATE_SEATS: Final = "UPDATE seats SET seat = -seat WHERE game_id = $1"
_SWAP_SEATS: Final = "UPDATE seats SET seat = 3 + seat WHERE game_id = $1"


class PostgresWriter:
    """Connects on the first write, and again after a lost connection."""

    def __init__(self, database: Database) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(
            hide_password=False
        )
        self._connection: asyncpg.Connection | None = None

    async def write(self, batch: Sequence[Append]) -> Sequence[Append]:
        try:
            return await _commit(await self._connect(), batch)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise BatchRejectedError(str(error), duplicate=True) from error
        except (asyncpg.DataError, asyncpg.TransactionRollbackError) as error:
            raise BatchRejectedError(str(error), duplicate=False) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            await self.close()
            raise StorageError(str(error)) from error

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None and not connection.is_closed():
            connection.terminate()

    async def _connect(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            connection = await asyncpg.connect(self._address)
            await require_durable_postgres(connection.fetchval)
            self._connection = connection
        return self._connection


async def _commit(connection: asyncpg.Connection, batch: Sequence[Append]) -> list[Append]:
    """Commit in one transaction; most batches are a single statement."""
    with_results = [append for append in batch if append.result is not None or append.swaps_people]
    if not with_results:
        return await _append(connection, batch)
    async with connection.transaction():
        lost = await _append(connection, batch)
        for append in with_results:
            if append not in lost:
                await _store_result(connection, append)
    return lost


async def _append(connection: asyncpg.Connection, batch: Sequence[Append]) -> list[Append]:
    rows = [(append.game, row) for append in batch for row in append.rows]
    rows_advanced = await connection.fetch(
        _APPEND,
        [append.game for append in batch],
        [append.term for append in batch],
        [append.before for append in batch],
        [append.after for append in batch],
        [game for game, _ in rows],
        [row.sequence for _, row in rows],
        [row.at for _, row in rows],
        [row.kind for _, row in rows],
        [row.body for _, row in rows],
        [row.client_id for _, row in rows],
    )
    advanced = {record["id"] for record in rows_advanced}
    return [append for append in batch if append.game not in advanced]


async def _store_result(connection: asyncpg.Connection, append: Append) -> None:
    """Store the result of the game and swapped seats [R180]."""
    if append.result is not None:
        result = append.result
        await connection.execute(
            _STORE_RESULT, append.game, result.winner, result.reason, result.at
        )
    if append.swaps_people:
        await connection.execute(_NEGATE_SEATS, append.game)
        await connection.execute(_SWAP_SEATS, append.game)
