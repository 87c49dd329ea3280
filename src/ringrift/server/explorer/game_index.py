"""Adds finished games to the search and to the opening explorer.

A game is due from the commit that ends it. The worker in which it ends adds it at once. Every
worker looks regularly for games that are still due: those of crashed workers, and those from
before the index existed.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Table, insert, select, text, true, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.game_session import GameSession
from ringrift.rules.grid import BoardName
from ringrift.server.errors import ApiError
from ringrift.server.explorer.positions import PlayedTurn, played_turns
from ringrift.server.fair_queue import Priority
from ringrift.server.games.service import Games
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.game_index_tables import (
    game_index,
    game_index_players,
    opening_games,
    opening_totals,
    openings,
)
from ringrift.server.storage.tables import (
    games,
    seats,
)

OPENING_TURNS: Final = 10  # of a game, in the explorer
_SECONDS: Final = 5.0  # between looks for games that are due
_BATCH: Final = 20  # games of one look
_CANDIDATES: Final = 200  # of which a worker takes some: others take other ones
_LOCK: Final = 7_464_380  # advisory lock of PostgreSQL
RATED: Final = "rated"
ENGINE: Final = "engine"
_COUNTS: Final = ("games", "wins1", "wins2", "wins3", "wins4")
_log = logging.getLogger("ringrift.server.explorer")


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What a finished game adds to the index."""

    board: BoardName
    players: int
    edition: str
    turns: int
    opening: tuple[PlayedTurn, ...]


def read_facts(session: GameSession) -> GameFacts:
    """Return the facts of a finished game, in the pool for rules."""
    first, state = session.settings.first_state, session.state
    moves = [event.move for event in session.moves]
    return GameFacts(
        board=state.board.grid.name,
        players=len(state.seats),
        edition=state.edition.name,
        turns=state.turn_number,
        opening=tuple(played_turns(first, moves, OPENING_TURNS)),
    )


class GameIndex:
    """One per worker."""

    def __init__(self, database: Database, games_: Games) -> None:
        self._database = database
        self._games = games_
        self._ended: list[str] = []  # games that ended here
        self._wake = asyncio.Event()
        self._failed: set[str] = set()  # games that cannot be replayed: not tried again
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for games that are due until closed."""
        self._task = asyncio.create_task(self._run(), name="game index")

    async def close(self) -> None:
        """Finish the current game: an interrupted statement could keep its locks."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def request(self, game: str) -> None:
        """Add a game that has ended soon."""
        self._ended.append(game)
        self._wake.set()

    async def add_due(self) -> int:
        """Add some of the games that are due; return their number."""
        due = select(games.c.id).where(games.c.index_due == true()).limit(_CANDIDATES)
        async with self._database.reading.connect() as connection:
            found = [game for game in await connection.scalars(due) if game not in self._failed]
        chosen = random.sample(found, min(len(found), _BATCH))
        for game in chosen:
            if self._closing:
                break
            await self._try(game)
        return len(chosen)

    async def add(self, game: str) -> bool:
        """Add a finished game; return false if that was done before or its end is not stored."""
        facts = await self._games.replay(
            game, read_facts, share="game index", priority=Priority.BACKGROUND
        )
        async with self._database.engine.begin() as connection:
            if not self._database.is_sqlite:  # two games can count the same turns
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            due = select(games.c.index_due).where(games.c.id == game)
            if not await connection.scalar(due):
                return False
            await self._store(connection, game, facts)
            done = update(games).where(games.c.id == game)  # last, as the ratings do
            await connection.execute(done.values(index_due=False))
        return True

    async def _try(self, game: str) -> None:
        try:
            await self.add(game)
        except FAILURES:
            _log.exception("a game could not be added to the index", extra={"game": game})
        except ApiError:
            self._failed.add(game)
            _log.exception("a game cannot be added to the index", extra={"game": game})

    async def _run(self) -> None:
        while not self._closing:
            more = 0
            with suppress(*FAILURES, ApiError):
                while self._ended and not self._closing:
                    await self._try(self._ended.pop())
                more = await self.add_due()
            self._wake.clear()
            if more < _BATCH and not self._ended and not self._closing:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), _SECONDS)

    async def _store(self, connection: AsyncConnection, game: str, facts: GameFacts) -> None:
        row = (await connection.execute(select(games).where(games.c.id == game))).one()
        sat = select(seats).where(seats.c.game_id == game).order_by(seats.c.seat)
        players = (await connection.execute(sat)).all()
        index = {
            "game_id": game,
            "board": facts.board,
            "players": facts.players,
            "edition": facts.edition,
            "rated": row.rated,
            "public": row.visibility == "public",
            "reason": row.reason,
            "winner": row.winner,
            "turns": facts.turns,
            "ended_at": row.ended_at,
        }
        await connection.execute(insert(game_index), [index])
        by_seat = [
            {
                "game_id": game,
                "seat": one.seat,
                "account_id": one.account_id,
                "level": one.level,
                "rank": one.rank or 1,
                "ended_at": row.ended_at,
            }
            for one in players
        ]
        await connection.execute(insert(game_index_players), by_seat)
        if not facts.opening:
            return
        positions = {turn.position for turn in facts.opening} | {facts.opening[-1].next}
        visits = [
            {"position": position, "game_id": game, "ended_at": row.ended_at}
            for position in sorted(positions)
        ]
        await connection.execute(insert(opening_games), visits)
        pools = {one.account_id for one in players if one.account_id is not None}
        if row.rated:
            pools.add(RATED)
        if row.visibility == "public" and all(one.kind == "level" for one in players):
            pools.add(ENGINE)
        await self._count(connection, pools, facts.opening, row.winner)

    async def _count(
        self,
        connection: AsyncConnection,
        pools: Iterable[str],
        opening: Iterable[PlayedTurn],
        winner: int,
    ) -> None:
        """Count the turns. In the order of the key, so that two workers cannot block each other."""
        wins = {f"wins{seat}": int(seat == winner) for seat in range(1, 5)}
        counted = {
            (pool, turn.position, turn.next): {
                "pool": pool,
                "position": turn.position,
                "next": turn.next,
                "turn": turn.moves,
                "games": 1,
                **wins,
            }
            for pool in pools
            for turn in opening
        }
        totals: dict[tuple[str, str], dict[str, Any]] = {}
        for pool, position, _next in counted:
            total = totals.setdefault(
                (pool, position),
                {"pool": pool, "position": position} | dict.fromkeys(_COUNTS, 0),
            )
            for name, number in {"games": 1, **wins}.items():
                total[name] += number
        await self._add_counts(connection, openings, [counted[key] for key in sorted(counted)])
        await self._add_counts(connection, opening_totals, [totals[key] for key in sorted(totals)])

    async def _add_counts(
        self, connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]
    ) -> None:
        """Insert the rows, or add their counts to the stored ones."""
        if not rows:
            return
        added: Any = (sqlite if self._database.is_sqlite else postgresql).insert(table)
        sums = {name: table.c[name] + added.excluded[name] for name in _COUNTS}
        await connection.execute(
            added.on_conflict_do_update(index_elements=list(table.primary_key), set_=sums), rows
        )
