"""Restores live games from the journal: one query for many games, one thread to replay them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import time

from sqlalchemy import select

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.settings import load_settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow
from ringrift.server.storage.tables import events, games


@dataclass(frozen=True, slots=True)
class _StoredGame:
    settings: str
    rows: list[EventRow] = field(default_factory=list)


async def restore_games(
    database: Database, ids: Sequence[str], rules_guard: RulesGuard
) -> dict[str, tuple[GameSession | Exception, Sequence[EventRow]]]:
    """Return the session of each game, or the error that prevents it, and the game's events."""
    stored = await _read(database, ids)
    # One thread: more would compete for the GIL with the games that are running.
    sessions = await asyncio.to_thread(_replay, stored, rules_guard)
    return {game: (sessions[game], stored[game].rows) for game in stored}


async def _read(database: Database, ids: Sequence[str]) -> dict[str, _StoredGame]:
    stored_games = select(games.c.id, games.c.settings).where(games.c.id.in_(ids))
    stored_events = (
        select(events.c.game_id, events.c.sequence, events.c.at, events.c.kind, events.c.body)
        .add_columns(events.c.client_id)
        .where(events.c.game_id.in_(ids))
        .order_by(events.c.game_id, events.c.sequence)
    )
    async with database.reading.connect() as connection:
        found = {
            row.id: _StoredGame(row.settings) for row in await connection.execute(stored_games)
        }
        for game, *row in await connection.execute(stored_events):
            found[game].rows.append(EventRow(*row))
    return found


def _replay(
    stored: Mapping[str, _StoredGame], rules_guard: RulesGuard
) -> dict[str, GameSession | Exception]:
    sessions: dict[str, GameSession | Exception] = {}
    for game, found in stored.items():
        try:
            sessions[game] = GameSession.restore(
                load_settings(json.loads(found.settings)),
                (load_event(json.loads(row.body)) for row in found.rows),
                time=time,
                rules_guard=rules_guard,
            )
        except Exception as error:  # noqa: BLE001 - one broken game must not block the others
            sessions[game] = error
    return sessions
