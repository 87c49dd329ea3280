"""Writes the journal to PostgreSQL, with one statement per batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import asyncpg

from ringrift.server.errors import StorageError
from ringrift.server.storage.database import Database, require_durable_postgres
from ringrift.server.storage.failures import storage_error
from ringrift.server.storage.journal_writer import Append, BatchRejectedError

_CONNECT_SECONDS: Final = 2.0
_COMMIT_SECONDS: Final = 10.0  # after which the connection counts as lost

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
    SET status = $5::varchar, winner = $2, reason = $3, ended_at = $4, owner = NULL,
        lease_until = NULL, rating_due = rated AND $5::varchar = 'over',
        index_due = $5::varchar = 'over', final_position = $6
    WHERE id = $1
"""
_STORE_RANK: Final = "UPDATE seats SET rank = $3 WHERE game_id = $1 AND seat = $2"
_STORE_DEPARTURE: Final = (
    "UPDATE seats SET left_reason = $3, left_at = $4 WHERE game_id = $1 AND seat = $2"
)
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
            async with asyncio.timeout(_CONNECT_SECONDS):
                connection = await self._connect()
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            await self.close()
            raise StorageError(str(error)) from error  # nothing was sent
        try:
            async with asyncio.timeout(_COMMIT_SECONDS):
                return await _commit(connection, batch)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise BatchRejectedError(str(error), duplicate=True) from error
        except (asyncpg.DataError, asyncpg.TransactionRollbackError) as error:
            raise BatchRejectedError(str(error), duplicate=False) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            await self.close()
            raise storage_error(error) from error

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
    with_results = [append for append in batch if append.changes_more]
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
    """Store swapped seats [R180], who left, and the result of the game."""
    if append.swaps_people:
        await connection.execute(_NEGATE_SEATS, append.game)
        await connection.execute(_SWAP_SEATS, append.game)
    for seat, reason, at in append.departures:
        await connection.execute(_STORE_DEPARTURE, append.game, seat, reason, at)
    result = append.result
    if result is not None:
        ended = (append.game, result.winner, result.reason, result.at, result.status)
        await connection.execute(_STORE_RESULT, *ended, result.position)
        ranks = [(append.game, seat, rank) for seat, rank in result.ranks]
        await connection.executemany(_STORE_RANK, ranks)
