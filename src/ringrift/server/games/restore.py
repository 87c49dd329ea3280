"""Live games out of the journal: what is stored of many is read together, and replayed in one thread."""

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
class Stored:
    """A game as the database has it."""

    settings: str
    rows: list[EventRow] = field(default_factory=list)


async def restore_games(
    database: Database, wanted: Sequence[str], rules_guard: RulesGuard
) -> dict[str, tuple[GameSession | Exception, Sequence[EventRow]]]:
    """The tables of these games with their events; where one cannot be made, why."""
    stored = await _read(database, wanted)
    # One thread for all: each more would take the interpreter from those who play meanwhile.
    tables = await asyncio.to_thread(_replayed, stored, rules_guard)
    return {game: (tables[game], stored[game].rows) for game in stored}


async def _read(database: Database, wanted: Sequence[str]) -> dict[str, Stored]:
    made = select(games.c.id, games.c.settings).where(games.c.id.in_(wanted))
    told = (
        select(events.c.game_id, events.c.sequence, events.c.at, events.c.kind, events.c.body)
        .add_columns(events.c.client_id)
        .where(events.c.game_id.in_(wanted))
        .order_by(events.c.game_id, events.c.sequence)
    )
    async with database.reading.connect() as connection:
        stored = {row.id: Stored(row.settings) for row in await connection.execute(made)}
        for game, *row in await connection.execute(told):
            stored[game].rows.append(EventRow(*row))
    return stored


def _replayed(
    stored: Mapping[str, Stored], rules_guard: RulesGuard
) -> dict[str, GameSession | Exception]:
    tables: dict[str, GameSession | Exception] = {}
    for game, found in stored.items():
        try:
            tables[game] = GameSession.restore(
                load_settings(json.loads(found.settings)),
                (load_event(json.loads(row.body)) for row in found.rows),
                time=time,
                rules_guard=rules_guard,
            )
        except Exception as error:  # noqa: BLE001 - one that is spoilt must not keep the others waiting
            tables[game] = error
    return tables
