"""Restores live games from the journal: one query for many games, one thread to replay them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.clock import Clock
from ringrift.server.fair_queue import Priority
from ringrift.server.games.service import load_stored_settings
from ringrift.server.games.substitutes import SubstituteChoice
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow
from ringrift.server.storage.tables import events, games, ratings, seats
from ringrift.server.work_pools import WorkPool


@dataclass(frozen=True, slots=True)
class _StoredGame:
    settings: str
    creator: str
    rows: list[EventRow] = field(default_factory=list)
    ratings: dict[int, dict[str, float]] = field(default_factory=dict)  # by players and account


@dataclass(frozen=True, slots=True)
class RestoredGame:
    """A game's session, or the error that prevents it; its events and who created it."""

    session: GameSession | Exception
    rows: Sequence[EventRow]
    creator: str


async def restore_games(
    database: Database,
    ids: Sequence[str],
    rules_guard: RulesGuard,
    clock: Clock,
    pool: WorkPool,
    level_seconds: float,
) -> dict[str, RestoredGame]:
    """Return the games as the journal stores them."""
    stored = await _read(database, ids)
    sessions = await pool.run(
        lambda: _replay(stored, rules_guard, clock, level_seconds),
        share="restore",
        priority=Priority.LIVE_GAME,
    )
    return {
        game: RestoredGame(sessions[game], found.rows, found.creator)
        for game, found in stored.items()
    }


async def _read(database: Database, ids: Sequence[str]) -> dict[str, _StoredGame]:
    stored_games = select(games.c.id, games.c.settings, games.c.created_by).where(
        games.c.id.in_(ids)
    )
    stored_events = (
        select(events.c.game_id, events.c.sequence, events.c.at, events.c.kind, events.c.body)
        .add_columns(events.c.client_id)
        .where(events.c.game_id.in_(ids))
        .order_by(events.c.game_id, events.c.sequence)
    )
    rated = (
        select(seats.c.game_id, ratings.c.players, ratings.c.account_id, ratings.c.mu)
        .join(ratings, ratings.c.account_id == seats.c.account_id)
        .where(seats.c.game_id.in_(ids))
    )
    async with database.reading.connect() as connection:
        found = {
            row.id: _StoredGame(row.settings, row.created_by or "")
            for row in await connection.execute(stored_games)
        }
        for game, *row in await connection.execute(stored_events):
            found[game].rows.append(EventRow(*row))
        for game, players, account, mu in await connection.execute(rated):
            found[game].ratings.setdefault(players, {})[account] = mu
    return found


def _replay(
    stored: Mapping[str, _StoredGame],
    rules_guard: RulesGuard,
    clock: Clock,
    level_seconds: float,
) -> dict[str, GameSession | Exception]:
    sessions: dict[str, GameSession | Exception] = {}
    for game, found in stored.items():
        try:
            settings = load_stored_settings(found.settings)
            sessions[game] = GameSession.restore(
                settings,
                (load_event(json.loads(row.body)) for row in found.rows),
                time=clock.now,
                rules_guard=rules_guard,
                game=game,
                choose_substitute=SubstituteChoice(
                    found.ratings.get(settings.players, {}), level_seconds
                ),
            )
        except Exception as error:  # noqa: BLE001 - one broken game must not block the others
            sessions[game] = error
    return sessions
