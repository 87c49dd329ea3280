"""Puzzle results and the puzzle rating of accounts.

Only the first attempt at a puzzle counts. The browser judges it: a rating that nobody is paired by
is worth no proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from sqlalchemy import case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.puzzles.pack import shipped_puzzles
from ringrift.puzzles.rating import PuzzleRating, rate
from ringrift.server.clock import Clock
from ringrift.server.puzzles.types import MAX_DAYS, NewResults, PuzzleResult, PuzzleStanding
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, puzzle_days, puzzle_results, puzzle_solvers

FIRST_DAY: Final = "2026-01-01"  # no puzzle of the day is older
_SHOWN_RESULTS: Final = 2_000


class PuzzleResults:
    """One per worker."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def standing(self, account: str) -> PuzzleStanding:
        """Return the rating of an account and its latest results."""
        async with self._database.reading.connect() as connection:
            return await _standing(connection, account)

    async def add(self, account: str, sent: NewResults) -> PuzzleStanding:
        """Add first attempts and days, skip the others, and return the new standing."""
        ratings = {puzzle.id: puzzle.rating for puzzle in shipped_puzzles()}
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            lock = select(accounts.c.id).where(accounts.c.id == account)
            await connection.execute(lock.with_for_update(key_share=True))
            named = [one.puzzle for one in sent.results]
            known = set(
                await connection.scalars(
                    select(puzzle_results.c.puzzle_id).where(
                        puzzle_results.c.account_id == account,
                        puzzle_results.c.puzzle_id.in_(named),
                    )
                )
            )
            solver = await _solver(connection, account)
            rating = PuzzleRating(solver.rating, solver.deviation) if solver else PuzzleRating()
            rows: list[dict[str, Any]] = []
            for one in sent.results:
                if one.puzzle in known or one.puzzle not in ratings:
                    continue  # a puzzle of another version of the page has no rating here
                known.add(one.puzzle)
                rating = rate(rating, ratings[one.puzzle], one.solved)
                rows.append(
                    {
                        "account_id": account,
                        "puzzle_id": one.puzzle,
                        "solved": one.solved,
                        "at": min(one.at, now),
                        "rating": rating.rating,
                    }
                )
            if rows:
                await connection.execute(insert(puzzle_results), rows)
            await _add_days(connection, account, sent.days, now)
            values = {
                "rating": rating.rating,
                "deviation": rating.deviation,
                "best_run": max(sent.best_run, solver.best_run if solver else 0),
                "updated_at": now,
            }
            own = puzzle_solvers.c.account_id == account
            statement = (
                insert(puzzle_solvers).values(account_id=account, **values)
                if solver is None
                else update(puzzle_solvers).where(own).values(**values)
            )
            await connection.execute(statement)
            return await _standing(connection, account)


async def _solver(connection: AsyncConnection, account: str) -> Any:
    wanted = select(puzzle_solvers).where(puzzle_solvers.c.account_id == account)
    return (await connection.execute(wanted)).one_or_none()


async def _add_days(
    connection: AsyncConnection, account: str, days: Sequence[str], now: float
) -> None:
    """Add the days that are over or today, and that the account does not have."""
    today = datetime.fromtimestamp(now, UTC).date().isoformat()
    wanted = {day for day in days if FIRST_DAY <= day <= today and _is_date(day)}
    if not wanted:
        return
    own = puzzle_days.c.account_id == account
    stored = select(puzzle_days.c.day).where(own, puzzle_days.c.day.in_(wanted))
    new = wanted - set(await connection.scalars(stored))
    if new:
        rows = [{"account_id": account, "day": day} for day in sorted(new)]
        await connection.execute(insert(puzzle_days), rows)


def _is_date(day: str) -> bool:
    """Return whether the month has that day."""
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


async def _standing(connection: AsyncConnection, account: str) -> PuzzleStanding:
    solver = await _solver(connection, account)
    own = puzzle_results.c.account_id == account
    solved = func.coalesce(func.sum(case((puzzle_results.c.solved, 1), else_=0)), 0)
    counts = (await connection.execute(select(func.count(), solved).where(own))).one()
    latest = (
        select(puzzle_results)
        .where(own)
        .order_by(puzzle_results.c.at.desc(), puzzle_results.c.puzzle_id)
        .limit(_SHOWN_RESULTS)
    )
    rows = (await connection.execute(latest)).all()
    solved_on = select(puzzle_days.c.day).where(puzzle_days.c.account_id == account)
    days = await connection.scalars(solved_on.order_by(puzzle_days.c.day.desc()).limit(MAX_DAYS))
    start = PuzzleRating()
    return PuzzleStanding(
        rating=solver.rating if solver else start.rating,
        deviation=solver.deviation if solver else start.deviation,
        attempts=counts[0],
        solved=counts[1],
        best_run=solver.best_run if solver else 0,
        days=list(days),
        results=[
            PuzzleResult(puzzle=row.puzzle_id, solved=row.solved, at=row.at, rating=row.rating)
            for row in rows
        ],
    )
